/** How the service of one version differs from that of another. */
import { z } from 'zod';
import { costOfChange, type Rates } from './costs.ts';
import { DAY_TYPES, DayTypeName, dayChanges, type ScheduleFigures } from './dayTypes.ts';

/** What changed on the days of a type; `Cost` where the agency has rates. */
export const ServiceDayChange = z.object({
  DayType: DayTypeName,
  Trips: z.int(),
  Seconds: z.number(),
  Metres: z.number(),
  Vehicles: z.int(),
  Cost: z.number().optional(),
});
export type ServiceDayChange = z.infer<typeof ServiceDayChange>;

/** A schedule of the second version and its former id, or one that a version alone has. */
export const ScheduleChange = z.object({
  From: z.string().nullable(),
  To: z.string().nullable(),
  Currency: z.string().optional(),
  Days: z.array(ServiceDayChange),
});
export type ScheduleChange = z.infer<typeof ScheduleChange>;

/** The schedules whose service differs, and the sum of them all. */
export const ServiceChange = z.object({ Schedules: z.array(ScheduleChange), Total: z.array(ServiceDayChange), Currency: z.string().optional() });
export type ServiceChange = z.infer<typeof ServiceChange>;

/**
 * From the schedules of one version to those of another. `formerId` is the id that a schedule of the second version had in the first, undefined
 * for a new one. Both sides are priced with the rates of the second version, so a cost is that of the service and not of new rates; of a
 * schedule that is gone with those it had.
 */
export function serviceChange(
  from: readonly PricedFigures[],
  to: readonly PricedFigures[],
  formerId: (id: string) => string | undefined,
): ServiceChange {
  const before = new Map(from.map((side) => [side.ScheduleId, side]));
  const schedules: ScheduleChange[] = [];
  const add = (was: PricedFigures | undefined, is: PricedFigures | undefined): void => {
    const rates = is?.rates ?? was?.rates ?? {};
    const days = dayChanges(was?.Days ?? [], is?.Days ?? []).map(({ dayType, ...change }): ServiceDayChange => {
      const cost = costOfChange(change, rates);
      const { trips, seconds, metres, vehicles } = change;
      return { DayType: dayType, Trips: trips, Seconds: seconds, Metres: metres, Vehicles: vehicles, ...(cost === undefined ? {} : { Cost: cost }) };
    });
    if (days.length === 0) return;
    const currency = rates.CostCurrency;
    schedules.push({
      From: was?.ScheduleId ?? null,
      To: is?.ScheduleId ?? null,
      ...(currency === undefined ? {} : { Currency: currency }),
      Days: days,
    });
  };
  for (const is of to) {
    const former = formerId(is.ScheduleId);
    const was = former === undefined ? undefined : before.get(former);
    if (was) before.delete(was.ScheduleId);
    add(was, is);
  }
  for (const was of before.values()) add(was, undefined);
  const currencies = new Set(schedules.map(({ Currency }) => Currency));
  const [currency] = currencies;
  return {
    Schedules: schedules,
    Total: totalOf(schedules, currencies.size === 1),
    ...(currencies.size === 1 && currency !== undefined ? { Currency: currency } : {}),
  };
}

/** Figures of a schedule with the rates of its agency. */
export interface PricedFigures extends Pick<ScheduleFigures, 'ScheduleId' | 'Days'> {
  readonly rates: Rates;
}

/** The sum by day type; costs of one currency alone can be added up. */
function totalOf(schedules: readonly ScheduleChange[], isPriced: boolean): ServiceDayChange[] {
  return DAY_TYPES.flatMap((DayType) => {
    const days = schedules.flatMap(({ Days }) => Days.filter((day) => day.DayType === DayType));
    if (days.length === 0) return [];
    const sum = (of: (day: ServiceDayChange) => number): number => days.reduce((all, day) => all + of(day), 0);
    const priced = isPriced && days.every(({ Cost }) => Cost !== undefined);
    return [
      {
        DayType,
        Trips: sum(({ Trips }) => Trips),
        Seconds: sum(({ Seconds }) => Seconds),
        Metres: sum(({ Metres }) => Metres),
        Vehicles: sum(({ Vehicles }) => Vehicles),
        ...(priced ? { Cost: sum(({ Cost = 0 }) => Cost) } : {}),
      },
    ];
  });
}
