import { z } from 'zod';
import { transferTypeLabel } from '../transfers.ts';
import { defineKind, editEnum, editNames, field, idField } from './kind.ts';

const Text = z.string().optional();

/** Transfers between two stops, or two trips of a vehicle. One pair of stops may have several. */
export const TransferKind = defineKind(
  'Transfer',
  {
    words: ['transfer', 'transfers'],
    array: 'Transfers',
    file: 'transfers.txt',
    identity: ['Id'],
    header: ['from_stop_id', 'to_stop_id', 'transfer_type', 'min_transfer_time'],
  },
  {
    Id: idField({ own: [] }, 'Made from its ends.'),
    StopIdFrom: field(Text, { holds: { refersTo: 'Stop' }, label: 'From stop', help: 'Where people get off.', gtfs: 'from_stop_id' }),
    StopIdTo: field(Text, { holds: { refersTo: 'Stop' }, label: 'To stop', help: 'Where people get on.', gtfs: 'to_stop_id' }),
    Type: field(z.int().min(0), {
      holds: { oneOf: [0, 1, 2, 3, 4, 5], of: 'the types' },
      label: 'Type',
      help: 'How the transfer is meant; a timed connection carries a time.',
      gtfs: 'transfer_type',
      blank: 0,
      shown: transferTypeLabel,
    }),
    Time: field(z.int().min(0).optional(), {
      holds: 'integer',
      label: 'Time',
      unit: 's',
      help: 'Least time that people need, in seconds.',
      gtfs: 'min_transfer_time',
    }),
    RouteIdFrom: field(Text, {
      holds: { refersTo: 'Transport' },
      label: 'From line',
      help: 'For people who come by this line alone.',
      gtfs: 'from_route_id',
      edit: true,
    }),
    RouteIdTo: field(Text, {
      holds: { refersTo: 'Transport' },
      label: 'To line',
      help: 'For people who go on by this line alone.',
      gtfs: 'to_route_id',
      edit: true,
    }),
    TripIdFrom: field(Text, { holds: 'text', label: 'From trip', help: 'For people who come by this trip alone.', gtfs: 'from_trip_id', edit: true }),
    TripIdTo: field(Text, { holds: 'text', label: 'To trip', help: 'For people who go on by this trip alone.', gtfs: 'to_trip_id', edit: true }),
  },
);

export const Transfer = TransferKind.schema;
export type Transfer = z.infer<typeof Transfer>;

/** The fields that are edited one by one, by their names in the edit call. */
export const TRANSFER_FIELDS = editNames(TransferKind);
export const TransferField = editEnum(TRANSFER_FIELDS);
export type TransferField = z.infer<typeof TransferField>;
