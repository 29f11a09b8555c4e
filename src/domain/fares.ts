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

/** One pair of stops the fare holds between; null says any. */
export const StopPair = z.object({ FromStop: z.string().nullable(), ToStop: z.string().nullable() });
export type StopPair = z.infer<typeof StopPair>;

/** A distance in metres, both ends included; an open end says any. */
export const DistanceInterval = z.object({ From: z.number().min(0).optional(), To: z.number().min(0).optional() });
export type DistanceInterval = z.infer<typeof DistanceInterval>;

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
  /** At most so many; absent: unlimited. */
  NumberOfTransfers: z.int().min(0).optional(),
  /** Seconds the ticket is good for. */
  Duration: z.int().min(0).optional(),
  /** The duration goes on from the ride before. */
  IsDurationInherited: z.boolean().optional(),
  /** At most so many. */
  NumberOfStops: z.int().min(0).optional(),
  NumberOfZones: z.int().min(0).optional(),
  DistanceInterval: DistanceInterval.optional(),
  /** Amount for each kilometre, on top of the price. */
  RatePerDistance: z.string().optional(),
  /** Alternatives. */
  BetweenStops: z.array(StopPair).optional(),
  /** Only after a ride on a fare of one of these groups, from or to one of these stops, on one of these transports. */
  ValidAfterFareGroups: z.array(z.string()).optional(),
  ValidAfterStops: z.array(z.string()).optional(),
  ValidAfterTransports: z.array(z.string()).optional(),
  Rules: z.array(FareRule),
  ...extraField,
});
export type Fare = z.infer<typeof Fare>;
