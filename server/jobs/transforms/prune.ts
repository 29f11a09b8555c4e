/** Leaves out parts of a network, and with them what only they used. */
import type { Entity, EntityKind } from '../../../src/domain/entities.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import { counted, trackKey, writeAll, type Changes, type TransformContext } from './transform.ts';
import { kindOf } from '../../../src/domain/model/catalogue.ts';

/** What stays by itself. What nothing that stays uses goes. */
export interface Kept {
  schedule(schedule: Entity<'Schedule'>): boolean;
  track(track: Entity<'Track'>): boolean;
  /** Stops that no track calls at, that have no parent, and that no transfer leads to. */
  readonly unusedStops: boolean;
  readonly unusedAgencies: boolean;
  /** Tracks without departures, and schedules without tracks. */
  readonly emptyTracks: boolean;
}

/** Writes what stays, and tells in the log what went. */
export async function writeKept(context: TransformContext<unknown>, kept: Kept): Promise<void> {
  const { input, log } = context;
  const schedules = new Map<string, Entity<'Schedule'>>();
  for await (const schedule of input.read('Schedule')) if (kept.schedule(schedule)) schedules.set(schedule.Id, schedule);
  const driven = new Set<string>();
  if (!kept.emptyTracks) {
    for await (const table of input.read('Timetable')) if (table.Departures.length > 0) driven.add(trackKey(table.ScheduleId, table.TrackId));
  }
  const tracks = new Set<string>();
  const withTracks = new Set<string>();
  const calledAt = new Set<string>();
  for await (const track of input.read('Track')) {
    const key = trackKey(track.ScheduleId, track.Id);
    if (!schedules.has(track.ScheduleId) || !kept.track(track) || (!kept.emptyTracks && !driven.has(key))) continue;
    tracks.add(key);
    withTracks.add(track.ScheduleId);
    for (const { StopId } of track.Stops) calledAt.add(StopId);
  }
  for await (const { ScheduleId, Calls } of input.read('FlexTrip')) {
    if (!schedules.has(ScheduleId)) continue;
    withTracks.add(ScheduleId);
    for (const { StopId } of Calls) if (StopId !== undefined) calledAt.add(StopId);
  }
  if (!kept.emptyTracks) for (const id of schedules.keys()) if (!withTracks.has(id)) schedules.delete(id);

  const stops = await stopsThatStay(context, calledAt, kept.unusedStops);
  const levels = new Set<string>();
  const agencies = new Set([...schedules.values()].map(({ AgencyId }) => AgencyId ?? ''));
  const lines = new Set([...schedules.values()].map(({ ExternalTransportId, Id }) => ExternalTransportId ?? Id));
  const fareLines = ({ Rules }: Entity<'Fare'>): string[] => Rules.flatMap(({ Transport }) => (Transport === null ? [] : [Transport]));
  const changes: Changes = {
    Agency: (agency) => (kept.unusedAgencies || agencies.has(agency.Id) || agencies.has('') ? agency : undefined),
    Stop: (stop) => {
      if (!stops.has(stop.Id)) return undefined;
      if (stop.LevelId !== undefined) levels.add(stop.LevelId);
      return stop;
    },
    Level: (level) => (kept.unusedStops || levels.has(level.Id) ? level : undefined),
    Schedule: (schedule) => schedules.get(schedule.Id),
    Track: (track) => (tracks.has(trackKey(track.ScheduleId, track.Id)) ? track : undefined),
    Timetable: (table) =>
      tracks.has(trackKey(table.ScheduleId, table.TrackId)) && (kept.emptyTracks || table.Departures.length > 0) ? table : undefined,
    Transfer: (transfer) => (known(stops, transfer.StopIdFrom) && known(stops, transfer.StopIdTo) ? transfer : undefined),
    Pathway: (pathway) => (stops.has(pathway.FromStopId) && stops.has(pathway.ToStopId) ? pathway : undefined),
    // A fare that was for lines that went would hold everywhere without them.
    Fare: (fare) => {
      const own = fareLines(fare);
      return own.length > 0 && !own.some((line) => lines.has(line)) ? undefined : fare;
    },
    Attribution: (attribution) =>
      known(agencies, attribution.AgencyId) && (attribution.ExternalTransportId === undefined || lines.has(attribution.ExternalTransportId))
        ? attribution
        : undefined,
    VehicleBoarding: (boarding) => (stops.has(boarding.BoardingAreaId) ? boarding : undefined),
    TicketingIdentifier: (identifier) => (stops.has(identifier.StopId) ? identifier : undefined),
    LocationGroupStop: (member) => (stops.has(member.StopId) ? member : undefined),
    StopArea: (member) => (stops.has(member.StopId) ? member : undefined),
    FlexTrip: (trip) => (schedules.has(trip.ScheduleId) ? trip : undefined),
    RouteNetwork: (member) => (lines.has(member.ExternalTransportId) ? member : undefined),
    FareLegJoinRule: (rule) => (known(stops, rule.FromStopId) && known(stops, rule.ToStopId) ? rule : undefined),
  };
  const counts = await writeAll(context, changes);
  const gone = [...counts].filter(([, { dropped }]) => dropped > 0);
  for (const [kind, { dropped }] of gone) log.info(`Left out ${counted(dropped, ...wordsOf(kind))}`);
  if (gone.length === 0) log.info('Nothing had to be left out');
  if (tracks.size === 0) log.warn('No track is left');
}

function wordsOf(kind: EntityKind): readonly [string, string] {
  return kindOf(kind).words;
}

function known(ids: ReadonlySet<string>, id: string | undefined): boolean {
  return id === undefined || id === '' || ids.has(id);
}

/** Stops called at, their parents, and the entrances and nodes of those parents. */
async function stopsThatStay({ input }: TransformContext<unknown>, calledAt: ReadonlySet<string>, all: boolean): Promise<ReadonlySet<string>> {
  const parents = new Map<string, string>();
  const ids = new Set<string>();
  const belongings = new Set<string>();
  for await (const stop of input.read('Stop')) {
    ids.add(stop.Id);
    if (stop.ParentId !== undefined && stop.ParentId !== '') parents.set(stop.Id, stop.ParentId);
    if (stop.Type === STOP_TYPES.Exit || stop.Type === STOP_TYPES.GenericNode || stop.Type === STOP_TYPES.BoardingArea) belongings.add(stop.Id);
  }
  if (all) return ids;
  const stay = new Set([...calledAt].filter((id) => ids.has(id)));
  const climb = (id: string): void => {
    for (let at = parents.get(id), depth = 0; at !== undefined && depth < 5; at = parents.get(at), depth++) stay.add(at);
  };
  for (const id of calledAt) climb(id);
  for (const id of belongings) if (stay.has(parents.get(id) ?? '')) stay.add(id);
  return stay;
}
