/** Reads the feeds of vehicle positions in turns, and keeps what is new. */
import type { IncomingMessage } from 'node:http';
import type { RealtimeFeed } from '../settings.ts';
import { type AddressRules, fetchChecked } from '../addresses.ts';
import type { Live } from '../live/live.ts';
import type { Db } from '../store/tables.ts';
import { addPositions, claimFeed, forgetPositions, type NewPosition, noteFeed } from '../store/vehiclePositions.ts';
import { clearInterval, setInterval, timeNow, timeUp } from '../surroundings.ts';
import { type FeedPosition, feedPositions } from './feedPositions.ts';
import { type TripPlaces, tripPlaces } from './tripPlaces.ts';

export interface PollerOptions {
  readonly db: Db;
  readonly live: Live;
  readonly feeds: readonly RealtimeFeed[];
  /** Seconds from one reading of a feed to the next. */
  readonly seconds: number;
  /** Days that positions are kept. */
  readonly days: number;
  readonly addresses: AddressRules;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Milliseconds that a feed has for its whole answer. */
  readonly patience?: number;
  /** Unix milliseconds; the clock of this machine when not given. */
  readonly now?: () => number;
}

export interface Poller {
  /** Begins to read. */
  start(): void;
  /** Reads one feed now, also when another process read it last. Returns how many positions were new; 0 where it could not be read. */
  read(feed: RealtimeFeed): Promise<number>;
  /** Keeps what the bytes of a feed tell, and says so to nobody. Throws as feedPositions does. */
  keep(databaseId: string, bytes: Uint8Array): Promise<Kept>;
  stop(): Promise<void>;
}

/** What became of the vehicles of a feed: how many there were, whose position was new, and why others were left out. */
interface Kept {
  readonly vehicles: number;
  readonly added: number;
  readonly unknown: number;
  readonly stale: number;
  readonly left: number;
}

/** Bytes of a feed at most: 100,000 vehicles. */
const LARGEST = 20_000_000;
const PATIENCE = 10_000;
/** Seconds that a position may be old, and may lie in the future. */
const OLDEST = 86_400;
const EARLIEST = 300;

/** Prepares the reading; nothing happens before `start`. */
export function createPoller(options: PollerOptions): Poller {
  const { db, feeds, seconds, days, log, patience = PATIENCE, now = timeNow } = options;
  const stopping = new AbortController();
  const places = tripPlaces(db);
  /** What was said last of each feed: the same again is not news. */
  const said = new Map<string, string>();
  const running = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  let work: Promise<unknown> = Promise.resolve();

  const say = (feed: RealtimeFeed, trouble: string | null, detail: string): void => {
    const name = `${withoutQuery(feed.url)} of ${feed.databaseId}`;
    const text = `Realtime feed ${name}: ${trouble ?? detail}`;
    const before = said.get(name);
    said.set(name, trouble ?? '');
    if (trouble !== null && before !== trouble) log.warn(text);
    if (trouble === null && before !== '') log.info(text);
  };

  const keep = async (databaseId: string, bytes: Uint8Array): Promise<Kept> => {
    const { positions, left } = feedPositions(bytes);
    const { kept, unknown, stale } = await placed(positions, databaseId, places, now() / 1000);
    return { vehicles: positions.length + left, added: await addPositions(db, databaseId, kept), unknown, stale, left };
  };
  const read = async (feed: RealtimeFeed): Promise<number> => {
    try {
      const bytes = await fetchFeed(feed.url, { rules: options.addresses, stopped: stopping.signal, patience });
      const { vehicles, added, unknown, stale, left } = await keep(feed.databaseId, bytes);
      const odd = [
        ...(unknown > 0 ? [`${unknown} of trips that no timetable has`] : []),
        ...(stale > 0 ? [`${stale} of another time`] : []),
        ...(left > 0 ? [`${left} without a trip or place`] : []),
      ].join(', ');
      say(feed, null, `${vehicles} vehicles${odd === '' ? '' : ` (${odd})`}`);
      await noteFeed(db, feed.databaseId, feed.url, null);
      if (added > 0) await options.live.publish({ target: 'vehiclesMoved', message: { DatabaseId: feed.databaseId } });
      return added;
    } catch (error) {
      if (stopping.signal.aborted) return 0;
      const trouble = error instanceof Error ? error.message : String(error);
      say(feed, trouble, '');
      await noteFeed(db, feed.databaseId, feed.url, trouble.slice(0, 500)).catch(() => undefined);
      return 0;
    }
  };
  const turn = (): void => {
    for (const feed of feeds) {
      if (running.has(feed.url)) continue;
      running.add(feed.url);
      const one = claimFeed(db, feed.databaseId, feed.url, seconds * 0.8)
        .then((mine) => (mine ? read(feed) : 0))
        .catch((error: unknown) => !stopping.signal.aborted && say(feed, `the database says ${String(error)}`, ''))
        .finally(() => running.delete(feed.url));
      work = Promise.all([work, one]);
    }
  };
  const tidy = (): void => {
    forgetPositions(db, days).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn(`Old vehicle positions could not be forgotten: ${String(error)}`);
    });
  };
  return {
    start() {
      if (feeds.length > 0) {
        turn();
        timers.push(setInterval(turn, seconds * 1000).unref());
      }
      timers.push(setInterval(tidy, 3_600_000).unref());
    },
    read,
    keep,
    async stop() {
      stopping.abort(new Error('The server stops'));
      for (const timer of timers) clearInterval(timer);
      await work;
    },
  };
}

/** The positions that can be kept: of trips of the timetables, of the last day, the newest of each vehicle and trip. */
async function placed(
  positions: readonly FeedPosition[],
  databaseId: string,
  places: TripPlaces,
  now: number,
): Promise<{ kept: NewPosition[]; unknown: number; stale: number }> {
  const placeOf = await places(databaseId);
  const kept = new Map<string, NewPosition>();
  let [unknown, stale] = [0, 0];
  for (const position of positions) {
    const place = placeOf(position.tripId);
    if (place === undefined) unknown += 1;
    else if (position.at < now - OLDEST || position.at > now + EARLIEST) stale += 1;
    else {
      const startDate = position.startDate ?? new Date(position.at * 1000).toISOString().slice(0, 10);
      const key = JSON.stringify([position.vehicleId, position.tripId, startDate]);
      if ((kept.get(key)?.at ?? 0) < position.at) kept.set(key, { ...position, ...place, startDate });
    }
  }
  return { kept: [...kept.values()], unknown, stale };
}

interface Bounds {
  readonly rules: AddressRules;
  readonly stopped: AbortSignal;
  readonly patience: number;
}

async function fetchFeed(url: string, { rules, stopped, patience }: Bounds): Promise<Buffer> {
  const late = timeUp(patience);
  const signal = AbortSignal.any([stopped, late]);
  try {
    const { answer } = await fetchChecked(url, { signal, rules, patience });
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new Error(`it answers with ${answer.statusCode ?? 0}`);
    }
    return await received(answer);
  } catch (error) {
    throw late.aborted && !stopped.aborted ? new Error(`it was not there after ${patience / 1000} seconds`) : error;
  }
}

async function received(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > LARGEST) {
      answer.destroy();
      throw new Error(`it is larger than ${LARGEST / 1e6} MB`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** An address as it may be written down: keys of feeds are in their query. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
