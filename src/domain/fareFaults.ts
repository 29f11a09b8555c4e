/** What is wrong with a fare by itself. Validation, the edits and the fare check ask the same functions. */
import { clashesOf } from './fareConditions.ts';
import { decimalsOf } from './currencies.ts';
import type { Fare } from './model/fare.ts';

/** A fault at a field of a fare; without a field it concerns several. */
export interface FareFault {
  readonly field?: string;
  readonly text: string;
}

/** Whether a text is an amount: digits with up to 2 decimals, 3 where the currency has 3. */
export function isPrice(text: string, currency: string): boolean {
  return new RegExp(`^\\d+(\\.\\d{1,${Math.max(2, decimalsOf(currency) ?? 2)}})?$`).test(text);
}

/** A price that cannot be read, or has more decimals than its currency; an empty one is no fault of this kind. */
export function priceFaults({ Price, Currency }: Pick<Fare, 'Price' | 'Currency'>): readonly FareFault[] {
  if (isBlank(Price) || isPrice(Price, Currency)) return [];
  return [{ field: 'Price', text: `"${Price}" is not a price` }];
}

/** A price with more decimals than its currency. */
export function decimalFaults({ Price, Currency }: Pick<Fare, 'Price' | 'Currency'>): readonly FareFault[] {
  const allowed = decimalsOf(Currency);
  const given = /^\d+\.(\d+)$/.exec(Price)?.[1]?.length ?? 0;
  if (allowed === undefined || given <= allowed) return [];
  return [{ field: 'Price', text: `${Price} has ${given} decimals; ${Currency} has ${allowed === 0 ? 'none' : allowed}` }];
}

/** A currency that ISO 4217 does not have. */
export function currencyFaults({ Currency }: Pick<Fare, 'Currency'>): readonly FareFault[] {
  if (isBlank(Currency) || decimalsOf(Currency) !== undefined) return [];
  return [{ field: 'Currency', text: `"${Currency}" is not a currency of ISO 4217` }];
}

/** A last day before the first. */
export function validityFaults({ ValidFromDate, ValidToDate }: Pick<Fare, 'ValidFromDate' | 'ValidToDate'>): readonly FareFault[] {
  if (ValidFromDate === undefined || ValidToDate === undefined || ValidToDate >= ValidFromDate) return [];
  return [{ field: 'ValidToDate', text: `It is valid from ${ValidFromDate} to ${ValidToDate}` }];
}

/** Times that no day has, or that are equal. */
export function timeFaults({ DepartTime, ArrivalTime }: Pick<Fare, 'DepartTime' | 'ArrivalTime'>): readonly FareFault[] {
  const wrong = [['DepartTime', DepartTime] as const, ['ArrivalTime', ArrivalTime] as const].find(
    ([, time]) => time !== undefined && (time < 0 || time > 86_400),
  );
  if (wrong) return [{ field: wrong[0], text: `${wrong[1]} s is no time of a day` }];
  if (DepartTime === undefined || DepartTime !== ArrivalTime) return [];
  return [{ field: 'ArrivalTime', text: 'Departure and arrival are at the same time' }];
}

/** Conditions that cannot stand together. */
export function clashFaults(fare: Fare): readonly FareFault[] {
  return clashesOf(fare).map(([a, b]) => ({ text: `${a} and ${b} cannot be combined` }));
}

/** Numbers of conditions that no ride can have. */
export function conditionValueFaults(fare: Fare): readonly FareFault[] {
  const faults: FareFault[] = [];
  for (const [field, least] of LEAST) {
    const value = fare[field];
    if (value !== undefined && (!Number.isInteger(value) || value < least))
      faults.push({ field, text: `${field} is ${value}; it is a whole number from ${least}` });
  }
  const rate = fare.RatePerDistance;
  if (rate !== undefined && !isBlank(rate) && !(Number(rate) > 0))
    faults.push({ field: 'RatePerDistance', text: `The rate per distance is ${rate}` });
  return faults;
}

const LEAST = [
  ['Duration', 1],
  ['NumberOfStops', 1],
  ['NumberOfZones', 1],
  ['NumberOfTransfers', 0],
] as const;

/** A distance that ends before it begins, or begins below 0. */
export function distanceFaults({ DistanceInterval: interval }: Pick<Fare, 'DistanceInterval'>): readonly FareFault[] {
  if (!interval) return [];
  const { From, To } = interval;
  if ((From ?? 0) >= 0 && (To ?? 0) >= 0 && (To === undefined || To > (From ?? 0))) return [];
  return [{ field: 'DistanceInterval', text: `From ${From === undefined ? 'any' : shown(From)} m to ${To === undefined ? 'any' : shown(To)} m` }];
}

/** A duration that continues that of an earlier ride, which the fare does not ask for. */
export function inheritedFaults(fare: Fare): readonly FareFault[] {
  const asks = [fare.ValidAfterFareGroups, fare.ValidAfterStops, fare.ValidAfterTransports].some((list) => (list?.length ?? 0) > 0);
  return fare.IsDurationInherited === true && !asks
    ? [{ field: 'Duration', text: 'The duration is inherited, and no ride before is asked for' }]
    : [];
}

/** A fare that is valid after its own group. */
export function predecessorFaults({ FareGroupId, ValidAfterFareGroups = [] }: Fare): readonly FareFault[] {
  return FareGroupId !== undefined && ValidAfterFareGroups.includes(FareGroupId)
    ? [{ field: 'ValidAfterFareGroups', text: `The fare group ${FareGroupId} cannot be its own predecessor` }]
    : [];
}

/** Why a fare can never be sold, whatever the ride. */
export function fareFaults(fare: Fare): readonly FareFault[] {
  return [validityFaults, timeFaults, clashFaults, conditionValueFaults, distanceFaults, inheritedFaults].flatMap((faultsOf) => faultsOf(fare));
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function shown(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-GB', { maximumFractionDigits: 2 });
}
