/** Edits of how passengers get on and off at stops, and of timepoints: of one timetable, or of several of its track at once. */
import { z } from 'zod';
import { intervalsOf, kindAt } from '../timetableSheet/profile.ts';
import type { PositionInterval, Timetable } from '../timetables.ts';
import { type DocumentFamily, type DocumentKey, documentEdit, type Documents, one, trackKey } from './documentEdit.ts';
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
  trackWords,
} from './timetables.ts';

const AccessField = z.enum(['PickupIntervals', 'DropOffIntervals', 'ContinuousPickupIntervals', 'ContinuousDropOffIntervals']);
export type AccessField = z.infer<typeof AccessField>;

/** Further timetables of the track that an edit of one changes in the same way. */
const Also = z.array(z.int().min(1)).min(1).max(2000).optional();
type OfSeveral = OfTimetable & { readonly also?: number[] | undefined };

/** Says at which stops passengers get on or off, or between which. */
export const editAccess = documentEdit('timetable.editAccess', {
  summary: 'Says how passengers get on or off at stops of a timetable: 0 regularly, 1 not at all, 2 by phone, 3 by asking the driver.',
  path: 'edit/timetable/access/:field',
  payload: TimetablePayload.extend({
    field: AccessField,
    positions: z.array(z.int().min(0)).min(1).max(2000),
    kind: z.int().min(0).max(3),
    also: Also,
  }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', number: 1, field: 'PickupIntervals', positions: [1], kind: 2 },
    { scheduleId: 'L1', trackId: 'a-b', number: 1, field: 'DropOffIntervals', positions: [0], kind: 1, also: [2] },
  ],
  documents: severalTimetables,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => severalTouches(p, p.field),
  refuse: (docs, p) => noSuchStop(docs, p, p.positions),
  change: (docs, p) => {
    const usual = p.field.startsWith('Continuous') ? 1 : 0;
    return severalOf(docs, p).map((timetable) => {
      const kinds = trackOf(docs, p).Stops.map((_, at) => (p.positions.includes(at) ? p.kind : kindAt(timetable[p.field], at, usual)));
      const intervals: PositionInterval[] | undefined = intervalsOf(kinds, usual);
      const { [p.field]: _was, ...rest } = timetable;
      return putTimetable({ ...rest, ...(intervals ? { [p.field]: intervals } : {}) });
    });
  },
  label: (p, docs) =>
    `Change ${ACCESS_WORDS[p.field]} at ${p.positions.length === 1 ? `stop ${(p.positions[0] ?? 0) + 1}` : `${p.positions.length} stops`}${severalWords(p)}, ${trackWords(docs, p)}`,
});

const ACCESS_WORDS: Readonly<Record<AccessField, string>> = {
  PickupIntervals: 'pick-up',
  DropOffIntervals: 'drop-off',
  ContinuousPickupIntervals: 'continuous pick-up',
  ContinuousDropOffIntervals: 'continuous drop-off',
};

/** Says at which stops the times are exact. */
export const editTimepoints = documentEdit('timetable.editTimepoints', {
  summary: 'Says whether times at stops of a timetable are exact (1), approximate (0) or not said (null).',
  path: 'edit/timetable/timepoints',
  payload: TimetablePayload.extend({
    positions: z.array(z.int().min(0)).min(1).max(2000),
    value: z.union([z.literal(0), z.literal(1), z.null()]),
    also: Also,
  }),
  samples: [
    { scheduleId: 'L1', trackId: 'a-b', number: 1, positions: [0], value: 1 },
    { scheduleId: 'L1', trackId: 'a-b', number: 1, positions: [1], value: 0, also: [2] },
  ],
  documents: severalTimetables,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: (p) => severalTouches(p, 'Timepoints'),
  refuse: (docs, p) => noSuchStop(docs, p, p.positions),
  change: (docs, p) =>
    severalOf(docs, p).map(({ Timepoints: before, ...rest }) => {
      const points = trackOf(docs, p).Stops.map((_, at) => (p.positions.includes(at) ? p.value : (before?.[at] ?? null)));
      return putTimetable(points.every((point) => point === null) ? rest : { ...rest, Timepoints: points });
    }),
  label: (p, docs) => `Change timepoints${severalWords(p)}, ${trackWords(docs, p)}`,
});

/** What an edit of one timetable and perhaps of others reads. */
function severalTimetables(p: OfSeveral): (DocumentKey | DocumentFamily)[] {
  return p.also ? [...trackDocuments(p), one('Schedule', p.scheduleId)] : [...oneTimetable(p), one('Track', trackKey(p.scheduleId, p.trackId))];
}

/** The timetables that it changes; one that is gone by now is left out, but for the one that is named first. */
function severalOf(docs: Documents, p: OfSeveral): readonly Timetable[] {
  const first = timetableOf(docs, p);
  return p.also ? [first, ...timetablesOf(docs, p).filter(({ Number }) => Number !== p.number && p.also?.includes(Number))] : [first];
}

function severalTouches(p: OfSeveral, field: string): string[] {
  const all = [p.number, ...(p.also ?? [])];
  // at most 32 may be named
  return all.length > 32
    ? [`timetable/${trackKey(p.scheduleId, p.trackId)}`]
    : [...new Set(all)].map((number) => `timetable/${keyOf({ ...p, number })}/${field}`);
}

function severalWords({ number, also = [] }: OfSeveral): string {
  const count = new Set([number, ...also]).size;
  return count === 1 ? '' : ` in ${count.toLocaleString('en-GB')} timetables`;
}
