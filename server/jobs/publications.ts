/** Makes releases of public feeds ready, has the gate look at them, and switches feeds when their time has come. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkRelease, DEFAULT_GATE } from '../../src/domain/releaseGate.ts';
import { writeBook } from '../feed/book/writeBook.ts';
import { writeEntities } from '../feed/entities/writeEntities.ts';
import { readFeedFacts } from '../feed/feedFacts.ts';
import { FeedRefused } from '../feed/gtfs/refusal.ts';
import { ObjectTrouble } from '../objects/objects.ts';
import { newsMessage, newsOfHeldRelease } from '../services/news.ts';
import { isDiskFull } from '../store/engine.ts';
import * as store from '../store/publicFeeds.ts';
import type { Db } from '../store/tables.ts';
import { timeNow } from '../surroundings.ts';
import { findingsOf } from './releaseFindings.ts';
import type { FeedPlace } from './runners/runner.ts';

/**
 * Looks at the feeds that have a release to come. Every step can be done again, and by any process: facts are objects named by their
 * hash, the result of the gate is one update of the release, and the switch is one update that finds nothing where another process
 * was first. Every process receives a message about it.
 */
export async function publishWaiting(place: FeedPlace, signal: AbortSignal): Promise<void> {
  const { db } = place.store.sql;
  for (const waiting of await store.listWaiting(db)) {
    if (signal.aborted) return;
    const { feedId } = waiting;
    if (!waiting.isReady || !waiting.isChecked) await makeReady(place, waiting, signal);
    if (waiting.isLate) await notify(place, feedId, true, (tx) => store.noteLate(tx, waiting.releaseId));
    if (await db.transaction().execute((tx) => store.switchDue(tx, feedId))) await place.store.fanout.notify(store.PUBLIC_FEEDS_CHANGED);
    const feed = await store.readPublicFeed(db, feedId);
    if (feed !== undefined) await place.live.publish({ target: 'publicFeedsChanged', message: { region: feed.region } });
  }
  await completeReleases(place, signal);
}

/** Reads a zip: for the page of the feed, its timetables, and the gate. What cannot be read is not served, and the feed says why. */
async function makeReady(place: FeedPlace, { feedId, releaseId, isReady, isChecked }: store.WaitingRelease, signal: AbortSignal): Promise<void> {
  const { db } = place.store.sql;
  const feed = await store.readPublicFeed(db, feedId);
  const release = feed?.releases.find(({ id }) => id === releaseId);
  if (feed === undefined || release === undefined) return;
  try {
    await withZip(place, release.key, signal, async (path, folder) => {
      if (!isReady) {
        const facts = await readFeedFacts(path, place.unpackedLimit, signal);
        await keepBook(place, releaseId, path, folder, signal);
        await keepEntities(place, releaseId, path, folder, signal);
        const kept = await place.objects.put('feeds/facts', Readable.from([Buffer.from(JSON.stringify(facts))]), signal);
        await store.noteFacts(db, releaseId, kept, { lines: facts.lineCount, stops: facts.stopCount, from: facts.from, to: facts.to });
      }
      if (isChecked) return;
      const check = checkRelease(await findingsOf(place, feed, release, { path, folder }, signal), feed.gate ?? DEFAULT_GATE);
      const isDue = (feed.nextAt ?? 0) * 1000 <= timeNow();
      await notify(place, feedId, false, async (tx) => {
        if (!(await store.noteCheck(tx, releaseId, check)) || check.reasons.length === 0) return false;
        // One notice says both.
        if (isDue) await store.noteLate(tx, releaseId);
        return true;
      });
    });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof FeedRefused || error instanceof ObjectTrouble)) place.warn(`Release ${releaseId} could not be read`, error);
    const why =
      error instanceof FeedRefused || error instanceof ObjectTrouble
        ? error.message
        : isDiskFull(error)
          ? 'The disk of the server is full.'
          : 'The zip could not be read.';
    await store.noteTrouble(db, releaseId, `${why} Nothing was switched.`);
  }
}

/** Notifies the author of the next release that it is held, in the transaction of what `note` keeps; not where that answers false. */
async function notify(place: FeedPlace, feedId: number, isLate: boolean, note: (tx: Db) => Promise<boolean>): Promise<void> {
  const written = await place.store.sql.db.transaction().execute(async (tx) => {
    if (!(await note(tx))) return [];
    const feed = await store.readPublicFeed(tx, feedId);
    const release = feed?.releases.find(({ id }) => id === feed.nextId);
    return feed === undefined || release === undefined ? [] : newsOfHeldRelease(tx, feed, release, isLate);
  });
  for (const one of written) await place.live.publish(...newsMessage(one));
}

/** Makes what releases lack that were served before it was made of every one. */
async function completeReleases(place: FeedPlace, signal: AbortSignal): Promise<void> {
  const { db } = place.store.sql;
  for (const { releaseId, key, hasBook, hasEntities } of await store.listIncomplete(db)) {
    if (signal.aborted) return;
    try {
      await withZip(place, key, signal, async (path, folder) => {
        if (!hasBook) await keepBook(place, releaseId, path, folder, signal);
        if (!hasEntities) await keepEntities(place, releaseId, path, folder, signal);
      });
    } catch (error) {
      if (signal.aborted) return;
      place.warn(`Release ${releaseId} could not be read for its timetable book and its ids`, error);
      // once there is room, it is tried again
      if (isDiskFull(error)) continue;
      if (!hasBook) await store.noteBook(db, releaseId, '');
      if (!hasEntities) await store.noteEntities(db, releaseId, '');
    }
    await place.store.fanout.notify(store.PUBLIC_FEEDS_CHANGED);
  }
}

/** Writes and keeps what service alerts may name of a release. A feed without it is served all the same. */
async function keepEntities(place: FeedPlace, releaseId: number, zip: string, folder: string, signal: AbortSignal): Promise<void> {
  let kept = '';
  try {
    const file = await writeEntities(zip, folder, place.unpackedLimit, signal);
    kept = await place.objects.put('feeds/entities', createReadStream(file), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ObjectTrouble || isDiskFull(error)) throw error;
    place.warn(`The ids of release ${releaseId} could not be read`, error);
  }
  await store.noteEntities(place.store.sql.db, releaseId, kept);
}

/** Writes and keeps the timetable book of a release. A feed without one is served all the same. */
async function keepBook(place: FeedPlace, releaseId: number, zip: string, folder: string, signal: AbortSignal): Promise<void> {
  let kept = '';
  try {
    const book = await writeBook(zip, folder, place.unpackedLimit, Math.floor(timeNow() / 86_400_000), signal);
    kept = await place.objects.put('feeds/book', createReadStream(book), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ObjectTrouble || isDiskFull(error)) throw error;
    place.warn(`No timetable book could be made of release ${releaseId}`, error);
  }
  await store.noteBook(place.store.sql.db, releaseId, kept);
}

/** Has a local copy of a zip in a folder of its own, while `act` runs. */
async function withZip(place: FeedPlace, key: string, signal: AbortSignal, act: (path: string, folder: string) => Promise<void>): Promise<void> {
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
