/** A fare in words: what it costs, when it is valid, its conditions, and where it holds. */
import { calendarTime, formatServiceTime } from '../domain/time.ts';
import type { Fare, FareRule } from '../domain/fares.ts';
import { formatDays } from '../domain/days.ts';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';

/** One field of a fare as a reader sees it. */
export interface FareFact {
  readonly name: string;
  readonly text: string;
  /** What more there is to say, for a tooltip. */
  readonly hint?: string;
}

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

/** What a fare is and when it is valid. */
export function fareFacts(fare: Fare): readonly FareFact[] {
  return [
    { name: 'Price', text: farePrice(fare) },
    { name: 'Approximate price', text: fare.IsApproximatePrice === true ? 'Yes' : 'No' },
    { name: 'Fare group', text: fare.FareGroupId ?? NONE },
    { name: 'Days', text: fare.Days === undefined ? 'Every day' : formatDays(fare.Days) },
    { name: 'Depart time', ...timeOf(fare.DepartTime) },
    { name: 'Arrival time', ...timeOf(fare.ArrivalTime) },
    { name: 'Valid from', text: fare.ValidFromDate ?? NONE },
    { name: 'Valid to', text: fare.ValidToDate ?? NONE },
  ];
}

/** The conditions of a fare that are numbers. */
export function fareConditions(fare: Fare): readonly FareFact[] {
  return [
    { name: 'Duration', text: durationText(fare) },
    { name: 'Number of transfers', text: fare.NumberOfTransfers === 0 ? 'No transfers' : atMost(fare.NumberOfTransfers, 'transfer') },
    { name: 'Number of stops', text: atMost(fare.NumberOfStops, 'stop') },
    { name: 'Number of zones', text: atMost(fare.NumberOfZones, 'zone') },
    { name: 'Distance interval', text: distanceText(fare.DistanceInterval) },
    { name: 'Rate per distance', text: fare.RatePerDistance === undefined ? NONE : `${fare.RatePerDistance} ${fare.Currency} per km` },
  ];
}

/** Where a fare holds: on a transport, between two zones, through all of some zones; null and none say any. */
export interface FarePlace {
  readonly id: string;
  readonly transport: string | null;
  readonly fromZone: string | null;
  readonly toZone: string | null;
  readonly containsZones: readonly string[];
}

/** The alternatives a fare holds under. Zones that a ride has to contain stand in several rows and are asked for together. */
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

const NONE = '—';
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function timeOf(seconds: number | undefined): Omit<FareFact, 'name'> {
  if (seconds === undefined) return { text: 'Any time' };
  const hint = calendarTime(seconds);
  return { text: formatServiceTime(seconds), ...(hint === undefined ? {} : { hint }) };
}

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
