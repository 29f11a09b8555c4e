import { z } from 'zod';
import { CalendarDate } from '../date.ts';
import { Days } from '../days.ts';
import { formatServiceTime } from '../time.ts';
import { defineKind, editEnum, editNames, field, idField } from './kind.ts';

/** One rule row: the fare holds on this transport, from this zone, to this zone; null says any. */
export const FareRule = z.object({
  Transport: z.string().nullable(),
  FromZone: z.string().nullable(),
  ToZone: z.string().nullable(),
  ContainsZone: z.string().nullable(),
});
export type FareRule = z.infer<typeof FareRule>;

/** One pair of stops the fare holds between; null says any. */
export const StopPair = z.object({ FromStop: z.string().nullable(), ToStop: z.string().nullable() });
export type StopPair = z.infer<typeof StopPair>;

/** A distance in metres, both ends included; an open end says any. */
export const DistanceInterval = z.object({ From: z.number().min(0).optional(), To: z.number().min(0).optional() });
export type DistanceInterval = z.infer<typeof DistanceInterval>;

const Text = z.string().optional();
const Count = z.int().min(0).optional();
const Ids = z.array(z.string()).optional();
/** A condition that GTFS cannot say: the fare is left out of the export, for without it it would hold more widely. */
export const UNSAID = { none: 'the fare is left out' } as const;

/** Fares and the conditions they apply under. Rule rows are alternatives (any one suffices), kept as tuples: two separate lists would be a cross product. */
export const FareKind = defineKind(
  'Fare',
  {
    words: ['fare', 'fares'],
    array: 'Fares',
    page: 'fares',
    file: 'fare_attributes.txt',
    identity: ['Id'],
    header: ['fare_id', 'price', 'currency_type', 'payment_method', 'transfers'],
    kept: {
      payment_method: {
        holds: { oneOf: [0, 1], of: 'the values' },
        label: 'Paid',
        help: 'On board, or before boarding.',
        shown: (value) => ['On board', 'Before boarding'][value] ?? String(value),
      },
      agency_id: { holds: 'text', label: 'Agency', help: 'Whose fare it is, where the feed has several agencies.', refersTo: 'Agency' },
    },
  },
  {
    Id: idField({ own: ['fare_id'] }, 'Identifies the fare.'),
    Description: field(Text, {
      holds: 'text',
      label: 'Description',
      help: 'What riders call it: Day ticket.',
      gtfs: { none: 'GTFS has no column for it' },
      edit: true,
    }),
    Price: field(z.string(), {
      holds: 'text',
      label: 'Price',
      help: 'Amount, with up to the decimals of its currency: 2.50.',
      gtfs: 'price',
      edit: true,
    }),
    Currency: field(z.string(), { holds: 'text', label: 'Currency', help: 'Of the price: EUR.', gtfs: 'currency_type', edit: true }),
    IsApproximatePrice: field(z.boolean().optional(), {
      holds: 'switch',
      label: 'Approximate price',
      help: 'Yes where riders may pay a little more or less.',
      gtfs: UNSAID,
      edit: true,
    }),
    Days: field(Days.optional(), { holds: 'days', label: 'Days', help: 'Days of the week on which it holds.', gtfs: UNSAID, edit: true }),
    FareGroupId: field(Text, {
      holds: 'text',
      label: 'Fare group',
      help: 'The same for fares that others can be valid after.',
      gtfs: { none: 'GTFS has no column for it' },
      edit: true,
    }),
    ArrivalTime: field(z.int().optional(), {
      holds: 'time',
      label: 'Arrival time',
      help: 'For rides that end by this time.',
      gtfs: UNSAID,
      edit: true,
      shown: formatServiceTime,
    }),
    DepartTime: field(z.int().optional(), {
      holds: 'time',
      label: 'Depart time',
      help: 'For rides that begin from this time on.',
      gtfs: UNSAID,
      edit: true,
      shown: formatServiceTime,
    }),
    ValidFromDate: field(CalendarDate.optional(), {
      holds: 'date',
      label: 'Valid from',
      word: 'first day',
      help: 'First day on which it holds.',
      gtfs: UNSAID,
      edit: true,
    }),
    ValidToDate: field(CalendarDate.optional(), {
      holds: 'date',
      label: 'Valid to',
      word: 'last day',
      help: 'Last day on which it holds.',
      gtfs: UNSAID,
      edit: true,
    }),
    NumberOfTransfers: field(Count, {
      holds: 'integer',
      label: 'Number of transfers',
      help: 'At most so many; without one as many as people like.',
      gtfs: 'transfers',
    }),
    Duration: field(Count, {
      holds: 'integer',
      label: 'Duration',
      unit: 's',
      help: 'Seconds for which the ticket is good.',
      gtfs: 'transfer_duration',
    }),
    IsDurationInherited: field(z.boolean().optional(), {
      holds: 'switch',
      label: 'Duration inherited',
      help: 'The duration goes on from the ride before.',
      gtfs: UNSAID,
    }),
    NumberOfStops: field(Count, { holds: 'integer', label: 'Number of stops', help: 'At most so many.', gtfs: UNSAID }),
    NumberOfZones: field(Count, { holds: 'integer', label: 'Number of zones', help: 'At most so many.', gtfs: UNSAID }),
    DistanceInterval: field(DistanceInterval.optional(), {
      holds: 'parts',
      label: 'Distance interval',
      help: 'In metres, both ends included.',
      gtfs: UNSAID,
    }),
    RatePerDistance: field(Text, {
      holds: 'text',
      label: 'Rate per distance',
      help: 'Amount for each kilometre, on top of the price.',
      gtfs: UNSAID,
    }),
    BetweenStops: field(z.array(StopPair).optional(), {
      holds: 'parts',
      label: 'Between stops',
      help: 'Pairs of stops; any one suffices.',
      gtfs: UNSAID,
    }),
    ValidAfterFareGroups: field(Ids, {
      holds: 'parts',
      label: 'Valid after fare groups',
      title: 'Fare Groups This Fare Is Valid After',
      help: 'Only after a ride on a fare of one of these groups.',
      gtfs: UNSAID,
    }),
    ValidAfterStops: field(Ids, {
      holds: 'parts',
      label: 'Valid after stops',
      title: 'Stops This Fare Is Valid After',
      help: 'Only after a ride from or to one of these stops.',
      gtfs: UNSAID,
    }),
    ValidAfterTransports: field(Ids, {
      holds: 'parts',
      label: 'Valid after transports',
      title: 'Transports This Fare Is Valid After',
      help: 'Only after a ride on one of these transports.',
      gtfs: UNSAID,
    }),
    Rules: field(z.array(FareRule), {
      holds: 'parts',
      label: 'Rules',
      help: 'Transports and zones on which it holds; any row suffices.',
      gtfs: { own: ['fare_rules.txt'] },
    }),
  },
);

export const Fare = FareKind.schema;
export type Fare = z.infer<typeof Fare>;

/** The fields by the names the edit call uses, and the document's key of each. */
export const FARE_FIELDS = editNames(FareKind);
export const FareField = editEnum(FARE_FIELDS);
export type FareField = z.infer<typeof FareField>;
