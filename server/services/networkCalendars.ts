import type * as contract from '../../src/contract/networkCalendars.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readEditedRevs } from '../store/entities.ts';
import { readKind } from '../store/records.ts';
import { readDayTrips } from '../store/tripCounts.ts';
import { readable } from './editing.ts';

/** The calendars of a version, its schedules, and what runs on which weekdays. */
export async function readCalendars(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.readCalendars>> {
  const { db } = engine;
  await readable(db, versionId);
  // revisions first: a document that is changed meanwhile is newer than is told, and told again
  const Revs = {
    Calendars: await readEditedRevs(db, versionId, 'NetworkCalendar'),
    DayTypes: await readEditedRevs(db, versionId, 'DayType'),
    Schedules: await readEditedRevs(db, versionId, 'Schedule'),
  };
  const Schedules: Schedule[] = [];
  for await (const schedule of readAll(engine, versionId, 'Schedule')) Schedules.push(schedule);
  return {
    Calendars: [...(await readKind(db, versionId, 'NetworkCalendar'))],
    DayTypes: [...(await readKind(db, versionId, 'DayType'))],
    Schedules,
    Trips: [...(await readDayTrips(db, versionId))],
    Revs,
  };
}
