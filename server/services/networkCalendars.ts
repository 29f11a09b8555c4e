import type * as contract from '../../src/contract/networkCalendars.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import type { DayTrips } from '../../src/domain/dayTrips.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Engine } from '../store/engine.ts';
import { readEditedRevs } from '../store/entities.ts';
import { readKind } from '../store/records.ts';
import { readKindsState } from '../store/stops.ts';
import { timetableTrips } from '../store/tripCounts.ts';
import { readDocumentTexts } from './documentTexts.ts';
import { readable } from './editing.ts';
import { prepared } from './prepared.ts';

type Calendars = ReplyOf<typeof contract.readCalendars>;

/** Reads the calendars of a version, its schedules, and what runs on which weekdays. What runs is kept until a timetable changes. */
export function calendarsOf(engine: Engine, keep = 6): (versionId: number) => Promise<Calendars> {
  const { db } = engine;
  const timetables = timetableTrips(engine);
  const trips = prepared<readonly DayTrips[]>('The trips', { keep });
  return async (versionId) => {
    await readable(db, versionId);
    // Revisions first: a document that changes meanwhile is newer than its reported revision, and is reported again.
    const Revs = {
      Calendars: await readEditedRevs(db, versionId, 'NetworkCalendar'),
      DayTypes: await readEditedRevs(db, versionId, 'DayType'),
      Schedules: await readEditedRevs(db, versionId, 'Schedule'),
    };
    const Trips = await trips(await readKindsState(db, versionId, ['Timetable']), () => timetables.read(db, versionId));
    const schedules = await readDocumentTexts(engine, versionId, 'Schedule');
    return {
      Calendars: [...(await readKind(db, versionId, 'NetworkCalendar'))],
      DayTypes: [...(await readKind(db, versionId, 'DayType'))],
      // they were checked when they were written
      Schedules: JSON.parse(`[${schedules.toString('utf8')}]`) as Schedule[],
      Trips: [...Trips],
      Revs,
    };
  };
}
