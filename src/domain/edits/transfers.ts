/** Edits of transfers. A transfer's Time belongs to type 2 alone; one that gets another type keeps it for when it gets type 2 again. */
import { z } from 'zod';
import { IN_SEAT_TRANSFERS, TIMED_TRANSFER, transferTypeLabel } from '../transfers.ts';
import { type Transfer, TRANSFER_FIELDS, TransferField } from '../model/transfer.ts';
import { fieldEdit } from './editField.ts';
import { type DocumentKey, type Documents, documentEdit, one, put, remove, stopName } from './documentEdit.ts';

const TransferKey = z.object({ transferId: z.string() });
/** Of a transfer between stops. */
const TransferType = z.int().min(0).max(3);
const BOTH_TRIPS = 'An in-seat transfer names the trips that it is between: choose both first';
/** Seconds; a day at most. */
const TransferTime = z.int().min(0).max(86_400);

/** What the tooltip and the server say of a timed transfer without a time. */
export const NO_DURATION = 'You can’t create a transfer without duration';

/** Makes a transfer between two stops. */
export const createTransfer = documentEdit('transfer.create', {
  summary: 'Makes a transfer between two stops. Type 2 needs transferTime, in seconds. The id may be proposed; 409 when it is taken.',
  path: 'edit/transfer/create/v2',
  payload: z.object({
    transferId: z.string().min(1).max(255).optional(),
    stopFrom: z.string(),
    stopTo: z.string(),
    transferTime: TransferTime.optional(),
    transferType: TransferType,
  }),
  samples: [
    { transferId: 'NT1', stopFrom: 'S1', stopTo: 'S2', transferType: 2, transferTime: 180 },
    { transferId: 'NT2', stopFrom: 'S2', stopTo: 'S1', transferType: 0 },
  ],
  mint: (p, fresh) => ({ ...p, transferId: p.transferId ?? fresh('T') }),
  documents: (p) => [...(p.transferId === undefined ? [] : [one('Transfer', p.transferId)]), one('Stop', p.stopFrom), one('Stop', p.stopTo)],
  within: (p) => `transfer/${p.transferId ?? ''}`,
  touches: (p) => [`transfer/${p.transferId ?? ''}`],
  refuse: (docs, p) => {
    if (p.transferType === TIMED_TRANSFER && p.transferTime === undefined) return [{ Field: 'transferTime', Message: NO_DURATION }];
    if (p.transferId === undefined || !docs.get('Transfer', p.transferId)) return undefined;
    return `There is a transfer with the id ${p.transferId} already.`;
  },
  change: (docs, { transferId = '', stopFrom, stopTo, transferTime, transferType }) => {
    const transfer: Transfer = {
      Id: transferId,
      StopIdFrom: docs.need('Stop', stopFrom).Id,
      StopIdTo: docs.need('Stop', stopTo).Id,
      Type: transferType,
      ...(transferTime === undefined || transferType !== TIMED_TRANSFER ? {} : { Time: transferTime }),
    };
    return [put('Transfer', transferId, transfer)];
  },
  label: (p, docs) => `Create transfer from ${stopName(docs, p.stopFrom)} to ${stopName(docs, p.stopTo)}`,
});

/** Pairs of one edit at most: the day of a large network. */
export const MOST_IN_SEAT = 20_000;

/** Two trips of a vehicle, with the stop where it waits between them. */
export const InSeatPair = z.object({ tripFrom: z.string().min(1).max(255), tripTo: z.string().min(1).max(255), stopId: z.string() });
export type InSeatPair = z.infer<typeof InSeatPair>;

/** The id of the in-seat transfer between two trips: the one that an import gives it. */
export function inSeatId({ tripFrom, tripTo, stopId }: InSeatPair): string {
  const [from, to, stop] = [tripFrom, tripTo, stopId].map(encodeURIComponent);
  return `${stop}~${stop}~~~${from}~${to}`;
}

/** Says of pairs of trips that riders may stay in the vehicle: in-seat transfers (type 4). */
export const stayInVehicle = documentEdit('transfer.stayInVehicle', {
  summary: 'Makes in-seat transfers (type 4): riders may stay in the vehicle between two trips. All or none; 409 where one is there already.',
  path: 'edit/transfer/inSeat',
  payload: z.object({ pairs: z.array(InSeatPair).min(1).max(MOST_IN_SEAT) }),
  largest: 8_000_000,
  samples: [{ pairs: [{ tripFrom: 'T10', tripTo: 'T20', stopId: 'S1' }] }],
  documents: ({ pairs }) => [
    ...pairs.map((pair) => one('Transfer', inSeatId(pair))),
    ...[...new Set(pairs.map(({ stopId }) => stopId))].map((stopId) => one('Stop', stopId)),
  ],
  within: ({ pairs: [first, ...more] }) => (first && more.length === 0 ? `transfer/${inSeatId(first)}` : 'transfers'),
  touches: ({ pairs }) => (pairs.length > 32 ? ['transfer'] : pairs.map((pair) => `transfer/${inSeatId(pair)}`)),
  refuse: (docs, { pairs }) => {
    if (new Set(pairs.map(inSeatId)).size < pairs.length) return 'Each pair of trips can be named once';
    const known = pairs.find((pair) => docs.get('Transfer', inSeatId(pair)));
    return known && `There is an in-seat transfer from trip ${known.tripFrom} to trip ${known.tripTo} already.`;
  },
  change: (docs, { pairs }) =>
    pairs.map((pair) => {
      const stop = docs.need('Stop', pair.stopId).Id;
      const transfer: Transfer = { Id: inSeatId(pair), StopIdFrom: stop, StopIdTo: stop, Type: 4, TripIdFrom: pair.tripFrom, TripIdTo: pair.tripTo };
      return put('Transfer', transfer.Id, transfer);
    }),
  label: ({ pairs }) =>
    `Let riders stay in the vehicle between ${pairs.length === 1 ? `trips ${pairs[0]?.tripFrom} and ${pairs[0]?.tripTo}` : `${pairs.length.toLocaleString('en-GB')} pairs of trips`}`,
});

/** Changes how a transfer is meant. */
export const editTransferType = documentEdit('transfer.editType', {
  summary:
    'Changes the type of a transfer: 0 recommended, 1 expected to wait, 2 timed connection, 3 restricted; between two trips also 4 in-seat, 5 in-seat not allowed.',
  path: 'edit/transfer/type',
  payload: TransferKey.extend({ type: z.int().min(0).max(5) }),
  samples: [{ transferId: 'T1', type: 0 }],
  documents: (p) => [one('Transfer', p.transferId)],
  within: (p) => `transfer/${p.transferId}`,
  touches: (p) => [`transfer/${p.transferId}/Type`],
  refuse: (docs, p) => {
    const transfer = docs.get('Transfer', p.transferId);
    return transfer && IN_SEAT_TRANSFERS.includes(p.type) && !(transfer.TripIdFrom && transfer.TripIdTo)
      ? [{ Field: 'type', Message: BOTH_TRIPS }]
      : undefined;
  },
  change: (docs, p) => [put('Transfer', p.transferId, { ...docs.need('Transfer', p.transferId), Type: p.type })],
  named: endsOf,
  label: (p, docs) => `Change type of ${transferWords(docs, p)} to ${transferTypeLabel(p.type)}`,
});

/** Changes a line or a trip that a transfer is for; an empty text takes it away. Lines and trips are looked up (`services/namedChecks.ts`). */
export const editTransferField = fieldEdit('Transfer', 'transfer.editField', {
  summary: 'Changes a line or a trip that a transfer is for alone. An empty text takes it away.',
  path: 'edit/transfer/only/:field',
  payload: TransferKey.extend({ field: TransferField, value: z.string().trim().max(255) }),
  samples: [
    { transferId: 'T1', field: 'tripIdFrom', value: 'T10' },
    { transferId: 'T1', field: 'routeIdTo', value: 'R2' },
  ],
  keys: TRANSFER_FIELDS,
  id: (p) => p.transferId,
  within: (p) => `transfer/${p.transferId}`,
  nameOf: transferWords,
  named: endsOf,
  check: (docs, { transferId, field, value }) => {
    const type = docs.get('Transfer', transferId)?.Type ?? 0;
    return value === '' && field.startsWith('trip') && IN_SEAT_TRANSFERS.includes(type)
      ? 'An in-seat transfer names both trips: give it another type first'
      : undefined;
  },
});

/** Changes the least time of a transfer; null takes it away. */
export const editTransferTime = documentEdit('transfer.editTime', {
  summary: 'Changes the least time of a transfer in seconds; null takes it away.',
  path: 'edit/transfer/time',
  payload: TransferKey.extend({ time: TransferTime.nullable() }),
  samples: [{ transferId: 'T1', time: 240 }],
  documents: (p) => [one('Transfer', p.transferId)],
  within: (p) => `transfer/${p.transferId}`,
  touches: (p) => [`transfer/${p.transferId}/Time`],
  refuse: (docs, p) =>
    p.time === null && docs.get('Transfer', p.transferId)?.Type === TIMED_TRANSFER
      ? [{ Field: 'time', Message: 'A timed connection needs a duration' }]
      : undefined,
  change: (docs, p) => {
    const { Time: _old, ...transfer } = docs.need('Transfer', p.transferId);
    return [put('Transfer', p.transferId, p.time === null ? transfer : { ...transfer, Time: p.time })];
  },
  named: endsOf,
  label: (p, docs) => (p.time === null ? `Take the time from ${transferWords(docs, p)}` : `Change time of ${transferWords(docs, p)} to ${p.time} s`),
});

/** Removes a transfer. */
export const removeTransfer = documentEdit('transfer.remove', {
  summary: 'Removes a transfer.',
  path: 'edit/transfer/delete',
  payload: TransferKey,
  samples: [{ transferId: 'T1' }],
  documents: (p) => [one('Transfer', p.transferId)],
  within: (p) => `transfer/${p.transferId}`,
  touches: (p) => [`transfer/${p.transferId}`],
  change: (docs, p) => [remove('Transfer', docs.need('Transfer', p.transferId).Id)],
  named: endsOf,
  label: (p, docs) => `Remove ${transferWords(docs, p)}`,
});

/** The stops that a transfer connects, for its label. */
function endsOf({ transferId }: { readonly transferId: string }, docs: Documents): readonly DocumentKey[] {
  const transfer = docs.get('Transfer', transferId);
  return [transfer?.StopIdFrom, transfer?.StopIdTo].flatMap((id) => (id === undefined ? [] : [one('Stop', id)]));
}

/** "transfer Market Street - City Hall"; one between trips, with no stops, goes by its id. */
function transferWords(docs: Documents, { transferId }: { readonly transferId: string }): string {
  const transfer = docs.get('Transfer', transferId);
  if (transfer?.StopIdFrom === undefined || transfer.StopIdTo === undefined) return `transfer ${transferId}`;
  return `transfer ${stopName(docs, transfer.StopIdFrom)} - ${stopName(docs, transfer.StopIdTo)}`;
}
