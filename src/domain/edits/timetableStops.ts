/** Edits of how passengers get on and off at stops, and of timepoints: of one timetable, or of any number of its track at once. */
import { z } from 'zod';
import { AccessField, isStopValue, StopField, type StopValue, stopValueAt, stopValuesOf, withStopValues } from '../timetableSheet/stopValues.ts';
import type { Timetable } from '../model/timetable.ts';
import { type DocumentKey, documentEdit, type Documents, one, trackKey } from './documentEdit.ts';
import {
  keyOf,
  noSuchStop,
  type OfTimetable,
  oneTimetable,
  putTimetable,
  timetableOf,
  TimetablePayload,
  timetablesOf,
  trackDocuments,
  trackOf,
  TrackPayload,
  trackWords,
} from './timetables.ts';

const Positions = z.array(z.int().min(0)).min(1).max(2000);

/** Says at which stops passengers get on or off, or between which. */
export const editAccess = documentEdit('timetable.editAccess', {
  summary: 'Says how passengers get on or off at stops of a timetable: 0 regularly, 1 not at all, 2 by phone, 3 by asking the driver.',
  path: 'edit/timetable/access/:field',
  payload: TimetablePayload.extend({ field: AccessField, positions: Positions, kind: z.int().min(0).max(3) }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, field: 'PickupIntervals', positions: [1], kind: 2 }],
  documents: timetableAndTrack,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${keyOf(p)}/${p.field}`],
  refuse: (docs, p) => noSuchStop(docs, p, p.positions),
  change: (docs, p) => [putTimetable(withValue(docs, p, timetableOf(docs, p), { ...p, to: p.kind }))],
  label: (p, docs) => `Change ${FIELD_WORDS[p.field]} at ${stopsWords(p.positions)}, ${trackWords(docs, p)}`,
});

/** Says at which stops the times are exact. */
export const editTimepoints = documentEdit('timetable.editTimepoints', {
  summary: 'Says whether times at stops of a timetable are exact (1), approximate (0) or not said (null).',
  path: 'edit/timetable/timepoints',
  payload: TimetablePayload.extend({ positions: Positions, value: z.union([z.literal(0), z.literal(1), z.null()]) }),
  samples: [{ scheduleId: 'L1', trackId: 'a-b', number: 1, positions: [0], value: 1 }],
  documents: timetableAndTrack,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => [`timetable/${keyOf(p)}/Timepoints`],
  refuse: (docs, p) => noSuchStop(docs, p, p.positions),
  change: (docs, p) => [putTimetable(withValue(docs, p, timetableOf(docs, p), { ...p, field: 'Timepoints', to: p.value }))],
  label: (p, docs) => `Change timepoints, ${trackWords(docs, p)}`,
});

/** One value of a field, at positions of timetables. */
const StopValues = z.object({
  field: StopField,
  to: z.int().min(0).max(3).nullable(),
  timetables: z.array(z.int().min(1)).min(1).max(2000),
  positions: Positions,
});

/** Access and timepoints at any stops of any timetables of a track: a cell of the matrix as a paste of thousands. */
export const editStopValues = documentEdit('timetable.editStopValues', {
  summary: 'Says how passengers get on or off (0 to 3) and whether times are exact (1, 0 or null), at stops of any timetables of a track.',
  path: 'edit/timetable/stops',
  payload: TrackPayload.extend({ values: z.array(StopValues).min(1).max(20_000) }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', values: [{ field: 'DropOffIntervals', to: 1, timetables: [1, 2], positions: [0] }] },
    {
      scheduleId: 'L1',
      trackId: 'a-b',
      values: [
        { field: 'Timepoints', to: 1, timetables: [1, 2], positions: [0, 2] },
        { field: 'Timepoints', to: 0, timetables: [2], positions: [1] },
      ],
    },
  ],
  documents: (p) => [...trackDocuments(p), one('Schedule', p.scheduleId)],
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => {
    const paths = new Set(p.values.flatMap(({ field, timetables }) => timetables.map((number) => `timetable/${keyOf({ ...p, number })}/${field}`)));
    // at most 32 may be named
    return paths.size > 32 ? [`timetable/${trackKey(p.scheduleId, p.trackId)}`] : [...paths];
  },
  refuse: (docs, p) => {
    const wrong = p.values.find(({ field, to }) => !isStopValue(field, to) || stopValuesOf(field).every(({ value }) => value !== to));
    if (wrong) return [{ Field: 'values', Message: `${wrong.to} is no value of ${FIELD_WORDS[wrong.field]}` }];
    const known = new Set(timetablesOf(docs, p).map(({ Number }) => Number));
    const gone = p.values.flatMap(({ timetables }) => timetables).find((number) => !known.has(number));
    if (gone !== undefined) return `There is no timetable ${gone} any more`;
    return noSuchStop(
      docs,
      p,
      p.values.flatMap(({ positions }) => positions),
    );
  },
  change: (docs, p) => {
    const changed = new Map<number, Timetable>();
    const all = new Map(timetablesOf(docs, p).map((timetable) => [timetable.Number, timetable]));
    for (const value of p.values) {
      for (const number of value.timetables) {
        const timetable = changed.get(number) ?? all.get(number);
        if (timetable) changed.set(number, withValue(docs, p, timetable, value));
      }
    }
    return [...changed.values()].map(putTimetable);
  },
  label: (p, docs) => {
    const fields = new Set(p.values.map(({ field }) => field));
    const [field = 'Timepoints'] = fields;
    const timetables = new Set(p.values.flatMap((value) => value.timetables));
    const positions = [...new Set(p.values.flatMap((value) => value.positions))];
    const [only] = timetables;
    const where = timetables.size === 1 ? `timetable ${only}` : `${timetables.size.toLocaleString('en-GB')} timetables`;
    return `Change ${fields.size === 1 ? FIELD_WORDS[field] : 'access'} at ${stopsWords(positions)} in ${where}, ${trackWords(docs, p)}`;
  },
});

const FIELD_WORDS: Readonly<Record<StopField, string>> = {
  PickupIntervals: 'pick-up',
  DropOffIntervals: 'drop-off',
  ContinuousPickupIntervals: 'continuous pick-up',
  ContinuousDropOffIntervals: 'continuous drop-off',
  Timepoints: 'timepoints',
};

function timetableAndTrack(p: OfTimetable): DocumentKey[] {
  return [...oneTimetable(p), one('Track', trackKey(p.scheduleId, p.trackId))];
}

interface ValueAt {
  readonly field: StopField;
  readonly to: StopValue;
  readonly positions: readonly number[];
}

function withValue(docs: Documents, p: Omit<OfTimetable, 'number'>, timetable: Timetable, { field, to, positions }: ValueAt): Timetable {
  const at = new Set(positions);
  return withStopValues(timetable, field, trackOf(docs, p).Stops.length, (position) =>
    at.has(position) ? to : stopValueAt(timetable, field, position),
  );
}

function stopsWords(positions: readonly number[]): string {
  return positions.length === 1 ? `stop ${(positions[0] ?? 0) + 1}` : `${positions.length.toLocaleString('en-GB')} stops`;
}
