/** Reads fares of GTFS Fares v1: fare_attributes.txt and fare_rules.txt. */
import type { Fare, FareRule } from '../../../../src/domain/model/fare.ts';
import type { FeedNotes } from '../notes.ts';
import { columnsOf, readDocument } from '../columns.ts';
import type { RowWriter } from './stopsTable.ts';
import { readTable, type OnBytes } from './table.ts';
import type { FeedFile } from './zip.ts';

const RULES = ['fare_id', 'route_id', 'origin_id', 'destination_id', 'contains_id'];

/** Reads fares with their rule rows as tuples. Returns the column names of each file. */
export async function readFares(
  attributes: FeedFile,
  rules: FeedFile | undefined,
  writer: RowWriter,
  notes: FeedNotes,
  onBytes: OnBytes,
  agencies: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const headers = new Map<string, readonly string[]>();
  const fares = new Map<string, { fare: Omit<Fare, 'Rules'>; rules: FareRule[]; extra: Map<number, Record<string, string>> }>();
  headers.set(
    attributes.name,
    await readTable(attributes, { columns: columnsOf('Fare').known, required: ['fare_id'] }, notes, onBytes, (row) => {
      const id = row.text('fare_id');
      if (id === '' || fares.has(id))
        return row.reject(
          id === '' ? 'fare_id is blank' : 'fare_id is used twice',
          id === '' ? 'fare_id is blank' : `The fare ${id} has a row already`,
        );
      if (agencies > 1 && row.text('agency_id') === '')
        row.fault('agency_id is blank', `The fare ${id} does not say its agency_id, and there are ${agencies} agencies`);
      const fare = readDocument('Fare', row, { Id: id });
      if (fare) fares.set(id, { fare, rules: [], extra: new Map() });
      return undefined;
    }),
  );
  if (rules !== undefined) {
    headers.set(
      rules.name,
      await readTable(rules, { columns: RULES, required: ['fare_id'] }, notes, onBytes, (row) => {
        const entry = fares.get(row.text('fare_id'));
        if (entry === undefined) return row.reject('fare is unknown', `fare_attributes.txt has no fare "${row.text('fare_id')}"`, 'fare_id');
        const { Extra } = row.extra();
        if (Extra !== undefined) entry.extra.set(entry.rules.length, Extra);
        entry.rules.push({
          Transport: row.optional('route_id') ?? null,
          FromZone: row.optional('origin_id') ?? null,
          ToZone: row.optional('destination_id') ?? null,
          ContainsZone: row.optional('contains_id') ?? null,
        });
        return undefined;
      }),
    );
  }
  for (const { fare, rules: rows, extra } of fares.values()) {
    // A rule row has no place for further columns; they stay with the fare, by the number of the row.
    const kept = extra.size === 0 ? {} : { fare_rules: JSON.stringify(Object.fromEntries(extra)) };
    const Extra = { ...fare.Extra, ...kept };
    writer.add('Fare', { ...fare, Rules: rows, ...(Object.keys(Extra).length === 0 ? {} : { Extra }) });
  }
  return headers;
}
