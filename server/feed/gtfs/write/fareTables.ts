/** fare_attributes.txt and fare_rules.txt. A fare with a condition that this form cannot say is left out: without it the fare would hold more widely. */
import { z } from 'zod';
import { Extra } from '../../../../src/domain/extra.ts';
import { fieldsOf } from '../../../../src/domain/model/catalogue.ts';
import { type Fare, UNSAID } from '../../../../src/domain/model/fare.ts';
import type { FeedNotes } from '../notes.ts';
import { rowOf } from '../columns.ts';
import type { Table } from './table.ts';

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
  attributes.add(rowOf('Fare', fare).values, extra);
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
  for (const { key, gtfs } of fieldsOf('Fare')) {
    if (typeof gtfs === 'string' || !('none' in gtfs) || gtfs === UNSAID || Reflect.get(fare, key) === undefined) continue;
    notes.add('info', 'fare_attributes.txt', null, `${key} not written`, `${key} of the fare ${fare.Id} is not written: ${gtfs.none}`);
  }
}

/** Conditions of a fare that GTFS cannot say, by the keys of its fields. */
function conditionsWithoutColumn(fare: Fare): string[] {
  return fieldsOf('Fare').flatMap(({ key, gtfs }) => {
    const value: unknown = Reflect.get(fare, key);
    const holdsAlways =
      value === undefined || value === false || (key === 'Days' && value === EVERY_DAY) || (Array.isArray(value) && value.length === 0);
    return gtfs === UNSAID && !holdsAlways ? [key] : [];
  });
}

const EVERY_DAY = 127;

/** Columns of the rule rows that the reading kept beside the fare, by the number of the row. */
function extrasByRow(text: string | undefined): Readonly<Record<string, Extra>> {
  return text === undefined ? {} : z.record(z.string(), Extra).parse(JSON.parse(text));
}
