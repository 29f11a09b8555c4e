import type { RegionOption, RegionOptions } from '../../src/domain/regions.ts';

/** Countries, time zones, languages and currencies, from the Unicode CLDR data of the runtime (Intl), in the order of their names. */
export function regionOptions(): RegionOptions {
  return (options ??= {
    Countries: named('region', pairs().filter(isCountry)),
    Timezones: sorted(zones().map((Id) => ({ Id, Name: zoneName(Id) }))),
    Languages: named('language', languages()),
    Currencies: named(
      'currency',
      Intl.supportedValuesOf('currency').filter((code) => !/^X(?!A[F]$|CD$|CG$|OF$|PF$)/.test(code)),
    ).filter(
      // CLDR names currencies of the past with their years: "Dutch Guilder (1999–2001)".
      ({ Name }) => !/\d{4}/.test(Name),
    ),
  });
}

let options: RegionOptions | undefined;

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Codes of CLDR that are areas or parts of countries, not countries of ISO 3166-1. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

function pairs(): string[] {
  return LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).map((code) => code.toUpperCase());
}

/** Whether a code is in use: one that was given up (DD, SU) is canonically another. */
function isCountry(code: string): boolean {
  return !NO_COUNTRIES.has(code) && isNamed('region', code) && new Intl.Locale(`und-${code}`).region === code;
}

/** Languages by their ISO 639 codes of two letters, and those of three that public transport is published in. */
function languages(): string[] {
  const short = pairs().map((code) => code.toLowerCase());
  return [...short, ...LONG_LANGUAGES].filter((code) => isNamed('language', code) && Intl.getCanonicalLocales(code)[0] === code);
}

const LONG_LANGUAGES = ['ast', 'ceb', 'ckb', 'dsb', 'fil', 'frr', 'fur', 'gsw', 'haw', 'hsb', 'nds', 'sah', 'scn', 'smn', 'yue'];

function zones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
}

/** The zone's place before the part of the world: "Amsterdam, Europe", "Louisville, Kentucky, America". */
function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ').split('/').toReversed().join(', ');
}

const names = {
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  currency: new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }),
};

function isNamed(type: keyof typeof names, code: string): boolean {
  return names[type].of(code) !== undefined;
}

function named(type: keyof typeof names, codes: readonly string[]): RegionOption[] {
  return sorted(codes.flatMap((Id) => ({ Id, Name: names[type].of(Id) ?? Id })));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function sorted(list: readonly RegionOption[]): RegionOption[] {
  return list.toSorted((a, b) => collator.compare(a.Name, b.Name) || collator.compare(a.Id, b.Id));
}
