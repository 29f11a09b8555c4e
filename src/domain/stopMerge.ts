/** One stop in the place of another: what becomes of the documents that speak of it. */
import { type Entity, type EntityKind, stopReferences, stopsReferredTo } from './entities.ts';
import type { Fare } from './model/fare.ts';
import type { Stop } from './model/stop.ts';
import type { Translation } from './model/translation.ts';

/** Kinds of document that can speak of a stop. */
export const STOP_USERS = [
  'Stop',
  'Track',
  'Transfer',
  'Pathway',
  'Fare',
  'Translation',
  'VehicleBoarding',
  'TicketingIdentifier',
  'StopArea',
  'FareLegJoinRule',
  'LocationGroupStop',
  'FlexTrip',
] as const;
export type StopUser = (typeof STOP_USERS)[number];

/** Whether a document speaks of a stop: more than what keeps one from being removed, for fares and translations count too. */
export function speaksOfStop(kind: EntityKind, doc: Entity, stopId: string): boolean {
  if (kind === 'Fare') return fareStops(doc as Fare).has(stopId);
  if (kind === 'Translation') return isOfStop(doc as Translation, stopId);
  return stopsReferredTo(kind, doc).includes(stopId);
}

/** The document with one stop in the place of another; null where nothing is left of it: a link from the stop to itself. */
export function withOtherStop<K extends StopUser>(kind: K, doc: Entity<K>, gone: string, kept: string): Entity<K> | null {
  const replaced = (id: string | null | undefined) => (id === gone ? kept : id);
  const written = ((): object | null => {
    if ('Stops' in doc) return { ...doc, Stops: doc.Stops.map((stop) => (stop.StopId === gone ? { ...stop, StopId: kept } : stop)) };
    if ('Calls' in doc) return { ...doc, Calls: doc.Calls.map((call) => (call.StopId === gone ? { ...call, StopId: kept } : call)) };
    if (kind === 'Fare') return fareWith(doc as Fare, gone, kept);
    if (kind === 'Translation') return { ...doc, RecordId: replaced((doc as Translation).RecordId) };
    if (kind === 'Stop') return childOf(doc as Stop, kept);
    const named = stopReferences(kind);
    const ends = Object.entries(doc).map(([key, value]) => [key, named.includes(key) ? replaced(value as string) : value] as const);
    const after = Object.fromEntries(ends);
    const loops =
      (kind === 'Transfer' && after['StopIdFrom'] === after['StopIdTo']) || (kind === 'Pathway' && after['FromStopId'] === after['ToStopId']);
    return loops ? null : after;
  })();
  return written as Entity<K> | null;
}

/** Whether two documents of a kind say the same of the same stops: the second of two such is left out of a merge. */
export function sayTheSame(kind: StopUser, a: Entity, b: Entity): boolean {
  const same = (...keys: readonly string[]) => keys.every((key) => Reflect.get(a, key) === Reflect.get(b, key));
  if (kind === 'Transfer') return same('StopIdFrom', 'StopIdTo', 'Type', 'RouteIdFrom', 'RouteIdTo', 'TripIdFrom', 'TripIdTo');
  if (kind === 'StopArea') return same('AreaId', 'StopId');
  if (kind === 'LocationGroupStop') return same('LocationGroupId', 'StopId');
  if (kind === 'Translation') return same('CategoryName', 'FieldName', 'LanguageName', 'RecordId', 'RecordSubId', 'FieldValue');
  return false;
}

function childOf(stop: Stop, parent: string): Stop {
  const { ParentId: _before, ...rest } = stop;
  return stop.Id === parent ? rest : { ...rest, ParentId: parent };
}

function isOfStop({ CategoryName, RecordId }: Translation, stopId: string): boolean {
  return CategoryName === 'stops' && RecordId === stopId;
}

function fareStops({ BetweenStops = [], ValidAfterStops = [] }: Fare): ReadonlySet<string | null> {
  return new Set([...BetweenStops.flatMap(({ FromStop, ToStop }) => [FromStop, ToStop]), ...ValidAfterStops]);
}

function fareWith(fare: Fare, gone: string, kept: string): Fare {
  const other = (id: string | null) => (id === gone ? kept : id);
  const pairs = fare.BetweenStops?.map((pair) => ({ ...pair, FromStop: other(pair.FromStop), ToStop: other(pair.ToStop) }));
  return {
    ...fare,
    ...(pairs ? { BetweenStops: [...new Map(pairs.map((pair) => [JSON.stringify([pair.FromStop, pair.ToStop]), pair])).values()] } : {}),
    ...(fare.ValidAfterStops ? { ValidAfterStops: [...new Set(fare.ValidAfterStops.map((id) => other(id) ?? id))] } : {}),
  };
}
