/** Tracks that go round a closed stretch of street. */
import { z } from 'zod';
import { DetourPart, detouredTimes, detouredTrack, MOST_DETOURS } from '../detours.ts';
import { allUnder, documentEdit, one, put, timetableKey, trackKey } from './documentEdit.ts';

const Taken = z.object({
  scheduleId: z.string(),
  trackId: z.string(),
  /** Points of the shape that the parts were found for. */
  points: z.int().min(2),
  parts: z.array(DetourPart).min(1).max(20),
});

/** Lets tracks of any lines go round a closed stretch: shape, stops that are left out, and running times. */
export const takeDetours = documentEdit('track.takeDetours', {
  summary:
    'Lets tracks go round a closed stretch, as `findDetours` proposes it: parts of their shapes are replaced, the stops along these parts are ignored, and the times behind them move by the change of length at the speed of the part that was left.',
  path: 'edit/track/detours',
  payload: z.object({ tracks: z.array(Taken).min(1).max(MOST_DETOURS) }),
  samples: [{ tracks: [{ scheduleId: '1', trackId: 'a-b', points: 2, parts: [{ From: 0, To: 1, Shape: '_p~iF~ps|U_t`B~qy@_`kIn{vA' }] }] }],
  documents: ({ tracks }) => [
    ...tracks.map(({ scheduleId, trackId }) => one('Track', trackKey(scheduleId, trackId))),
    ...tracks.map(({ scheduleId, trackId }) => allUnder('Timetable', scheduleId, trackId)),
  ],
  within: () => 'detour',
  touches: ({ tracks }) =>
    tracks.length > 10
      ? ['track', 'timetable']
      : tracks.flatMap(({ scheduleId, trackId }) => {
          const key = trackKey(scheduleId, trackId);
          return [`track/${key}/Shape`, `track/${key}/Stops`, `timetable/${key}`];
        }),
  refuse: (docs, { tracks }) => {
    const stale = tracks.find(({ scheduleId, trackId, points, parts }) => {
      const track = docs.get('Track', trackKey(scheduleId, trackId));
      return track !== null && !detouredTrack(track, parts, points);
    });
    return stale ? `The shape of track ${stale.trackId} has changed since the way round was found. Find the detours again.` : undefined;
  },
  change: (docs, { tracks }) =>
    tracks.flatMap(({ scheduleId, trackId, points, parts }) => {
      const before = docs.need('Track', trackKey(scheduleId, trackId));
      const after = detouredTrack(before, parts, points);
      if (!after) return [];
      return [
        put('Track', trackKey(scheduleId, trackId), after.track),
        ...docs
          .under('Timetable', scheduleId, trackId)
          .map((timetable) => put('Timetable', timetableKey(scheduleId, trackId, timetable.Number), detouredTimes(timetable, before, parts))),
      ];
    }),
  named: ({ tracks }) => [...new Set(tracks.map(({ scheduleId }) => scheduleId))].slice(0, FEW).map((id) => one('Schedule', id)),
  label: ({ tracks }, docs) => {
    const lines = [...new Set(tracks.map(({ scheduleId }) => scheduleId))];
    if (lines.length >= FEW) return `Detour of ${lines.length} lines`;
    return `Detour, ${lines.length === 1 ? 'line' : 'lines'} ${lines.map((id) => docs.get('Schedule', id)?.Name || id).join(', ')}`;
  },
});

/** Lines that are called by their names. */
const FEW = 5;
