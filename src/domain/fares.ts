/** Fares and the conditions they apply under. */
import { z } from 'zod';
import { CalendarDate } from './date.ts';
import { Days } from './days.ts';
import { extraField } from './extra.ts';

/** One rule row: the fare holds on this transport, from this zone, to this zone; null says any. */
export const FareRule = z.object({
  Transport: z.string().nullable(),
  FromZone: z.string().nullable(),
  ToZone: z.string().nullable(),
  ContainsZone: z.string().nullable(),
});
export type FareRule = z.infer<typeof FareRule>;

/** A fare. Rule rows are alternatives (any one suffices), kept as tuples: two separate lists would be a cross product. */
export const Fare = z.object({
  Id: z.string().min(1),
  Description: z.string().optional(),
  /** Amount as the source wrote it, digits with up to the currency's decimals. */
  Price: z.string(),
  Currency: z.string(),
  IsApproximatePrice: z.boolean().optional(),
  Days: Days.optional(),
  FareGroupId: z.string().optional(),
  /** Seconds of the service day. */
  ArrivalTime: z.int().optional(),
  DepartTime: z.int().optional(),
  ValidFromDate: CalendarDate.optional(),
  ValidToDate: CalendarDate.optional(),
  /** Absent: unlimited. */
  NumberOfTransfers: z.int().min(0).optional(),
  /** Seconds. */
  Duration: z.int().min(0).optional(),
  Rules: z.array(FareRule),
  ...extraField,
});
export type Fare = z.infer<typeof Fare>;
