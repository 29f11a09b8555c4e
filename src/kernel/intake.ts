import { deepFrozen } from './freeze.ts';
import { z } from 'zod';
import { builtInPayloads } from './builtIn.ts';
import type { Catalogue } from './catalogue.ts';
import type { CommandInput } from './command.ts';
import { hideSecrets, revealSecrets, type Vault } from './redact.ts';
import type { LogRecord } from './record.ts';

/** What an input becomes in the log. */
export interface Taken {
  readonly v: number;
  readonly payload: unknown;
  readonly scope?: string;
}

/**
 * Parses what somebody wants to dispatch or tell, and takes the secrets out before it can get into the log. Throws a sentence
 * when nobody declared it or its payload is no good.
 */
export function take<S>(catalogue: Catalogue<S>, { type, payload }: CommandInput, kind: LogRecord['kind'], recordId: string, vault: Vault): Taken {
  const meaning = catalogue.meaning(type);
  if (kind === 'command' && meaning?.is === 'command') {
    const { v = 1, payload: schema, secrets, undoScope, draft } = meaning.command;
    const parsed = z.parse(schema, revealSecrets(payload, secrets, vault));
    const hidden = deepFrozen(hideSecrets(parsed, secrets, recordId, vault));
    const scope = undoScope?.(hidden) ?? draft?.scope(hidden);
    return scope === undefined ? { v, payload: hidden } : { v, payload: hidden, scope };
  }
  if (kind === 'event' && meaning?.is === 'fact') {
    const { v = 1, payload: schema, secrets } = meaning.fact;
    return { v, payload: deepFrozen(hideSecrets(z.parse(schema, payload), secrets, recordId, vault)) };
  }
  if (kind === 'command' && isBuiltInCommand(type)) {
    const parsed = builtInPayloads[type].parse(payload);
    return { v: 1, payload: deepFrozen(parsed), ...('scope' in parsed && { scope: parsed.scope }) };
  }
  throw new Error(`Nobody declared the ${kind} ${type}`);
}

/** Lifts a record of an older schema version to the present one; the same record when it is of this version. */
export function lift<S>(catalogue: Catalogue<S>, record: LogRecord): LogRecord {
  const meaning = catalogue.meaning(record.type);
  const definition = meaning?.is === 'command' ? meaning.command : meaning?.is === 'fact' ? meaning.fact : undefined;
  const { v = 1, upcast, secrets } = definition ?? {};
  if (!definition || record.v === v) return record;
  if (record.v > v) throw new Error(`${record.type} was written by a newer version of the product (${record.v}, we know ${v})`);
  let { payload } = record;
  for (let from = record.v; from < v; from++) {
    const up = upcast?.[from];
    if (!up) throw new Error(`${record.type} of version ${from} can no longer be read`);
    payload = up(payload);
  }
  return { ...record, v, payload: deepFrozen(secrets ? payload : z.parse(definition.payload, payload)) };
}

/** The sentence of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof z.ZodError) return z.prettifyError(thrown);
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function isBuiltInCommand(type: string): type is keyof typeof builtInPayloads {
  return Object.hasOwn(builtInPayloads, type);
}
