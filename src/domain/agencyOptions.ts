/** The languages and timezones that are offered for an agency. */

import { z } from 'zod';

/** A choice: what is stored, and its name. */
const AgencyOption = z.object({ Id: z.string(), Name: z.string() });
type AgencyOption = z.infer<typeof AgencyOption>;

/** What is offered for the language and the timezone of an agency. */
export const AgencyOptions = z.object({ Languages: z.array(AgencyOption), Timezones: z.array(AgencyOption) });
export type AgencyOptions = z.infer<typeof AgencyOptions>;

/** Languages with a two-letter code (ISO 639-1) by their English names. */
export function languageOptions(): AgencyOption[] {
  return (languages ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .flatMap((Id) => {
      // deprecated codes are written as another one
      if (Intl.getCanonicalLocales(Id)[0] !== Id) return [];
      const Name = NAMES.of(Id);
      return Name === undefined || Name === Id ? [] : [{ Id, Name }];
    })
    .toSorted((a, b) => a.Name.localeCompare(b.Name, 'en')));
}

/** Timezones of the IANA database, by id. */
export function timezoneOptions(): AgencyOption[] {
  return (timezones ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')].map((Id) => ({
    Id,
    Name: Id,
  })));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
let languages: AgencyOption[] | undefined;
let timezones: AgencyOption[] | undefined;
