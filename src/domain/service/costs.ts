/** What a day of service costs, by the rates of the agency that runs it. */
import type { Agency } from '../model/agency.ts';
import type { FiguresChange, ServiceFigures } from './figures.ts';

/** The rates of an agency; an amount without a rate counts as nothing. */
export type Rates = Pick<Agency, 'CostPerHour' | 'CostPerKilometre' | 'CostPerVehicle' | 'CostCurrency'>;

/** Whether there is a rate at all: without one nothing is said of costs. */
export function hasRates({ CostPerHour, CostPerKilometre, CostPerVehicle }: Rates): boolean {
  return CostPerHour !== undefined || CostPerKilometre !== undefined || CostPerVehicle !== undefined;
}

/** Cost of figures: vehicle hours, kilometres and peak vehicles, each times its rate. Undefined without a rate. */
export function costOf({ Seconds, Metres, Vehicles }: Pick<ServiceFigures, 'Seconds' | 'Metres' | 'Vehicles'>, rates: Rates): number | undefined {
  return costOfChange({ seconds: Seconds, metres: Metres, vehicles: Vehicles }, rates);
}

/** Cost of a change of figures. */
export function costOfChange({ seconds, metres, vehicles }: Omit<FiguresChange, 'trips'>, rates: Rates): number | undefined {
  if (!hasRates(rates)) return undefined;
  const { CostPerHour = 0, CostPerKilometre = 0, CostPerVehicle = 0 } = rates;
  return (seconds / 3600) * CostPerHour + (metres / 1000) * CostPerKilometre + vehicles * CostPerVehicle;
}

/** The rates of the agency of a schedule; those of the only agency where the schedule names none. */
export function ratesOf<A extends Rates & { readonly Id: string }>(agencies: readonly A[], agencyId: string | undefined): Rates {
  const own = agencyId === undefined && agencies.length === 1 ? agencies[0] : agencies.find(({ Id }) => Id === agencyId);
  return own ?? {};
}
