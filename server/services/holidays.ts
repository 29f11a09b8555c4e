import type * as contract from '../../src/contract/holidays.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import { type Holiday, Holiday as HolidaySchema, MOST_HOLIDAY_YEARS } from '../../src/domain/holidays.ts';

interface Asked {
  readonly country: string;
  readonly state: string;
  readonly timezone: string;
  readonly from: number;
  readonly to: number;
  readonly language: string;
}

/** Holidays of a country in some years. The data, 1.5 MB, is read when somebody first asks. */
export async function listHolidays(asked: Asked): Promise<ReplyOf<typeof contract.listHolidays>> {
  const { default: DateHolidays } = await import('date-holidays');
  const { language, state } = asked;
  const index = new DateHolidays();
  const names = index.getCountries(language);
  const wanted = asked.country.toUpperCase();
  const Country = wanted in names ? wanted : (Object.keys(names).find((id) => isIn(new DateHolidays(id), asked.timezone)) ?? '');
  const states = Country === '' ? {} : (index.getStates(Country, language) ?? {});
  const State = state in states ? state : '';
  const Holidays: Holiday[] = [];
  if (Country !== '') {
    const place = new DateHolidays(Country, State);
    place.setLanguages([language, 'en']);
    const where = State === '' ? Country : `${Country}-${State}`;
    const to = Math.min(asked.to, asked.from + MOST_HOLIDAY_YEARS - 1);
    for (let year = asked.from; year <= to; year++) {
      for (const { date, name, type, rule } of place.getHolidays(year)) {
        const holiday = HolidaySchema.safeParse({ Date: date.slice(0, 10), Name: name, Type: type, Rule: `${where}: ${rule}`.slice(0, 200) });
        // observances, on which everybody works, are none
        if (holiday.success) Holidays.push(holiday.data);
      }
    }
  }
  return { Country, State, Countries: placesOf(names), States: placesOf(states), Holidays };
}

function isIn(country: { getTimezones(): string[] }, timezone: string): boolean {
  return timezone !== '' && country.getTimezones().includes(timezone);
}

function placesOf(names: Readonly<Record<string, string>>): { Id: string; Name: string }[] {
  return Object.entries(names)
    .map(([Id, Name]) => ({ Id, Name }))
    .toSorted((a, b) => a.Name.localeCompare(b.Name, 'en'));
}
