/** Edits of schedules: made, cloned, removed, and their fields, one or several schedules at once. */
import { z } from 'zod';
import { isValidOn } from '../activeDates.ts';
import { followed } from '../networkCalendar.ts';
import { CalendarDate } from '../date.ts';
import { scheduleName as nameOf } from '../schedules.ts';
import type { NetworkCalendar } from '../model/networkCalendar.ts';
import { type Calendar, type Schedule, ScheduleKind } from '../model/schedule.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import {
  allUnder,
  type DocumentChange,
  type Documents,
  documentEdit,
  type EditRefusal,
  type Lookup,
  one,
  put,
  remove,
  timetableKey,
  trackKey,
} from './documentEdit.ts';
import { fieldError, withValues } from '../model/fieldValues.ts';
import { editEnum, editNames } from '../model/kind.ts';
import { fieldWord } from './editField.ts';

/** Ids of new schedules: no control or bidirectional characters, at most 255. */
const NewScheduleId = z.string().max(255);

/** The track that every new schedule has. */
export const FIRST_TRACK = 'a-b';

/** Schedules that one edit changes. */
export const ScheduleIds = z.array(z.string()).min(1).max(2000);

/** Calendars of the network that the schedules of an edit follow; looked up where the caller leaves them out. */
export const FollowedCalendars = z.array(z.string()).max(500).optional();

/** Looks them up. */
export function followedBy(scheduleIds: readonly string[]): Lookup {
  return { key: 'calendars', values: 'FollowsCalendar', kind: 'Schedule', of: scheduleIds };
}

/** The calendar that a schedule follows, where the edit has it named. */
export function calendarFollowed(docs: Documents, { FollowsCalendar: id }: Schedule, named: readonly string[] = []): NetworkCalendar | null {
  return id !== undefined && named.includes(id) ? docs.get('NetworkCalendar', id) : null;
}

/** Makes a schedule with one track and no stops. */
export const createSchedule = documentEdit('schedule.create', {
  summary: 'Makes a schedule with the track a-b. 400 with the messages for the id.',
  path: 'edit/schedule/create',
  payload: z.object({
    scheduleId: NewScheduleId,
    name: z.string().trim().max(1000).optional(),
    fromDate: CalendarDate,
    toDate: CalendarDate,
    agencyId: z.string().optional(),
    vehicleType: z.int().min(0).optional(),
  }),
  samples: [{ scheduleId: 'N1', name: 'N1', fromDate: '2026-01-01', toDate: '2026-12-31' }],
  documents: (p) => [one('Schedule', p.scheduleId), one('Track', trackKey(p.scheduleId, FIRST_TRACK))],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`schedule/${p.scheduleId}`],
  refuse: (docs, p) =>
    idRefusal(docs, p.scheduleId, 'scheduleId') ??
    (p.toDate < p.fromDate ? [{ Field: 'toDate', Message: 'A schedule cannot end before it begins' }] : undefined),
  change: (_docs, p) => {
    const schedule: Schedule = {
      Id: p.scheduleId,
      Name: p.name || p.scheduleId,
      IsBaseSchedule: false,
      Calendar: { fromDate: p.fromDate, toDate: p.toDate, Exceptions: [] },
      ...(p.agencyId === undefined ? {} : { AgencyId: p.agencyId }),
      ...(p.vehicleType === undefined ? {} : { VehicleType: p.vehicleType }),
    };
    const track: Track = { ScheduleId: p.scheduleId, Id: FIRST_TRACK, Name: FIRST_TRACK, Direction: 'Forward', Visible: true, Stops: [] };
    return [put('Schedule', p.scheduleId, schedule), put('Track', trackKey(p.scheduleId, FIRST_TRACK), track)];
  },
  label: (p) => `Create schedule ${p.name || p.scheduleId}`,
});

const CloneSource = z.object({
  scheduleId: z.string(),
  newId: NewScheduleId,
  /** First and last day of the new schedule; those of the source where they are left out. */
  fromDate: CalendarDate.optional(),
  toDate: CalendarDate.optional(),
  calendars: FollowedCalendars,
});

/** Makes a schedule again under another id, with its tracks and timetables. Trip ids are not copied: no two departures share one. */
export const cloneSchedule = documentEdit('schedule.clone', {
  summary: 'Makes a schedule again under another id, with its tracks and timetables and without their trip ids. 400 with the messages for the id.',
  path: 'edit/schedule/clone',
  payload: CloneSource,
  samples: [
    { scheduleId: 'L1', newId: 'L1b' },
    { scheduleId: 'L1', newId: 'L1c', fromDate: '2027-01-01', toDate: '2027-06-30' },
  ],
  lookUp: (p) => [followedBy([p.scheduleId])],
  documents: (p) => [
    one('Schedule', p.scheduleId),
    one('Schedule', p.newId),
    allUnder('Track', p.scheduleId),
    allUnder('Timetable', p.scheduleId),
    ...(p.calendars ?? []).map((id) => one('NetworkCalendar', id)),
  ],
  within: (p) => `schedule/${p.newId}`,
  touches: (p) => [`schedule/${p.newId}`],
  refuse: (docs, p) => {
    const source = docs.get('Schedule', p.scheduleId)?.Calendar;
    const ends = source && clonedCalendar(source, p);
    return (
      idRefusal(docs, p.newId, 'newId') ??
      (ends && ends.toDate < ends.fromDate ? [{ Field: 'toDate', Message: 'A schedule cannot end before it begins' }] : undefined)
    );
  },
  change: (docs, p) => [
    put('Schedule', p.newId, clonedFollower(docs, docs.need('Schedule', p.scheduleId), p)),
    ...docs.under('Track', p.scheduleId).map((track) => put('Track', trackKey(p.newId, track.Id), { ...track, ScheduleId: p.newId })),
    ...docs
      .under('Timetable', p.scheduleId)
      .map((timetable) =>
        put('Timetable', timetableKey(p.newId, timetable.TrackId, timetable.Number), { ...withoutTripIds(timetable), ScheduleId: p.newId }),
      ),
  ],
  label: (p, docs) => `Clone schedule ${scheduleName(docs, p.scheduleId)} as ${p.newId}`,
});

/** A clone of a schedule without its tracks: a follower has the dates of its calendar for the new season. */
function clonedFollower(docs: Documents, source: Schedule, p: z.output<typeof CloneSource>): Schedule {
  const calendar = calendarFollowed(docs, source, p.calendars);
  return followed({ ...source, Id: p.newId, Calendar: clonedCalendar(source.Calendar, p) }, calendar, calendar, source.Calendar);
}

/** The calendar of a clone: exceptions outside its validity are those of another season and are not copied where new dates were given. */
function clonedCalendar(source: Calendar, p: { readonly fromDate?: string | undefined; readonly toDate?: string | undefined }): Calendar {
  if (p.fromDate === undefined && p.toDate === undefined) return source;
  const interval = { fromDate: p.fromDate ?? source.fromDate, toDate: p.toDate ?? source.toDate };
  return { ...source, ...interval, Exceptions: source.Exceptions.filter(({ Date: date }) => isValidOn(interval, date)) };
}

/** Removes schedules with their tracks and timetables. */
export const deleteSchedules = documentEdit('schedule.delete', {
  summary: 'Removes schedules with their tracks and timetables.',
  path: 'edit/schedule/delete',
  payload: z.object({ scheduleIds: ScheduleIds }),
  samples: [{ scheduleIds: ['L1'] }],
  documents: (p) => p.scheduleIds.flatMap((id) => [one('Schedule', id), allUnder('Track', id), allUnder('Timetable', id)]),
  within: (p) => withinSchedules(p.scheduleIds),
  touches: (p) => touchesSchedules(p.scheduleIds),
  change: (docs, p) =>
    p.scheduleIds.flatMap((id): DocumentChange[] => [
      remove('Schedule', docs.need('Schedule', id).Id),
      ...docs.under('Track', id).map((track) => remove('Track', trackKey(id, track.Id))),
      ...docs.under('Timetable', id).map((timetable) => remove('Timetable', timetableKey(id, timetable.TrackId, timetable.Number))),
    ]),
  label: (p, docs) => `Delete ${schedulesWords(docs, p.scheduleIds)}`,
});

const SCHEDULE_KEYS = editNames(ScheduleKind);
/** The fields a person edits one by one, by their keys in the document. */
const SCHEDULE_FIELDS = Object.fromEntries(Object.values(SCHEDULE_KEYS).map((key) => [key, key])) as {
  readonly [K in (typeof SCHEDULE_KEYS)[keyof typeof SCHEDULE_KEYS]]: K;
};
export const ScheduleField = editEnum(SCHEDULE_FIELDS);
export type ScheduleField = z.infer<typeof ScheduleField>;
const ScheduleFieldValue = z.union([z.string().max(10_000), z.int().min(0), z.boolean()]);

/** Changes one field of one or more schedules; an empty text takes it away. */
export const editScheduleField = documentEdit('schedule.editField', {
  summary: 'Changes one field of schedules. An empty text takes the field away.',
  path: 'edit/schedule/:field',
  payload: z.object({ scheduleIds: ScheduleIds, field: ScheduleField, value: ScheduleFieldValue }),
  samples: [
    { scheduleIds: ['L1'], field: 'LongName', value: 'Harbour - Airport' },
    { scheduleIds: ['L1'], field: 'IsBaseSchedule', value: true },
  ],
  documents: (p) => p.scheduleIds.map((id) => one('Schedule', id)),
  within: (p) => withinSchedules(p.scheduleIds),
  touches: (p) => touchesSchedules(p.scheduleIds, p.field),
  refuse: (_docs, p) => {
    const message = fieldError('Schedule', p.field, p.value);
    return message === undefined ? undefined : [{ Field: p.field, Message: message }];
  },
  change: (docs, p) =>
    p.scheduleIds.map((id) =>
      put('Schedule', id, withValues('Schedule', docs.need('Schedule', id), { [p.field]: typeof p.value === 'string' ? p.value.trim() : p.value })),
    ),
  label: (p, docs) =>
    p.field === 'Name' && p.scheduleIds.length === 1
      ? `Rename schedule ${scheduleName(docs, p.scheduleIds[0] ?? '')} to ${p.value}`
      : `Change ${fieldWord('Schedule', p.field)} of ${schedulesWords(docs, p.scheduleIds)}`,
});

/** Puts the tracks of a schedule in another order. */
export const orderTracks = documentEdit('schedule.orderTracks', {
  summary: 'Puts the tracks of a schedule in another order.',
  path: 'edit/schedule/tracks-order',
  payload: z.object({ scheduleId: z.string(), trackIds: z.array(z.string()).max(1000) }),
  samples: [{ scheduleId: 'L1', trackIds: ['a-b'] }],
  documents: (p) => [one('Schedule', p.scheduleId), allUnder('Track', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`schedule/${p.scheduleId}/TrackOrder`],
  refuse: (docs, p) => {
    const tracks = new Set(docs.under('Track', p.scheduleId).map(({ Id }) => Id));
    const missing = p.trackIds.find((id) => !tracks.has(id));
    return missing === undefined ? undefined : `There is no track ${missing} any more`;
  },
  change: (docs, p) => [put('Schedule', p.scheduleId, { ...docs.need('Schedule', p.scheduleId), TrackOrder: p.trackIds })],
  label: (p, docs) => `Change order of the tracks of line ${scheduleName(docs, p.scheduleId)}`,
});

/** The schedules in words: its name, or how many. */
export function schedulesWords(docs: Documents, ids: readonly string[]): string {
  return ids.length === 1 ? `schedule ${scheduleName(docs, ids[0] ?? '')}` : `${ids.length.toLocaleString('en-GB')} schedules`;
}

/** Edits of one schedule are sent in order; edits of several wait for each other. */
export function withinSchedules(ids: readonly string[]): string {
  return ids.length === 1 ? `schedule/${ids[0] ?? ''}` : 'schedules';
}

/** The paths of schedules, or of one field of each; a coarse one where they are many. */
export function touchesSchedules(ids: readonly string[], field?: string): readonly string[] {
  return ids.length > 32 ? ['schedule'] : ids.map((id) => `schedule/${id}${field === undefined ? '' : `/${field}`}`);
}

function idRefusal(docs: Documents, id: string, Field: string): EditRefusal | undefined {
  if (id.trim() === '') return [{ Field, Message: 'Schedule id is required' }];
  if (/[\p{Cc}\p{Bidi_Control}|]/u.test(id) || id !== id.trim())
    return [{ Field, Message: 'A schedule id has no spaces around it, no | and no control characters' }];
  return docs.get('Schedule', id) ? [{ Field, Message: `There is a schedule with the id ${id} already` }] : undefined;
}

function scheduleName(docs: Documents, id: string): string {
  const schedule = docs.get('Schedule', id);
  return schedule ? nameOf(schedule) : id;
}

/** A timetable for a clone: no two departures share a trip id. */
export function withoutTripIds(timetable: Timetable): Timetable {
  return { ...timetable, Departures: timetable.Departures.map(({ TripId: _tripId, ...departure }) => departure) };
}
