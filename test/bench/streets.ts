/**
 * `npm run bench -- streets [EXTRACT.osm.pbf [FEED.zip | xN]]`: builds the streets of an extract, asks for the paths between stops that follow one
 * another in a feed, matches its shapes, and shapes of the extract with 8 m of noise. Without a feed the ways are between nodes of the extract. Without an extract: a made-up town.
 * With `x15` the extract is built 15 times, one beside the other: how a build grows with its size.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { openFeedZip } from '../../server/feed/gtfs/read/zip.ts';
import type { Box } from '../../server/geo/alignment.ts';
import { buildStreets } from '../../server/geo/streets/buildStreets.ts';
import { checkExtract } from '../../server/geo/streets/checkExtract.ts';
import { ensureEngine } from '../../server/geo/streets/enginePackage.ts';
import { readOsm } from '../../server/geo/streets/osmPbf.ts';
import { openStreetEngine } from '../../server/geo/streets/streetEngine.ts';
import { matchShape } from '../../server/geo/streets/shapeMatch.ts';
import { valhallaPath } from '../../server/geo/valhalla.ts';
import { processFile } from '../../server/workerUrl.ts';
import { type Coordinate, metresBetween } from '../../src/domain/coordinate.ts';
import { fitOf } from '../../src/domain/networkMatch.ts';
import { nearestOnLine } from '../../src/domain/shapes.ts';
import { shareOfNoisyShapes } from '../builders/noisyShapes.ts';
import { writeCopies } from '../builders/osmCopies.ts';
import { townExtract } from '../builders/town.ts';
import { percentiles } from '../server/bigVersion.ts';

/** Shapes that are matched; of the figure for 1,000 the rest is taken to be alike. */
const SHAPES = 120;
const SEGMENTS = 1500;
/** Shapes with noise of 8 m along the streets of the extract. */
const NOISY = 40;

export async function run([extract, more]: string[]): Promise<Record<string, unknown>> {
  execFileSync(process.execPath, ['tools/build.mjs', 'server', '--if-changed'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env['DMP_BUILT_WORKERS'] = join(import.meta.dirname, '../../dist/server');
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-streets-'));
  const copies = Number(/^x(\d+)$/.exec(more ?? '')?.[1] ?? 0);
  const feed = copies > 0 ? undefined : more;
  const file = extract === undefined || copies > 0 ? join(dataDir, 'made.osm.pbf') : extract;
  if (extract !== undefined && copies > 0) writeCopies(extract, copies, file);
  if (extract === undefined) writeFileSync(file, townExtract());
  const engine = await ensureEngine(dataDir, console.error);
  const peak = watchBuilder();
  const made = await buildStreets({ dataDir, extracts: [file], engine, onProgress: (what) => console.error(what) });
  const builderMb = peak();
  // the base map is made in this process
  const ownMb = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
  const streets = openStreetEngine({ dataDir, child: { ...processFile('geo/streets/streetsWorker'), engine } });
  try {
    const { bounds, nodes } = checkExtract(file);
    const { segments, shapes } = feed === undefined ? placesOf(file, nodes) : await readFeed(feed, bounds);
    const times: number[] = [];
    const right: boolean[] = [];
    let [refused, traced] = [0, 0];
    for (const { from, to, along } of segments.slice(0, SEGMENTS)) {
      const begun = performance.now();
      const methods: string[] = [];
      const way = await valhallaPath((method, query) => (methods.push(method), streets.ask(method, query)), 'bus', from, to).catch(() => undefined);
      times.push(performance.now() - begun);
      if (way === undefined) refused++;
      else if (methods.length === 1) traced++;
      if (along) right.push(way !== undefined && fitOf(along, [way], 25).share >= 0.9 && fitOf(way, [along], 25).share >= 0.9);
    }
    const verdicts: Record<string, number> = { follows: 0, againstOneWay: 0, leavesStreets: 0, refused: 0 };
    const begun = performance.now();
    const chosen = shapes.slice(0, SHAPES);
    for (const shape of chosen) {
      const match = await matchShape(streets.ask, shape).catch(() => undefined);
      const verdict = match ? (match.Finding ?? 'follows') : 'refused';
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
    const seconds = (performance.now() - begun) / 1000;
    const noisy = await shareOfNoisyShapes(streets.ask, file, NOISY);
    const { p50_ms, p95_ms } = percentiles(times);
    const childMb = memoryOfChildren();
    return {
      value: p50_ms,
      unit: 'ms',
      route_p50_ms: p50_ms,
      route_p95_ms: p95_ms,
      match_1000_s: chosen.length === 0 ? null : Math.round((seconds / chosen.length) * 10_000) / 10,
      build_s: made.seconds,
      build_peak_mb: builderMb,
      own_peak_mb: ownMb,
      extract_mb: Math.round(statSync(file).size / 1e5) / 10,
      tiles_mb: Math.round(made.bytes / 1e5) / 10,
      child_mb: childMb,
      segments: times.length,
      segments_traced: traced,
      segments_refused: refused,
      segments_right: right.length === 0 ? null : Math.round((right.filter(Boolean).length / right.length) * 1000) / 10,
      shapes: chosen.length,
      ...Object.fromEntries(Object.entries(verdicts).map(([name, n]) => [`shapes_${name}`, n])),
      within15_share: noisy.shapes === 0 ? null : Math.round(noisy.share * 10_000) / 10_000,
      n: times.length,
    };
  } finally {
    streets.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Segment {
  readonly from: Coordinate;
  readonly to: Coordinate;
  /** The shape of the feed between the two. */
  readonly along?: readonly Coordinate[];
}

interface Asked {
  readonly segments: readonly Segment[];
  readonly shapes: readonly (readonly Coordinate[])[];
}

/** Places of nodes all over the extract, each with another one that is 300 to 1,500 m away. */
function placesOf(file: string, nodes: number): Asked {
  const every = Math.max(1, Math.floor(nodes / SEGMENTS));
  const places: Coordinate[] = [];
  let read = 0;
  readOsm(file, { node: (_id, Lat, Lng) => void (read++ % every === 0 && places.push({ Lat, Lng })), way: () => {}, relation: () => {} });
  const segments = places.flatMap((from, i) => {
    const others = [...places.slice(i + 1), ...places.slice(0, i)];
    const to = others.find((other) => metresBetween(from, other) > 300 && metresBetween(from, other) < 1500);
    return to ? [{ from, to }] : [];
  });
  return { segments, shapes: [] };
}

/** Pairs of stops of one trip for each shape, with the part of the shape between them, and the shapes, as far as they lie in the extract. */
async function readFeed(path: string, bounds: Box): Promise<Asked> {
  const zip = await openFeedZip(path);
  const rows = async <T>(name: string, row: z.ZodType<T>): Promise<T[]> => {
    const file = zip.files.get(name);
    return file ? z.array(row).parse(parse(await text(await file.open()), { columns: true, bom: true })) : [];
  };
  const stops = new Map(
    (await rows('stops.txt', z.object({ stop_id: z.string(), stop_lat: z.coerce.number(), stop_lon: z.coerce.number() }))).map((row) => [
      row.stop_id,
      { Lat: row.stop_lat, Lng: row.stop_lon },
    ]),
  );
  const shapes = new Map<string, { n: number; at: Coordinate }[]>();
  const Point = z.object({
    shape_id: z.string(),
    shape_pt_lat: z.coerce.number(),
    shape_pt_lon: z.coerce.number(),
    shape_pt_sequence: z.coerce.number(),
  });
  for (const { shape_id: id, shape_pt_lat: Lat, shape_pt_lon: Lng, shape_pt_sequence: n } of await rows('shapes.txt', Point)) {
    const points = shapes.get(id);
    if (points) points.push({ n, at: { Lat, Lng } });
    else shapes.set(id, [{ n, at: { Lat, Lng } }]);
  }
  const tripOf = new Map<string, string>();
  for (const row of await rows('trips.txt', z.object({ trip_id: z.string(), shape_id: z.string() }))) tripOf.set(row.shape_id, row.trip_id);
  const wanted = new Map([...tripOf].map(([shape, trip]) => [trip, { shape, stops: new Array<{ n: number; id: string }>() }]));
  for (const row of await rows('stop_times.txt', z.object({ trip_id: z.string(), stop_id: z.string(), stop_sequence: z.coerce.number() })))
    wanted.get(row.trip_id)?.stops.push({ n: row.stop_sequence, id: row.stop_id });
  zip.close();
  const inside = ({ Lat, Lng }: Coordinate): boolean => Lat >= bounds.south && Lat <= bounds.north && Lng >= bounds.west && Lng <= bounds.east;
  const ordered = new Map([...shapes].map(([id, points]) => [id, points.toSorted((a, b) => a.n - b.n).map(({ at }) => at)]));
  const known = new Set<string>();
  const segments: Segment[] = [];
  for (const { shape, stops: called } of wanted.values()) {
    const line = ordered.get(shape) ?? [];
    let least = 0;
    const places = called.toSorted((a, b) => a.n - b.n).flatMap(({ id }) => stops.get(id) ?? []);
    const on = places.map((place) => {
      const near = nearestOnLine(line, place, least, Math.min(line.length - 1, least + 60));
      if (near && near.metres < 60) least = near.index;
      return near && near.metres < 60 ? near : undefined;
    });
    for (const [i, to] of places.entries()) {
      const [from, a, b] = [places[i - 1], on[i - 1], on[i]];
      if (!from || !a || !b || b.index < a.index || !inside(from) || !inside(to) || metresBetween(from, to) < 75) continue;
      const key = JSON.stringify([from, to]);
      if (known.has(key)) continue;
      known.add(key);
      segments.push({ from, to, along: [a.at, ...line.slice(a.index + 1, b.index + 1), b.at] });
    }
  }
  return { segments, shapes: [...ordered.values()].filter((line) => line.length > 20 && line.every(inside)) };
}

/** Looks at the memory of the engine's builder while it runs; answers its highest in MB. */
function watchBuilder(): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, memoryOfChildren())), 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Highest memory so far of any process that this one has started, in MB; 0 where /proc says nothing. */
function memoryOfChildren(): number {
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  const sizes = own.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === process.pid ? ((Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) || 0) * 1024) / 1e6 : 0;
    } catch {
      return 0;
    }
  });
  return Math.round(Math.max(0, ...sizes));
}
