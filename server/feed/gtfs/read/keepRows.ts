/** Reads the rows again that no document holds, to keep them verbatim. Costs nothing where there are none. */
import { keptRowsName, keptRowsText } from '../keptRows.ts';
import { FeedNotes } from '../notes.ts';
import type { FeedSink } from './sink.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

/** What is kept: ids of trips, services and shapes, and lines of stop_times.txt. */
export interface Unheld {
  /** Trips that form no timetable, and why: their rows, stop times and frequencies are kept. */
  readonly trips: ReadonlyMap<string, string>;
  /** Lines of stop_times.txt of other trips that call at no stop: an area or a group of stops, where riders book. */
  readonly stopTimeLines: ReadonlySet<number>;
  readonly services: ReadonlySet<string>;
  readonly shapes: ReadonlySet<string>;
}

/** Bytes of one file that are kept at most; beyond that the rows are reported and left out. */
const LIMIT = 32 * 2 ** 20;

const WHY = {
  trip_id: 'The stop time names an area or a group of stops',
  service_id: 'No timetable uses the service',
  shape_id: 'No timetable uses the shape',
};

/** Keeps the rows of what no document holds. Returns how many of each file. */
export async function keepRows(
  find: (name: string) => FeedFile | undefined,
  unheld: Unheld,
  sink: FeedSink,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const ofTrips = (row: TableRow): boolean => unheld.trips.has(row.text('trip_id'));
  const wanted: readonly (readonly [file: string, column: keyof typeof WHY, is: (row: TableRow) => boolean, any: boolean])[] = [
    ['trips.txt', 'trip_id', ofTrips, unheld.trips.size > 0],
    ['stop_times.txt', 'trip_id', (row) => unheld.stopTimeLines.has(row.line) || ofTrips(row), unheld.trips.size + unheld.stopTimeLines.size > 0],
    ['frequencies.txt', 'trip_id', ofTrips, unheld.trips.size > 0],
    ['calendar.txt', 'service_id', (row) => unheld.services.has(row.text('service_id')), unheld.services.size > 0],
    ['calendar_dates.txt', 'service_id', (row) => unheld.services.has(row.text('service_id')), unheld.services.size > 0],
    ['shapes.txt', 'shape_id', (row) => unheld.shapes.has(row.text('shape_id')), unheld.shapes.size > 0],
  ];
  for (const [name, column, is, any] of wanted) {
    const file = any ? find(name) : undefined;
    if (file === undefined) continue;
    const rows: string[][] = [];
    let size = 0;
    // what there is to say of the rows was said when they were read first
    const header = await readTable(file, { columns: [column], required: [] }, new FeedNotes(() => undefined), onBytes, (row) => {
      if (!is(row) || size > LIMIT) return;
      const fields = row.header.map((_, place) => row.csv.text(place));
      size += fields.reduce((sum, field) => sum + field.length + 1, 0);
      rows.push(fields);
      // each trip has its remark already
      if (name === 'trips.txt') return;
      const value = row.text(column);
      const reason = unheld.trips.has(value) && column === 'trip_id' ? `The trip forms no timetable: ${unheld.trips.get(value)}` : WHY[column];
      notes.report({ file: name, line: row.line, column, value, reason: `${reason}; the row is kept as it is and exported again`, result: 'kept' });
    });
    if (rows.length === 0) continue;
    if (size > LIMIT) {
      notes.add('error', name, null, 'too many rows to keep', 'The rows that no timetable holds are more than 32 MB; they are left out', {
        result: 'refused',
        rows: rows.length,
      });
      continue;
    }
    await sink.addRawFile(keptRowsName(name), Buffer.from(keptRowsText(header, rows)));
    counts.set(name, rows.length);
  }
  return counts;
}
