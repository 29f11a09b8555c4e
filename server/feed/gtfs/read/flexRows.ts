/** Looks at the columns of stop_times.txt that GTFS Flex adds: windows, areas and groups of stops, booking rules. Costs nothing without them. */
import type { FeedNotes } from '../notes.ts';
import type { Route } from './routes.ts';
import { secondsOf } from './keptRowChecks.ts';
import type { StopTimes } from './stopTimes.ts';
import type { TableRow } from './table.ts';
import type { Trips } from './trips.ts';

const [START, END] = ['start_pickup_drop_off_window', 'end_pickup_drop_off_window'] as const;
const COLUMNS = [START, END, 'location_id', 'location_group_id', 'pickup_booking_rule_id', 'drop_off_booking_rule_id'];

/** What is known of the rows with windows, by the number of their trip. */
export class FlexRows {
  /** The first line with a window of each trip, and how many of its rows name an area or a group. */
  readonly #trips = new Map<number, { windowLine: number | undefined; line: number; rows: number }>();
  #places: ReadonlyMap<string, number> = new Map();

  /** Takes the header. Answers whether there is anything to look at. */
  begin(row: TableRow): boolean {
    const lower = row.header.map((name) => name.toLowerCase());
    this.#places = new Map(COLUMNS.flatMap((column) => (lower.includes(column) ? [[column, lower.indexOf(column)] as const] : [])));
    return this.#places.size > 0;
  }

  /** Looks at a row; `withoutStop` where it names no stop. */
  look(row: TableRow, trip: number, withoutStop: boolean): void {
    const text = (column: string): string => {
      const place = this.#places.get(column);
      return place === undefined ? row.text(column) : row.csv.text(place).trim();
    };
    const [start, end] = [text(START), text(END)];
    const window = start !== '' || end !== '';
    const known = this.#trips.get(trip) ?? { windowLine: undefined, line: row.line, rows: 0 };
    if (window) known.windowLine ??= row.line;
    if (withoutStop) known.rows++;
    this.#trips.set(trip, known);
    const places = ['stop_id', 'location_group_id', 'location_id'].filter((column) => text(column) !== '');
    if (places.length > 1) row.fault('several places', `The stop time names ${places.join(' and ')}; it has one place`, places[0]);
    if (withoutStop && row.text('shape_dist_traveled') !== '')
      row.fault('distance without a stop', 'shape_dist_traveled is given, and no stop', 'shape_dist_traveled');
    if (this.#places.has('pickup_booking_rule_id') || this.#places.has('drop_off_booking_rule_id'))
      for (const way of ['pickup', 'drop_off'])
        if (row.text(`${way}_type`) === '2' && text(`${way}_booking_rule_id`) === '')
          row.warn('booking rule not named', `${way}_type is 2, and ${way}_booking_rule_id does not say how to book`, `${way}_type`);
    if (!window) return;
    if (start === '' || end === '') row.fault('half a window', `Only one of ${START} and ${END} is given`);
    const [from, to] = [secondsOf(start), secondsOf(end)];
    if (from !== undefined && to !== undefined && to <= from) row.fault('window of no length', `The window ends at ${end}, and begins at ${start}`);
    if (row.text('arrival_time') !== '' || row.text('departure_time') !== '')
      row.fault('times beside a window', 'arrival_time or departure_time is given beside a window', 'arrival_time');
    if (['', '0', '3'].includes(row.text('pickup_type')))
      row.fault('pickup_type within a window', 'With a window pickup_type is 1 or 2', 'pickup_type');
    if (['', '0'].includes(row.text('drop_off_type')))
      row.fault('drop_off_type within a window', 'With a window drop_off_type is 1, 2 or 3', 'drop_off_type');
  }

  /** What is to be said once all rows are read. */
  finish(times: StopTimes, trips: Trips, routes: readonly Route[], notes: FeedNotes): void {
    for (const [trip, { windowLine, line, rows }] of this.#trips) {
      const id = trips.idOf(trip);
      const all = rows + (times.starts[trip + 1] ?? 0) - (times.starts[trip] ?? 0);
      if (rows === 1 && all === 1)
        notes.add('error', 'stop_times.txt', line, 'one row of an area', `The trip ${id} has one row; to get on and off it needs two`, {
          column: 'trip_id',
          value: id,
        });
      const route = routes[trips.route.at(trip)];
      if (
        windowLine !== undefined &&
        route !== undefined &&
        [route.continuous.pickup, route.continuous.dropOff].some((kind) => [0, 2, 3].includes(kind))
      )
        notes.add(
          'error',
          'stop_times.txt',
          windowLine,
          'window on a continuous line',
          `The line ${route.id} has continuous pickup or drop-off, and the trip ${id} a window`,
          {
            column: START,
            value: '',
          },
        );
    }
  }
}
