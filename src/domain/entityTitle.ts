/** What a document is called where it stands among others of many kinds: in the comparer and in the change log. */
import type { EntityKind } from './entities.ts';
import type { Fare } from './model/fare.ts';
import { kindOf } from './model/catalogue.ts';
import { translatedText } from './translations.ts';
import type { Translation } from './model/translation.ts';

/** The name of a document for people; its id where it has none. */
export function entityTitle(kind: EntityKind, doc: Readonly<Record<string, unknown>>): string {
  const text = (key: string): string => {
    const value = doc[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const between = (from: string, to: string): string => `${text(from) || 'any'} → ${text(to) || 'any'}`;
  switch (kind) {
    case 'Timetable':
      return `${text('TrackId')}, timetable ${text('Number')}`;
    case 'Transfer':
      return between('StopIdFrom', 'StopIdTo');
    case 'Pathway':
      return between('FromStopId', 'ToStopId');
    case 'VehicleCoupling':
      return between('ParentId', 'ChildId');
    case 'Translation':
      return translatedText(doc as Translation);
    case 'Schedule':
      return text('Name') || text('LongName') || text('Id');
    case 'Fare':
      return text('Description') || fareTitle(doc);
    default:
      return text(kindOf(kind).named ?? 'Name') || text('Id');
  }
}

/** A fare without a description: where it holds and what it costs, `NCON → CONC · 1.95 USD`. */
function fareTitle({ Id, Price, Currency, Rules = [] }: Partial<Fare>): string {
  const [rule] = Rules;
  const zones =
    rule && (rule.FromZone || rule.ToZone)
      ? `${rule.FromZone ?? 'any'} → ${rule.ToZone ?? 'any'}`
      : rule?.ContainsZone
        ? `zone ${rule.ContainsZone}`
        : '';
  const where = zones || rule?.Transport || Id || '';
  const more = Rules.length > 1 ? ` and ${Rules.length - 1} more` : '';
  const price = Price === undefined ? '' : `${Price} ${Currency ?? ''}`.trim();
  return [`${where}${zones === '' ? '' : more}`, price].filter((part) => part !== '').join(' · ');
}
