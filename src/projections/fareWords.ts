/** A fare in words: what it costs, when it is valid, its conditions, and where it holds. */
import type { FareCondition } from '../domain/fareConditions.ts';
import type { Fare, FareRule } from '../domain/model/fare.ts';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';

/** The price with its currency: `2.40 EUR`, `about 2.40 EUR` where it is approximate. */
export function farePrice({ Price, Currency, IsApproximatePrice }: Pick<Fare, 'Price' | 'Currency' | 'IsApproximatePrice'>): string {
  return `${IsApproximatePrice === true ? 'about ' : ''}${Price} ${Currency}`.trim();
}

/** When a fare is valid, both dates included; undefined where it names no date. */
export function fareDates({ ValidFromDate: from, ValidToDate: to }: Pick<Fare, 'ValidFromDate' | 'ValidToDate'>): string | undefined {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? undefined : `until ${to}`;
}

/** A condition that is a number or an amount, in words. */
export function conditionText(fare: Fare, condition: FareCondition): string {
  switch (condition) {
    case 'Duration':
      return durationText(fare);
    case 'NumberOfTransfers':
      return fare.NumberOfTransfers === 0 ? 'No transfers' : atMost(fare.NumberOfTransfers, 'transfer');
    case 'NumberOfStops':
      return atMost(fare.NumberOfStops, 'stop');
    case 'NumberOfZones':
      return atMost(fare.NumberOfZones, 'zone');
    case 'DistanceInterval':
      return distanceText(fare.DistanceInterval);
    case 'RatePerDistance':
      return `${fare.RatePerDistance ?? ''} ${fare.Currency} per km`.trim();
    default:
      return '';
  }
}

/** Where a fare holds: on a transport, between two zones, through all of some zones; null and none say any. */
export interface FarePlace {
  readonly id: string;
  readonly transport: string | null;
  readonly fromZone: string | null;
  readonly toZone: string | null;
  readonly containsZones: readonly string[];
}

/** The alternatives a fare holds under. Zones that a ride has to contain stand in several rows and are requested together. */
export function farePlaces(rules: readonly FareRule[], nameOf: (transport: string) => string): readonly FarePlace[] {
  const places = new Map<string, FarePlace & { containsZones: string[] }>();
  for (const { Transport, FromZone, ToZone, ContainsZone } of rules) {
    const id = JSON.stringify([Transport, FromZone, ToZone]);
    const place = places.get(id) ?? { id, transport: Transport, fromZone: FromZone, toZone: ToZone, containsZones: [] };
    if (ContainsZone !== null && !place.containsZones.includes(ContainsZone)) place.containsZones.push(ContainsZone);
    places.set(id, place);
  }
  const named = (transport: string | null): string => (transport === null ? '' : nameOf(transport));
  return [...places.values()]
    .map((place) => ({ ...place, containsZones: place.containsZones.toSorted(collator.compare) }))
    .toSorted(
      (a, b) =>
        collator.compare(named(a.transport), named(b.transport)) ||
        collator.compare(a.fromZone ?? '', b.fromZone ?? '') ||
        collator.compare(a.toZone ?? '', b.toZone ?? ''),
    );
}

/** A transport as its vehicles show it. */
export interface TransportName {
  readonly name: string;
  readonly longName?: string;
  readonly color?: string;
}

/** Transports by the id that fares know them by. Of the schedules of one transport the first names it. */
export function transportNames(schedules: readonly ScheduleRow[]): ReadonlyMap<string, TransportName> {
  const names = new Map<string, TransportName>();
  for (const { Id, ExternalTransportId = Id, Name, LongName, Color } of schedules) {
    if (names.has(ExternalTransportId)) continue;
    names.set(ExternalTransportId, {
      name: Name || ExternalTransportId,
      ...(LongName === undefined ? {} : { longName: LongName }),
      ...(Color === undefined ? {} : { color: Color }),
    });
  }
  return names;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function atMost(n: number | undefined, one: string): string {
  if (n === undefined) return 'Unlimited';
  return `At most ${n} ${n === 1 ? one : `${one}s`}`;
}

function durationText({ Duration, IsDurationInherited }: Fare): string {
  const long = Duration === undefined ? 'Unlimited' : hours(Duration);
  if (IsDurationInherited !== true) return long;
  return Duration === undefined ? 'Inherited from the ride before' : `${long}, inherited from the ride before`;
}

function hours(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  return (
    parts
      .filter(([n]) => n > 0)
      .map(([n, unit]) => `${n} ${unit}`)
      .join(' ') || '0 s'
  );
}

function distanceText(interval: Fare['DistanceInterval']): string {
  const { From: from, To: to } = interval ?? {};
  if (from !== undefined && to !== undefined) return `${metres(from)} – ${metres(to)}`;
  if (from !== undefined) return `At least ${metres(from)}`;
  return to === undefined ? 'Any distance' : `At most ${metres(to)}`;
}

function metres(n: number): string {
  return n < 1000 ? `${n} m` : `${Number((n / 1000).toFixed(3))} km`;
}
