/** Edits of timetables and their departures. The sheet's own, and the calls that name one thing each. */
import { z } from 'zod';
import { Days, formatDays } from '../days.ts';
import { departuresFaults, departuresOfText } from '../timetableSheet/departuresText.ts';
import { departureIndex, DepartureRef, startOf } from '../timetableSheet/departures.ts';
import { clashesOf, ontoPresent } from '../timetableSheet/sheetClash.ts';
import { sheetEditLabel } from '../timetableSheet/sheetEditLabel.ts';
import { applySheetEdit, DepartureFields, SheetEdit, sheetEditError, type TrackNames } from '../timetableSheet/sheetEdit.ts';
import { tidied } from '../timetableSheet/tidy.ts';
import { formatServiceTime, LAST_SECOND } from '../time.ts';
import { nextTimetableNumber, withNumbersKept } from '../timetableNumbers.ts';
import { type Departure, Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import {
  allUnder,
  type DocumentChange,
  type DocumentFamily,
  type DocumentKey,
  documentEdit,
  type Documents,
  type EditRefusal,
  one,
  put,
  remove,
  timetableKey,
  trackKey,
} from './documentEdit.ts';

export const TrackPayload = z.object({ scheduleId: z.string(), trackId: z.string() });
export type OfTrack = z.output<typeof TrackPayload>;
export const TimetablePayload = TrackPayload.extend({ number: z.int().min(1) });
export type OfTimetable = z.output<typeof TimetablePayload>;

/** What the person did, for the words of the change: several acts come to the same cells. */
export const SheetAct = z.enum(['type', 'paste', 'fill', 'shift', 'interpolate', 'clear', 'replace', 'add', 'remove']);
export type SheetAct = z.infer<typeof SheetAct>;

/** Everything done on the sheet of a track: one edit for a typed time as for a paste of thousands. */
export const editSheet = documentEdit('timetable.editTimes', {
  summary: 'Changes times, departures and what is served on the sheet of a track; cells carry the values before and after.',
  path: 'edit/timetable/times',
  payload: TrackPayload.extend({ act: SheetAct, edit: SheetEdit }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', act: 'shift', edit: { columns: [{ of: { timetable: 1, time: 28_800 }, by: 300 }] } },
    { scheduleId: 'L1', trackId: 'a-b', act: 'add', edit: { add: [{ days: 127, like: 1, cells: [32_400, 32_520, 32_640] }] } },
  ],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => sheetTouches(p, p.edit),
  refuse: (docs, p) => sheetEditError(timetablesOf(docs, p), p.edit, trackOf(docs, p).Stops.length),
  change: (docs, p) => changesOf(docs, p, applySheetEdit(timetablesOf(docs, p), p.edit, trackOf(docs, p).Stops.length, namesOf(docs, p))),
  guarded: {
    clashes: (docs, p) => clashesOf(timetablesOf(docs, p), p.edit),
    onto: (docs, p) => ({ ...p, edit: ontoPresent(timetablesOf(docs, p), p.edit) }),
  },
  label: (p, docs) => `${sheetEditLabel(p.act, p.edit)}, ${trackWords(docs, p)}`,
});

/** The most that times of joined timetables may differ by, in seconds. */
export const MOST_TIDY_SECONDS = 3600;

/** Joins timetables of a track that differ in their departures alone, or whose running times differ by some seconds at most. */
export const tidyTimetables = documentEdit('timetable.tidy', {
  summary:
    'Joins timetables of a track that have the same days and other values, and running times that differ by at most `within` seconds at each stop (0 where it is left out).',
  path: 'edit/timetable/tidy',
  payload: TrackPayload.extend({ within: z.int().min(0).max(MOST_TIDY_SECONDS).optional() }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b' },
    { scheduleId: 'L1', trackId: 'a-b', within: 30 },
  ],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${trackKey(p.scheduleId, p.trackId)}`],
  change: (docs, p) => changesOf(docs, p, tidied(timetablesOf(docs, p), p.within)),
  label: (p, docs) => `Tidy timetables${p.within === undefined || p.within === 0 ? '' : ` within ${p.within} s`}, ${trackWords(docs, p)}`,
});

/** Makes a timetable without departures. */
export const createTimetable = documentEdit('timetable.create', {
  summary: 'Makes a timetable on some days, with the running times of another one of the track where one is named.',
  path: 'edit/timetable/create',
  payload: TrackPayload.extend({ days: Days, like: z.int().min(1).optional() }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', days: 64 }],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${trackKey(p.scheduleId, p.trackId)}`],
  refuse: (docs, p) => noTimetable(docs, p, p.like),
  change: (docs, p) => {
    const all = timetablesOf(docs, p);
    const pattern = all.find(({ Number }) => Number === p.like);
    const blank = trackOf(docs, p).Stops.map(() => null);
    const made: Timetable = pattern
      ? { ...pattern, Days: p.days, Departures: [] }
      : { ScheduleId: p.scheduleId, TrackId: p.trackId, Number: 1, Days: p.days, ArrivalOffsets: blank, DepartureOffsets: blank, Departures: [] };
    return [putTimetable({ ...made, Number: nextTimetableNumber(all, trackOf(docs, p)) })];
  },
  label: (p, docs) => `Create timetable ${formatDays(p.days)}, ${trackWords(docs, p)}`,
});

/** Changes the days on which a timetable runs. */
export const editTimetableDays = documentEdit('timetable.editDays', {
  summary: 'Changes the days on which a timetable runs.',
  path: 'edit/timetable/days',
  payload: TimetablePayload.extend({ days: Days }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, days: 31 }],
  documents: oneTimetable,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${keyOf(p)}/Days`],
  change: (docs, p) => [putTimetable({ ...timetableOf(docs, p), Days: p.days })],
  label: (p, docs) => `Change days of timetable ${p.number} to ${formatDays(p.days)}, ${trackWords(docs, p)}`,
});

/** Makes a timetable again with its departures, on other days. Trip ids are not copied: no two departures share one. */
export const cloneTimetable = documentEdit('timetable.clone', {
  summary: 'Makes a timetable again with its departures, on other days.',
  path: 'edit/timetable/clone',
  payload: TimetablePayload.extend({ days: Days }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, days: 64 }],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${trackKey(p.scheduleId, p.trackId)}`],
  refuse: (docs, p) => noTimetable(docs, p, p.number),
  change: (docs, p) => {
    const all = timetablesOf(docs, p);
    const from = all.find(({ Number }) => Number === p.number);
    return from
      ? [putTimetable({ ...from, Number: nextTimetableNumber(all, trackOf(docs, p)), Days: p.days, Departures: from.Departures.map(withoutTripId) })]
      : [];
  },
  label: (p, docs) => `Clone timetable ${p.number} for ${formatDays(p.days)}, ${trackWords(docs, p)}`,
});

/** Takes a timetable away with its departures. */
export const deleteTimetable = documentEdit('timetable.delete', {
  summary: 'Takes a timetable away with its departures.',
  path: 'edit/timetable/delete',
  payload: TimetablePayload,
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1 }],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${keyOf(p)}`],
  change: (docs, p) => {
    timetableOf(docs, p);
    return changesOf(docs, p, new Map([[p.number, null]]));
  },
  label: (p, docs) => `Delete timetable ${p.number}, ${trackWords(docs, p)}`,
});

/** Replaces the departures of a timetable, as text. */
export const editDepartures = documentEdit('timetable.editDepartures', {
  summary: 'Replaces the departures of a timetable: times between spaces, intervals as 06:00-09:00/10. Departures that stay keep their values.',
  path: 'edit/timetable/departures',
  payload: TimetablePayload.extend({ departuresEncoded: z.string().max(200_000) }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, departuresEncoded: '08:00 08:30 09:00-12:00/10' }],
  documents: oneTimetable,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${keyOf(p)}/Departures`],
  refuse: (docs, p) => departuresRefusal(p.departuresEncoded, timetableOf(docs, p).Departures.length),
  change: (docs, p) => [putTimetable(withDepartures(timetableOf(docs, p), p.departuresEncoded))],
  label: (p, docs) => `Write ${countOf(p.departuresEncoded)} of timetable ${p.number}, ${trackWords(docs, p)}`,
});

/** Replaces the departures of a track on some days, as text, into the timetable of those days. */
export const editDeparturesOfDays = documentEdit('departures.edit', {
  summary: 'Replaces the departures of a track on some days; makes the timetable where the track has none on exactly these days.',
  path: 'edit/departures',
  payload: TrackPayload.extend({ daysOfWeek: Days, departuresEncoded: z.string().max(200_000) }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', daysOfWeek: 64, departuresEncoded: '06:15 06:45' }],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${trackKey(p.scheduleId, p.trackId)}`],
  refuse: (docs, p) => {
    const same = timetablesOf(docs, p).filter(({ Days }) => Days === p.daysOfWeek);
    if (same.length > 1) return `The track has ${same.length} timetables on ${formatDays(p.daysOfWeek)}: say which one`;
    return departuresRefusal(p.departuresEncoded, same[0]?.Departures.length ?? 0);
  },
  change: (docs, p) => {
    const all = timetablesOf(docs, p);
    const blank = trackOf(docs, p).Stops.map(() => null);
    const found = all.find(({ Days }) => Days === p.daysOfWeek);
    const [pattern] = all;
    const base = found ?? {
      ...(pattern ?? { ScheduleId: p.scheduleId, TrackId: p.trackId, ArrivalOffsets: blank, DepartureOffsets: blank }),
      Number: nextTimetableNumber(all, trackOf(docs, p)),
      Days: p.daysOfWeek,
      Departures: [],
    };
    return [putTimetable(withDepartures(base, p.departuresEncoded))];
  },
  label: (p, docs) => `Write ${countOf(p.departuresEncoded)} on ${formatDays(p.daysOfWeek)}, ${trackWords(docs, p)}`,
});

const DEPARTURE_FIELDS = {
  ...DepartureFields.required().shape,
  Type: z.enum(['Exact', 'Interval']),
  Time: z.int().min(0).max(LAST_SECOND),
  FromTime: z.int().min(0).max(LAST_SECOND),
  ToTime: z.int().min(0).max(LAST_SECOND),
  Frequency: z.int().positive(),
} as const;
const DepartureField = z.enum([
  'TripId',
  'blockId',
  'tripShortName',
  'wheelchairAccessibility',
  'bikesAllowed',
  'isFrequencyScheduled',
  'Type',
  'Time',
  'FromTime',
  'ToTime',
  'Frequency',
]);
export type DepartureField = z.infer<typeof DepartureField>;

/** Changes one field of one or more departures. */
export const editDepartureField = documentEdit('departure.editField', {
  summary:
    'Changes one field of departures of a track; null takes it away. A departure that becomes an interval begins where it was and ends an hour later.',
  path: 'edit/departure/:field',
  payload: TrackPayload.extend({
    field: DepartureField,
    departures: z.array(DepartureRef).min(1).max(5000),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', field: 'blockId', departures: [{ timetable: 1, time: 28_800 }], value: 'B7' },
    { scheduleId: 'L1', trackId: 'a-b', field: 'Type', departures: [{ timetable: 1, time: 28_800 }], value: 'Interval' },
  ],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => sheetTouches(p, { remove: p.departures }),
  refuse: (docs, p): EditRefusal | undefined => {
    const at = (Message: string): EditRefusal => [{ Field: p.field, Message }];
    const value = DEPARTURE_FIELDS[p.field].safeParse(p.value);
    if (!value.success) return at(p.field === 'Frequency' ? 'The headway has to be longer than 0' : 'The value does not fit this field');
    const find = departureIndex(timetablesOf(docs, p));
    for (const ref of p.departures) {
      const found = find(ref);
      if (!found) return `The departure at ${formatServiceTime(ref.time)} is not there any more`;
      const next = withDepartureField(found.departure, p.field, p.value);
      if (next.Type === 'Interval' && (next.ToTime ?? 0) <= (next.FromTime ?? 0)) return at('An interval has to end after it begins');
    }
    if (p.field === 'TripId' && typeof p.value === 'string') {
      if (p.departures.length > 1) return at('A trip id belongs to one departure');
      const taken = timetablesOf(docs, p).some(({ Departures }) =>
        Departures.some(({ TripId }) => TripId === p.value && p.departures[0]?.trip !== p.value),
      );
      if (taken) return at(`Trip id ${p.value} is in use on this track already`);
    }
    return undefined;
  },
  change: (docs, p) => {
    const all = timetablesOf(docs, p);
    const find = departureIndex(all);
    const found = new Set(p.departures.flatMap((ref) => find(ref)?.departure ?? []));
    return all.flatMap((timetable) =>
      timetable.Departures.some((departure) => found.has(departure))
        ? [
            putTimetable({
              ...timetable,
              Departures: sorted(
                timetable.Departures.map((departure) => (found.has(departure) ? withDepartureField(departure, p.field, p.value) : departure)),
              ),
            }),
          ]
        : [],
    );
  },
  label: (p, docs) =>
    `Change ${DEPARTURE_WORDS[p.field]} of ${p.departures.length === 1 ? `departure ${formatServiceTime(p.departures[0]?.time ?? 0)}` : `${p.departures.length} departures`}, ${trackWords(docs, p)}`,
});

const DEPARTURE_WORDS: Readonly<Record<DepartureField, string>> = {
  TripId: 'trip id',
  blockId: 'block',
  tripShortName: 'short name',
  wheelchairAccessibility: 'wheelchair accessibility',
  bikesAllowed: 'bicycles',
  isFrequencyScheduled: 'scheduling of the headway',
  Type: 'kind',
  Time: 'time',
  FromTime: 'beginning',
  ToTime: 'end',
  Frequency: 'headway',
};

const TimetableField = z.enum(['BlockId', 'TripShortName', 'WheelchairAccessibility', 'BikesAllowed']);
export type TimetableField = z.infer<typeof TimetableField>;

/** Changes a value that holds for all departures of a timetable that have none of their own. */
export const editTimetableField = documentEdit('timetable.editField', {
  summary: 'Changes a value that holds for all departures of a timetable that have none of their own; null takes it away.',
  path: 'edit/timetable/defaults/:field',
  payload: TimetablePayload.extend({ field: TimetableField, value: z.union([z.string().min(1), z.int().min(0).max(2), z.null()]) }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, field: 'WheelchairAccessibility', value: 1 }],
  documents: oneTimetable,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${keyOf(p)}/${p.field}`],
  refuse: (_docs, p) => {
    const isNumber = p.field === 'WheelchairAccessibility' || p.field === 'BikesAllowed';
    return p.value === null || (typeof p.value === 'number') === isNumber
      ? undefined
      : [{ Field: p.field, Message: 'The value does not fit this field' }];
  },
  change: (docs, p) => {
    const { [p.field]: _was, ...rest } = timetableOf(docs, p);
    return [putTimetable(p.value === null ? rest : Timetable.parse({ ...rest, [p.field]: p.value }))];
  },
  label: (p, docs) => `Change ${TIMETABLE_WORDS[p.field]} of timetable ${p.number}, ${trackWords(docs, p)}`,
});

const TIMETABLE_WORDS: Readonly<Record<TimetableField, string>> = {
  BlockId: 'block',
  TripShortName: 'short name',
  WheelchairAccessibility: 'wheelchair accessibility',
  BikesAllowed: 'bicycles',
};

/** Everything that an edit of a track's timetables reads. */
export function trackDocuments({ scheduleId, trackId }: OfTrack): (DocumentKey | DocumentFamily)[] {
  return [one('Track', trackKey(scheduleId, trackId)), allUnder('Timetable', scheduleId, trackId)];
}

export function oneTimetable(p: OfTimetable): DocumentKey[] {
  return [one('Timetable', keyOf(p)), one('Schedule', p.scheduleId)];
}

export function keyOf({ scheduleId, trackId, number }: OfTimetable): string {
  return timetableKey(scheduleId, trackId, number);
}

export function trackOf(docs: Documents, { scheduleId, trackId }: OfTrack): Track {
  return docs.need('Track', trackKey(scheduleId, trackId));
}

export function timetableOf(docs: Documents, p: OfTimetable): Timetable {
  return docs.need('Timetable', keyOf(p));
}

export function timetablesOf(docs: Documents, { scheduleId, trackId }: OfTrack): readonly Timetable[] {
  return docs.under('Timetable', scheduleId, trackId);
}

export function putTimetable(timetable: Timetable): DocumentChange {
  return put('Timetable', timetableKey(timetable.ScheduleId, timetable.TrackId, timetable.Number), timetable);
}

/** The changed timetables; the track keeps the number of one that goes. */
export function changesOf(docs: Documents, p: OfTrack, changes: ReadonlyMap<number, Timetable | null>): DocumentChange[] {
  const stay = [...timetablesOf(docs, p).filter(({ Number }) => !changes.has(Number)), ...[...changes.values()].filter((one) => one !== null)];
  const gone = [...changes].flatMap(([number, timetable]) => (timetable ? [] : [number]));
  const track = gone.length === 0 ? undefined : withNumbersKept(trackOf(docs, p), stay, gone);
  return [
    ...[...changes].map(([number, timetable]) =>
      timetable ? putTimetable(timetable) : remove('Timetable', timetableKey(p.scheduleId, p.trackId, number)),
    ),
    ...(track ? [put('Track', trackKey(p.scheduleId, p.trackId), track)] : []),
  ];
}

export function namesOf(docs: Documents, p: OfTrack): TrackNames {
  return { ScheduleId: p.scheduleId, TrackId: p.trackId, LastTimetable: trackOf(docs, p).LastTimetable };
}

/** "line 4, a-b": what every change of a track ends with. */
export function trackWords(docs: Documents, { scheduleId, trackId }: OfTrack): string {
  return `line ${docs.get('Schedule', scheduleId)?.Name || scheduleId}, ${trackId}`;
}

/** At most 32 paths: the departures it names, else the track. */
function sheetTouches({ scheduleId, trackId }: OfTrack, { bands = [], columns = [], add = [], remove: removed = [] }: SheetEdit): readonly string[] {
  const key = trackKey(scheduleId, trackId);
  const refs = [...columns.map(({ of }) => of), ...removed];
  if (bands.length > 0 || add.length > 0 || refs.length > 32 || refs.length === 0) return [`timetable/${key}`];
  return refs.map(({ timetable, trip, time, nth = 0 }) =>
    trip === undefined ? `timetable/${key}/${timetable}/departure/${time}.${nth}` : `timetable/${key}/trip/${encodeURIComponent(trip)}`,
  );
}

function noTimetable(docs: Documents, p: OfTrack, number: number | undefined): string | undefined {
  if (number === undefined || timetablesOf(docs, p).some(({ Number }) => Number === number)) return undefined;
  return `There is no timetable ${number} any more`;
}

export function noSuchStop(docs: Documents, p: OfTrack, positions: readonly number[]): string | undefined {
  const count = trackOf(docs, p).Stops.length;
  const missing = positions.find((position) => position >= count);
  return missing === undefined ? undefined : `There is no stop ${missing + 1} any more`;
}

function departuresRefusal(text: string, before: number): EditRefusal | undefined {
  const faults = departuresFaults(text, before);
  return faults.length === 0 ? undefined : faults.slice(0, 100).map((Message) => ({ Field: 'departuresEncoded', Message }));
}

/** The departures of a text; those that were there at that time already keep what else is said of them. */
function withDepartures(timetable: Timetable, text: string): Timetable {
  const open = [...timetable.Departures];
  const departures = departuresOfText(text).departures.map((wanted): Departure => {
    const at = open.findIndex((known) => known.Type === wanted.Type && startOf(known) === startOf(wanted));
    const [known] = at < 0 ? [] : open.splice(at, 1);
    return known ? { ...known, ...wanted } : wanted;
  });
  return { ...timetable, Departures: sorted(departures) };
}

function countOf(text: string): string {
  const count = departuresOfText(text).departures.length;
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'departure' : 'departures'}`;
}

function withoutTripId({ TripId: _tripId, ...departure }: Departure): Departure {
  return departure;
}

function sorted(departures: readonly Departure[]): Departure[] {
  return departures.toSorted((a, b) => startOf(a) - startOf(b));
}

function withDepartureField(departure: Departure, field: DepartureField, value: string | number | boolean | null): Departure {
  if (field === 'Type' && value !== departure.Type) {
    const { Type: _type, Time: _time, FromTime: _from, ToTime: _to, Frequency: _frequency, ...rest } = departure;
    const start = startOf(departure);
    return value === 'Interval'
      ? { ...rest, Type: 'Interval', FromTime: start, ToTime: start + 3600, Frequency: 600 }
      : { ...rest, Type: 'Exact', Time: start };
  }
  const { [field]: _was, ...rest } = departure;
  return (value === null ? rest : { ...rest, [field]: value }) as Departure;
}
