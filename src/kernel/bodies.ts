import { deepFrozen } from './freeze.ts';
import { contentHash } from './hash.ts';
import type { LogRecord } from './record.ts';

/** Answers whose JSON is longer than this many characters are kept beside the log. */
export const BODY_LIMIT = 4096;

/** Large answers, kept once beside the log under the hash of their content. */
export interface BodyStore {
  /** Keeps a value and answers its content hash. */
  put(value: unknown): string;
  /** The value of that hash, undefined when it is not held. */
  get(hash: string): unknown;
  has(hash: string): boolean;
  /** Characters of its JSON; 0 for what was kept before. */
  lengthOf(hash: string): number;
  delete(hash: string): void;
  entries(): Iterable<readonly [hash: string, body: unknown]>;
}

/** Makes a store, with what an earlier session or a report left. */
export function createBodyStore(kept: Iterable<readonly [hash: string, body: unknown]> = []): BodyStore {
  const bodies = new Map<string, unknown>();
  const lengths = new Map<string, number>();
  for (const [hash, body] of kept) bodies.set(hash, deepFrozen(body));
  return {
    put(value) {
      const json = JSON.stringify(value);
      const hash = contentHash(json);
      lengths.set(hash, json.length);
      if (!bodies.has(hash)) bodies.set(hash, deepFrozen(value));
      return hash;
    },
    get: (hash) => bodies.get(hash),
    has: (hash) => bodies.has(hash),
    lengthOf: (hash) => lengths.get(hash) ?? 0,
    delete(hash) {
      bodies.delete(hash);
      lengths.delete(hash);
    },
    entries: () => bodies.entries(),
  };
}

/** The value as a record holds it: itself when small, a reference when large. */
export function shelve(bodies: BodyStore, value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && value.length > BODY_LIMIT ? { $body: bodies.put(value) } : value;
  const json = JSON.stringify(value);
  return json.length > BODY_LIMIT ? { $body: bodies.put(value) } : deepFrozen(value);
}

/** The value behind a reference; throws when the body is missing, for nothing true could be folded then. */
export function unshelve(bodies: Pick<BodyStore, 'get' | 'has'>, value: unknown): unknown {
  const hash = bodyOf(value);
  if (hash === undefined) return value;
  if (!bodies.has(hash)) throw new Error(`The answer ${hash} is missing beside the log`);
  return bodies.get(hash);
}

/** The hash a value refers to, undefined when it is no reference. */
export function bodyOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && '$body' in value && typeof value.$body === 'string' ? value.$body : undefined;
}

/** The hash of the answer that a record refers to, undefined where it holds all of its data itself. */
export function referenced({ payload }: LogRecord): string | undefined {
  return typeof payload === 'object' && payload !== null && 'reply' in payload ? bodyOf(payload.reply) : undefined;
}
