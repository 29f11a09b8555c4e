/** Figures of service and their changes in words. */
import { decimalsOf } from '../../domain/currencies.ts';
import { costOfChange, type Rates } from '../../domain/service/costs.ts';
import { DAY_TYPES, type DayTypeName } from '../../domain/service/dayTypes.ts';
import type { FiguresChange } from '../../domain/service/figures.ts';
import type { ServiceDayChange } from '../../domain/service/serviceChange.ts';
import type { ChangedDays } from '../../projections/lineService.ts';
import { spokenLanguage } from '../language/language.ts';
import { texts } from './texts.ts';

/** A number as people write it, with so many decimals at most. */
export function numberText(value: number, decimals = 0): string {
  return value.toLocaleString(spokenLanguage().locale, { maximumFractionDigits: decimals, minimumFractionDigits: decimals });
}

/** A cost, with the decimals of its currency where it is small. */
export function costText(cost: number, currency: string | undefined): string {
  return numberText(cost, Math.abs(cost) < 100 ? (decimalsOf(currency ?? '') ?? 2) : 0);
}

/** The name of a day type. */
export function dayTypeText(dayType: DayTypeName): string {
  return { weekday: texts.weekday, saturday: texts.saturday, sunday: texts.sunday }[dayType];
}

/** What changed on some days: "Mon–Fri: +2 trips, +1.2 vehicle hours, +24 km, +1 peak vehicle". */
export function changedDaysText(days: readonly ChangedDays[], rates: Rates): string {
  return days
    .map((day) => texts.dayChange({ days: daysText(day.dayTypes), changes: changeText(day, costOfChange(day, rates), rates.CostCurrency) }))
    .join('; ');
}

/** The same of the difference between two versions. */
export function serviceChangeText(days: readonly ServiceDayChange[], currency: string | undefined): string {
  return days
    .map(({ DayType, Trips, Seconds, Metres, Vehicles, Cost }) =>
      texts.dayChange({
        days: dayTypeText(DayType),
        changes: changeText({ trips: Trips, seconds: Seconds, metres: Metres, vehicles: Vehicles }, Cost, currency),
      }),
    )
    .join('; ');
}

function daysText(dayTypes: readonly DayTypeName[]): string {
  return dayTypes.length === DAY_TYPES.length ? texts.eachDay : dayTypes.map(dayTypeText).join(', ');
}

/** What is less than a twentieth of an hour, or of a kilometre, is not named. */
const LEAST = 0.05;

function changeText({ trips, seconds, metres, vehicles }: FiguresChange, cost: number | undefined, currency: string | undefined): string {
  const [hours, kilometres] = [seconds / 3600, metres / 1000];
  const parts: string[] = [];
  if (trips !== 0) parts.push(texts.changeTrips({ sign: signOf(trips), count: Math.abs(trips) }));
  if (Math.abs(hours) >= LEAST)
    parts.push(texts.changeHours({ sign: signOf(hours), hours: numberText(Math.abs(hours), 1), count: Math.round(Math.abs(hours) * 10) / 10 }));
  if (Math.abs(kilometres) >= LEAST)
    parts.push(texts.changeKilometres({ sign: signOf(kilometres), kilometres: numberText(Math.abs(kilometres), Math.abs(kilometres) < 10 ? 1 : 0) }));
  if (vehicles !== 0) parts.push(texts.changeVehicles({ sign: signOf(vehicles), count: Math.abs(vehicles) }));
  if (cost !== undefined && Math.abs(cost) >= 0.005) {
    const words = { sign: signOf(cost), amount: costText(Math.abs(cost), currency) };
    parts.push(currency === undefined ? texts.changeCostOnly(words) : texts.changeCost({ ...words, currency }));
  }
  return parts.length === 0 ? texts.costsNothing : parts.join(', ');
}

function signOf(value: number): string {
  return value < 0 ? '−' : '+';
}
