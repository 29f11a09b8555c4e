/**
 * `npm run bench -- comparer-pairs`: how much of two feeds of one agency the comparer pairs, against what the files themselves say: bart_2016
 * with bart_2018, and hart_2020 with a copy in which the seasons, some stops and some trips are others. The files are read, and the pairs that
 * are right are found, by code that shares nothing with the product.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import yazl from 'yazl';
import { importFeed } from '../../server/feed/importFeed.ts';
import { pairOf } from '../../server/services/comparer.ts';
import { type VersionPairs, versionPairs } from '../../server/services/versionPairs.ts';
import { readAll } from '../../server/store/entities.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { rowsOf, textIn } from '../checks/csvText.ts';

const FEEDS = join(import.meta.dirname, '../../../shared/feeds');

/** What was paired of one kind: how many there are to pair, how many of them were, and how many pairs are wrong. */
interface Score {
  all: number;
  paired: number;
  wrong: number;
}

export async function run(): Promise<Record<string, unknown>> {
  if (!existsSync(join(FEEDS, 'hart_2020.zip'))) throw new Error('The feeds bart_2016, bart_2018 and hart_2020 are not there.');
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-pairs-'));
  const store = await openStore({ dataDir: join(folder, 'data') });
  try {
    const load = async (file: string): Promise<number> =>
      (await importFeed({ file, databaseId: 'pairs', name: file.slice(-40), author: 'bench', store })).versionId;
    const [was, is] = [await load(join(FEEDS, 'bart_2016.zip')), await load(join(FEEDS, 'bart_2018.zip'))];
    const bart = await linesPaired(store, was, is);
    const copy = join(folder, 'hart-copy.zip');
    const renamed = await mutated(join(FEEDS, 'hart_2020.zip'), copy);
    const [a, b] = [await load(join(FEEDS, 'hart_2020.zip')), await load(copy)];
    const begun = performance.now();
    const hart = await copyPaired(store, a, b, renamed);
    const seconds = (performance.now() - begun) / 1000;
    const share = ({ all, paired }: Score): number => (all === 0 ? 1 : Math.round((paired / all) * 10_000) / 10_000);
    return {
      value: share(bart),
      unit: 'share of lines with equal route id that are paired, bart_2016 to bart_2018',
      bart_lines: bart.all,
      copy_stops: share(hart.stops),
      copy_lines: share(hart.lines),
      copy_tracks: share(hart.tracks),
      copy_departures: share(hart.departures),
      wrong: bart.wrong + hart.stops.wrong + hart.lines.wrong + hart.tracks.wrong + hart.departures.wrong,
      seconds: Math.round(seconds * 100) / 100,
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Schedules whose line, by its route id, is in both feeds. */
async function linesPaired(store: OpenedStore, was: number, is: number): Promise<Score> {
  const lineOf = async (versionId: number): Promise<ReadonlyMap<string, string>> => {
    const lines = new Map<string, string>();
    for await (const { Id, ExternalTransportId = '' } of readAll(store.sql, versionId, 'Schedule')) lines.set(Id, ExternalTransportId);
    return lines;
  };
  const [before, after] = [await lineOf(was), await lineOf(is)];
  const pairs = await pairsOf(store, was, is);
  const known = new Set(before.values());
  const score: Score = { all: 0, paired: 0, wrong: 0 };
  for (const [id, line] of after) {
    const from = before.has(id) ? id : pairs.of('Schedule', id)?.from;
    if (known.has(line)) score.all++;
    if (from === undefined) continue;
    if (before.get(from) === line) score.paired++;
    else score.wrong++;
  }
  return score;
}

async function pairsOf(store: OpenedStore, a: number, b: number): Promise<VersionPairs> {
  return versionPairs(store.sql, (await pairOf(store.sql, a, b)).sides);
}

interface CopyScore {
  readonly stops: Score;
  readonly lines: Score;
  readonly tracks: Score;
  readonly departures: Score;
}

/** The copy keeps trip ids: a trip says which schedule, track and timetable belong together. */
async function copyPaired(store: OpenedStore, a: number, b: number, renamed: ReadonlyMap<string, string>): Promise<CopyScore> {
  const pairs = await pairsOf(store, a, b);
  const [before, after] = [await tripsOf(store, a), await tripsOf(store, b)];
  const stops: Score = { all: renamed.size, paired: 0, wrong: 0 };
  for (const [from, to] of renamed) {
    const found = pairs.of('Stop', to)?.from;
    if (found === from) stops.paired++;
    else if (found !== undefined) stops.wrong++;
  }
  const both = [...after.trips].flatMap(([trip, now]) => {
    const was = before.trips.get(trip);
    return was ? [{ was, now }] : [];
  });
  const scored = (kind: 'Schedule' | 'Track' | 'Timetable', idOf: (place: Place) => string): Score => {
    // of what two trips say differently, most trips decide
    const votes = new Map<string, Map<string, number>>();
    for (const { was, now } of both) {
      const of = votes.get(idOf(now)) ?? new Map<string, number>();
      of.set(idOf(was), (of.get(idOf(was)) ?? 0) + 1);
      votes.set(idOf(now), of);
    }
    const score: Score = { all: 0, paired: 0, wrong: 0 };
    const given = new Set<string>();
    for (const [to, of] of [...votes].toSorted(([, x], [, y]) => Math.max(...y.values()) - Math.max(...x.values()))) {
      const found = pairs.from(kind, to);
      const shared = found === undefined ? 0 : (of.get(found) ?? 0);
      // a timetable that was split into two can be paired once
      const free = [...of.keys()].filter((from) => !given.has(from));
      if (free.length > 0) score.all++;
      if (shared > 0) {
        score.paired += free.length > 0 ? 1 : 0;
        given.add(found ?? '');
      } else if (found !== undefined && before.ids.has(`${kind} ${found}`) && free.length > 0) score.wrong++;
    }
    return score;
  };
  return {
    stops,
    lines: scored('Schedule', ({ schedule }) => schedule),
    tracks: scored('Track', ({ track }) => track),
    departures: scored('Timetable', ({ timetable }) => timetable),
  };
}

interface Place {
  readonly schedule: string;
  readonly track: string;
  readonly timetable: string;
}

async function tripsOf(
  store: OpenedStore,
  versionId: number,
): Promise<{ readonly trips: ReadonlyMap<string, Place>; readonly ids: ReadonlySet<string> }> {
  const trips = new Map<string, Place>();
  const ids = new Set<string>();
  for await (const { ScheduleId, TrackId, Number: number, Departures } of readAll(store.sql, versionId, 'Timetable')) {
    const track = `${encodeURIComponent(ScheduleId)}/${encodeURIComponent(TrackId)}`;
    const place = { schedule: ScheduleId, track, timetable: `${track}/${number}` };
    for (const id of [`Schedule ${ScheduleId}`, `Track ${track}`, `Timetable ${place.timetable}`]) ids.add(id);
    for (const { TripId } of Departures) if (TripId !== undefined) trips.set(TripId, place);
  }
  return { trips, ids };
}

/** Writes the copy: the season a year of 364 days later, every 20th stop under another id, every 33rd trip gone, every 29th three minutes later. */
async function mutated(from: string, to: string): Promise<ReadonlyMap<string, string>> {
  const files = await readZip(from);
  const renamed = new Map<string, string>();
  const change = (file: string, edit: (row: Map<string, string>, i: number) => boolean): void => {
    const [head = [], ...rows] = rowsOf(files.get(file) ?? '');
    if (head.length === 0) return;
    const kept = rows.flatMap((cells, i) => {
      const row = new Map(head.map((name, n) => [name, cells[n] ?? '']));
      return edit(row, i) ? [[...row.values()]] : [];
    });
    files.set(file, [head, ...kept].map((cells) => cells.map(quoted).join(',')).join('\n'));
  };
  const set = (row: Map<string, string>, name: string, value: (old: string) => string): void => {
    const old = row.get(name);
    if (old) row.set(name, value(old));
  };
  change('stops.txt', (row, i) => {
    const id = row.get('stop_id') ?? '';
    if (i % 20 === 7) {
      renamed.set(id, `new-${id}`);
      row.set('stop_id', `new-${id}`);
    }
    return true;
  });
  const newId = (id: string): string => renamed.get(id) ?? id;
  change('stops.txt', (row) => (set(row, 'parent_station', newId), true));
  const [gone, late] = [new Set<string>(), new Set<string>()];
  change('trips.txt', (row, i) => {
    const trip = row.get('trip_id') ?? '';
    if (i % 33 === 5) gone.add(trip);
    else if (i % 29 === 3) late.add(trip);
    return !gone.has(trip);
  });
  change('stop_times.txt', (row) => {
    const trip = row.get('trip_id') ?? '';
    set(row, 'stop_id', newId);
    if (late.has(trip)) for (const name of ['arrival_time', 'departure_time']) set(row, name, threeMinutesLater);
    return !gone.has(trip);
  });
  for (const file of ['frequencies.txt']) change(file, (row) => !gone.has(row.get('trip_id') ?? ''));
  change('calendar.txt', (row) => (set(row, 'start_date', aYearLater), set(row, 'end_date', aYearLater), true));
  change('calendar_dates.txt', (row) => (set(row, 'date', aYearLater), true));
  change('feed_info.txt', (row) => (set(row, 'feed_start_date', aYearLater), set(row, 'feed_end_date', aYearLater), true));
  const zip = new yazl.ZipFile();
  for (const [name, text] of files) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  await writeFile(to, await buffer(zip.outputStream));
  return renamed;
}

function aYearLater(date: string): string {
  const at = new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 364);
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

function threeMinutesLater(time: string): string {
  const [h = 0, m = 0, s = 0] = time.split(':').map(Number);
  const at = h * 3600 + m * 60 + s + 180;
  return [Math.floor(at / 3600), Math.floor(at / 60) % 60, at % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

async function readZip(path: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await openPromise(path, { autoClose: true });
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, textIn(await buffer(await zip.openReadStreamPromise(entry))));
  return files;
}
