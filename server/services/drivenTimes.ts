/** Running times as they were driven: the kept vehicle positions of a schedule, laid on the lines of its tracks. */
import type { readDrivenTimes } from '../../src/contract/realtime.ts';
import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import { addDays } from '../../src/domain/date.ts';
import { localTime } from '../../src/domain/localTime.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import { type DrivenTrip, VehiclePositions, type VehicleRun } from '../../src/domain/realtime.ts';
import { passings, type TrackLine, trackLine } from '../../src/domain/service/passings.ts';
import { startOf } from '../../src/domain/timetableSheet/departures.ts';
import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { readSome } from '../store/entities.ts';
import { readTimezone } from '../store/regions.ts';
import { readScheduleParts } from '../store/schedules.ts';
import { readPositions } from '../store/vehiclePositions.ts';
import { readVersion } from '../store/versions.ts';
import { noVersion, readable } from './editing.ts';
import { slices } from './prepared.ts';
import { requireRange } from './realtime.ts';

/** Positions that are looked at: those of a busy line in two weeks. */
const MOST_POINTS = 300_000;
const DAY = 86_400;

/** The trips of a schedule of a version as they were driven in a span of dates. Trips that no timetable of it has any more are left out. */
export async function drivenTimes(
  engine: Engine,
  versionId: number,
  { schedule: scheduleId, from, to }: QueryOf<typeof readDrivenTimes>,
): Promise<ReplyOf<typeof readDrivenTimes>> {
  requireRange({ from, to });
  await readable(engine.db, versionId);
  const version = await readVersion(engine.db, versionId);
  if (!version) throw noVersion(versionId);
  const parts = await readScheduleParts(engine, versionId, scheduleId);
  if (!parts) throw new Refusal(404, 'not_found', `There is no schedule ${scheduleId}.`);
  const stopIds = [...new Set(parts.tracks.flatMap(({ doc }) => doc.Stops.map(({ StopId }) => StopId)))];
  const stops = await readSome(engine.db, versionId, 'Stop', stopIds);
  const timezone = await readTimezone(engine.db, version.DatabaseId);
  const query = { databaseId: version.DatabaseId, scheduleId, from: Date.parse(from) / 1000, until: Date.parse(addDays(to, 1)) / 1000 };
  const { Runs, Every } = VehiclePositions.parse(JSON.parse((await readPositions(engine, query, MOST_POINTS)).toString('utf8')));
  const slice = slices();
  const Tracks: ReplyOf<typeof readDrivenTimes>['Tracks'] = [];
  for (const { doc: track } of parts.tracks) {
    const line = trackLine(track, (id) => stops.get(id)?.doc.Coordinate);
    const starts = startsOf(parts.timetables.flatMap(({ doc }) => (doc.TrackId === track.Id ? [doc] : [])));
    const Trips: DrivenTrip[] = [];
    for (const run of Runs) {
      const start = starts.get(run.TripId);
      if (run.TrackId === track.Id && line && start !== undefined) Trips.push(...drivenTrip(run, line, start, timezone));
      await slice();
    }
    Tracks.push({ TrackId: track.Id, Trips });
  }
  return { Tracks, Every };
}

function startsOf(timetables: readonly Timetable[]): ReadonlyMap<string, number> {
  return new Map(
    timetables.flatMap(({ Departures }) =>
      Departures.flatMap((departure) => (departure.TripId === undefined ? [] : [[departure.TripId, startOf(departure)] as const])),
    ),
  );
}

/** A run in the seconds of its service day: the one on which it is nearest to its departure. Nothing where its positions tell of fewer than two stops. */
function drivenTrip({ TripId, Points }: VehicleRun, line: TrackLine, start: number, timezone: string): readonly DrivenTrip[] {
  const passed = passings(
    line,
    Points.map(([at, Lat, Lng]) => ({ at, place: { Lat, Lng } })),
  );
  const [first] = passed.filter((at) => at !== null);
  if (first === undefined || passed.filter((at) => at !== null).length < 2) return [];
  const local = localTime(Math.floor(first), timezone);
  const later = Math.round((start - local.seconds) / DAY);
  const shift = local.seconds + later * DAY - Math.floor(first);
  return [{ TripId, Date: addDays(local.date, -later), Passed: passed.map((at) => (at === null ? null : Math.round(at + shift))) }];
}
