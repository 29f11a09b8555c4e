/** Whether a fare applies to a journey, and why not: one pure function over the fare and what is known of the journey. */
import { z } from 'zod';
import { CalendarDate, daysOf, weekdayOf } from './date.ts';
import { decimalsOf } from './currencies.ts';
import { formatDays } from './days.ts';
import { CONDITION_NAMES } from './fareConditions.ts';
import { fareFaults } from './fareFaults.ts';
import { Fare, type FareRule } from './model/fare.ts';
import { formatServiceTime } from './time.ts';

/** One ride as it is asked about: a line between two of its stops. */
export const AskedRide = z.object({
  Transport: z.string().min(1),
  FromStop: z.string().min(1),
  ToStop: z.string().min(1),
  /** Of this ride alone; the first departs and the last arrives with the journey. Used by Fares v2. */
  DepartTime: z.int().min(0).max(359_999).optional(),
  ArrivalTime: z.int().min(0).max(359_999).optional(),
});
export type AskedRide = z.infer<typeof AskedRide>;

/** The ride before the journey, as far as it is given. */
export const PriorRide = z.object({ FareGroupId: z.string().optional(), StopId: z.string().optional(), Transport: z.string().optional() });
export type PriorRide = z.infer<typeof PriorRide>;

/** A journey as it is asked about. Times are seconds of the service day. */
export const AskedJourney = z.object({
  Rides: z.array(AskedRide).min(1).max(10),
  Date: CalendarDate,
  DepartTime: z.int().min(0).max(359_999),
  ArrivalTime: z.int().min(0).max(359_999).optional(),
  PriorRide: PriorRide.optional(),
  /** Who pays and with what, for Fares v2. */
  RiderCategoryId: z.string().optional(),
  FareMediaId: z.string().optional(),
});
export type AskedJourney = z.infer<typeof AskedJourney>;

/** What the network says of a ride: every stop from boarding to leaving with its zone (null for none), and the metres, null where a stop has no place. */
export interface RiddenLeg {
  readonly stops: readonly string[];
  readonly zones: readonly (string | null)[];
  readonly metres: number | null;
}

export const Holds = z.enum(['yes', 'no', 'unknown']);
export type Holds = z.infer<typeof Holds>;

/** One condition or field of the fare against the journey. */
export const FareCheck = z.object({ Name: z.string(), Holds, Text: z.string() });
export type FareCheck = z.infer<typeof FareCheck>;

/** The result of a fare for a journey. `unknown` if input for one of its conditions is missing. */
export const FareVerdict = z.object({ Applies: Holds, Checks: z.array(FareCheck), Amount: z.string().optional() });
export type FareVerdict = z.infer<typeof FareVerdict>;

/** Checks a fare. `legs` belong to the rides of the journey, one each. */
export function checkFare(fare: Fare, journey: AskedJourney, legs: readonly RiddenLeg[]): FareVerdict {
  const checks = [
    ...fareFaults(fare).map(({ text }) => said('Fare', 'no', `The fare can never be sold: ${text}`)),
    ...[dates, days, times, stops, places, distance, duration, counts, prior].flatMap((check) => check(fare, journey, legs)),
  ];
  const Applies = checks.some(({ Holds: holds }) => holds === 'no')
    ? 'no'
    : checks.some(({ Holds: holds }) => holds === 'unknown')
      ? 'unknown'
      : 'yes';
  const Amount = amountOf(fare, metresOf(legs));
  return { Applies, Checks: checks, ...(Amount === undefined ? {} : { Amount }) };
}

type Check = (fare: Fare, journey: AskedJourney, legs: readonly RiddenLeg[]) => readonly FareCheck[];

const dates: Check = ({ ValidFromDate: from, ValidToDate: to }, { Date: date }) => {
  if (from === undefined && to === undefined) return [];
  if (from !== undefined && date < from) return [said('Validity', 'no', `Valid from ${from}`)];
  if (to !== undefined && date > to) return [said('Validity', 'no', `Valid to ${to}`)];
  return [said('Validity', 'yes', `Valid on ${date}`)];
};

const days: Check = ({ Days }, { Date: date }) => {
  const day = daysOf(date);
  if (Days === undefined || day === undefined) return [];
  return [said('Days', (Days & (1 << weekdayOf(day))) === 0 ? 'no' : 'yes', `Valid on ${formatDays(Days)}`)];
};

/** From depart time to arrival time; where the arrival time is the earlier one, over midnight. */
const times: Check = ({ DepartTime: begins, ArrivalTime: ends }, { DepartTime: departs, ArrivalTime: arrives }) => {
  const overnight = begins !== undefined && ends !== undefined && ends < begins;
  const [from, to] = [departs % DAY, arrives === undefined ? undefined : arrives % DAY];
  if (overnight) {
    const inside = from >= begins || from <= ends;
    return [said('Times', inside ? 'yes' : 'no', `Valid from ${formatServiceTime(begins)} to ${formatServiceTime(ends)} of the next day`)];
  }
  const checks: FareCheck[] = [];
  if (begins !== undefined) checks.push(said('Depart time', from >= begins ? 'yes' : 'no', `Departs from ${formatServiceTime(begins)} on`));
  if (ends !== undefined) {
    const holds = from > ends ? 'no' : to === undefined ? 'unknown' : to <= ends && to >= from ? 'yes' : 'no';
    checks.push(said('Arrival time', holds, `Arrives by ${formatServiceTime(ends)}`));
  }
  return checks;
};

const DAY = 86_400;

const stops: Check = ({ BetweenStops = [] }, { Rides }) => {
  if (BetweenStops.length === 0) return [];
  const [from, to] = [Rides[0]?.FromStop, Rides.at(-1)?.ToStop];
  const holds = BetweenStops.some(({ FromStop, ToStop }) => (FromStop === null || FromStop === from) && (ToStop === null || ToStop === to));
  return [said(CONDITION_NAMES.BetweenStops, holds ? 'yes' : 'no', holds ? 'The fare names these stops' : 'The fare names other stops')];
};

/** Rows of the same zones are one place with several lines; each ride uses one of them. */
const places: Check = ({ Rules }, { Rides }, legs) => {
  if (Rules.length === 0) return [];
  const zones = legs.flatMap((leg) => leg.zones);
  const [from, to] = [zones[0] ?? null, zones.at(-1) ?? null];
  const checks: FareCheck[] = [];
  const foreign = Rides.find(({ Transport }) => !Rules.some((rule) => rule.Transport === null || rule.Transport === Transport));
  if (foreign) checks.push(said('Transports', 'no', `The fare does not hold on line ${foreign.Transport}`));
  const alike = groupBy(Rules, (rule) => JSON.stringify([rule.FromZone, rule.ToZone]));
  const between = alike.filter(
    ([rule]) => rule && (rule.FromZone === null || rule.FromZone === from) && (rule.ToZone === null || rule.ToZone === to),
  );
  const asksZones = Rules.some(({ FromZone, ToZone }) => FromZone !== null || ToZone !== null);
  if (asksZones) {
    const holds = between.length > 0 ? 'yes' : from === null || to === null ? 'unknown' : 'no';
    checks.push(said(CONDITION_NAMES.BetweenZones, holds, zonesText(from, to)));
  }
  const full = between.filter((rules) => containsAll(rules, Rides, zones));
  if (Rules.some(({ ContainsZone }) => ContainsZone !== null) && between.length > 0) {
    const asked = [...new Set(between.flat().flatMap(({ ContainsZone }) => ContainsZone ?? []))];
    const holds = full.length > 0 ? 'yes' : zones.includes(null) ? 'unknown' : 'no';
    checks.push(said(CONDITION_NAMES.ContainsZones, holds, `Goes through ${listed(asked)}`));
  }
  const served = full.some((rules) => Rides.every(({ Transport }) => rules.some((rule) => rule.Transport === null || rule.Transport === Transport)));
  if (!foreign && full.length > 0)
    checks.push(
      said('Transports', served ? 'yes' : 'no', served ? 'The fare holds on these lines' : 'The fare holds on these lines between other zones'),
    );
  return checks;
};

/** The zones that the rows of a place ask for, on the lines of the journey, are all gone through. */
function containsAll(rules: readonly FareRule[], rides: readonly AskedRide[], zones: readonly (string | null)[]): boolean {
  const mine = rules.filter((rule) => rule.Transport === null || rides.some(({ Transport }) => Transport === rule.Transport));
  return mine.length > 0 && mine.every(({ ContainsZone }) => ContainsZone === null || zones.includes(ContainsZone));
}

const distance: Check = ({ DistanceInterval: interval }, _journey, legs) => {
  if (!interval) return [];
  const metres = metresOf(legs);
  const text = `${interval.From ?? 0} m to ${interval.To === undefined ? 'any distance' : `${interval.To} m`}`;
  if (metres === null) return [said(CONDITION_NAMES.DistanceInterval, 'unknown', text)];
  const holds = metres >= (interval.From ?? 0) && metres <= (interval.To ?? Infinity);
  return [said(CONDITION_NAMES.DistanceInterval, holds ? 'yes' : 'no', `${text}; the journey has ${Math.round(metres)} m`)];
};

const duration: Check = (fare, { DepartTime, ArrivalTime, PriorRide: before }) => {
  if (fare.IsDurationInherited === true && before !== undefined)
    return [said(CONDITION_NAMES.Duration, 'unknown', 'The ticket of the ride before says how long')];
  if (fare.Duration === undefined) return [];
  const text = `At most ${minutes(fare.Duration)}`;
  if (ArrivalTime === undefined) return [said(CONDITION_NAMES.Duration, 'unknown', `${text}; enter the arrival to check this`)];
  const taken = ArrivalTime - DepartTime;
  return [said(CONDITION_NAMES.Duration, taken >= 0 && taken <= fare.Duration ? 'yes' : 'no', `${text}; the journey takes ${minutes(taken)}`)];
};

const counts: Check = ({ NumberOfStops, NumberOfTransfers, NumberOfZones }, { Rides }, legs) => {
  const checks: FareCheck[] = [];
  const ridden = legs.reduce((sum, leg) => sum + leg.stops.length - 1, 0);
  if (NumberOfStops !== undefined)
    checks.push(said(CONDITION_NAMES.NumberOfStops, ridden <= NumberOfStops ? 'yes' : 'no', `At most ${NumberOfStops}; the journey has ${ridden}`));
  const changes = Rides.length - 1;
  if (NumberOfTransfers !== undefined)
    checks.push(
      said(
        CONDITION_NAMES.NumberOfTransfers,
        changes <= NumberOfTransfers ? 'yes' : 'no',
        `At most ${NumberOfTransfers}; the journey has ${changes}`,
      ),
    );
  if (NumberOfZones !== undefined) {
    const zones = legs.flatMap((leg) => leg.zones);
    const known = new Set(zones.filter((zone) => zone !== null)).size;
    const holds = known > NumberOfZones ? 'no' : zones.includes(null) ? 'unknown' : 'yes';
    checks.push(
      said(
        CONDITION_NAMES.NumberOfZones,
        holds,
        `At most ${NumberOfZones}; the journey has ${known}${zones.includes(null) ? ' and stops without a zone' : ''}`,
      ),
    );
  }
  return checks;
};

const prior: Check = ({ ValidAfterFareGroups = [], ValidAfterStops = [], ValidAfterTransports = [] }, { PriorRide: before }) =>
  [
    [CONDITION_NAMES.ValidAfterFareGroups, ValidAfterFareGroups, before?.FareGroupId],
    [CONDITION_NAMES.ValidAfterStops, ValidAfterStops, before?.StopId],
    [CONDITION_NAMES.ValidAfterTransports, ValidAfterTransports, before?.Transport],
  ].flatMap(([name, asked, given]) => {
    if (!Array.isArray(asked) || asked.length === 0) return [];
    if (before === undefined) return [said(String(name), 'no', 'Only valid after a previous ride; none is given')];
    if (given === undefined) return [said(String(name), 'unknown', 'Not given for the previous ride')];
    return [said(String(name), asked.includes(String(given)) ? 'yes' : 'no', `After ${listed(asked)}`)];
  });

/** Price and rate for the metres; undefined where the price is none, or the rate needs metres that are not known. */
function amountOf({ Price, RatePerDistance, Currency }: Fare, metres: number | null): string | undefined {
  const price = Price.trim() === '' ? 0 : Number(Price);
  const rate = RatePerDistance === undefined ? 0 : Number(RatePerDistance);
  if (!Number.isFinite(price) || !Number.isFinite(rate) || (rate !== 0 && metres === null)) return undefined;
  return (price + (rate * (metres ?? 0)) / 1000).toFixed(decimalsOf(Currency) ?? 2);
}

function metresOf(legs: readonly RiddenLeg[]): number | null {
  return legs.reduce<number | null>((sum, { metres }) => (sum === null || metres === null ? null : sum + metres), 0);
}

function zonesText(from: string | null, to: string | null): string {
  return `From ${from === null ? 'a stop without a zone' : `zone ${from}`} to ${to === null ? 'a stop without a zone' : `zone ${to}`}`;
}

function listed(ids: readonly unknown[]): string {
  const shown = ids.slice(0, 5).join(', ');
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown;
}

function minutes(seconds: number): string {
  return `${Math.round(seconds / 60)} min`;
}

function said(Name: string, holds: Holds, Text: string): FareCheck {
  return { Name, Holds: holds, Text };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** The answer to a check: every fare with its verdict, and what the network says of each ride. */
export const FareCheckAnswer = z.object({
  Fares: z.array(Fare.pick({ Id: true, Description: true, Price: true, Currency: true, IsApproximatePrice: true }).extend(FareVerdict.shape)),
  /** Stops ridden, zones gone through, and metres; null where a stop has no place. */
  Rides: z.array(z.object({ Stops: z.int(), Zones: z.array(z.string().nullable()), Metres: z.number().nullable() })),
});
export type FareCheckAnswer = z.infer<typeof FareCheckAnswer>;
