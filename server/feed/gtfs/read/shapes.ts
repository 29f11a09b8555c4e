/** Reads shapes.txt into geometries: shapes rounded to 1e-5 degree, each kept once however many shape ids carry it. */
import { ByteInterner, SequenceInterner } from './intern.ts';
import { ByteColumn, FloatColumn, IntColumn } from './columns.ts';
import { ABSENT, MALFORMED } from './csv.ts';
import type { FeedNotes } from '../notes.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

/** The shapes of a feed. A geometry is `lat, lng, lat, lng, ...` in units of 1e-5 degree. */
export class Shapes {
  readonly ids = new ByteInterner();
  readonly geometries = new SequenceInterner();
  /** Geometry of each shape. */
  readonly #geometryOf: number[] = [];
  readonly #distances = new Map<number, readonly (number | null)[]>();
  readonly #used = new ByteColumn();

  /** The geometry of a shape, counted as used; -1 where the shape has no point. */
  use(shape: number): number {
    while (this.#used.length <= shape) this.#used.push(0);
    this.#used.data[shape] = 1;
    return this.#geometryOf[shape] ?? -1;
  }

  /** `shape_dist_traveled` of each point; undefined where the source gives none. */
  distancesOf(shape: number): readonly (number | null)[] | undefined {
    return this.#distances.get(shape);
  }

  /** Ids of shapes that no trip uses: the model has no place for them. */
  unusedIds(): string[] {
    return this.ids.texts.filter((_, shape) => this.#used.at(shape) === 0);
  }

  /** Takes the points of a shape in their order. */
  take(shape: number, points: Int32Array, length: number, distances: readonly (number | null)[]): void {
    this.#geometryOf[shape] = this.geometries.intern(points, length);
    if (distances.some((distance) => distance !== null)) this.#distances.set(shape, distances);
  }
}

/** Columns of shapes.txt that the reading knows. */
const COLUMNS = ['shape_id', 'shape_pt_lat', 'shape_pt_lon', 'shape_pt_sequence', 'shape_dist_traveled'];

/** Reads shapes.txt. Points without a usable place or order are reported. */
export async function readShapes(file: FeedFile, shapes: Shapes, notes: FeedNotes, onBytes: OnBytes): Promise<readonly string[]> {
  const shape = new IntColumn(65_536);
  const sequence = new IntColumn(65_536);
  const lat = new IntColumn(65_536);
  const lng = new IntColumn(65_536);
  const distance = new FloatColumn(65_536);
  const line = new IntColumn(65_536);
  const places = { id: 0, lat: 0, lng: 0, sequence: 0, distance: 0 };
  const extras = new Map<string, number>();
  const header = await readTable(
    file,
    { columns: COLUMNS, required: COLUMNS.slice(0, 4) },
    notes,
    onBytes,
    (row) => {
      const { csv } = row;
      if (csv.isBlank(places.id)) return row.reject('shape_id is blank');
      const latitude = csv.float(places.lat);
      const longitude = csv.float(places.lng);
      if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) {
        return row.reject('not a place on earth', `"${csv.text(places.lat)}", "${csv.text(places.lng)}" is not a place on earth`, 'shape_pt_lat');
      }
      const order = csv.int(places.sequence);
      if (order === ABSENT || order === MALFORMED)
        return row.reject('shape_pt_sequence is no number', `shape_pt_sequence "${csv.text(places.sequence)}" is not a whole number`);
      for (const { name, place } of row.extraColumns) if (!csv.isBlank(place)) extras.set(name, (extras.get(name) ?? 0) + 1);
      shape.push(internField(row, shapes.ids, places.id));
      sequence.push(order);
      lat.push(Math.round(latitude * 1e5));
      lng.push(Math.round(longitude * 1e5));
      distance.push(csv.float(places.distance));
      line.push(row.line);
      return undefined;
    },
    (row) => {
      places.id = row.place('shape_id');
      places.lat = row.place('shape_pt_lat');
      places.lng = row.place('shape_pt_lon');
      places.sequence = row.place('shape_pt_sequence');
      places.distance = row.place('shape_dist_traveled');
    },
  );
  for (const [column, rows] of extras)
    notes.add('warning', file.name, null, 'column not kept', `The column ${column} has no place on a point of a shape and is not kept`, {
      result: 'changed',
      column,
      rows,
    });
  const { order, starts } = bucketOrder(shape, sequence, shapes.ids.size);
  let points = new Int32Array(4096);
  for (let id = 0; id < shapes.ids.size; id++) {
    const from = starts[id] ?? 0;
    const to = starts[id + 1] ?? from;
    if ((to - from) * 2 > points.length) points = new Int32Array((to - from) * 4);
    const distances: (number | null)[] = [];
    for (let i = from; i < to; i++) {
      const at = order[i] ?? 0;
      if (i > from && sequence.at(at) === sequence.at(order[i - 1] ?? 0)) {
        const reason = `The shape ${shapes.ids.texts[id]} has two points with shape_pt_sequence ${sequence.at(at)}; they stay in the order of the file`;
        notes.add('warning', file.name, line.at(at), 'sequence used twice', reason, { column: 'shape_pt_sequence', value: String(sequence.at(at)) });
      }
      const before = i > from ? (order[i - 1] ?? 0) : at;
      const shape = shapes.ids.texts[id] ?? '';
      const fault = distanceFault(
        distance.at(before),
        distance.at(at),
        Math.abs(lat.at(at) - lat.at(before)) + Math.abs(lng.at(at) - lng.at(before)),
      );
      if (fault !== undefined)
        notes.add(
          'error',
          file.name,
          line.at(at),
          `shape_dist_traveled ${fault}`,
          `shape_dist_traveled of the shape ${shape} ${fault}: ${distance.at(at)} after ${distance.at(before)}`,
          {
            column: 'shape_dist_traveled',
            value: String(distance.at(at)),
          },
        );
      points[(i - from) * 2] = lat.at(at);
      points[(i - from) * 2 + 1] = lng.at(at);
      const travelled = distance.at(at);
      distances.push(Number.isFinite(travelled) ? travelled : null);
    }
    shapes.take(id, points, (to - from) * 2, distances);
  }
  return header;
}

/** What is wrong with a distance and the one before it. `apart` is how far the points are, in 1e-5 degree; one may come of rounding. */
function distanceFault(before: number, now: number, apart: number): string | undefined {
  if (now < before) return 'decreases';
  return now === before && apart > 1 ? 'stays the same at another place' : undefined;
}

/** The number of a field's text, a new one where it had none. */
export function internField(row: TableRow, interner: ByteInterner, place: number): number {
  const { csv } = row;
  const start = csv.startOf(place);
  const end = csv.endOf(place);
  const known = interner.find(csv.bytes, start, end);
  return known >= 0 ? known : interner.intern(csv.bytes, start, end, csv.text(place));
}

/**
 * Rows in the order of their owner (0 ... owners - 1) and, within it, of their sequence number; rows of equal number stay
 * in the order of the file. `starts[owner]` is the first of an owner's rows in `order`.
 */
export function bucketOrder(owner: IntColumn, sequence: IntColumn, owners: number): { order: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(owners + 1);
  for (let i = 0; i < owner.length; i++) starts[owner.at(i) + 1] = (starts[owner.at(i) + 1] ?? 0) + 1;
  for (let i = 0; i < owners; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(owner.length);
  for (let i = 0; i < owner.length; i++) {
    const place = next[owner.at(i)] ?? 0;
    order[place] = i;
    next[owner.at(i)] = place + 1;
  }
  for (let id = 0; id < owners; id++) {
    const from = starts[id] ?? 0;
    const to = starts[id + 1] ?? 0;
    let sorted = true;
    for (let i = from + 1; i < to && sorted; i++) sorted = sequence.at(order[i - 1] ?? 0) <= sequence.at(order[i] ?? 0);
    // Sorting a typed array is stable, so equal numbers keep the order of their rows.
    if (!sorted) order.subarray(from, to).sort((a, b) => sequence.at(a) - sequence.at(b) || a - b);
  }
  return { order, starts };
}
