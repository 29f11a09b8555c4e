import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/schedules.ts';
import { compareSchedules } from '../../src/domain/schedules.ts';
import { fieldNamesOf, type ScheduleRow } from '../../src/domain/scheduleDetails.ts';
import { specifiedTrack } from '../../src/domain/specified.ts';
import type { Engine } from '../store/engine.ts';
import { readSome } from '../store/entities.ts';
import { countTracks, findSchedulesOfTrips, readScheduleBriefs, readScheduleParts } from '../store/schedules.ts';
import { listDatabases } from '../store/regions.ts';
import { readCurrent, readSource } from '../store/versions.ts';
import { readable } from './editing.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { Refusal } from '../refusal.ts';

/** Schedules of a version in order, or those found by trip ids: at most 100 of these, with a flag when there are more. */
export async function listSchedules(
  engine: Engine,
  versionId: number,
  query: QueryOf<typeof contract.listSchedules>,
): Promise<ReplyOf<typeof contract.listSchedules>> {
  await readable(engine.db, versionId);
  const texts = [query.tripIds ?? []].flat().filter((text) => text !== '');
  const departures = [query.departures ?? []].flat();
  const found =
    texts.length + departures.length === 0
      ? undefined
      : await findSchedulesOfTrips(engine.db, versionId, { texts, departures, condition: query.condition ?? 'Or', match: query.match ?? 'Contains' });
  if (found === 'tooLong') throw new Refusal(504, 'search_too_long', 'The search takes too long. Search for a longer trip ID, or match it exactly.');
  const tracks = await countTracks(engine.db, versionId);
  const rows: ScheduleRow[] = [];
  for await (const page of readScheduleBriefs(engine, versionId)) {
    for (const brief of page) {
      if (found === undefined || found.has(brief.Id)) rows.push({ ...brief, TrackCount: tracks.get(brief.Id) ?? 0 });
    }
  }
  rows.sort(compareSchedules);
  const tooMany = found !== undefined && rows.length > SEARCH_LIMIT;
  return { Schedules: tooMany ? rows.slice(0, SEARCH_LIMIT) : rows, TooManyResultsForSearch: tooMany };
}

/** The base schedules of a version in order. */
export async function listBaseSchedules(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.listBaseSchedules>> {
  const { Schedules } = await listSchedules(engine, versionId, {});
  return { Schedules: Schedules.filter(({ IsBaseSchedule }) => IsBaseSchedule) };
}

/** The schedules of a region: those of the current version of each of its databases; versions that are not here now are left out. */
export async function listSchedulesOfRegion(engine: Engine, regionKey: string): Promise<ReplyOf<typeof contract.listSchedulesOfRegion>> {
  const Schedules: ReplyOf<typeof contract.listSchedulesOfRegion>['Schedules'] = [];
  for (const database of await listDatabases(engine.db)) {
    if (database.RegionKey !== regionKey) continue;
    const version = await readCurrent(engine.db, database.Id);
    if (!version || !(await readSource(engine.db, version.Id))) continue;
    const { Schedules: rows } = await listSchedules(engine, version.Id, {});
    Schedules.push(...rows.map((row) => ({ ...row, DbId: database.Id, DbVersionId: version.Id })));
  }
  return { Schedules: Schedules.toSorted(compareSchedules) };
}

/** One schedule with its tracks and timetables. */
export async function readSchedule(engine: Engine, versionId: number, scheduleId: string): Promise<ReplyOf<typeof contract.readSchedule>> {
  await readable(engine.db, versionId);
  const parts = await readScheduleParts(engine, versionId, scheduleId);
  if (!parts) throw new Refusal(404, 'not_found', `There is no schedule ${scheduleId}.`);
  const stopIds = [...new Set(parts.tracks.flatMap(({ doc }) => doc.Stops.map(({ StopId }) => StopId)))];
  const stops = await readSome(engine.db, versionId, 'Stop', stopIds);
  const placeOf = (id: string | undefined) => (id === undefined ? null : (stops.get(id)?.doc.Coordinate ?? null));
  const timetables = groupedBy(parts.timetables, ({ doc }) => doc.TrackId);
  return {
    Schedule: parts.schedule,
    Rev: parts.rev,
    Tracks: parts.tracks.map(({ doc: Track, rev }) => {
      const own = (timetables.get(Track.Id) ?? []).toSorted((a, b) => a.doc.Number - b.doc.Number);
      const details = { Track, Timetables: own.map(({ doc }) => doc) };
      return { ...specifiedTrack(details, placeOf), Rev: rev, TimetableRevs: own.map((one) => one.rev), FieldNames: fieldNamesOf(details) };
    }),
  };
}

/** More schedules than this are not listed for a trip search. */
const SEARCH_LIMIT = 100;
