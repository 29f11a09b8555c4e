/** A seeded GTFS feed of any size, written as a stream: `writeNationFeed('feed.zip', { stopTimes: 10_000_000 })`. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface NationSize {
  /** Rows of stop_times.txt, about. The other files grow with it. */
  readonly stopTimes: number;
  readonly seed?: number;
  /** The trips of every hundredth line are so many minutes later: the feed of another night. */
  readonly night?: number;
}

/** Stops of a trip. */
const CALLS = 30;
/** Trips of a line and direction. */
const TRIPS = 40;
/** Points of a shape. */
const POINTS = 600;
const SERVICES = 50;

/** Writes the feed. It holds a line of two directions for 2,400 stop times, each with a shape of 600 points, a stop for 100, a transfer for 500. */
export async function writeNationFeed(path: string, { stopTimes, seed = 1, night = 0 }: NationSize): Promise<void> {
  const lines = Math.max(1, Math.round(stopTimes / (CALLS * TRIPS * 2)));
  const stops = Math.max(CALLS * 2, Math.round(stopTimes / 100));
  const transfers = Math.round(stopTimes / 500);
  // A line serves the stops around its own: they lie on a spiral, so that neighbours in number are neighbours on the ground.
  const stopAt = (line: number, call: number): number => (Math.floor((line * stops) / lines) + call * 2) % stops;
  const files: Readonly<Record<string, () => Iterable<string>>> = {
    'agency.txt': () => [
      'agency_id,agency_name,agency_url,agency_timezone\n',
      ...rows(20, (n) => `A${n},Agency ${n},https://a${n}.example,Europe/Berlin`),
    ],
    'stops.txt': function* () {
      yield 'stop_id,stop_name,stop_lat,stop_lon\n';
      yield* rows(stops, (n) => `S${n},Stop ${(n * 7919 + seed) % 100_003},${placeOf(n).join(',')}`);
    },
    'routes.txt': function* () {
      yield 'route_id,agency_id,route_short_name,route_long_name,route_type,route_color\n';
      yield* rows(lines, (n) => `R${n},A${n % 20},${n},Line ${n},3,${((n * 2_654_435 + seed) % 0xffffff).toString(16).padStart(6, '0')}`);
    },
    'calendar.txt': function* () {
      yield 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n';
      yield* rows(SERVICES, (n) => `W${n},${n % 5 === 4 ? '0,0,0,0,0,1,1' : '1,1,1,1,1,0,0'},20260105,20261212`);
    },
    'calendar_dates.txt': function* () {
      yield 'service_id,date,exception_type\n';
      for (let n = 0; n < SERVICES; n++) yield* rows(20, (day) => `W${n},202607${String(day + 1).padStart(2, '0')},2`);
    },
    'shapes.txt': function* () {
      yield 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n';
      for (let line = 0; line < lines; line++) for (const direction of [0, 1]) yield* rows(POINTS, shapePoint(line, direction));
    },
    'trips.txt': function* () {
      yield 'route_id,service_id,trip_id,direction_id,shape_id\n';
      for (let line = 0; line < lines; line++)
        yield* rows(TRIPS * 2, (n) => `R${line},W${(line + n) % SERVICES},${line}-${n},${n % 2},L${line}-${n % 2}`);
    },
    'stop_times.txt': function* () {
      yield 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n';
      for (let line = 0; line < lines; line++)
        for (let trip = 0; trip < TRIPS * 2; trip++)
          yield* rows(CALLS, (call) => {
            const later = line % 100 === night % 100 ? night * 60 : 0;
            const time = timeOf(18_000 + later + trip * 700 + call * (90 + (trip % 3) * 10));
            return `${line}-${trip},${time},${time},S${stopAt(line, trip % 2 === 0 ? call : CALLS - 1 - call)},${call + 1}`;
          });
    },
    'transfers.txt': function* () {
      yield 'from_stop_id,to_stop_id,transfer_type,min_transfer_time\n';
      yield* rows(transfers, (n) => `S${(n * 5) % stops},S${(n * 5 + 1) % stops},2,120`);
    },
  };
  const shapePoint =
    (line: number, direction: number) =>
    (n: number): string => {
      const along = ((direction === 0 ? n : POINTS - 1 - n) / (POINTS - 1)) * (CALLS - 1);
      const call = Math.min(CALLS - 2, Math.floor(along));
      const [a, b] = [placeOf(stopAt(line, call)), placeOf(stopAt(line, call + 1))];
      const part = along - call;
      const bend = Math.sin(n * 1.7 + line + seed) * 2e-4 + direction * 5e-5;
      return `L${line}-${direction},${(a[0] + (b[0] - a[0]) * part + bend).toFixed(6)},${(a[1] + (b[1] - a[1]) * part - bend).toFixed(6)},${n}`;
    };

  const zip = new yazl.ZipFile();
  for (const [name, make] of Object.entries(files)) {
    // Opened when its turn has come: yazl reads one after the other.
    zip.addReadStreamLazy(name, { mtime: new Date(0), compressionLevel: 1 }, (done) => done(null, Readable.from(make(), { objectMode: false })));
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Rows in pieces of 500, so that a stream has fewer of them. */
function* rows(count: number, rowOf: (n: number) => string): Generator<string> {
  for (let from = 0; from < count; from += 500) {
    let text = '';
    for (let n = from; n < Math.min(count, from + 500); n++) text += `${rowOf(n)}\n`;
    yield text;
  }
}

/** Place of a stop: on a spiral round the middle of a country, some 400 m from the next. */
function placeOf(n: number): [number, number] {
  const turns = Math.sqrt(n + 1) * 0.8;
  return [51 + Math.sin(turns * 2) * turns * 0.004, 10 + Math.cos(turns * 2) * turns * 0.006];
}

function timeOf(seconds: number): string {
  const part = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${part(seconds / 3600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`;
}
