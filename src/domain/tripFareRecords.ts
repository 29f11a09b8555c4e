/** What the computation of a fare by GTFS Fares v2 takes: records of a version, rides with their stops, and who pays. */
import type { CalendarDate } from './date.ts';
import type { Entity } from './entities.ts';

/** A row of timeframes.txt. Times are seconds of the local day; undefined for its beginning or its end. */
export interface FareTimeframe {
  readonly group: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly service: string;
}

/** The records of Fares v2 that a version holds. */
export interface FareRecords {
  readonly products: readonly Entity<'FareProduct'>[];
  readonly legRules: readonly Entity<'FareLegRule'>[];
  readonly joinRules: readonly Entity<'FareLegJoinRule'>[];
  readonly transferRules: readonly Entity<'FareTransferRule'>[];
  readonly categories: readonly Entity<'RiderCategory'>[];
  readonly timeframes: readonly FareTimeframe[];
  /** Whether a service runs on a date; undefined for a service that the version does not know. */
  readonly runs: (service: string, date: CalendarDate) => boolean | undefined;
}

/** A stop of a ride: its areas (its own, or those of its station where it has none), and the station, or itself. */
export interface FareStop {
  readonly id: string;
  readonly station: string;
  readonly areas: readonly string[];
}

/** One ride with the network of its line (undefined for none). Times are seconds of the service day, in the local time of the stop. */
export interface FareRide {
  readonly network: string | undefined;
  readonly from: FareStop;
  readonly to: FareStop;
  readonly departs: number | undefined;
  readonly arrives: number | undefined;
}

/** Who pays and with what; undefined for anybody, and any medium. */
export interface FareBuyer {
  readonly category: string | undefined;
  readonly medium: string | undefined;
}

/** The rows of a product for a rider and a medium. A rider of no chosen category pays as the default category where the product has one. */
export function productsFor(records: FareRecords, productId: string, { category, medium }: FareBuyer): readonly Entity<'FareProduct'>[] {
  const rows = records.products.filter(
    ({ ProductId, FareMediaId = '' }) => ProductId === productId && (medium === undefined || FareMediaId === '' || FareMediaId === medium),
  );
  const byDefault = records.categories.find(({ IsDefault }) => IsDefault === 1)?.Id;
  const asked = category ?? (rows.some(({ RiderCategoryId }) => RiderCategoryId === byDefault) ? byDefault : undefined);
  return rows.filter(({ RiderCategoryId = '' }) => asked === undefined || RiderCategoryId === '' || RiderCategoryId === asked);
}
