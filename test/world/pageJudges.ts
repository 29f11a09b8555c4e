/** What has to be true of a page at every moment: what its answers and messages bring it holds, and of no edit it says without ground that it knows it. */
import { z } from 'zod';
import { revertChangeset } from '../../src/commands/changes/revertChangeset.ts';
import { loadEdits } from '../../src/commands/notifications/loadEdits.ts';
import { versionChanged } from '../../src/commands/notifications/versionChanged.ts';
import { listEdits } from '../../src/contract/versions.ts';
import { type EntityKind, isEntityKind } from '../../src/domain/entities.ts';
import type { Kernel } from '../../src/kernel/kernel.ts';
import { heldDocument, seenRev } from '../../src/projections/documents.ts';
import type { AppState } from '../../src/projections/state.ts';
import { latestRevision } from '../../src/projections/syncPosition.ts';
import { replyOf } from './replies.ts';

/** A document that an own edit may have changed, and the older revision at which the page holds it after the answer. */
export interface Unkept {
  readonly rev: number;
  readonly kind: EntityKind;
  readonly id: string;
  readonly held: number;
}

export interface PageJudges {
  readonly troubles: readonly string[];
  readonly unkept: readonly Unkept[];
  /** A live message about an edit came. */
  hears(rev: number, commandId: string | null): void;
}

/** Looks at a page from now on. */
export function lookAtPage(kernel: Kernel<AppState>, name: string, versionId: number): PageJudges {
  const troubles: string[] = [];
  const unkept: Unkept[] = [];
  /** Revisions of which the page was told all. */
  const known = new Set<number>();
  /** Where catching up began, by its command: one that takes the place of another begins where that one did. */
  const since = new Map<string, number>();
  let begun = Infinity;
  let upTo = kernel.snapshot().base.versions[versionId]?.heard.upTo ?? null;
  kernel.records$.subscribe((record) => {
    const { id, type, cause = '', payload } = record;
    if (record.kind === 'command' && type === loadEdits.type) {
      begun = Math.min(begun, Since.parse(payload).since);
      since.set(id, begun);
    }
    const message = type === versionChanged.type ? Message.parse(payload) : undefined;
    if (message && message.Edits !== null) known.add(message.Rev);
    const reply = type.endsWith('.answered') ? replyOf(kernel.bodies, record) : undefined;
    const from = since.get(cause);
    const caughtUp = from === undefined ? undefined : listEdits.reply.safeParse(reply).data;
    if (caughtUp && from !== undefined) {
      begun = Infinity;
      const last = caughtUp.More ? Math.max(from, ...caughtUp.Edits.map(({ Rev }) => Rev)) : caughtUp.Rev;
      for (let rev = from + 1; rev <= last; rev++) known.add(rev);
      troubles.push(...unbrought(kernel, versionId, caughtUp.Edits).map((what) => `${name} ${what}`));
    } else {
      const { Rev, Documents } = Own.safeParse(reply).data ?? {};
      if (Rev !== undefined) known.add(Rev);
      if (Rev !== undefined && Documents === undefined) unkept.push(...olderAfter(kernel, versionId, Rev));
    }
  });
  kernel.subscribe(() => {
    const now = kernel.snapshot().base.versions[versionId]?.heard.upTo ?? null;
    for (let rev = (upTo ?? now ?? 0) + 1; rev <= (now ?? 0); rev++)
      if (!known.has(rev)) troubles.push(`${name} says that it knows all up to revision ${now}, and was never told of ${rev}`);
    upTo = now;
  });
  return {
    troubles,
    unkept,
    hears(rev, commandId) {
      const { history, pending } = kernel.snapshot();
      const own = [...pending, ...Object.values(history).flatMap(({ undo, redo }) => [...undo, ...redo])];
      if (commandId !== null && (commandId.startsWith(kernel.ownIds) || own.some(({ id, key = id }) => key === commandId))) known.add(rev);
    },
  };
}

/** What a page has caught up with it holds. */
function unbrought(
  kernel: Kernel<AppState>,
  versionId: number,
  edits: readonly z.infer<typeof listEdits.reply>['Edits'][number][],
): readonly string[] {
  const { base } = kernel.snapshot();
  if (base.versions[versionId] === undefined) return [];
  return edits.flatMap(({ Kind, Id, Rev, Large }) => {
    const held = isEntityKind(Kind) ? seenRev(base, versionId, { kind: Kind, id: Id }) : undefined;
    return Large || (held ?? -1) >= Rev ? [] : [`holds ${Kind} ${Id} of revision ${held ?? 'none'} after it caught up with ${Rev}`];
  });
}

/** Documents of an own edit that are held at an older revision, where no later edit is known. */
function olderAfter(kernel: Kernel<AppState>, versionId: number, rev: number): readonly Unkept[] {
  const { base, history } = kernel.snapshot();
  const version = base.versions[versionId];
  if (version === undefined || latestRevision(version.heard) > rev) return [];
  const made = Object.values(history).flatMap(({ undo }) => undo.flatMap(({ command }) => (command?.type === revertChangeset.type ? [command] : [])));
  return made.flatMap(({ payload }) => {
    const { data } = Made.safeParse(payload);
    if (data === undefined || data.rev !== rev || data.versionId !== versionId) return [];
    return data.documents.flatMap(({ kind, id }) => {
      const known = isEntityKind(kind) ? heldDocument(base, versionId, kind, id) : undefined;
      return !isEntityKind(kind) || known === undefined || known.outdated === true || known.rev >= rev ? [] : [{ rev, kind, id, held: known.rev }];
    });
  });
}

const Since = z.object({ since: z.int() });
const Message = z.object({ Rev: z.int(), Edits: z.array(z.unknown()).nullable() });
const Own = z.object({ Rev: z.int(), NoChange: z.literal(false).optional(), Documents: z.array(z.unknown()).optional() });
const Made = z.object({ versionId: z.int(), rev: z.int(), documents: z.array(z.object({ kind: z.string(), id: z.string() })) });
