/** Conflicts of two versions as people read them: the field, and the value on each side. */
import { valueText } from '../../domain/comparer/values.ts';
import { type EntityKind, isEntityKind } from '../../domain/entities.ts';
import { fieldOf, kindOf } from '../../domain/model/catalogue.ts';
import { Departure } from '../../domain/model/timetable.ts';
import type { TakeOverConflict } from '../../domain/takeOver.ts';
import { formatServiceTime } from '../../domain/time.ts';
import { propertyTitle } from '../../domain/comparer/fields.ts';
import { fieldLabel, said } from '../language/language.ts';
import { texts } from './texts.ts';

/** The field of a conflict: `Name`, `Departures: T17`, `Arrival offsets: stop 4`; of a document as a whole its kind. */
export function fieldWords({ Kind, Path }: Pick<TakeOverConflict, 'Kind' | 'Path'>): string {
  if (!isEntityKind(Kind)) return Path;
  if (Path === '') return texts.wholeDocument({ kind: said(kindOf(Kind).words[0]) });
  const [field = '', ...rest] = Path.split('/');
  const part = rest.join('/');
  const label = labelOf(Kind, field);
  if (part === '') return label;
  return /Offsets$|^Timepoints$/.test(field) ? texts.fieldAtStop({ field: label, stop: Number(part) + 1 }) : texts.fieldPart({ field: label, part });
}

/** A value of a conflict. `side`: a document that is not there was removed, or before it was made was not there. */
export function valueWords({ Kind, Path }: Pick<TakeOverConflict, 'Kind' | 'Path'>, value: unknown, side: 'base' | 'ours' | 'theirs'): string {
  if (!isEntityKind(Kind)) return JSON.stringify(value);
  if (Path !== '') return partWords(Kind, Path.split('/')[0] ?? '', Path.includes('/'), value);
  if (value === null || value === undefined) return side === 'base' ? texts.notThere : texts.removed;
  return Object.entries(value)
    .map(([field, part]) => texts.fieldPart({ field: labelOf(Kind, field), part: partWords(Kind, field, false, part) }))
    .join('; ');
}

function labelOf(kind: EntityKind, key: string): string {
  const field = fieldOf(kind, key);
  return field ? fieldLabel(kind, { key, label: field.label, help: '' }) : said(propertyTitle(key));
}

function partWords(kind: EntityKind, field: string, within: boolean, value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (field === 'Departures') {
    const departures = Departure.array().safeParse(within ? [value] : value);
    if (departures.success) return departures.data.map(departureWords).join(', ');
  }
  if (within && field.endsWith('Offsets') && typeof value === 'number') return texts.afterStart({ time: formatServiceTime(value) });
  return valueText(kind, field, value) || '–';
}

/** `08:05`, `06:00–09:00 every 10 min`, with what else the departure says. */
function departureWords({ Type: _type, Time, FromTime, ToTime, Frequency, TripId: _trip, ...more }: Departure): string {
  const when =
    Time !== undefined
      ? formatServiceTime(Time)
      : `${formatServiceTime(FromTime ?? 0)}–${formatServiceTime(ToTime ?? 0)} ${texts.every({ minutes: (Frequency ?? 0) / 60 })}`;
  const rest = Object.entries(more).flatMap(([key, part]) => {
    const text = valueText('Timetable', key, part);
    return text === '' ? [] : [`${propertyTitle(key)} ${text}`];
  });
  return [when, ...rest].join(', ');
}
