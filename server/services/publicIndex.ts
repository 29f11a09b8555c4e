/** What is served to everybody, by address: held by the process, so that no call of a public feed asks the database. */
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readIndex, type BookIndex } from '../feed/book/bookFile.ts';
import { readEntityIndex, type EntityIndex } from '../feed/entities/entityFile.ts';
import { FeedFacts } from '../feed/feedFacts.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { listPublicFeeds, PUBLIC_FEEDS_CHANGED, type KeptFeed, type KeptRelease } from '../store/publicFeeds.ts';
import type { Fanout } from '../store/fanout.ts';
import type { Db } from '../store/tables.ts';
import { clearInterval, randomUUID, setInterval, timeNow } from '../surroundings.ts';

/** A feed that is served, or was. */
export interface ServedFeed {
  readonly feed: KeptFeed;
  /** Undefined before the first switch. */
  readonly current: KeptRelease | undefined;
  /** Releases by their name in the history, the newest first. */
  readonly history: ReadonlyMap<string, KeptRelease>;
}

export interface PublicIndex {
  /** The feed of an address, or of an earlier address of it. */
  find(slug: string): Promise<ServedFeed | undefined>;
  /** Opens a local copy of an object. Throws ObjectLost where the object is gone. */
  open(key: string): Promise<FileHandle>;
  factsOf(release: KeptRelease): Promise<FeedFacts>;
  /** What is in the timetable book of a release; undefined where it has none. */
  bookOf(release: KeptRelease): Promise<BookIndex | undefined>;
  /** What service alerts may name of a release; undefined where that is not known. */
  entitiesOf(release: KeptRelease): Promise<EntityIndex | undefined>;
  /** Has every process read again what is served. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds after which it is read again without a message: one may be lost while a connection is reopened. */
const READ_AGAIN = 60_000;
/** Bytes of local copies. Those used longest ago go first. */
const CACHE_BYTES = 5e9;

interface IndexOptions {
  readonly db: Db;
  readonly fanout: Fanout;
  readonly objects: ObjectStore;
  /** For local copies. */
  readonly folder: string;
  readonly warn: (message: string, error: unknown) => void;
}

export function createPublicIndex({ db, fanout, objects, folder, warn }: IndexOptions): PublicIndex {
  let served: Promise<ReadonlyMap<string, ServedFeed>> | undefined;
  const read = async (): Promise<ReadonlyMap<string, ServedFeed>> => bySlug(await listPublicFeeds(db));
  /** What was read before stays where the database cannot be asked. `waiting`: whoever asks from now on waits for it. */
  let last = 0;
  const readAgain = async (waiting: boolean): Promise<void> => {
    const before = served;
    if (before === undefined) return;
    const mine = ++last;
    const reading = read().catch((error: unknown) => {
      warn('The public feeds could not be read; what was read before is served', error);
      return before;
    });
    if (waiting) served = reading;
    const found = await reading;
    if (mine === last) served = Promise.resolve(found);
  };
  const listening = fanout.listen((payload) => {
    if (payload === PUBLIC_FEEDS_CHANGED) void readAgain(false);
  });
  listening.catch(() => undefined);
  const timer = setInterval(() => void readAgain(false), READ_AGAIN).unref();
  const copies = localCopies(objects, folder);
  /** Reads the index at the end of a local copy. */
  const indexed =
    <T>(readFrom: (file: FileHandle) => Promise<T>) =>
    async (key: string): Promise<T> => {
      const file = await copies(key);
      try {
        return await readFrom(file);
      } finally {
        await file.close();
      }
    };
  const factsAt = keeping(50, (key) => readFacts(objects, key));
  const bookAt = keeping(20, indexed(readIndex));
  const entitiesAt = keeping(10, indexed(readEntityIndex));
  return {
    async find(slug) {
      served ??= read();
      try {
        return (await served).get(slug);
      } catch (error) {
        served = undefined;
        throw error;
      }
    },
    open: copies,
    factsOf({ factsKey }) {
      if (factsKey === null) throw new Error('This release has not been read yet');
      return factsAt(factsKey);
    },
    bookOf: async ({ bookKey }) => (bookKey === null || bookKey === '' ? undefined : bookAt(bookKey)),
    entitiesOf: async ({ entitiesKey }) => (entitiesKey === null || entitiesKey === '' ? undefined : entitiesAt(entitiesKey)),
    async refresh() {
      await readAgain(true);
      await fanout.notify(PUBLIC_FEEDS_CHANGED).catch((error: unknown) => warn('Other processes got no message about a public feed', error));
    },
    async close() {
      clearInterval(timer);
      await (
        await listening.catch(() => undefined)
      )?.();
    },
  };
}

/** Keeps what was read under a key, up to a number; what fails is read again. */
function keeping<T>(most: number, read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reading = read(key);
    kept.set(key, reading);
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    reading.catch(() => kept.delete(key));
    return reading;
  };
}

function bySlug(feeds: readonly KeptFeed[]): ReadonlyMap<string, ServedFeed> {
  return new Map(
    feeds.flatMap((feed) => {
      const history = new Map(
        feed.releases
          .filter(({ date }) => date !== null)
          .toSorted((a, b) => (b.firstServed ?? 0) - (a.firstServed ?? 0) || b.id - a.id)
          .map((release) => [release.date ?? '', release]),
      );
      const one = { feed, history, current: feed.releases.find(({ id }) => id === feed.current) };
      return feed.slugs.map((slug) => [slug, one] as const);
    }),
  );
}

async function readFacts(objects: ObjectStore, key: string): Promise<FeedFacts> {
  const chunks: Buffer[] = [];
  for await (const chunk of await objects.get(key)) chunks.push(Buffer.from(chunk as Uint8Array));
  return FeedFacts.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

/** Files by their hash, each fetched once; a file appears under its name when all of it is there and is what its key says. */
function localCopies(objects: ObjectStore, folder: string): (key: string) => Promise<FileHandle> {
  const fetching = new Map<string, Promise<void>>();
  const fetch = async (key: string, path: string): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const part = join(folder, `.${randomUUID()}`);
    try {
      await pipeline(await objects.get(key), createWriteStream(part));
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
    await makeRoom(folder, path);
  };
  return async (key) => {
    const path = join(folder, key.slice(key.lastIndexOf('.') + 1));
    const there = await open(path).catch(() => undefined);
    if (there !== undefined) {
      const now = new Date(timeNow());
      // Those used longest ago go first.
      await there.utimes(now, now).catch(() => undefined);
      return there;
    }
    const under = fetching.get(path) ?? fetch(key, path).finally(() => fetching.delete(path));
    fetching.set(path, under);
    await under;
    return open(path);
  };
}

/** Removes the copies that were used longest ago, and what a killed process left. A file that is being sent is sent to its end all the same. */
async function makeRoom(folder: string, keep: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const of = await stat(path).catch(() => undefined);
      return { path, size: of?.size ?? 0, at: of?.mtimeMs ?? 0, isPart: name.startsWith('.') };
    }),
  );
  let total = 0;
  for (const { path, size, at, isPart } of found.toSorted((a, b) => b.at - a.at)) {
    total += size;
    if (path === keep || (isPart ? timeNow() - at < 3_600_000 : total <= CACHE_BYTES)) continue;
    await rm(path, { force: true });
  }
}
