/** What the page of a public feed says of a GTFS zip: read once, when it is published. */
import { z } from 'zod';
import { hexColour } from '../../src/domain/colours.ts';
import { openFeedTables } from './gtfs/read/feedTables.ts';
import { inLineOrder } from './lineOrder.ts';

const Line = z.object({ id: z.string(), short: z.string(), long: z.string(), color: z.string(), type: z.int() });

/** Kept beside the zip as a small object. */
export const FeedFacts = z.object({
  agencies: z.array(z.object({ name: z.string(), url: z.string() })),
  publisher: z.string(),
  contact: z.string(),
  version: z.string(),
  language: z.string(),
  /** First and last day of service, `YYYY-MM-DD`; empty where the feed does not say. */
  from: z.string(),
  to: z.string(),
  lines: z.array(Line),
  lineCount: z.int(),
  stopCount: z.int(),
  /** South, west, north, east in degrees; null where no stop has a place. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Paths of an SVG of that size. */
  map: z.object({ width: z.int(), height: z.int(), lines: z.array(z.object({ color: z.string(), path: z.string() })), stops: z.string() }),
});
export type FeedFacts = z.infer<typeof FeedFacts>;

/** Lines that are listed, shapes of a line that are drawn, and points of all of them. */
const LINES = 3000;
const SHAPES_OF_LINE = 4;
const POINTS = 60_000;
const STOPS_DRAWN = 6000;
const WIDTH = 1000;

/** Reads a zip. Throws FeedRefused where it is none, or damaged. */
export async function readFeedFacts(path: string, unpackedLimit: number, signal: AbortSignal): Promise<FeedFacts> {
  const { zip, table } = await openFeedTables(path, unpackedLimit, signal);
  try {
    const agencies: { name: string; url: string }[] = [];
    await table('agency.txt', ['agency_name', 'agency_url'], (row) => {
      if (agencies.length < 200) agencies.push({ name: row.text('agency_name'), url: row.text('agency_url') });
    });
    const info = { publisher: '', contact: '', version: '', language: '', from: '', to: '' };
    await table(
      'feed_info.txt',
      ['feed_publisher_name', 'feed_lang', 'feed_start_date', 'feed_end_date', 'feed_version', 'feed_contact_email'],
      (row) => {
        info.publisher = row.text('feed_publisher_name');
        info.language = row.text('feed_lang');
        info.version = row.text('feed_version');
        info.contact = row.text('feed_contact_email');
        info.from = dateOf(row.text('feed_start_date'));
        info.to = dateOf(row.text('feed_end_date'));
      },
    );
    let [from, to] = ['', ''];
    const day = (text: string): void => {
      const date = dateOf(text);
      if (date === '') return;
      if (from === '' || date < from) from = date;
      if (date > to) to = date;
    };
    await table('calendar.txt', ['start_date', 'end_date'], (row) => {
      day(row.text('start_date'));
      day(row.text('end_date'));
    });
    await table('calendar_dates.txt', ['date', 'exception_type'], (row) => {
      if (row.text('exception_type') === '1') day(row.text('date'));
    });
    const lines = new Map<string, z.infer<typeof Line> & { order: number | undefined }>();
    await table('routes.txt', ['route_id', 'route_short_name', 'route_long_name', 'route_color', 'route_type', 'route_sort_order'], (row) => {
      const id = row.text('route_id');
      lines.set(id, {
        id,
        short: row.text('route_short_name'),
        long: row.text('route_long_name'),
        color: hexColour(row.text('route_color')) ?? '#5c6b73',
        type: row.int('route_type', 0, 9999) ?? 3,
        order: row.int('route_sort_order', 0),
      });
    });
    const stops: [lat: number, lng: number][] = [];
    let stopCount = 0;
    await table('stops.txt', ['stop_lat', 'stop_lon', 'location_type'], (row) => {
      if (!['', '0'].includes(row.text('location_type'))) return;
      stopCount++;
      const [lat, lng] = [row.float('stop_lat'), row.float('stop_lon')];
      if (lat !== undefined && lng !== undefined && Math.abs(lat) < 85 && (Math.abs(lat) > 0.01 || Math.abs(lng) > 0.01)) stops.push([lat, lng]);
    });
    const plan = planOf(stops);
    const trips = new Map<string, Map<string, number>>();
    await table('trips.txt', ['route_id', 'shape_id'], (row) => {
      const [route, shape] = [row.text('route_id'), row.text('shape_id')];
      if (shape === '') return;
      const shapes = trips.get(route) ?? new Map<string, number>();
      trips.set(route, shapes.set(shape, (shapes.get(shape) ?? 0) + 1));
    });
    const wanted = new Map<string, string>();
    for (const [route, shapes] of trips)
      for (const [shape] of [...shapes].toSorted((a, b) => b[1] - a[1]).slice(0, SHAPES_OF_LINE))
        wanted.set(shape, lines.get(route)?.color ?? '#5c6b73');
    const paths = new Map<string, number[]>();
    let points = 0;
    await table('shapes.txt', ['shape_id', 'shape_pt_lat', 'shape_pt_lon'], (row) => {
      if (points > POINTS) return;
      const id = row.text('shape_id');
      if (!wanted.has(id)) return;
      const [lat, lng] = [row.float('shape_pt_lat'), row.float('shape_pt_lon')];
      const at = lat === undefined || lng === undefined ? undefined : plan?.place(lat, lng);
      if (at === undefined) return;
      const path = paths.get(id) ?? [];
      paths.set(id, path);
      // A unit of the drawing is less than a pixel: what does not leave it is not seen.
      if (Math.abs(path.at(-2)! - at[0]) < 2 && Math.abs(path.at(-1)! - at[1]) < 2) return;
      path.push(...at);
      points++;
    });
    const dots = new Set<string>();
    for (const [lat, lng] of stops) {
      const at = plan?.place(lat, lng);
      if (at !== undefined && dots.size < STOPS_DRAWN) dots.add(`M${at[0]} ${at[1]}h0`);
    }
    return {
      agencies,
      ...info,
      from: info.from || from,
      to: info.to || to,
      lines: [...lines.values()]
        .toSorted(inLineOrder)
        .slice(0, LINES)
        .map(({ order: _order, ...line }) => line),
      lineCount: lines.size,
      stopCount,
      bounds: plan?.bounds ?? null,
      map: {
        width: WIDTH,
        height: plan?.height ?? 0,
        lines: pathsByColour(paths, wanted),
        stops: [...dots].join(''),
      },
    };
  } finally {
    zip.close();
  }
}

/** One path for the shapes of a colour; a stretch that several shapes share is drawn once. */
function pathsByColour(paths: ReadonlyMap<string, readonly number[]>, colours: ReadonlyMap<string, string>): { color: string; path: string }[] {
  const drawn = new Map<string, { text: string[]; seen: Set<string> }>();
  for (const [id, path] of paths) {
    const color = colours.get(id) ?? '';
    const { text, seen } = drawn.get(color) ?? { text: [], seen: new Set<string>() };
    drawn.set(color, { text, seen });
    let isDown = false;
    for (let i = 2; i < path.length; i += 2) {
      const [x, y, toX, toY] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!];
      const stretch = x < toX || (x === toX && y < toY) ? `${x},${y},${toX},${toY}` : `${toX},${toY},${x},${y}`;
      if (seen.has(stretch)) {
        isDown = false;
        continue;
      }
      seen.add(stretch);
      if (!isDown) text.push(`M${x} ${y}`);
      text.push(`l${toX - x} ${toY - y}`);
      isDown = true;
    }
  }
  return [...drawn].map(([color, { text }]) => ({ color, path: text.join('') })).filter(({ path }) => path !== '');
}

/** Web Mercator, fitted to the stops but for the outermost hundredth on each side, which a wrong coordinate stands in. */
function planOf(
  stops: readonly (readonly [number, number])[],
): { bounds: [number, number, number, number]; height: number; place: (lat: number, lng: number) => [number, number] | undefined } | undefined {
  const spread = (values: number[]): [number, number] => {
    const sorted = values.toSorted((a, b) => a - b);
    const cut = Math.floor(sorted.length / 100);
    return [sorted[cut]!, sorted[sorted.length - 1 - cut]!];
  };
  if (stops.length === 0) return undefined;
  const [south, north] = spread(stops.map(([lat]) => lat));
  const [west, east] = spread(stops.map(([, lng]) => lng));
  const [left, right] = [west, east].map((lng) => (lng * Math.PI) / 180) as [number, number];
  const [bottom, top] = [mercator(south), mercator(north)];
  const size = Math.max(right - left, (top - bottom) / 1.2, 1e-6) * 1.08;
  const scale = WIDTH / size;
  const height = Math.max(240, Math.min(1200, Math.round((top - bottom) * 1.08 * scale)));
  const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
  return {
    bounds: [south, west, north, east],
    height,
    place: (lat, lng) => {
      const x = Math.round(WIDTH / 2 + ((lng * Math.PI) / 180 - midX) * scale);
      const y = Math.round(height / 2 - (mercator(lat) - midY) * scale);
      return x < -WIDTH || x > 2 * WIDTH || y < -height || y > 2 * height ? undefined : [x, y];
    },
  };
}

function mercator(lat: number): number {
  return Math.asinh(Math.tan((lat * Math.PI) / 180));
}

/** `YYYY-MM-DD` of a GTFS date; empty where it is none. */
function dateOf(text: string): string {
  return /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : '';
}
