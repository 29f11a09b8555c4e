/** Reads routes.txt: what every schedule of a line repeats. */
import type { Schedule } from '../../../../src/domain/model/schedule.ts';
import type { ByteInterner } from './intern.ts';
import type { FeedNotes } from '../notes.ts';
import type { RouteContinuous } from './patterns.ts';
import type { NamedRows } from './namedRows.ts';
import type { SameAddresses } from './sameAddresses.ts';
import { columnsOf, readDocument } from '../columns.ts';
import { internField } from './shapes.ts';
import { field } from './stopsTable.ts';
import { readTable, type OnBytes } from './table.ts';
import type { FeedFile } from './zip.ts';

/** A line: the fields all its schedules have alike. */
export interface Route {
  readonly id: string;
  readonly line: number;
  readonly fields: Omit<Schedule, 'Id' | 'IsBaseSchedule' | 'Calendar'>;
  readonly continuous: RouteContinuous;
}

/** Reads routes.txt; `onlyAgency` is the operator of lines that name none, where the feed has one. */
export async function readRoutes(
  file: FeedFile,
  ids: ByteInterner,
  onlyAgency: string | undefined,
  named: NamedRows,
  addresses: SameAddresses,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<{ routes: Route[]; header: readonly string[] }> {
  const routes: Route[] = [];
  const header = await readTable(file, { columns: columnsOf('Schedule').known, required: ['route_id'] }, notes, onBytes, (row) => {
    const id = row.text('route_id');
    if (id === '') return row.reject('route_id is blank');
    if (ids.findText(id) >= 0) return row.reject('route_id is used twice', `The route ${id} has a row already`);
    internField(row, ids, row.place('route_id'));
    const longName = row.optional('route_long_name');
    const url = row.optional('route_url');
    named.has('networks', row.optional('network_id'));
    if (url !== undefined) addresses.routes.push({ line: row.line, id, url });
    const description = row.optional('route_desc');
    if (description !== undefined && (description === longName || description === row.text('route_short_name')))
      row.warn('route_desc repeats the name', `route_desc of the route ${id} repeats its name`);
    const continuous = { pickup: row.int('continuous_pickup', 0, 3) ?? -1, dropOff: row.int('continuous_drop_off', 0, 3) ?? -1 };
    const schedule = readDocument('Schedule', row, {
      ExternalTransportId: id,
      ...field('AgencyId', row.optional('agency_id') ?? onlyAgency),
      ...field('VehicleType', row.int('route_type', 0)),
    });
    if (schedule) routes.push({ id, line: row.line, continuous, fields: schedule });
    return undefined;
  });
  return { routes, header };
}
