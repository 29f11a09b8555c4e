/** The simulated feed of the demo database, as bytes at a moment, and the hours before the product was started. */
import type { RealtimeFeed } from '../settings.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { readTimezone } from '../store/regions.ts';
import { followedVersion, hasPositions } from '../store/vehiclePositions.ts';
import { elapsed, pause, timeNow } from '../surroundings.ts';
import type { Poller } from './poller.ts';
import { createSimulation } from './simulation.ts';

/** The demo database whose vehicles are simulated. */
const DATABASE = 'velmar';

/** Path of the feed on the product itself. */
export const DEMO_FEED_PATH = '/demo/vehicle-positions.pb';

/** The feed as the poller reads it: from the product at this address. */
export function demoRealtimeFeed(origin: string): RealtimeFeed {
  return { databaseId: DATABASE, url: origin + DEMO_FEED_PATH };
}

/** Returns the feed at a moment (unix seconds); undefined where there is no demo database. */
export function demoFeed(engine: Engine): (at: number) => Promise<Uint8Array | undefined> {
  let known: { readonly versionId: number; readonly feed: Promise<(at: number) => Uint8Array> } | undefined;
  return async (at) => {
    const versionId = await followedVersion(engine.db, DATABASE);
    if (versionId === undefined) return undefined;
    if (known?.versionId !== versionId) {
      known = { versionId, feed: simulationOf(engine, versionId) };
      known.feed.catch(() => (known = undefined));
    }
    return (await known.feed)(at);
  };
}

async function simulationOf(engine: Engine, versionId: number): Promise<(at: number) => Uint8Array> {
  const [schedules, tracks, timetables, stops] = await Promise.all([
    all(readAll(engine, versionId, 'Schedule')),
    all(readAll(engine, versionId, 'Track')),
    all(readAll(engine, versionId, 'Timetable')),
    all(readAll(engine, versionId, 'Stop')),
  ]);
  const places = new Map(stops.map(({ Id, Coordinate }) => [Id, Coordinate ?? undefined]));
  const timezone = await readTimezone(engine.db, DATABASE);
  return createSimulation({ schedules, tracks, timetables, placeOf: (id) => places.get(id), timezone });
}

async function all<T>(documents: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of documents) list.push(one);
  return list;
}

/** Seconds before the first start that are read from the simulation, and those between two readings: closer in the last two hours. */
const PAST = 24 * 3600;
const RECENT = 2 * 3600;

/**
 * Reads the last day of the simulated feed where nothing is known of the demo's vehicles yet, so that there is a past to look at.
 * It rests as long as it works: somebody is opening the product for the first time just then.
 */
export async function readDemoPast(engine: Engine, poller: Pick<Poller, 'keep'>, stopped: AbortSignal): Promise<void> {
  if (await hasPositions(engine.db, DATABASE)) return;
  const feed = demoFeed(engine);
  const now = Math.floor(timeNow() / 1000);
  for (let at = now - PAST + 60; at < now && !stopped.aborted; at += at < now - RECENT ? 300 : 60) {
    const began = elapsed();
    const bytes = await feed(at);
    if (bytes === undefined) return;
    await poller.keep(DATABASE, bytes);
    await pause(elapsed() - began);
  }
}
