/** Edits of a track's shape on the map. */
import { z } from 'zod';
import { recalculateTimes } from '../recalculateTimes.ts';
import { MOST_MATCHED } from '../networkMatch.ts';
import { decodeShape, distancesAlong, encodeShape } from '../shapes.ts';
import { drawnSegment, type ShapeDraft, steppedShape } from '../shapeDraft.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { allUnder, type DocumentChange, type Documents, documentEdit, one, put, timetableKey, trackKey } from './documentEdit.ts';
import { trackWords } from './timetables.ts';

const TrackKey = z.object({ scheduleId: z.string(), trackId: z.string(), recalculateTimes: z.boolean().default(false) });
/** An encoded polyline of at least two points; 2 MB are more than a million points. */
const EncodedShape = z.string().max(2_000_000);

/** Gives a track another shape as a whole: points moved, put in, taken out or imported. */
export const editShape = documentEdit('track.editShape', {
  summary: 'Gives a track another shape (encoded, precision 5). `sequences` is the shape point of each of its stops, null where it has none.',
  path: 'edit/track/shape',
  payload: TrackKey.extend({
    shape: EncodedShape,
    sequences: z.array(z.int().min(0).nullable()),
    /** The shape was found along the streets: how the change is called. */
    followsStreets: z.boolean().optional(),
  }),
  samples: [{ scheduleId: '1', trackId: 'a-b', shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', sequences: [0, 2], recalculateTimes: false }],
  documents: documentsOf,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesOf,
  refuse: (docs, p) => {
    const points = decodeShape(p.shape).length;
    if (points < 2) return [{ Field: 'shape', Message: 'A shape needs at least two points' }];
    const stops = docs.get('Track', trackKey(p.scheduleId, p.trackId))?.Stops.length ?? p.sequences.length;
    if (p.sequences.length !== stops) return 'The stops of the track have changed since the shape was opened.';
    return sequencesError(p.sequences, points);
  },
  change: (docs, p) => {
    const track = docs.need('Track', trackKey(p.scheduleId, p.trackId));
    return shaped(docs, track, p.shape, p.sequences, p.recalculateTimes);
  },
  label: (p, docs) => `${p.followsStreets === true ? 'Follow streets' : 'Move shape points'}, ${trackWords(docs, p)}`,
});

/** A track at the time of the match, and the shape that the streets gave it. */
const MatchedShape = z.object({
  scheduleId: z.string(),
  trackId: z.string(),
  before: EncodedShape,
  stops: z.array(z.string()).max(10_000),
  shape: EncodedShape,
  sequences: z.array(z.int().min(0).nullable()).max(10_000),
});

/** Gives tracks the shapes that were found by matching them to the streets. A track with another shape or other stops by now stays as it is. */
export const matchShapes = documentEdit('track.matchShapes', {
  summary:
    'Gives tracks the shapes that `matchNetwork` found. `before` and `stops` say what was matched: a track with another shape or other stops by now stays as it is.',
  path: 'edit/tracks/shapes',
  largest: 32_000_000,
  tells: true,
  payload: z.object({ tracks: z.array(MatchedShape).min(1).max(MOST_MATCHED) }),
  samples: [
    {
      tracks: [
        {
          scheduleId: '1',
          trackId: 'a-b',
          before: '_p~iF~ps|U_ulLnnqC',
          stops: ['S1', 'S2'],
          shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
          sequences: [0, 2],
        },
      ],
    },
  ],
  documents: ({ tracks }) => tracks.map(({ scheduleId, trackId }) => one('Track', trackKey(scheduleId, trackId))),
  within: () => 'shapes',
  touches: ({ tracks }) =>
    tracks.length > 16
      ? ['track']
      : tracks.flatMap(({ scheduleId, trackId }) => ['Shape', 'Stops'].map((field) => `track/${trackKey(scheduleId, trackId)}/${field}`)),
  refuse: (docs, { tracks }) => {
    const wrong = tracks.find(({ shape, sequences, stops }) => {
      const points = decodeShape(shape).length;
      return points < 2 || sequences.length !== stops.length || sequencesError(sequences, points) !== undefined;
    });
    if (wrong) return [{ Field: 'tracks', Message: `The shape of track ${wrong.trackId} of ${wrong.scheduleId} does not fit its stops.` }];
    if (tracks.some((track) => unchangedTrack(docs, track))) return undefined;
    // one that is not here to look at is left to the server
    for (const { scheduleId, trackId } of tracks) docs.need('Track', trackKey(scheduleId, trackId));
    return tracks.length === 1 ? 'The track was changed since it was matched.' : 'All of these tracks were changed since they were matched.';
  },
  change: (docs, { tracks }) =>
    tracks.flatMap((matched) => {
      const track = unchangedTrack(docs, matched);
      return track ? shaped(docs, track, matched.shape, matched.sequences, false) : [];
    }),
  // whatever else changed in a track, its shape and stops are looked at again
  guarded: { clashes: () => [], onto: (_docs, p) => p },
  label: ({ tracks: [first, ...others] }) =>
    others.length === 0
      ? `Match shape of track ${first?.trackId ?? ''} of ${first?.scheduleId ?? ''}`
      : `Match ${others.length + 1} shapes to the streets`,
});

/** The track, where its shape and stops are those that were matched. */
function unchangedTrack(docs: Documents, { scheduleId, trackId, before, stops }: z.output<typeof MatchedShape>): Track | undefined {
  const track = docs.get('Track', trackKey(scheduleId, trackId));
  const isSame = track?.Shape === before && track.Stops.length === stops.length && track.Stops.every(({ StopId }, i) => StopId === stops[i]);
  return isSame ? track : undefined;
}

/** Draws a part of a track's shape again, between two points of its shape. */
export const replaceShape = documentEdit('track.replaceShape', {
  summary:
    'Replaces the part of a track’s shape from point startOriginalSequence to point endOriginalSequence by `segment`: its points, and the stops along it ' +
    'with their points in the segment, in order. A track without a shape gets the segment as its shape.',
  path: 'edit/track/shape/replace',
  payload: TrackKey.extend({
    segment: z.object({ Stops: z.array(z.object({ Position: z.int().min(0), ShapeSequence: z.int().min(0) })), Shape: EncodedShape }),
    startOriginalSequence: z.int().min(0),
    endOriginalSequence: z.int().min(0),
  }),
  samples: [
    {
      scheduleId: '1',
      trackId: 'a-b',
      segment: {
        Stops: [
          { Position: 0, ShapeSequence: 0 },
          { Position: 1, ShapeSequence: 2 },
        ],
        Shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
      },
      startOriginalSequence: 0,
      endOriginalSequence: 1,
      recalculateTimes: false,
    },
  ],
  documents: documentsOf,
  within: (p) => `schedule/${p.scheduleId}`,
  touches: touchesOf,
  refuse: (docs, p) => {
    const points = decodeShape(p.segment.Shape).length;
    if (points < 2) return [{ Field: 'segment', Message: 'A shape needs at least two points' }];
    const track = docs.get('Track', trackKey(p.scheduleId, p.trackId));
    if (!track) return undefined;
    const before = track.Shape === undefined ? 0 : decodeShape(track.Shape).length;
    if (before > 0 && (p.startOriginalSequence > p.endOriginalSequence || p.endOriginalSequence >= before))
      return 'The shape of the track has changed since this part was drawn.';
    if (p.segment.Stops.some(({ Position }) => Position >= track.Stops.length))
      return 'The stops of the track have changed since this part was drawn.';
    return sequencesError(
      p.segment.Stops.map(({ ShapeSequence }) => ShapeSequence),
      points,
    );
  },
  change: (docs, p) => {
    const track = docs.need('Track', trackKey(p.scheduleId, p.trackId));
    const { shape, sequences } = withSegment(track, p);
    return shaped(docs, track, shape, sequences, p.recalculateTimes);
  },
  label: (p, docs) => `Draw shape, ${trackWords(docs, p)}`,
});

interface Segment {
  readonly segment: { readonly Stops: readonly { readonly Position: number; readonly ShapeSequence: number }[]; readonly Shape: string };
  readonly startOriginalSequence: number;
  readonly endOriginalSequence: number;
}

/** The shape of a track with a part of it redrawn, and the shape points of its stops. */
export function withSegment(
  track: Track,
  { segment, startOriginalSequence: start, endOriginalSequence: end }: Segment,
): { shape: string; sequences: (number | null)[] } {
  const old = track.Shape === undefined ? [] : decodeShape(track.Shape);
  const fresh = decodeShape(segment.Shape);
  const points = old.length === 0 ? fresh : [...old.slice(0, start), ...fresh, ...old.slice(end + 1)];
  const from = old.length === 0 ? 0 : start;
  const moved = old.length === 0 ? 0 : fresh.length - (end - start + 1);
  const along = new Map(segment.Stops.map(({ Position, ShapeSequence }) => [Position, ShapeSequence]));
  const sequences = track.Stops.map(({ ShapeSequence: was }, position) => {
    const inSegment = along.get(position);
    if (inSegment !== undefined) return from + inSegment;
    if (was === undefined || old.length === 0) return null;
    if (was < start) return was;
    // a stop of the part that was replaced, and not named along the new one, has lost its point
    return was > end ? was + moved : null;
  });
  return { shape: encodeShape(points), sequences };
}

function documentsOf(p: { scheduleId: string; trackId: string; recalculateTimes: boolean }) {
  return [
    one('Schedule', p.scheduleId),
    one('Track', trackKey(p.scheduleId, p.trackId)),
    ...(p.recalculateTimes ? [allUnder('Timetable', p.scheduleId, p.trackId)] : []),
  ];
}

function touchesOf(p: { scheduleId: string; trackId: string; recalculateTimes: boolean }): readonly string[] {
  const key = trackKey(p.scheduleId, p.trackId);
  return [`track/${key}/Shape`, `track/${key}/Stops`, ...(p.recalculateTimes ? [`timetable/${key}`] : [])];
}

function sequencesError(sequences: readonly (number | null)[], points: number): string | undefined {
  let last = 0;
  for (const sequence of sequences) {
    if (sequence === null) continue;
    if (sequence >= points) return 'A stop lies beyond the end of the shape.';
    if (sequence < last) return 'The stops must follow one another along the shape.';
    last = sequence;
  }
  return undefined;
}

/** How far along a shape each stop lies; null where it has no point on it. */
function metresOfStops(shape: string, sequences: readonly (number | null)[]): (number | null)[] {
  const along = distancesAlong(decodeShape(shape));
  return sequences.map((sequence) => (sequence === null ? null : (along[sequence] ?? null)));
}

/** What recalculated times would change: departures of timetables whose times change, and the largest change of one, in seconds. */
export function changedTimes(
  draft: ShapeDraft,
  track: Track,
  timetables: readonly Timetable[],
): { readonly departures: number; readonly seconds: number } {
  const drawn = draft.mode === 'DRAW' ? drawnSegment(draft) : undefined;
  if (draft.mode === 'DRAW' && !drawn) return { departures: 0, seconds: 0 };
  const stepped = steppedShape(draft);
  const { shape, sequences } = drawn ? withSegment(track, drawn) : { shape: encodeShape(stepped.points), sequences: stepped.sequences };
  const metres = metresOfStops(shape, sequences);
  let [departures, seconds] = [0, 0];
  for (const timetable of timetables) {
    const after = recalculateTimes(timetable, metres);
    const largest = Math.max(
      largestChange(timetable.ArrivalOffsets, after.ArrivalOffsets),
      largestChange(timetable.DepartureOffsets, after.DepartureOffsets),
    );
    if (largest > 0) departures += timetable.Departures.length;
    seconds = Math.max(seconds, largest);
  }
  return { departures, seconds };
}

function largestChange(before: readonly (number | null)[], after: readonly (number | null)[]): number {
  return before.reduce<number>((most, time, i) => Math.max(most, Math.abs((after[i] ?? 0) - (time ?? 0))), 0);
}

function shaped(
  docs: Documents,
  track: Track,
  shape: string,
  sequences: readonly (number | null)[],
  recalculate: boolean,
): readonly DocumentChange[] {
  // what the source said of distances is no longer true
  const { ShapeDistances: _distances, ...rest } = track;
  const Stops = track.Stops.map(({ ShapeSequence: _sequence, ShapeDistance: _distance, ...stop }, i) => {
    const sequence = sequences[i] ?? null;
    return sequence === null ? stop : { ...stop, ShapeSequence: sequence };
  });
  const changed = put('Track', trackKey(track.ScheduleId, track.Id), { ...rest, Shape: shape, Stops });
  if (!recalculate) return [changed];
  const metres = metresOfStops(shape, sequences);
  const timetables = docs.under('Timetable', track.ScheduleId, track.Id);
  return [
    changed,
    ...timetables.map((timetable) =>
      put('Timetable', timetableKey(track.ScheduleId, track.Id, timetable.Number), recalculateTimes(timetable, metres)),
    ),
  ];
}
