import type { z } from 'zod';
import type { Entity, EntityKind } from '../../../src/domain/entities.ts';
import { fieldsOf, fieldsOfItems, refersTo } from '../../../src/domain/model/catalogue.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { joinDuplicateStops, mergeDatabase } from '../../../src/domain/taskTemplates/transforms.ts';
import { counted, KINDS, writeAll, type Transform } from './transform.ts';

/** Adds the documents of another database, with a prefix before every id of theirs. */
export const merge: Transform<z.infer<typeof mergeDatabase.parameters>> = async (context) => {
  const { other, log, values } = context;
  await writeAll(context, {});
  if (other === undefined) return;
  let added = 0;
  const add = async <K extends EntityKind>(kind: K): Promise<void> => {
    for await (const doc of other.read(kind)) {
      await context.write(kind, prefixed(kind, doc, values.prefix));
      added++;
    }
  };
  // What a feed says of itself is said once: by the database that is added to. Its kept files are those of the result.
  for (const kind of KINDS) if (kind !== 'Feed' && kind !== 'FileRow') await add(kind);
  log.info(`Added ${counted(added, 'document')} of ${values.database}, with ${values.prefix} before their ids`);
};

/** Ids of this feed that no document has: zones, groups, lines, blocks and trips. Ids within parts are done below. */
const FURTHER_IDS: Partial<Record<EntityKind, readonly string[]>> = {
  Stop: ['ZoneId', 'GroupId'],
  Schedule: ['ExternalTransportId'],
  Timetable: ['BlockId'],
  Transfer: ['TripIdFrom', 'TripIdTo'],
  Fare: ['FareGroupId'],
  Translation: ['RecordId'],
  Attribution: ['TripId'],
  FareProduct: ['ProductId'],
  Timeframe: ['GroupId'],
  FareLegRule: ['LegGroupId', 'NetworkId', 'FromTimeframeGroupId', 'ToTimeframeGroupId', 'FareProductId'],
  FareLegJoinRule: ['FromNetworkId', 'ToNetworkId'],
  FareTransferRule: ['FromLegGroupId', 'ToLegGroupId', 'FareProductId'],
};

/** Keys that hold ids of this feed. */
function idKeys(kind: EntityKind): readonly string[] {
  const references = fieldsOf(kind).flatMap(({ key, holds }) => (typeof holds === 'object' && holds.refersTo !== undefined ? [key] : []));
  return [...references, ...(FURTHER_IDS[kind] ?? [])];
}

/** Kinds whose id is no key of other documents' ids, or is made of them: a track's belongs to its schedule. */
const PLAIN_IDS: ReadonlySet<EntityKind> = new Set(['Track']);

/** An item of a list with other ids under some keys. */
function withIds(item: Readonly<Record<string, unknown>>, keys: readonly string[], put: (id: string) => string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, keys.includes(key) && typeof value === 'string' && value !== '' ? put(value) : value]),
  );
}

/** The document with a prefix before its id and before every id it names. */
export function prefixed<K extends EntityKind>(kind: K, doc: Entity<K>, prefix: string): Entity<K> {
  const put = (id: string): string => `${prefix}${id}`;
  const copy: Record<string, unknown> = { ...doc };
  for (const key of [...idKeys(kind), ...(PLAIN_IDS.has(kind) ? [] : ['Id'])]) {
    const id = copy[key];
    if (typeof id === 'string' && id !== '') copy[key] = put(id);
  }
  for (const { key: list } of fieldsOf(kind)) {
    const keys = fieldsOfItems(kind, list).flatMap((field) => (refersTo(field) === undefined ? [] : [field.key]));
    const items: unknown = copy[list];
    if (keys.length > 0 && Array.isArray(items)) copy[list] = items.map((item: Readonly<Record<string, unknown>>) => withIds(item, keys, put));
  }
  if (kind === 'NetworkCalendar') {
    const { Dates, Periods } = doc as Entity<'NetworkCalendar'>;
    const renamed = <T extends { readonly DayTypeId?: string | undefined }>(part: T): T =>
      part.DayTypeId === undefined ? part : { ...part, DayTypeId: put(part.DayTypeId) };
    Object.assign(copy, { Dates: Dates.map(renamed), Periods: Periods.map(renamed) });
  }
  if (kind === 'Track') copy['Stops'] = (doc as Entity<'Track'>).Stops.map((stop) => ({ ...stop, StopId: put(stop.StopId) }));
  if (kind === 'Timetable') {
    copy['Departures'] = (doc as Entity<'Timetable'>).Departures.map((departure) => ({
      ...departure,
      ...(departure.TripId === undefined ? {} : { TripId: put(departure.TripId) }),
      ...(departure.blockId === undefined ? {} : { blockId: put(departure.blockId) }),
    }));
  }
  if (kind === 'Fare') {
    const fare = doc as Entity<'Fare'>;
    const maybe = (id: string | null): string | null => (id === null ? null : put(id));
    copy['Rules'] = fare.Rules.map((rule) => ({
      Transport: maybe(rule.Transport),
      FromZone: maybe(rule.FromZone),
      ToZone: maybe(rule.ToZone),
      ContainsZone: maybe(rule.ContainsZone),
    }));
    if (fare.BetweenStops)
      copy['BetweenStops'] = fare.BetweenStops.map(({ FromStop, ToStop }) => ({ FromStop: maybe(FromStop), ToStop: maybe(ToStop) }));
    for (const key of ['ValidAfterFareGroups', 'ValidAfterStops', 'ValidAfterTransports'] as const) if (fare[key]) copy[key] = fare[key].map(put);
  }
  return copy as Entity<K>;
}

/** Makes one stop of several of the same name that lie close together. */
export const joinStops: Transform<z.infer<typeof joinDuplicateStops.parameters>> = async (context) => {
  const { input, log, values } = context;
  const joined = await stopsToJoin(context);
  const target = (id: string): string => joined.get(id) ?? id;
  const optional = (id: string | undefined): string | undefined => (id === undefined ? undefined : target(id));
  const pairs = new Set<string>();
  await writeAll(context, {
    Stop: (stop) =>
      joined.has(stop.Id)
        ? undefined
        : stop.ParentId !== undefined && joined.has(stop.ParentId)
          ? { ...stop, ParentId: target(stop.ParentId) }
          : stop,
    Track: (track) =>
      track.Stops.some(({ StopId }) => joined.has(StopId))
        ? { ...track, Stops: track.Stops.map((stop) => ({ ...stop, StopId: target(stop.StopId) })) }
        : track,
    Transfer: (transfer) => {
      const [from, to] = [optional(transfer.StopIdFrom), optional(transfer.StopIdTo)];
      if (from === transfer.StopIdFrom && to === transfer.StopIdTo) return transfer;
      const pair = `${from}\n${to}\n${transfer.Type}`;
      if ((from === to && transfer.Type < 4) || pairs.has(pair)) return undefined;
      pairs.add(pair);
      return { ...transfer, ...(from === undefined ? {} : { StopIdFrom: from }), ...(to === undefined ? {} : { StopIdTo: to }) };
    },
    Pathway: (pathway) => {
      const [FromStopId, ToStopId] = [target(pathway.FromStopId), target(pathway.ToStopId)];
      if (FromStopId === ToStopId) return undefined;
      return FromStopId === pathway.FromStopId && ToStopId === pathway.ToStopId ? pathway : { ...pathway, FromStopId, ToStopId };
    },
    Fare: (fare) => ({
      ...fare,
      ...(fare.BetweenStops
        ? {
            BetweenStops: fare.BetweenStops.map(({ FromStop, ToStop }) => ({
              FromStop: FromStop && target(FromStop),
              ToStop: ToStop && target(ToStop),
            })),
          }
        : {}),
      ...(fare.ValidAfterStops ? { ValidAfterStops: fare.ValidAfterStops.map(target) } : {}),
    }),
    VehicleBoarding: (boarding) => ({ ...boarding, BoardingAreaId: target(boarding.BoardingAreaId) }),
    TicketingIdentifier: (identifier) => ({ ...identifier, StopId: target(identifier.StopId) }),
    StopArea: (member) => {
      const area = `${member.AreaId}\n${target(member.StopId)}`;
      if (pairs.has(area)) return undefined;
      pairs.add(area);
      return { ...member, StopId: target(member.StopId) };
    },
    LocationGroupStop: (member) => {
      const group = `group ${member.LocationGroupId}\n${target(member.StopId)}`;
      if (pairs.has(group)) return undefined;
      pairs.add(group);
      return { ...member, StopId: target(member.StopId) };
    },
    FlexTrip: (trip) => ({
      ...trip,
      Calls: trip.Calls.map((call) => (call.StopId === undefined ? call : { ...call, StopId: target(call.StopId) })),
    }),
    FareLegJoinRule: (rule) => ({
      ...rule,
      ...(rule.FromStopId === undefined ? {} : { FromStopId: target(rule.FromStopId) }),
      ...(rule.ToStopId === undefined ? {} : { ToStopId: target(rule.ToStopId) }),
    }),
  });
  const names = new Map<string, string>();
  for await (const stop of input.read('Stop')) names.set(stop.Id, stop.Name);
  const group = log.group('Joined stops');
  for (const [from, to] of joined) log.info(`${from} (${names.get(from) ?? ''}) became ${to}`, group);
  log.info(`Joined ${counted(joined.size, 'stop')} with others within ${values.distance} m`);
};

/** Which stop each of the stops that go becomes. Of several the one with the lowest id stays. */
async function stopsToJoin({ input, values }: Parameters<typeof joinStops>[0]): Promise<ReadonlyMap<string, string>> {
  // Two stops in a row of one track are two, whatever they are called.
  const rows = new Set<string>();
  for await (const track of input.read('Track'))
    for (const [i, { StopId }] of track.Stops.entries()) {
      const next = track.Stops[i + 1]?.StopId;
      if (next !== undefined) rows.add(StopId < next ? `${StopId}\n${next}` : `${next}\n${StopId}`);
    }
  const cells = new Map<string, { id: string; lat: number; lng: number; like: string }[]>();
  const joined = new Map<string, string>();
  // A cell is as high as the distance; as wide too, or wider, at every latitude where buses run.
  const step = values.distance / 111_320;
  const metres = 111_320;
  const stops: { id: string; lat: number; lng: number; like: string }[] = [];
  for await (const stop of input.read('Stop')) {
    if (stop.Coordinate === null || (stop.Type !== STOP_TYPES.Regular && stop.Type !== STOP_TYPES.Platform)) continue;
    const name = values.same_name ? stop.Name.trim().toLowerCase() : '';
    stops.push({
      id: stop.Id,
      lat: stop.Coordinate.Lat,
      lng: stop.Coordinate.Lng,
      like: JSON.stringify([name, stop.ParentId ?? '', stop.PlatformCode ?? '']),
    });
  }
  stops.sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const stop of stops) {
    const narrow = Math.max(0.05, Math.cos((stop.lat * Math.PI) / 180));
    const [y, x] = [Math.floor(stop.lat / step), Math.floor(stop.lng / (step / 0.05))];
    let found: string | undefined;
    for (let dy = -1; dy <= 1 && found === undefined; dy++)
      for (let dx = -1; dx <= 1 && found === undefined; dx++)
        found = cells
          .get(`${y + dy}:${x + dx}`)
          ?.find(
            (other) =>
              other.like === stop.like &&
              Math.hypot((other.lat - stop.lat) * metres, (other.lng - stop.lng) * metres * narrow) <= values.distance &&
              !rows.has(`${other.id}\n${stop.id}`),
          )?.id;
    if (found !== undefined) joined.set(stop.id, found);
    else {
      const cell = `${y}:${x}`;
      cells.set(cell, [...(cells.get(cell) ?? []), stop]);
    }
  }
  return joined;
}
