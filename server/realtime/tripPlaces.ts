/** Which track a trip belongs to, in the version that a database follows. */
import { sql } from 'kysely';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { stateOf } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import { followedVersion } from '../store/vehiclePositions.ts';

/** Where a trip runs. */
export interface TripPlace {
  readonly scheduleId: string;
  readonly trackId: string;
}

/** Returns the place of a trip of a database; undefined for trips of no timetable. */
export type TripPlaces = (databaseId: string) => Promise<(tripId: string) => TripPlace | undefined>;

/** Remembers the trips of the versions last asked for. A feed of a million trips takes about 100 MB. */
export function tripPlaces(db: Db, keep = 8): TripPlaces {
  const known = new Map<number, Promise<Map<string, TripPlace>>>();
  return async (databaseId) => {
    const versionId = await followedVersion(db, databaseId);
    if (versionId === undefined) return () => undefined;
    let places = known.get(versionId);
    if (places === undefined) {
      places = readPlaces(db, versionId);
      places.catch(() => known.delete(versionId));
    }
    known.delete(versionId);
    known.set(versionId, places);
    for (const oldest of known.keys()) if (known.size > keep) known.delete(oldest);
    const trips = await places;
    return (tripId) => trips.get(tripId);
  };
}

async function readPlaces(db: Db, versionId: number): Promise<Map<string, TripPlace>> {
  const places = new Map<string, TripPlace>();
  const { rows } = await sql<{ id: string; trips: string }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Timetable)}
    select s.id, b.trips from state s join blob b on b.bid = s.bid where b.trips is not null`.execute(db);
  for (const { id, trips } of rows) {
    const [scheduleId = '', trackId = ''] = id.split('/').map(decodeURIComponent);
    const place = { scheduleId, trackId };
    for (const trip of trips.split('\n')) if (trip !== '') places.set(trip, place);
  }
  return places;
}
