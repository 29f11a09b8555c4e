import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { z } from 'zod';
import { setTimeout, timeNow } from '../surroundings.ts';

/** Sessions, grants and codes of the built-in identity provider: forgotten in time, and kept over a restart. */
export interface IdentityStore {
  adapter(model: string): Adapter;
  /** Notes that a session was ended while tokens of it are valid for so many seconds more. */
  endGrant(grantId: string, seconds: number): Promise<void>;
  hasEnded(grantId: string): boolean;
  /** To be called at the end: writes what was not written yet. */
  flush(): Promise<void>;
}

export type IdentityPayload = AdapterPayload;

/** Opens the store of one process, kept in that file (mode 0600) and bounded. A file that cannot be read starts empty: people then sign in again. */
export async function openIdentityStore(file: string, { limit = 5000, now = timeNow } = {}): Promise<IdentityStore> {
  const entries = new Map(await readEntries(file));
  let dirty = false;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (!dirty) return;
    dirty = false;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.new`;
    await writeFile(draft, JSON.stringify([...entries]), { mode: 0o600 });
    await rename(draft, file);
  };
  // Nothing here is worth waiting for: what a crash loses costs one more sign-in. One write at a time, of all that is new.
  const flush = (): Promise<void> => (writing = writing.then(write, write));
  const changed = (): void => {
    if (dirty) return;
    dirty = true;
    setTimeout(() => void flush().catch(() => undefined), WRITE_AFTER).unref();
  };
  const find = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    return entry === undefined || entry.until <= now() ? undefined : entry.payload;
  };
  // What anybody can make by asking (sign-ins that were only begun) gives way before what belongs to somebody who is signed in.
  const makeRoom = (): void => {
    if (entries.size < limit) return;
    for (const [key, entry] of entries) if (entry.until <= now()) entries.delete(key);
    for (const [oldest, { payload }] of entries) {
      if (entries.size < limit) return;
      if (payload.accountId === undefined) entries.delete(oldest);
    }
    for (const oldest of entries.keys()) {
      if (entries.size < limit) break;
      entries.delete(oldest);
    }
  };

  const upsert = (key: string, payload: AdapterPayload, expiresIn: number | undefined): void => {
    // Deleted first, so that what was used last is the last to be dropped.
    entries.delete(key);
    makeRoom();
    entries.set(key, { payload, until: expiresIn === undefined ? FAR : now() + expiresIn * 1000 });
    changed();
  };

  return {
    flush,
    // With an account, so that it does not give way before what anybody can make.
    endGrant: async (grantId, seconds) => upsert(`EndedGrant:${grantId}`, { accountId: '' }, seconds),
    hasEnded: (grantId) => find(`EndedGrant:${grantId}`) !== undefined,
    adapter: (model) => {
      const all = function* (): Generator<[string, AdapterPayload]> {
        for (const key of entries.keys()) {
          const payload = find(key);
          if (payload !== undefined) yield [key, payload];
        }
      };
      const findWhere = async (fits: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> => {
        for (const [key, payload] of all()) if (key.startsWith(`${model}:`) && fits(payload)) return payload;
        return undefined;
      };
      return {
        find: async (id) => find(`${model}:${id}`),
        findByUid: (uid) => findWhere((payload) => payload.uid === uid),
        findByUserCode: (code) => findWhere((payload) => payload.userCode === code),
        upsert: async (id, payload, expiresIn) => upsert(`${model}:${id}`, payload, expiresIn),
        async consume(id) {
          const payload = find(`${model}:${id}`);
          if (payload === undefined) return;
          payload.consumed = Math.floor(now() / 1000);
          changed();
        },
        async destroy(id) {
          if (entries.delete(`${model}:${id}`)) changed();
        },
        async revokeByGrantId(grantId) {
          for (const [key, payload] of all()) if (payload.grantId === grantId) entries.delete(key);
          changed();
        },
      };
    },
  };
}

/** Milliseconds that changes are gathered before they are written. */
const WRITE_AFTER = 500;
const FAR = Number.MAX_SAFE_INTEGER;

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const Entries = z.array(
  z.tuple([z.string(), z.object({ payload: z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null), until: z.number() })]),
);

async function readEntries(file: string): Promise<[string, Entry][]> {
  try {
    const parsed = Entries.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
