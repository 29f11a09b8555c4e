/** What riders get of a version: journeys, reach, and connections that edits break. */
import type * as contract from '../../src/contract/journeys.ts';
import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import { parseCoordinate } from '../../src/domain/coordinate.ts';
import { brokenConnections, type TripCall } from '../../src/domain/journeys/connections.ts';
import type { PlacedPattern } from '../../src/domain/journeys/network.ts';
import type { Journey, Ride, Walk } from '../../src/domain/journeys/search.ts';
import { LONGEST_ACCESS, walkSeconds } from '../../src/domain/journeys/walking.ts';
import { type JourneyFound, type JourneyRide, MOST_BROKEN, MOST_JOURNEYS, MOST_RIDES, type RideLine } from '../../src/domain/journeys/wire.ts';
import { Refusal } from '../refusal.ts';
import { readChangedSince } from '../store/edits.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { readable } from './editing.ts';
import { JOURNEY_KINDS, type JourneyDay, JourneyIndex } from './journeyIndex.ts';
import { slices, within } from './prepared.ts';

/** Calls of trips that are searched at most: some 300 MB of memory. */
const MOST_CALLS = 6_000_000;
/** Edited documents that are followed at once. */
const EDITS = 2000;
/** Documents whose changes are looked at for broken connections. */
const MOST_EDITED = 20_000;
/** Versions in memory. */
const MOST_VERSIONS = 2;

interface Known {
  readonly index: Promise<JourneyIndex>;
  rev: number;
  /** What is done with the index, one after the other. */
  last: Promise<unknown>;
}

/** Answers of journeys on the versions of a store. */
export class Journeys {
  readonly #engine: Engine;
  readonly #known = new Map<number, Known>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(
    versionId: number,
    { from, to, date, time, span }: QueryOf<typeof contract.findJourneys>,
  ): Promise<ReplyOf<typeof contract.findJourneys>> {
    const { index, day } = await this.#day(versionId, date);
    const [access, egress] = [placeWalks(index, day, from), placeWalks(index, day, to)];
    const isServed = ({ walks }: { readonly walks: readonly Walk[] }): boolean => walks.some(({ stop }) => day.network.callsAt(stop).length > 0);
    const far = !isServed(access) ? 'from' : !isServed(egress) ? 'to' : undefined;
    const question = { access: access.walks, egress: egress.walks, rides: MOST_RIDES };
    const found = day.search.profile(question, time, time + span);
    const walked = access.at && egress.at ? walkSeconds(access.at, egress.at) : undefined;
    const longestWalk = Math.ceil((LONGEST_ACCESS * 2 * 1.3) / 1.2);
    const onFoot = walked !== undefined && walked <= longestWalk ? walked : undefined;
    const journeys = found
      .map((journey) => written(index, day, journey, access.walks, egress.walks))
      .filter(({ Leaves, Arrives }) => onFoot === undefined || Arrives - Leaves < onFoot)
      .slice(0, MOST_JOURNEYS);
    const onlyFoot: JourneyFound[] = onFoot === undefined ? [] : [{ Leaves: time, Arrives: time + onFoot, Rides: [], LastWalk: onFoot }];
    if (journeys.length > 0 || onlyFoot.length > 0) return { Journeys: [...onlyFoot, ...journeys] };
    const later = day.search.earliest(question, time + span).at(-1);
    return {
      Journeys: [],
      ...(later ? { Later: written(index, day, later, access.walks, egress.walks) } : {}),
      ...(far === undefined ? {} : { Far: far }),
    };
  }

  async reach(versionId: number, { from, date, time, minutes }: QueryOf<typeof contract.findReach>): Promise<ReplyOf<typeof contract.findReach>> {
    const { index, day } = await this.#day(versionId, date);
    const { walks } = placeWalks(index, day, from);
    const times = day.search.reach({ access: walks, rides: MOST_RIDES }, time);
    return {
      Stops: times.flatMap((at, stop) => {
        const known = index.stops.get(day.network.idOf(stop));
        return at === undefined || at > time + minutes * 60 || !known?.Coordinate
          ? []
          : [{ StopId: known.Id, Name: known.Name, Lat: known.Coordinate.Lat, Lng: known.Coordinate.Lng, Seconds: at - time }];
      }),
    };
  }

  async broken(
    versionId: number,
    { date, minutes, since }: QueryOf<typeof contract.findBrokenConnections>,
  ): Promise<ReplyOf<typeof contract.findBrokenConnections>> {
    const { rev, more, documents } = await readChangedSince(this.#engine.db, versionId, since, MOST_EDITED);
    if (more) throw new Refusal(413, 'too_many', 'More than 20,000 documents were changed since. Compare with a later change set.');
    const { index, old, now, tracks } = await this.#with(
      versionId,
      async (one) => ({ index: one, ...(await one.before(date, documents, slices())) }),
      rev,
    );
    const line = (scheduleId: string): string => index.schedules.get(scheduleId)?.ExternalTransportId ?? scheduleId;
    const walked = ({ network, walking }: JourneyDay) => ({ network, from: walking.from, to: (stop: number) => walking.to(stop) });
    const all = brokenConnections(walked(old), walked(now), tracks, minutes * 60, line);
    const Broken = all.slice(0, MOST_BROKEN).map(({ from, to, walk, arrives, now: next }) => ({
      Line: lineOf(index, from),
      ...(from.trip.tripId === undefined ? {} : { TripId: from.trip.tripId }),
      Towards: nameOf(index, from.towards),
      Arrived: from.time,
      ...(arrives === undefined ? {} : { Arrives: arrives }),
      At: placeOf(index, from.stopId),
      OntoLine: lineOf(index, to),
      OntoTowards: nameOf(index, to.towards),
      Onto: placeOf(index, to.stopId),
      Departed: to.time,
      Walk: walk,
      ...(next === undefined ? {} : { Now: next }),
    }));
    return { Broken, All: all.length, Tracks: tracks.size };
  }

  async #day(versionId: number, date: string): Promise<{ readonly index: JourneyIndex; readonly day: JourneyDay }> {
    return this.#with(versionId, async (index) => ({ index, day: await index.day(date, slices()) }));
  }

  /**
   * Does something with the index of a version as it is now, at least as of a revision. Refused (413) for a version that is too large, and (503) while it is read.
   */
  async #with<T>(versionId: number, act: (index: JourneyIndex) => Promise<T>, atLeast = 0): Promise<T> {
    const { rev } = await readable(this.#engine.db, versionId);
    let known = this.#known.get(versionId);
    if (!known) {
      const index = this.#read(versionId);
      known = { index, rev, last: index };
      index.catch(() => this.#known.delete(versionId));
    }
    this.#known.delete(versionId);
    this.#known.set(versionId, known);
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST_VERSIONS) this.#known.delete(oldest);
    const mine = known;
    const done = mine.last.then(async () => {
      const index = await mine.index;
      if (Math.max(rev, atLeast) > mine.rev) await this.#follow(versionId, mine, index);
      return act(index);
    });
    mine.last = done.catch(() => undefined);
    return within(done, 'The trips');
  }

  async #read(versionId: number): Promise<JourneyIndex> {
    const index = new JourneyIndex();
    const slice = slices();
    for (const kind of JOURNEY_KINDS)
      for await (const doc of readAll(this.#engine, versionId, kind)) {
        index.put(kind, doc);
        if (index.calls > MOST_CALLS)
          throw new Refusal(413, 'too_large', 'This version is too large to search journeys: it has more than 6,000,000 calls of trips.');
        await slice();
      }
    return index;
  }

  async #follow(versionId: number, known: Known, index: JourneyIndex): Promise<void> {
    for (let more = true; more;) {
      const found = await readChangedSince(this.#engine.db, versionId, known.rev, EDITS);
      index.follow(found.documents);
      known.rev = found.rev;
      more = found.more;
    }
  }
}

/** Walks to and from a place that is asked for. Refuses (400) one that is neither a stop of the version nor a place. */
function placeWalks({ stops }: JourneyIndex, { walking }: JourneyDay, text: string) {
  const stop = stops.get(text);
  if (stop) return { at: stop.Coordinate, walks: walking.aroundStop(text) };
  const at = parseCoordinate(text);
  if (!at) throw new Refusal(400, 'bad_input', `There is no stop ${text}. Write the id of a stop, or latitude,longitude.`);
  return { at, walks: walking.around(at) };
}

function written(
  index: JourneyIndex,
  { walking }: JourneyDay,
  { leaves, arrives, rides }: Journey,
  access: readonly Walk[],
  egress: readonly Walk[],
): JourneyFound {
  let last: number | undefined;
  const Rides = rides.map((ride): JourneyRide => {
    const stop = ride.pattern.stopNumbers[ride.board] ?? 0;
    const walks = last === undefined ? access : walking.from(last);
    last = ride.pattern.stopNumbers[ride.alight];
    return rideWritten(index, ride, least(walks, stop));
  });
  const [first] = Rides;
  return { Leaves: first ? first.Departs - first.Walk : leaves, Arrives: arrives, Rides, LastWalk: least(egress, last) };
}

function least(walks: readonly Walk[], stop: number | undefined): number {
  return Math.min(...walks.flatMap((walk) => (walk.stop === stop ? [walk.seconds] : [])));
}

function rideWritten(index: JourneyIndex, { pattern, trip, board, alight }: Ride, Walk: number): JourneyRide {
  const count = pattern.trips.length;
  const tripId = pattern.trips[trip]?.tripId;
  return {
    Line: lineOf(index, pattern),
    Towards: nameOf(index, pattern.stops.at(-1) ?? ''),
    ...(tripId === undefined ? {} : { TripId: tripId }),
    Board: placeOf(index, pattern.stops[board] ?? ''),
    Departs: pattern.departures[board * count + trip] ?? 0,
    Alight: placeOf(index, pattern.stops[alight] ?? ''),
    Arrives: pattern.arrivals[alight * count + trip] ?? 0,
    Between: pattern.stops.slice(board + 1, alight).map((id) => placeOf(index, id)),
    Walk,
  };
}

function lineOf({ schedules }: JourneyIndex, { scheduleId, trackId }: Pick<PlacedPattern | TripCall, 'scheduleId' | 'trackId'>): RideLine {
  const { Name = scheduleId, LongName, Color, TextColor } = schedules.get(scheduleId) ?? {};
  return {
    ScheduleId: scheduleId,
    TrackId: trackId,
    Name: Name === '' ? (LongName ?? scheduleId) : Name,
    ...(Color === undefined ? {} : { Color }),
    ...(TextColor === undefined ? {} : { TextColor }),
  };
}

function nameOf({ stops }: JourneyIndex, stopId: string): string {
  return stops.get(stopId)?.Name ?? stopId;
}

function placeOf(index: JourneyIndex, StopId: string): { StopId: string; Name: string; Lat?: number; Lng?: number } {
  const at = index.stops.get(StopId)?.Coordinate;
  return { StopId, Name: nameOf(index, StopId), ...(at ? { Lat: at.Lat, Lng: at.Lng } : {}) };
}
