/** Makes releases of public feeds ready, and switches feeds when their time has come. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeBook } from '../feed/book/writeBook.ts';
import { readFeedFacts } from '../feed/feedFacts.ts';
import { FeedRefused } from '../feed/gtfs/refusal.ts';
import { ObjectTrouble } from '../objects/objects.ts';
import {
  listUnbooked,
  listWaiting,
  noteBook,
  noteFacts,
  noteTrouble,
  PUBLIC_FEEDS_CHANGED,
  readPublicFeed,
  switchDue,
} from '../store/publicFeeds.ts';
import type { TaskPlace } from './runners/runner.ts';

/**
 * Looks at the feeds that have a release to come. Every step can be done again, and by any process: facts are objects named by their
 * hash, and the switch is one update that finds nothing where another process was first. Every
 * process receives a message about it.
 */
export async function publishWaiting(place: TaskPlace, signal: AbortSignal): Promise<void> {
  const { db } = place.store.sql;
  for (const { feedId, releaseId, key, isReady } of await listWaiting(db)) {
    if (signal.aborted) return;
    if (!isReady) await makeReady(place, releaseId, key, signal);
    if (await db.transaction().execute((tx) => switchDue(tx, feedId))) await place.store.fanout.notify(PUBLIC_FEEDS_CHANGED);
    const feed = await readPublicFeed(db, feedId);
    if (feed !== undefined) await place.live.publish({ target: 'publicFeedsChanged', message: { region: feed.region } });
  }
  await makeMissingBooks(place, signal);
}

/** Reads a zip and keeps what the page says of it, and its timetables. What cannot be read is not served, and the feed says why. */
async function makeReady(place: TaskPlace, releaseId: number, key: string, signal: AbortSignal): Promise<void> {
  try {
    await withZip(place, key, signal, async (path, folder) => {
      const facts = await readFeedFacts(path, place.unpackedLimit, signal);
      await keepBook(place, releaseId, path, folder, signal);
      const kept = await place.objects.put('feeds/facts', Readable.from([Buffer.from(JSON.stringify(facts))]), signal);
      await noteFacts(place.store.sql.db, releaseId, kept, { lines: facts.lineCount, stops: facts.stopCount, from: facts.from, to: facts.to });
    });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof FeedRefused || error instanceof ObjectTrouble)) place.warn(`Release ${releaseId} could not be read`, error);
    const why = error instanceof FeedRefused || error instanceof ObjectTrouble ? error.message : 'The zip could not be read.';
    await noteTrouble(place.store.sql.db, releaseId, `${why} Nothing was switched.`);
  }
}

/** Makes the books of releases that were served before there were books. */
async function makeMissingBooks(place: TaskPlace, signal: AbortSignal): Promise<void> {
  for (const { releaseId, key } of await listUnbooked(place.store.sql.db)) {
    if (signal.aborted) return;
    try {
      await withZip(place, key, signal, (path, folder) => keepBook(place, releaseId, path, folder, signal));
    } catch (error) {
      if (signal.aborted) return;
      place.warn(`Release ${releaseId} could not be read for its timetable book`, error);
      await noteBook(place.store.sql.db, releaseId, '');
    }
    await place.store.fanout.notify(PUBLIC_FEEDS_CHANGED);
  }
}

/** Writes and keeps the timetable book of a release. A feed without one is served all the same. */
async function keepBook(place: TaskPlace, releaseId: number, zip: string, folder: string, signal: AbortSignal): Promise<void> {
  let kept = '';
  try {
    const book = await writeBook(zip, folder, place.unpackedLimit, Math.floor(Date.now() / 86_400_000), signal);
    kept = await place.objects.put('feeds/book', createReadStream(book), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ObjectTrouble) throw error;
    place.warn(`No timetable book could be made of release ${releaseId}`, error);
  }
  await noteBook(place.store.sql.db, releaseId, kept);
}

/** Has a local copy of a zip in a folder of its own, while `act` runs. */
async function withZip(place: TaskPlace, key: string, signal: AbortSignal, act: (path: string, folder: string) => Promise<void>): Promise<void> {
  const parent = join(place.dataDir, 'publications');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'release-'));
  try {
    const path = join(folder, 'feed.zip');
    await pipeline(await place.objects.get(key), createWriteStream(path), { signal });
    await act(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
