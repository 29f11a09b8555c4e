/** Timetables of a version in memory, as journeys are searched in them: read once, and followed edit by edit. */
import { runsOn } from '../../src/domain/activeDates.ts';
import { addDays, type CalendarDate } from '../../src/domain/date.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { trackKey } from '../../src/domain/journeys/connections.ts';
import { JourneyNetwork } from '../../src/domain/journeys/network.ts';
import { type Pattern, patternsOf } from '../../src/domain/journeys/patterns.ts';
import { JourneySearch } from '../../src/domain/journeys/search.ts';
import { Walking, type WalkedStop } from '../../src/domain/journeys/walking.ts';
import type { Pathway } from '../../src/domain/model/pathway.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Stop } from '../../src/domain/model/stop.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import type { Transfer } from '../../src/domain/model/transfer.ts';
import type { ChangedSince } from '../store/edits.ts';

/** What is kept of a stop. */
export type NamedStop = WalkedStop & Pick<Stop, 'Name'>;

/** What is kept of a schedule. */
export type RiddenSchedule = Pick<Schedule, 'Id' | 'Name' | 'LongName' | 'Color' | 'TextColor' | 'ExternalTransportId' | 'Calendar'>;

interface TrackTimes {
  readonly track: Track;
  readonly timetables: Map<number, Timetable>;
}

/** A date with its patterns and the search in them. */
export interface JourneyDay {
  readonly network: JourneyNetwork;
  readonly walking: Walking;
  readonly search: JourneySearch;
}

/** Dates whose patterns are kept. */
const MOST_DATES = 3;

/** Kinds of document that journeys depend on. */
export const JOURNEY_KINDS = ['Schedule', 'Track', 'Timetable', 'Stop', 'Transfer', 'Pathway'] as const;
type JourneyKind = (typeof JOURNEY_KINDS)[number];

/** One version: its documents, and the patterns of the dates asked for last. */
export class JourneyIndex {
  readonly schedules = new Map<string, RiddenSchedule>();
  readonly stops = new Map<string, NamedStop>();
  readonly #transfers = new Map<string, Transfer>();
  readonly #pathways = new Map<string, Pathway>();
  readonly #tracks = new Map<string, TrackTimes>();
  /** Timetables whose track is not there yet. */
  readonly #ofSchedule = new Map<string, Set<string>>();
  readonly #days = new Map<CalendarDate, { network: JourneyNetwork; day?: JourneyDay }>();
  /** Calls of all trips: the size of the version. */
  calls = 0;

  /** Takes a document in, as it is stored. Patterns are not made before a date is asked for. */
  put<K extends JourneyKind>(kind: K, doc: Entity<K>): void {
    this.#set(kind, doc);
  }

  /** What trips a date has. `slice` lets others have their turn. */
  async day(date: CalendarDate, slice: () => Promise<void>): Promise<JourneyDay> {
    let known = this.#days.get(date);
    if (!known) {
      const network = new JourneyNetwork();
      for (const key of this.#tracks.keys()) {
        network.setTrack(key, this.#patterns(key, date));
        await slice();
      }
      known = { network };
    }
    this.#days.delete(date);
    this.#days.set(date, known);
    for (const oldest of this.#days.keys()) if (this.#days.size > MOST_DATES) this.#days.delete(oldest);
    return (known.day ??= this.#walked(known.network));
  }

  /** Follows edits: only the tracks that they touch are made anew. */
  follow(edits: readonly ChangedSince[]): void {
    const touched = this.#apply(edits.map(({ kind, doc, before }) => ({ kind, now: doc, gone: before })));
    for (const [date, known] of this.#days) {
      for (const key of touched.tracks) known.network.setTrack(key, this.#patterns(key, date));
      if (touched.walks) delete known.day;
    }
  }

  /** The date as it was before edits, beside the date as it is, and the tracks in which they can differ. */
  async before(
    date: CalendarDate,
    edits: readonly ChangedSince[],
    slice: () => Promise<void>,
  ): Promise<{ readonly old: JourneyDay; readonly now: JourneyDay; readonly tracks: ReadonlySet<string> }> {
    const now = await this.day(date, slice);
    const network = new JourneyNetwork(now.network);
    const undone = edits.map(({ kind, doc, before }) => ({ kind, now: before, gone: doc }));
    const touched = this.#apply(undone);
    try {
      for (const key of touched.tracks) network.setTrack(key, this.#patterns(key, date));
      const tracks = new Set(touched.tracks);
      for (const stopId of touched.stops) {
        const stop = network.numberOf(stopId);
        for (const { pattern } of stop === undefined ? [] : network.callsAt(stop)) {
          const placed = network.pattern(pattern);
          if (placed) tracks.add(trackKey(placed));
        }
      }
      // its own documents: those of the index go back to what they are
      return { old: this.#walked(network, true), now, tracks };
    } finally {
      this.#apply(edits.map(({ kind, doc, before }) => ({ kind, now: doc, gone: before })));
    }
  }

  #walked(network: JourneyNetwork, own = false): JourneyDay {
    const stops = own ? new Map(this.stops) : this.stops;
    const walking = new Walking(network, { stops, transfers: this.#transfers.values(), pathways: this.#pathways.values() });
    return { network, walking, search: new JourneySearch(network, walking.from) };
  }

  #patterns(key: string, date: CalendarDate): readonly Pattern[] {
    const times = this.#tracks.get(key);
    const schedule = times && this.schedules.get(times.track.ScheduleId);
    if (!times || !schedule) return [];
    return patternsOf(times.track, [...times.timetables.values()], (days, day) =>
      runsOn(schedule.Calendar, days, day === 0 ? date : addDays(date, day)),
    );
  }

  #apply(edits: readonly { readonly kind: EntityKind; readonly now: unknown; readonly gone: unknown }[]): {
    readonly tracks: Set<string>;
    readonly stops: Set<string>;
    readonly walks: boolean;
  } {
    const [tracks, stops] = [new Set<string>(), new Set<string>()];
    let walks = false;
    for (const { kind, now, gone } of edits) {
      if (!isJourneyKind(kind)) continue;
      if (now === null || now === undefined) this.#remove(kind, gone);
      else this.#set(kind, now);
      for (const doc of [now, gone]) {
        if (doc === null || doc === undefined) continue;
        if (kind === 'Track') tracks.add(keyOfTrack(doc as Track));
        else if (kind === 'Timetable') tracks.add(keyOfTimetable(doc as Timetable));
        else if (kind === 'Schedule') for (const key of this.#ofSchedule.get((doc as Schedule).Id) ?? []) tracks.add(key);
        else {
          walks = true;
          for (const stop of stopsOf(kind, doc)) stops.add(stop);
        }
      }
    }
    return { tracks, stops, walks };
  }

  #set(kind: JourneyKind, doc: unknown): void {
    if (kind === 'Stop') {
      const { Id, Name, Coordinate, ParentId } = doc as Stop;
      this.stops.set(Id, { Id, Name, Coordinate, ...(ParentId === undefined ? {} : { ParentId }) });
    } else if (kind === 'Schedule') {
      const { Id, Name, LongName, Color, TextColor, ExternalTransportId, Calendar } = doc as Schedule;
      this.schedules.set(Id, { Id, Name, LongName, Color, TextColor, ExternalTransportId, Calendar });
    } else if (kind === 'Transfer') this.#transfers.set((doc as Transfer).Id, doc as Transfer);
    else if (kind === 'Pathway') this.#pathways.set((doc as Pathway).Id, doc as Pathway);
    else if (kind === 'Track') {
      const { Shape: _shape, ShapeDistances: _distances, ...track } = doc as Track;
      this.#place(track.ScheduleId, keyOfTrack(track), {
        track,
        timetables: this.#tracks.get(keyOfTrack(track))?.timetables ?? new Map<number, Timetable>(),
      });
    } else this.#setTimetable(doc as Timetable);
  }

  #setTimetable(timetable: Timetable): void {
    const key = keyOfTimetable(timetable);
    const times = this.#tracks.get(key) ?? { track: trackToCome(timetable), timetables: new Map<number, Timetable>() };
    this.calls += callsOf(timetable) - callsOf(times.timetables.get(timetable.Number));
    times.timetables.set(timetable.Number, timetable);
    this.#place(timetable.ScheduleId, key, times);
  }

  #place(scheduleId: string, key: string, times: TrackTimes): void {
    this.#tracks.set(key, times);
    const own = this.#ofSchedule.get(scheduleId);
    if (own) own.add(key);
    else this.#ofSchedule.set(scheduleId, new Set([key]));
  }

  #remove(kind: JourneyKind, doc: unknown): void {
    if (kind === 'Stop') this.stops.delete((doc as Stop).Id);
    else if (kind === 'Schedule') this.schedules.delete((doc as Schedule).Id);
    else if (kind === 'Transfer') this.#transfers.delete((doc as Transfer).Id);
    else if (kind === 'Pathway') this.#pathways.delete((doc as Pathway).Id);
    else if (kind === 'Timetable') {
      const timetables = this.#tracks.get(keyOfTimetable(doc as Timetable))?.timetables;
      this.calls -= callsOf(timetables?.get((doc as Timetable).Number));
      timetables?.delete((doc as Timetable).Number);
    } else {
      const key = keyOfTrack(doc as Track);
      const times = this.#tracks.get(key);
      if (times) this.#tracks.set(key, { track: { ...times.track, Stops: [] }, timetables: times.timetables });
    }
  }
}

function isJourneyKind(kind: EntityKind): kind is JourneyKind {
  return (JOURNEY_KINDS as readonly EntityKind[]).includes(kind);
}

function keyOfTrack({ ScheduleId, Id }: Pick<Track, 'ScheduleId' | 'Id'>): string {
  return trackKey({ scheduleId: ScheduleId, trackId: Id });
}

function keyOfTimetable({ ScheduleId, TrackId }: Timetable): string {
  return trackKey({ scheduleId: ScheduleId, trackId: TrackId });
}

/** In place of a track that is read after its timetables: without stops it has no patterns. */
function trackToCome({ ScheduleId, TrackId }: Timetable): Track {
  return { ScheduleId, Id: TrackId, Name: '', Direction: 'Unknown', Visible: true, Stops: [] };
}

function callsOf(timetable: Timetable | undefined): number {
  return timetable ? timetable.Departures.length * timetable.DepartureOffsets.length : 0;
}

function stopsOf(kind: JourneyKind, doc: unknown): readonly string[] {
  if (kind === 'Stop') return [(doc as Stop).Id];
  if (kind === 'Pathway') return [(doc as Pathway).FromStopId, (doc as Pathway).ToStopId];
  const { StopIdFrom, StopIdTo } = doc as Transfer;
  return [StopIdFrom, StopIdTo].flatMap((id) => (id === undefined ? [] : [id]));
}
