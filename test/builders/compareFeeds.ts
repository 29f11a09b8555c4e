/**
 * Compares two GTFS zips by what they mean, with a reading that shares no code with the product: each trip as a whole, and
 * every other file as a set of rows. What a round trip may lose is named in docs/gtfs-losses.md; a loss under a name that
 * is not there counts as a difference.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFeed, type FeedDigest, type Loss } from './feedDigest.ts';
import { ListBook } from './plainFeed.ts';

/** What came of a comparison. */
export interface FeedComparison {
  readonly trips: number;
  readonly differences: readonly FeedDifference[];
  /** How often each loss was met that docs/gtfs-losses.md lists. */
  readonly losses: ReadonlyMap<string, number>;
}

/** One thing that one of the zips says and the other does not. */
export interface FeedDifference {
  readonly file: string;
  readonly what: string;
}

const LOSSES_PAGE = join(import.meta.dirname, '../../docs/gtfs-losses.md');

/** The losses that are accepted: the headings of docs/gtfs-losses.md. */
export function acceptedLosses(): ReadonlySet<string> {
  return new Set(Array.from(readFileSync(LOSSES_PAGE, 'utf8').matchAll(/^## (.+)$/gm), (match) => match[1] ?? ''));
}

/** Compares what went in with what came out. */
export async function compareFeeds(before: string, after: string, accepted = acceptedLosses()): Promise<FeedComparison> {
  const book = new ListBook();
  const [one, two] = [await digestFeed(before, book), await digestFeed(after, book)];
  const differences: FeedDifference[] = [];
  const losses = new Map<string, number>();
  const lose = (loss: Loss): void => {
    if (accepted.has(loss.name)) losses.set(loss.name, (losses.get(loss.name) ?? 0) + loss.count);
    else differences.push({ file: loss.file, what: `${loss.name} (${loss.count}): not listed in docs/gtfs-losses.md` });
  };
  for (const loss of one.losses) {
    // the digest sets these aside; their rows are compared one by one by test/checks/rawRows.ts
    const kept = KEPT_AS_ROWS.has(loss.name);
    const after = two.losses.find(({ name }) => name === loss.name)?.count ?? 0;
    if (!kept) lose(loss);
    else if (after !== loss.count) differences.push({ file: loss.file, what: `${loss.name}: ${loss.count} went in, ${after} came out` });
  }
  for (const { name, count } of two.losses) {
    if (GONE_AFTERWARDS.has(name) || (KEPT_AS_ROWS.has(name) && !one.losses.some((loss) => loss.name === name)))
      differences.push({ file: '', what: `${name} (${count}) in what came out` });
  }
  compareTrips(one, two, differences, lose);
  compareFiles(one, two, differences);
  return { trips: one.trips.size, differences, losses };
}

/** What no timetable holds: it is kept as rows. */
const KEPT_AS_ROWS = new Set(['rejected trips', 'ways without trips', 'services without trips']);
const GONE_AFTERWARDS = new Set(['old translations']);

function compareTrips(one: FeedDigest, two: FeedDigest, differences: FeedDifference[], lose: (loss: Loss) => void): void {
  const renamed = { service: 0, shape: 0 };
  for (const [id, trip] of one.trips) {
    const other = two.trips.get(id);
    if (other === undefined) differences.push({ file: 'trips.txt', what: `the trip ${id} is missing` });
    else if (other.meaning !== trip.meaning)
      differences.push({ file: 'stop_times.txt', what: `the trip ${id} differs: ${firstDifference(trip.meaning, other.meaning)}` });
    if (other !== undefined && other.service !== trip.service) renamed.service++;
    if (other !== undefined && other.shape !== trip.shape) renamed.shape++;
  }
  for (const id of two.trips.keys()) if (!one.trips.has(id)) differences.push({ file: 'trips.txt', what: `the trip ${id} came from nowhere` });
  if (renamed.service > 0) lose({ name: 'service names', file: 'trips.txt', count: renamed.service });
  if (renamed.shape > 0) lose({ name: 'shape names', file: 'trips.txt', count: renamed.shape });
}

function compareFiles(one: FeedDigest, two: FeedDigest, differences: FeedDifference[]): void {
  for (const name of new Set([...one.files.keys(), ...two.files.keys()])) {
    const [before, after] = [one.files.get(name), two.files.get(name)];
    if (before === undefined || after === undefined) {
      // A calendar of dates only may come out as weekdays with exceptions, and the other way round.
      if (!['calendar.txt', 'calendar_dates.txt'].includes(name))
        differences.push({ file: name, what: before === undefined ? 'the file came from nowhere' : 'the file is missing' });
      continue;
    }
    const behind = after.header.slice(0, before.header.length);
    if (behind.join(',') !== before.header.join(','))
      differences.push({ file: name, what: `the columns were ${before.header.join(',')} and are ${after.header.join(',')}` });
    for (const [row, count] of before.rows)
      if ((after.rows.get(row) ?? 0) < count) differences.push({ file: name, what: `a row is missing: ${row}` });
    for (const [row, count] of after.rows)
      if ((before.rows.get(row) ?? 0) < count) differences.push({ file: name, what: `a row came from nowhere: ${row}` });
  }
}

/** The place where two texts part, with a little before and behind. */
function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 60), at + 40)} | ${b.slice(Math.max(0, at - 20), at + 40)}`;
}
