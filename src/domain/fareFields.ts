/** The fields of a fare that a person edits one by one. */
import { z } from 'zod';
import { isCalendarDate } from './date.ts';
import { currencyFaults, decimalFaults, isPrice, predecessorFaults, timeFaults } from './fareFaults.ts';
import { fieldWord } from './edits/editField.ts';
import { Fare, FARE_FIELDS, type FareField } from './model/fare.ts';

/** A text, seconds of the day, a days bitmask, or yes or no, as the field has it; null or an empty text takes the field away. */
export const FareFieldValue = z.union([z.string().trim().max(1000), z.int(), z.boolean(), z.null()]);
export type FareFieldValue = z.infer<typeof FareFieldValue>;

/** The same fare with another value of one field. Price and currency are never taken away: they become empty texts. */
export function withFareField(fare: Fare, field: FareField, value: FareFieldValue): Fare {
  const key = FARE_FIELDS[field];
  const isEmpty = value === null || value === '' || value === false;
  if (!isEmpty) return { ...fare, [key]: value };
  if (key === 'Price' || key === 'Currency') return { ...fare, [key]: '' };
  const { [key]: _gone, ...rest } = fare;
  return Fare.parse(rest);
}

/** Why a fare cannot have a value in a field, in the user's words; undefined where it can. `fare` is the fare as it is before. */
export function fareFieldError(fare: Fare, field: FareField, value: FareFieldValue): string | undefined {
  if (!isOfType(field, value)) return `Not a valid value for ${fieldWord('Fare', FARE_FIELDS[field])}`;
  const after = withFareField(fare, field, value);
  switch (field) {
    case 'price':
      return priceError(after);
    case 'currency':
      if (after.Currency === '') return 'A currency is required';
      return currencyFaults(after)[0]?.text;
    case 'departTime':
    case 'arrivalTime':
      return timeError(after);
    case 'validFromDate':
    case 'validToDate':
      return dateError(after, field);
    case 'fareGroupId':
      return predecessorFaults(after)[0]?.text;
    case 'days':
      return after.Days !== undefined && (after.Days < 1 || after.Days > 127) ? 'Choose at least one day' : undefined;
    case 'description':
    case 'isApproximatePrice':
      return undefined;
  }
}

/** Why a fare cannot have its price. A fare that is priced by distance needs none. */
export function priceError({ Price, Currency, RatePerDistance }: Pick<Fare, 'Price' | 'Currency' | 'RatePerDistance'>): string | undefined {
  if (Price === '') return RatePerDistance === undefined ? 'A price is required' : undefined;
  if (!isPrice(Price, Currency)) return 'Enter an amount with up to 2 decimals, such as 8.90';
  return decimalFaults({ Price, Currency })[0]?.text;
}

function timeError(fare: Fare): string | undefined {
  const [fault] = timeFaults(fare);
  if (!fault) return undefined;
  return fare.DepartTime === fare.ArrivalTime ? 'Depart and arrival time must differ' : 'Enter a time from 00:00 to 24:00';
}

function dateError({ ValidFromDate: from, ValidToDate: to }: Fare, field: 'validFromDate' | 'validToDate'): string | undefined {
  const date = field === 'validFromDate' ? from : to;
  if (date !== undefined && !isCalendarDate(date)) return 'Enter a date as YYYY-MM-DD';
  if (from === undefined || to === undefined || to >= from) return undefined;
  return field === 'validToDate' ? `The last day is before the first, ${from}` : `The first day is after the last, ${to}`;
}

function isOfType(field: FareField, value: FareFieldValue): boolean {
  if (value === null || value === '') return true;
  if (field === 'isApproximatePrice') return typeof value === 'boolean';
  if (field === 'days' || field === 'departTime' || field === 'arrivalTime') return typeof value === 'number';
  return typeof value === 'string';
}
