/** fare_attributes.txt and fare_rules.txt. A fare with a condition that this form cannot say is left out: without it the fare would hold more widely. */
import { z } from 'zod';
import { Extra } from '../../../../src/domain/extra.ts';
import type { Fare } from '../../../../src/domain/model/fare.ts';
import type { FeedNotes } from '../notes.ts';
import type { Table } from './table.ts';

export const FARE_COLUMNS = ['fare_id', 'price', 'currency_type', 'payment_method', 'transfers'];
export const FARE_RULE_COLUMNS = ['fare_id', 'route_id', 'origin_id', 'destination_id', 'contains_id'];

/** Writes a fare with its rules, or a note why it cannot be written. */
export function writeFare(fare: Fare, attributes: Table, rules: Table, notes: FeedNotes): void {
  const unsaid = conditionsWithoutColumn(fare);
  if (unsaid.length > 0) {
    notes.add(
      'warning',
      'fare_attributes.txt',
      null,
      'fare left out',
      `The fare ${fare.Id} is left out: GTFS has no column for ${unsaid.join(', ')}, and without it the fare would hold more widely`,
    );
    return;
  }
  const { fare_rules: furtherColumns, ...extra } = fare.Extra ?? {};
  attributes.add(
    {
      fare_id: fare.Id,
      price: fare.Price,
      currency_type: fare.Currency,
      transfers: fare.NumberOfTransfers,
      transfer_duration: fare.Duration,
    },
    extra,
  );
  const further = extrasByRow(furtherColumns);
  for (const [i, rule] of fare.Rules.entries()) {
    rules.add(
      {
        fare_id: fare.Id,
        route_id: rule.Transport ?? undefined,
        origin_id: rule.FromZone ?? undefined,
        destination_id: rule.ToZone ?? undefined,
        contains_id: rule.ContainsZone ?? undefined,
      },
      further[i],
    );
  }
  for (const [field, value] of [
    ['Description', fare.Description],
    ['FareGroupId', fare.FareGroupId],
  ] as const) {
    if (value !== undefined)
      notes.add(
        'info',
        'fare_attributes.txt',
        null,
        `${field} not written`,
        `${field} of the fare ${fare.Id} is not written: GTFS has no column for it`,
      );
  }
}

function conditionsWithoutColumn(fare: Fare): string[] {
  const conditions: Readonly<Record<string, boolean>> = {
    Days: fare.Days !== undefined && fare.Days !== 127,
    DepartTime: fare.DepartTime !== undefined,
    ArrivalTime: fare.ArrivalTime !== undefined,
    ValidFromDate: fare.ValidFromDate !== undefined,
    ValidToDate: fare.ValidToDate !== undefined,
    IsApproximatePrice: fare.IsApproximatePrice === true,
    IsDurationInherited: fare.IsDurationInherited === true,
    NumberOfStops: fare.NumberOfStops !== undefined,
    NumberOfZones: fare.NumberOfZones !== undefined,
    DistanceInterval: fare.DistanceInterval !== undefined,
    RatePerDistance: fare.RatePerDistance !== undefined,
    BetweenStops: (fare.BetweenStops ?? []).length > 0,
    ValidAfterFareGroups: (fare.ValidAfterFareGroups ?? []).length > 0,
    ValidAfterStops: (fare.ValidAfterStops ?? []).length > 0,
    ValidAfterTransports: (fare.ValidAfterTransports ?? []).length > 0,
  };
  return Object.entries(conditions).flatMap(([name, set]) => (set ? [name] : []));
}

/** Columns of the rule rows that the reading kept beside the fare, by the number of the row. */
function extrasByRow(text: string | undefined): Readonly<Record<string, Extra>> {
  return text === undefined ? {} : z.record(z.string(), Extra).parse(JSON.parse(text));
}
