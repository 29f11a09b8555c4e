/** Edits of the calendars of the network, of their day types, and of who follows them. A change reaches every follower at once. */
import { z } from 'zod';
import { isColour } from '../formats.ts';
import { daysOf } from '../date.ts';
import { Days, runAsWords } from '../days.ts';
import type { DayType, NetworkCalendar } from '../model/networkCalendar.ts';
import { CalendarChange, changedCalendar, followed, withDayType, withoutOwn } from '../networkCalendar.ts';
import { type DocumentChange, type Documents, documentEdit, type EditRefusal, type Lookup, one, put, remove } from './documentEdit.ts';
import { followedBy, FollowedCalendars, schedulesWords, touchesSchedules } from './schedules.ts';

/** Schedules that an edit reaches; it may be none. */
const Followers = z.array(z.string()).max(5000);
const Name = z.string().trim().min(1, 'Name is required').max(200);
const Id = z.string().max(255);

/** Everything is sent in order: each edit may reach any schedule. */
const within = (): string => 'schedules';

function touchesOf(calendarId: string, scheduleIds: readonly string[]): readonly string[] {
  return [`networkcalendar/${calendarId}`, ...(scheduleIds.length > 31 ? ['schedule'] : touchesSchedules(scheduleIds, 'Calendar'))];
}

function followersOf(calendarId: string): readonly Lookup[] {
  return [{ key: 'scheduleIds', ids: 'Schedule', field: 'FollowsCalendar', of: [calendarId] }];
}

/** Makes a calendar, with dates where they are given, that some schedules follow at once. */
export const createNetworkCalendar = documentEdit('networkCalendar.create', {
  summary: 'Makes a calendar of the network that these schedules follow: its dates are put among their exceptions, their own exceptions stay.',
  path: 'edit/network-calendar/create',
  payload: CalendarChange.extend({ calendarId: Id.optional(), name: Name, scheduleIds: Followers, calendars: FollowedCalendars }),
  samples: [
    { calendarId: 'NC9', name: 'Network', scheduleIds: ['L1'], put: [{ Date: '2026-12-26', RunAs: 64, Name: 'Second Christmas Day' }] },
    { calendarId: 'NC8', name: 'Trams', scheduleIds: [] },
  ],
  mint: (p, fresh) => ({ ...p, calendarId: p.calendarId ?? fresh('NC') }),
  lookUp: (p) => [followedBy(p.scheduleIds)],
  documents: (p) => [
    one('NetworkCalendar', p.calendarId ?? ''),
    ...p.scheduleIds.map((id) => one('Schedule', id)),
    ...(p.calendars ?? []).map((id) => one('NetworkCalendar', id)),
  ],
  within,
  touches: (p) => touchesOf(p.calendarId ?? '', p.scheduleIds),
  refuse: (docs, p) => (docs.get('NetworkCalendar', p.calendarId ?? '') ? 'There is a calendar with this id already.' : periodRefusal(p)),
  change: (docs, p) => {
    const calendar = changedCalendar({ Id: p.calendarId ?? '…', Name: p.name, Dates: [], Periods: [] }, p);
    return [put('NetworkCalendar', calendar.Id, calendar), ...p.scheduleIds.map((id) => following(docs, id, calendar))];
  },
  label: (p, docs) => `Create calendar ${p.name}${p.scheduleIds.length === 0 ? '' : ` for ${schedulesWords(docs, p.scheduleIds)}`}`,
});

/** Changes dates and periods of a calendar, and with them the exceptions of all that follow it. */
export const changeNetworkCalendar = documentEdit('networkCalendar.change', {
  summary: 'Changes name, dates or periods of a calendar of the network and of every schedule that follows it; what a schedule has of its own stays.',
  path: 'edit/network-calendar/change',
  payload: CalendarChange.extend({ calendarId: Id, name: Name.optional(), scheduleIds: Followers.optional() }),
  samples: [
    { calendarId: 'NC1', put: [{ Date: '2026-12-26', RunAs: 64, Name: 'Second Christmas Day' }], scheduleIds: ['L2'] },
    { calendarId: 'NC1', putPeriods: [{ Name: 'Summer', From: '2026-07-06', To: '2026-07-31', Days: 31, RunAs: 32 }], scheduleIds: ['L2'] },
  ],
  lookUp: (p) => followersOf(p.calendarId),
  documents: (p) => [one('NetworkCalendar', p.calendarId), ...(p.scheduleIds ?? []).map((id) => one('Schedule', id))],
  within,
  touches: (p) => touchesOf(p.calendarId, p.scheduleIds ?? []),
  refuse: (_docs, p) => periodRefusal(p),
  change: (docs, p) => {
    const before = docs.need('NetworkCalendar', p.calendarId);
    const after = changedCalendar({ ...before, Name: p.name ?? before.Name }, p);
    return [
      put('NetworkCalendar', p.calendarId, after),
      ...(p.scheduleIds ?? []).map((id) => put('Schedule', id, followed(docs.need('Schedule', id), before, after))),
    ];
  },
  label: (p, docs) => {
    const name = docs.get('NetworkCalendar', p.calendarId)?.Name ?? p.calendarId;
    const lines = p.scheduleIds?.length ? `, ${schedulesWords(docs, p.scheduleIds)}` : '';
    return `${changeWords(p)} in calendar ${name}${lines}`;
  },
});

/** Removes a calendar. The exceptions that schedules have of it stay. */
export const deleteNetworkCalendar = documentEdit('networkCalendar.delete', {
  summary: 'Removes a calendar of the network. Schedules that followed it keep the exceptions they have.',
  path: 'edit/network-calendar/delete',
  payload: z.object({ calendarId: Id, scheduleIds: Followers.optional() }),
  samples: [{ calendarId: 'NC1', scheduleIds: ['L2'] }],
  lookUp: (p) => followersOf(p.calendarId),
  documents: (p) => [one('NetworkCalendar', p.calendarId), ...(p.scheduleIds ?? []).map((id) => one('Schedule', id))],
  within,
  touches: (p) => touchesOf(p.calendarId, p.scheduleIds ?? []),
  change: (docs, p) => [
    remove('NetworkCalendar', docs.need('NetworkCalendar', p.calendarId).Id),
    ...(p.scheduleIds ?? []).map((id) => left(docs, id)),
  ],
  label: (p, docs) => `Delete calendar ${docs.get('NetworkCalendar', p.calendarId)?.Name ?? p.calendarId}`,
});

/** Has schedules follow a calendar, or none. */
export const followCalendar = documentEdit('schedule.followCalendar', {
  summary:
    'Has schedules follow a calendar of the network; an empty id none, and then they keep their exceptions. `own: replace` takes the exceptions away that the calendar does not have.',
  path: 'edit/schedule/follow-calendar',
  payload: z.object({
    scheduleIds: Followers.min(1),
    calendarId: Id,
    own: z.enum(['keep', 'replace']).optional(),
    calendars: FollowedCalendars,
  }),
  samples: [
    { scheduleIds: ['L1'], calendarId: 'NC1' },
    { scheduleIds: ['L2'], calendarId: '', calendars: ['NC1'] },
    { scheduleIds: ['L1'], calendarId: 'NC1', own: 'replace' },
  ],
  lookUp: (p) => [followedBy(p.scheduleIds)],
  documents: (p) => [
    ...p.scheduleIds.map((id) => one('Schedule', id)),
    ...[...new Set([...(p.calendarId === '' ? [] : [p.calendarId]), ...(p.calendars ?? [])])].map((id) => one('NetworkCalendar', id)),
  ],
  within,
  touches: (p) =>
    p.scheduleIds.length > 16
      ? ['schedule']
      : [...touchesSchedules(p.scheduleIds, 'Calendar'), ...touchesSchedules(p.scheduleIds, 'FollowsCalendar')],
  change: (docs, p) => {
    if (p.calendarId === '') return p.scheduleIds.map((id) => left(docs, id));
    const calendar = docs.need('NetworkCalendar', p.calendarId);
    return p.scheduleIds.map((id) => {
      const schedule = { ...docs.need('Schedule', id), FollowsCalendar: calendar.Id };
      return p.own === 'replace' ? put('Schedule', id, withoutOwn(schedule, calendar)) : following(docs, id, calendar);
    });
  },
  label: (p, docs) => {
    const who = schedulesWords(docs, p.scheduleIds);
    return p.calendarId === ''
      ? `Follow no calendar, ${who}`
      : `Follow calendar ${docs.get('NetworkCalendar', p.calendarId)?.Name ?? p.calendarId}, ${who}`;
  },
});

const DayTypeValues = z.object({ name: Name, color: z.string().trim().max(7), runAs: Days });

/** Makes a day type. */
export const createDayType = documentEdit('dayType.create', {
  summary: 'Makes a day type: a name and a colour for days that run as some weekdays.',
  path: 'edit/day-type/create',
  payload: DayTypeValues.extend({ dayTypeId: Id.optional() }),
  samples: [{ dayTypeId: 'DT9', name: 'Bridge days', color: '0055AA', runAs: 32 }],
  mint: (p, fresh) => ({ ...p, dayTypeId: p.dayTypeId ?? fresh('DT') }),
  documents: (p) => [one('DayType', p.dayTypeId ?? '')],
  within,
  touches: (p) => [`daytype/${p.dayTypeId ?? ''}`],
  refuse: (docs, p) => (docs.get('DayType', p.dayTypeId ?? '') ? 'There is a day type with this id already.' : colourRefusal(p.color)),
  change: (_docs, p) => [put('DayType', p.dayTypeId ?? '…', dayTypeOf(p.dayTypeId ?? '…', p))],
  label: (p) => `Create day type ${p.name}`,
});

/** Changes a day type. Where it runs as other weekdays, so do the dates of calendars that are of it, and their followers. */
export const changeDayType = documentEdit('dayType.change', {
  summary: 'Changes a day type, and what the dates of it run as in every calendar of the network and in the schedules that follow them.',
  path: 'edit/day-type/change',
  payload: DayTypeValues.extend({ dayTypeId: Id, calendarIds: z.array(z.string()).max(500).optional(), scheduleIds: Followers.optional() }),
  samples: [{ dayTypeId: 'DT1', name: 'Sunday service', color: 'AA0000', runAs: 96, calendarIds: ['NC1'], scheduleIds: ['L2'] }],
  lookUp: () => [
    { key: 'calendarIds', ids: 'NetworkCalendar' },
    { key: 'scheduleIds', ids: 'Schedule', field: 'FollowsCalendar' },
  ],
  documents: (p) => [
    one('DayType', p.dayTypeId),
    ...(p.calendarIds ?? []).map((id) => one('NetworkCalendar', id)),
    ...(p.scheduleIds ?? []).map((id) => one('Schedule', id)),
  ],
  within,
  touches: (p) => [`daytype/${p.dayTypeId}`, ...(p.calendarIds?.length ? ['networkcalendar'] : []), ...(p.scheduleIds?.length ? ['schedule'] : [])],
  refuse: (_docs, p) => colourRefusal(p.color),
  change: (docs, p) => {
    const { Color: _before, ...rest } = docs.need('DayType', p.dayTypeId);
    return [
      put('DayType', p.dayTypeId, { ...rest, ...dayTypeOf(p.dayTypeId, p) }),
      ...onCalendars(docs, p, (calendar) => withDayType(calendar, p.dayTypeId, p.runAs)),
    ];
  },
  label: (p) => `Change day type ${p.name}`,
});

/** Removes a day type. The dates of it keep what they run as. */
export const deleteDayType = documentEdit('dayType.delete', {
  summary: 'Removes a day type. Dates of calendars that were of it keep what they run as.',
  path: 'edit/day-type/delete',
  payload: z.object({ dayTypeId: Id, calendarIds: z.array(z.string()).max(500).optional() }),
  samples: [{ dayTypeId: 'DT1', calendarIds: ['NC1'] }],
  lookUp: () => [{ key: 'calendarIds', ids: 'NetworkCalendar' }],
  documents: (p) => [one('DayType', p.dayTypeId), ...(p.calendarIds ?? []).map((id) => one('NetworkCalendar', id))],
  within,
  touches: (p) => [`daytype/${p.dayTypeId}`, ...(p.calendarIds?.length ? ['networkcalendar'] : [])],
  change: (docs, p) => {
    const without = <T extends { DayTypeId?: string | undefined }>({ DayTypeId, ...rest }: T) =>
      DayTypeId === undefined || DayTypeId === p.dayTypeId ? rest : { ...rest, DayTypeId };
    return [
      remove('DayType', docs.need('DayType', p.dayTypeId).Id),
      ...onCalendars(docs, p, (calendar) => ({ ...calendar, Dates: calendar.Dates.map(without), Periods: calendar.Periods.map(without) })),
    ];
  },
  label: (p, docs) => `Delete day type ${docs.get('DayType', p.dayTypeId)?.Name ?? p.dayTypeId}`,
});

function following(docs: Documents, id: string, calendar: NetworkCalendar): DocumentChange {
  const schedule = docs.need('Schedule', id);
  const before = schedule.FollowsCalendar === undefined ? null : docs.get('NetworkCalendar', schedule.FollowsCalendar);
  return put('Schedule', id, { ...followed(schedule, before, calendar), FollowsCalendar: calendar.Id });
}

function left(docs: Documents, id: string): DocumentChange {
  const { FollowsCalendar: _left, ...schedule } = docs.need('Schedule', id);
  return put('Schedule', id, schedule);
}

/** What a change of calendars makes of them and of the schedules that follow them. */
export function onCalendars(
  docs: Documents,
  p: { readonly calendarIds?: readonly string[] | undefined; readonly scheduleIds?: readonly string[] | undefined },
  change: (calendar: NetworkCalendar) => NetworkCalendar,
): readonly DocumentChange[] {
  const calendars = new Map((p.calendarIds ?? []).map((id) => [id, docs.need('NetworkCalendar', id)]));
  const after = new Map([...calendars].map(([id, calendar]) => [id, change(calendar)]));
  return [
    ...[...after].map(([id, calendar]) => put('NetworkCalendar', id, calendar)),
    ...(p.scheduleIds ?? []).map((id) => {
      const schedule = docs.need('Schedule', id);
      const own = schedule.FollowsCalendar ?? '';
      return put('Schedule', id, followed(schedule, calendars.get(own), after.get(own)));
    }),
  ];
}

function dayTypeOf(id: string, { name, color, runAs }: z.infer<typeof DayTypeValues>): DayType {
  return { Id: id, Name: name, ...(color === '' ? {} : { Color: color.replace(/^#/, '') }), RunAs: runAs };
}

function colourRefusal(color: string): EditRefusal | undefined {
  return color === '' || isColour(color.replace(/^#/, '')) ? undefined : [{ Field: 'color', Message: 'A colour is six digits 0-9 and A-F' }];
}

/** Days of a period at most: a period is drawn and expanded day by day. */
export const LONGEST_PERIOD = 1100;

function periodRefusal({ putPeriods = [] }: z.infer<typeof CalendarChange>): EditRefusal | undefined {
  if (putPeriods.some(({ From, To }) => To < From)) return [{ Field: 'putPeriods', Message: 'A period cannot end before it begins' }];
  const tooLong = putPeriods.some(({ From, To }) => (daysOf(To) ?? 0) - (daysOf(From) ?? 0) > LONGEST_PERIOD);
  return tooLong ? [{ Field: 'putPeriods', Message: 'A period is at most three years long' }] : undefined;
}

function changeWords({
  put: dates = [],
  clear = [],
  putPeriods = [],
  clearPeriods = [],
  name,
}: z.infer<typeof CalendarChange> & { readonly name?: string | undefined }): string {
  const all = [...dates.map(({ Date: date }) => date), ...clear];
  const [first] = dates;
  if (all.length === 1 && first) return `${runAsWords(first.RunAs)} on ${first.Date}${first.Name === undefined ? '' : ` (${first.Name})`}`;
  if (all.length > 0) return `Change ${all.length.toLocaleString('en-GB')} ${all.length === 1 ? 'date' : 'dates'}`;
  const [period] = putPeriods;
  if (period) return `Change period ${period.Name}`;
  if (clearPeriods.length > 0) return 'Remove a period';
  return name === undefined ? 'Change nothing' : 'Change the name';
}
