/**
 * Compares two GTFS zips row by row as text: what went into the product, and what came out. It shares no code with the product: zips by
 * `unzip`-like reading of yauzl, rows by csv-parse. Each difference is one of the equivalences of docs/gtfs-losses.md, whose rules stand
 * here, or it is reported.
 */
import yauzl from 'yauzl';
import { sortedJson } from '../builders/feedDigest.ts';
import { rowsOf, textIn } from './csvText.ts';

/** A row of one feed that the other does not have in the same way. */
export interface RawDifference {
  readonly file: string;
  /** What tells the row from others; blank where it is about the whole file. */
  readonly key: string;
  readonly column: string;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

export interface RawComparison {
  readonly differences: readonly RawDifference[];
  /** How often each documented equivalence was met. */
  readonly equivalent: ReadonlyMap<Equivalence, number>;
  readonly rows: number;
}

/** Names of the rules, as docs/gtfs-losses.md lists them under "What counts as the same". */
export type Equivalence =
  | 'times'
  | 'blanks at the ends'
  | 'numbers'
  | 'points'
  | 'point numbers'
  | 'blank and 0'
  | 'headsigns'
  | 'continuous travel'
  | 'calendars'
  | 'agency of a feed with one'
  | 'shape names'
  | 'old translations';

type Row = Readonly<Record<string, string>>;
type Feed = ReadonlyMap<string, readonly Row[]>;

/** Compares the feed that came out of the product with the one that went in. */
export async function compareRawRows(before: string, after: string): Promise<RawComparison> {
  const [was, is] = [await readFeed(before), await readFeed(after)];
  const judge = new Judge(was, is);
  for (const [file, rows] of was) judge.compareFile(file, rows, is.get(file));
  for (const [file, rows] of is)
    if (!was.has(file) && !file.startsWith('calendar') && rows.length > 0)
      judge.differences.push({ file, key: '', column: '', was: undefined, is: `${rows.length} rows` });
  const [others, now] = [await otherFiles(before), await otherFiles(after)];
  for (const file of new Set([...others.keys(), ...now.keys()]))
    if (others.get(file) !== now.get(file)) judge.differences.push({ file, key: '', column: '', was: others.get(file), is: now.get(file) });
  return { differences: judge.differences, equivalent: judge.equivalent, rows: [...was.values()].reduce((sum, { length }) => sum + length, 0) };
}

/** Columns by which a row is found again; files that are not named here are compared as sets of rows. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'agency.txt': ['agency_id'],
  'stops.txt': ['stop_id'],
  'routes.txt': ['route_id'],
  'trips.txt': ['trip_id'],
  'stop_times.txt': ['trip_id', 'stop_sequence'],
  'frequencies.txt': ['trip_id', 'start_time'],
  'levels.txt': ['level_id'],
  'pathways.txt': ['pathway_id'],
  'fare_attributes.txt': ['fare_id'],
};

const NUMBERS = new Set([
  'stop_lat',
  'stop_lon',
  'shape_pt_lat',
  'shape_pt_lon',
  'shape_dist_traveled',
  'stop_sequence',
  'price',
  'level_index',
  'length',
  'max_slope',
  'min_width',
  'traversal_time',
  'stair_count',
  'min_transfer_time',
  'headway_secs',
  'transfer_duration',
]);
const ZEROS = new Set([
  'location_type',
  'wheelchair_boarding',
  'transfer_type',
  'pickup_type',
  'drop_off_type',
  'exact_times',
  'wheelchair_accessible',
  'bikes_allowed',
]);

class Judge {
  readonly differences: RawDifference[] = [];
  readonly equivalent = new Map<Equivalence, number>();
  readonly #was: Feed;
  readonly #is: Feed;

  constructor(was: Feed, is: Feed) {
    this.#was = was;
    this.#is = is;
  }

  compareFile(file: string, was: readonly Row[], is: readonly Row[] | undefined): void {
    if (file === 'calendar.txt' || file === 'calendar_dates.txt') return this.#compareCalendars(file);
    if (is === undefined) {
      if (was.length > 0) this.#differ(file, '', '', `${was.length} rows`, undefined);
      return;
    }
    if (file === 'shapes.txt') return this.#compareShapes(was, is);
    if (file === 'translations.txt' && was.some((row) => 'trans_id' in row)) return this.#accept('old translations');
    const columns = KEYS[file];
    if (columns) this.#compareKeyed(file, columns, was, is);
    else this.#compareSets(file, was, is);
  }

  #compareKeyed(file: string, columns: readonly string[], was: readonly Row[], is: readonly Row[]): void {
    const keyOf = (row: Row): string => columns.map((column) => canonical(column, row[column] ?? '')).join(' ');
    const found = grouped(is, keyOf);
    for (const [key, rows] of grouped(was, keyOf)) {
      const there = found.get(key) ?? (file === 'agency.txt' && was.length === 1 ? is : []);
      for (const [i, row] of rows.entries()) {
        const other = there[i];
        if (other === undefined) this.#differ(file, key, '', JSON.stringify(row), undefined);
        else this.#compareRow(file, key, row, other);
      }
      if (there.length > rows.length) this.#differ(file, key, '', undefined, JSON.stringify(there.at(-1)));
      found.delete(key);
    }
    for (const [key, rows] of found)
      if (!(file === 'agency.txt' && was.length === 1)) for (const row of rows) this.#differ(file, key, '', undefined, JSON.stringify(row));
  }

  #compareRow(file: string, key: string, was: Row, is: Row): void {
    for (const column of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [a, b] = [was[column] ?? '', is[column] ?? ''];
      if (a === b) continue;
      const rule = this.#ruleFor(file, column, was, is);
      if (rule === undefined) this.#differ(file, key, column, a, b);
      else this.#accept(rule);
    }
  }

  #ruleFor(file: string, column: string, was: Row, is: Row): Equivalence | undefined {
    const [a, b] = [was[column] ?? '', is[column] ?? ''];
    if (a.trim() === b.trim()) return 'blanks at the ends';
    if (column.endsWith('_time') && canonical(column, a) === canonical(column, b)) return 'times';
    if (NUMBERS.has(column) && a !== '' && b !== '' && Number(a) === Number(b)) return 'numbers';
    if (ZEROS.has(column) && (a === '' || a === '0') && (b === '' || b === '0')) return 'blank and 0';
    if (column === 'agency_id' && this.#was.get('agency.txt')?.length === 1) return 'agency of a feed with one';
    if (file === 'stop_times.txt' && column === 'stop_headsign') {
      const trip = this.#trip(was['trip_id']);
      return (b === '' && a === trip?.['trip_headsign']) || (a === '' && b === trip?.['trip_headsign']) ? 'headsigns' : undefined;
    }
    if (column.startsWith('continuous_')) return this.#sameContinuous(column, was, is) ? 'continuous travel' : undefined;
    if (column === 'shape_id' && this.#sameShape(a, b)) return 'shape names';
    return undefined;
  }

  #timesByTrip: Map<string, Row[]> | undefined;
  #timesOf(): Map<string, Row[]> {
    this.#timesByTrip ??= grouped(this.#was.get('stop_times.txt') ?? [], (row) => row['trip_id'] ?? '');
    return this.#timesByTrip;
  }

  #trips: Map<string, Row> | undefined;
  #trip(id: string | undefined): Row | undefined {
    this.#trips ??= new Map((this.#was.get('trips.txt') ?? []).map((row) => [row['trip_id'] ?? '', row]));
    return this.#trips.get(id ?? '');
  }

  /** A stop time that repeats its line, or says nothing that its line does not; and the last stop, after which nobody rides. */
  #sameContinuous(column: string, was: Row, is: Row): boolean {
    const line = (this.#was.get('routes.txt') ?? []).find((row) => row['route_id'] === this.#trip(was['trip_id'])?.['route_id'])?.[column] || '1';
    const of = (row: Row): string => row[column] || line;
    const last = this.#timesOf()
      .get(was['trip_id'] ?? '')
      ?.reduce((late, row) => (Number(row['stop_sequence']) > Number(late['stop_sequence']) ? row : late));
    return of(was) === of(is) || last === was;
  }

  #compareSets(file: string, was: readonly Row[], is: readonly Row[]): void {
    const textOf = (row: Row): string =>
      JSON.stringify(
        Object.entries(row)
          .map(([column, value]) => [column, ZEROS.has(column) && value === '0' ? '' : canonical(column, value)])
          .filter(([, value]) => value !== '')
          .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      );
    const left = new Map<string, number>();
    for (const row of is) left.set(textOf(row), (left.get(textOf(row)) ?? 0) + 1);
    for (const row of was) {
      const text = textOf(row);
      const count = left.get(text) ?? 0;
      if (count === 0) this.#differ(file, '', '', text, undefined);
      else left.set(text, count - 1);
    }
    for (const [text, count] of left) for (let i = 0; i < count; i++) this.#differ(file, '', '', undefined, text);
  }

  /** Shapes point by point in their order; the product counts points from 1, and keeps five digits of a degree. */
  #compareShapes(was: readonly Row[], is: readonly Row[]): void {
    const found = shapesOf(is);
    for (const [id, points] of shapesOf(was)) {
      const there = found.get(id) ?? [...found.values()].find((other) => samePoints(points, other));
      if (there === undefined) this.#differ('shapes.txt', id, '', `${points.length} points`, undefined);
      else if (!samePoints(points, there)) this.#differ('shapes.txt', id, '', `${points.length} points`, `${there.length} other points`);
      else {
        this.#accept('points');
        if (!found.has(id)) this.#accept('shape names');
        const numbers = (list: readonly Row[]): string => list.map((row) => Number(row['shape_pt_sequence'])).join();
        if (numbers(points) !== numbers(there)) this.#accept('point numbers');
        const further = (row: Row): string =>
          JSON.stringify(Object.entries(row).filter(([column]) => !column.startsWith('shape_') && row[column] !== ''));
        for (const [i, point] of points.entries())
          if (further(point) !== further(there[i] ?? {})) this.#differ('shapes.txt', id, 'further columns', further(point), further(there[i] ?? {}));
      }
    }
  }

  #sameShape(a: string, b: string): boolean {
    const [was, is] = [shapesOf(this.#was.get('shapes.txt') ?? []).get(a), shapesOf(this.#is.get('shapes.txt') ?? []).get(b)];
    return was !== undefined && is !== undefined && samePoints(was, is);
  }

  /** Services by the dates on which they run, over both files; further columns row by row. */
  #compareCalendars(file: string): void {
    if (file === 'calendar_dates.txt' && this.#was.has('calendar.txt')) return;
    const [was, is] = [datesByService(this.#was), datesByService(this.#is)];
    for (const [id, dates] of was) {
      if (is.get(id) === dates) this.#accept('calendars');
      else this.#differ('calendar.txt', id, 'dates', dates.slice(0, 200), is.get(id)?.slice(0, 200));
    }
  }

  #accept(rule: Equivalence): void {
    this.equivalent.set(rule, (this.equivalent.get(rule) ?? 0) + 1);
  }

  #differ(file: string, key: string, column: string, was: string | undefined, is: string | undefined): void {
    this.differences.push({ file, key, column, was, is });
  }
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

function canonical(column: string, text: string): string {
  if (column.endsWith('_time') && /^\d+:\d\d:\d\d$/.test(text)) return text.padStart(9, '0');
  return NUMBERS.has(column) && /^[+-]?\d+\.?\d*$/.test(text) ? String(Number(text)) : text;
}

function shapesOf(rows: readonly Row[]): Map<string, Row[]> {
  const shapes = grouped(rows, (row) => row['shape_id'] ?? '');
  for (const points of shapes.values()) points.sort((a, b) => Number(a['shape_pt_sequence']) - Number(b['shape_pt_sequence']));
  return shapes;
}

function samePoints(a: readonly Row[], b: readonly Row[]): boolean {
  const near = (x: string | undefined, y: string | undefined): boolean => Math.abs(Number(x) - Number(y)) <= 0.5000001e-5;
  return (
    a.length === b.length &&
    a.every((point, i) => {
      const other = b[i];
      const distance = (row: Row | undefined): string => canonical('shape_dist_traveled', row?.['shape_dist_traveled'] ?? '');
      return (
        near(point['shape_pt_lat'], other?.['shape_pt_lat']) &&
        near(point['shape_pt_lon'], other?.['shape_pt_lon']) &&
        distance(point) === distance(other)
      );
    })
  );
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The dates on which each service runs, as one text; a range of more than 200 years by its ends and weekdays. */
function datesByService(feed: Feed): Map<string, string> {
  const dates = new Map<string, Set<string>>();
  const open = new Map<string, string>();
  const of = (id: string): Set<string> => dates.get(id) ?? dates.set(id, new Set()).get(id) ?? new Set();
  for (const row of feed.get('calendar.txt') ?? []) {
    const running = of(row['service_id'] ?? '');
    const [from, to] = [dayOf(row['start_date']), dayOf(row['end_date'])];
    if (Number.isNaN(from) || Number.isNaN(to)) continue;
    if (to - from > 200 * 366) {
      open.set(row['service_id'] ?? '', `${row['start_date']} to ${row['end_date']} on ${WEEKDAYS.filter((day) => row[day] === '1').join()}`);
      continue;
    }
    for (let day = from; day <= to; day++) if (row[WEEKDAYS[(day + 4) % 7] ?? ''] === '1') running.add(textOf(day));
  }
  for (const row of feed.get('calendar_dates.txt') ?? []) {
    const running = of(row['service_id'] ?? '');
    if (row['exception_type'] === '1' || !/^\d{8}$/.test(row['date'] ?? '')) running.add(row['date'] ?? '');
  }
  for (const row of feed.get('calendar_dates.txt') ?? []) if (row['exception_type'] === '2') of(row['service_id'] ?? '').delete(row['date'] ?? '');
  return new Map([...dates].map(([id, set]) => [id, `${open.get(id) ?? ''} ${[...set].toSorted().join(' ')}`]));
}

function dayOf(date: string | undefined): number {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? '');
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 86_400_000 : NaN;
}

function textOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The tables of a feed by file name, columns in lower case; the junk of Macs and Windows is left aside. */
async function readFeed(path: string): Promise<Feed> {
  const feed = new Map<string, readonly Row[]>();
  for (const [name, bytes] of await filesOf(path)) {
    const file = name.split('/').at(-1) ?? name;
    if (!file.endsWith('.txt') || /^\._|__MACOSX/.test(name)) continue;
    const [header = [], ...body] = rowsOf(textIn(bytes));
    const columns = header.map((column) => column.trim().toLowerCase());
    feed.set(
      file.toLowerCase(),
      body.map((fields) => Object.fromEntries(fields.flatMap((field, i) => (columns[i] === undefined ? [] : [[columns[i], field]])))),
    );
  }
  return feed;
}

/** Files that are no tables, as text of their bytes. */
async function otherFiles(path: string): Promise<ReadonlyMap<string, string>> {
  const others = new Map<string, string>();
  for (const [name, bytes] of await filesOf(path)) {
    const file = name.split('/').at(-1) ?? name;
    if (file === '' || file.endsWith('.txt') || /^\._|__MACOSX|\.DS_Store$|desktop\.ini$|Thumbs\.db$/.test(name)) continue;
    others.set(file, file.endsWith('.geojson') ? sortedJson(bytes.toString('utf8')) : bytes.toString('latin1'));
  }
  return others;
}

function filesOf(path: string): Promise<[string, Buffer][]> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, decodeStrings: true }, (error, zip) => {
      if (error) return reject(error);
      const files: [string, Buffer][] = [];
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName.endsWith('/')) return zip.readEntry();
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('error', reject);
          stream.on('end', () => {
            files.push([entry.fileName, Buffer.concat(parts)]);
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
