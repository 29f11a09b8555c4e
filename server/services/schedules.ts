import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/schedules.ts';
import { compareSchedules, type Schedule } from '../../src/domain/schedules.ts';
import type { ScheduleRow } from '../../src/domain/scheduleDetails.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { countTracks, findSchedulesOfTrips, readScheduleParts } from '../store/schedules.ts';
import { readable } from './editing.ts';
import { groupedBy } from './groupedBy.ts';
import { Refusal } from './refusal.ts';

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
  for await (const schedule of readAll(engine, versionId, 'Schedule')) {
    if (found === undefined || found.has(schedule.Id)) rows.push(rowOf(schedule, tracks.get(schedule.Id) ?? 0));
  }
  rows.sort(compareSchedules);
  const tooMany = found !== undefined && rows.length > SEARCH_LIMIT;
  return { Schedules: tooMany ? rows.slice(0, SEARCH_LIMIT) : rows, TooManyResultsForSearch: tooMany };
}

/** One schedule with its tracks and timetables. */
export async function readSchedule(engine: Engine, versionId: number, scheduleId: string): Promise<ReplyOf<typeof contract.readSchedule>> {
  await readable(engine.db, versionId);
  const parts = await readScheduleParts(engine, versionId, scheduleId);
  if (!parts) throw new Refusal(404, 'not_found', `There is no schedule ${scheduleId}.`);
  const timetables = groupedBy(parts.timetables, ({ doc }) => doc.TrackId);
  return {
    Schedule: parts.schedule,
    Rev: parts.rev,
    Tracks: parts.tracks.map(({ doc: Track, rev }) => {
      const own = (timetables.get(Track.Id) ?? []).toSorted((a, b) => a.doc.Number - b.doc.Number);
      return { Track, Rev: rev, Timetables: own.map(({ doc }) => doc), TimetableRevs: own.map((one) => one.rev) };
    }),
  };
}

/** More schedules than this are not listed for a trip search. */
const SEARCH_LIMIT = 100;

function rowOf(schedule: Schedule, trackCount: number): ScheduleRow {
  const { Id, Name, LongName, ExternalTransportId, IsBaseSchedule, AgencyId, VehicleType, Color, Calendar } = schedule;
  return {
    Id,
    Name,
    ...(LongName === undefined ? {} : { LongName }),
    ...(ExternalTransportId === undefined ? {} : { ExternalTransportId }),
    IsBaseSchedule,
    ...(AgencyId === undefined ? {} : { AgencyId }),
    ...(VehicleType === undefined ? {} : { VehicleType }),
    ...(Color === undefined ? {} : { Color }),
    FromDate: Calendar.fromDate,
    ToDate: Calendar.toDate,
    TrackCount: trackCount,
  };
}
