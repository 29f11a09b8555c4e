import { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import { masked } from './redact.ts';

const Named = z.looseObject({ type: z.string(), payload: z.unknown() });
const Lists = z.object({ undo: z.array(z.looseObject({})), redo: z.array(z.looseObject({})) });
const State = z.looseObject({
  base: z.unknown(),
  pending: z.array(Named),
  drafts: z.record(z.string(), z.looseObject({ document: z.unknown() })),
  workflows: z.record(z.string(), z.looseObject({ context: z.unknown() })),
  history: z.record(z.string(), Lists),
  conflicts: z.array(z.looseObject({ type: z.string(), mine: z.unknown(), theirs: z.unknown() })),
});

/**
 * A checkpoint's state with everything blanked out that no allow-list names: the base by `keepState`, payloads by their
 * command's `keep`; drafts and machine contexts stay or go as a whole, by the names 'drafts' and 'workflows' in `keepState`.
 */
export function maskedState<S>(catalogue: Catalogue<S>, state: unknown, blank: (text: string) => string): unknown {
  const { keepState } = catalogue.definitions;
  const parts = State.parse(state);
  const whole = (name: string) => (keepState === 'all' || keepState?.includes(name) ? 'all' : undefined);
  const entry = (e: Record<string, unknown>) => {
    const command = Named.safeParse(e['command']);
    const { back, forth } = e;
    return {
      ...e,
      ...(command.success && { command: payloadOf(catalogue, command.data, blank) }),
      ...(back !== undefined && { back: masked(back, whole('drafts'), blank), forth: masked(forth, whole('drafts'), blank) }),
    };
  };
  return {
    ...parts,
    base: masked(parts.base, keepState, blank),
    pending: parts.pending.map((p) => payloadOf(catalogue, p, blank)),
    // a blanked document or context would be no document or context: without them they begin afresh
    drafts: whole('drafts') ? parts.drafts : {},
    workflows: whole('workflows') ? parts.workflows : {},
    history: mapped(parts.history, ({ undo, redo }) => ({ undo: undo.map(entry), redo: redo.map(entry) })),
    conflicts: parts.conflicts.map((c) => ({
      ...c,
      mine: masked(c.mine, keepOf(catalogue, c.type), blank),
      theirs: masked(c.theirs, replyOf(catalogue, c.type), blank),
    })),
  };
}

function payloadOf<S, T extends { type: string; payload: unknown }>(catalogue: Catalogue<S>, named: T, blank: (text: string) => string): T {
  return { ...named, payload: masked(named.payload, keepOf(catalogue, named.type), blank) };
}

function keepOf<S>(catalogue: Catalogue<S>, type: string) {
  const meaning = catalogue.meaning(type);
  return meaning?.is === 'command' ? meaning.command.keep : undefined;
}

function replyOf<S>(catalogue: Catalogue<S>, type: string) {
  const meaning = catalogue.meaning(type);
  return meaning?.is === 'command' ? meaning.command.keepReply : undefined;
}

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
