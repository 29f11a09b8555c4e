/** Tracks that go round a closed stretch of street. */
import { z } from 'zod';
import { DetourPart, detouredTimes, detouredTrack, MOST_DETOURS } from '../detours.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { idsDuringWorks, splitForWorks, WorksDates } from '../works.ts';
import { allUnder, type DocumentChange, documentEdit, type Documents, one, put, timetableKey, trackKey } from './documentEdit.ts';
import { withoutTripIds } from './schedules.ts';

const Taken = z.object({
  scheduleId: z.string(),
  trackId: z.string(),
  /** Points of the shape that the parts were found for. */
  points: z.int().min(2),
  parts: z.array(DetourPart).min(1).max(20),
});

type Taken = z.infer<typeof Taken>;

const Detours = z.object({
  tracks: z.array(Taken).min(1).max(MOST_DETOURS),
  /** Dates of the works; without them the tracks change on all dates. */
  works: WorksDates.optional(),
});

/** Lets tracks of any lines go round a closed stretch: shape, stops that are left out, and running times. */
export const takeDetours = documentEdit('track.takeDetours', {
  summary:
    'Lets tracks go round a closed stretch, as `findDetours` proposes it: parts of their shapes are replaced, the stops along these parts are ignored, and the times behind them move by the change of length at the speed of the part that was left. With `works` this holds on these dates alone: each schedule is cloned for them, and the original one does not run then.',
  path: 'edit/track/detours',
  payload: Detours,
  samples: [{ tracks: [{ scheduleId: '1', trackId: 'a-b', points: 2, parts: [{ From: 0, To: 1, Shape: '_p~iF~ps|U_t`B~qy@_`kIn{vA' }] }] }],
  documents: ({ tracks, works }) =>
    works
      ? schedulesOf(tracks).flatMap((id) => [
          one('Schedule', id),
          ...idsDuringWorks(id, works).map((newId) => one('Schedule', newId)),
          allUnder('Track', id),
          allUnder('Timetable', id),
        ])
      : [
          ...tracks.map(({ scheduleId, trackId }) => one('Track', trackKey(scheduleId, trackId))),
          ...tracks.map(({ scheduleId, trackId }) => allUnder('Timetable', scheduleId, trackId)),
        ],
  within: () => 'detour',
  touches: ({ tracks, works }) => {
    if (works) return schedulesOf(tracks).flatMap((id) => [id, ...idsDuringWorks(id, works)].map((one) => `schedule/${one}`));
    if (tracks.length > 10) return ['track', 'timetable'];
    return tracks.flatMap(({ scheduleId, trackId }) => {
      const key = trackKey(scheduleId, trackId);
      return [`track/${key}/Shape`, `track/${key}/Stops`, `timetable/${key}`];
    });
  },
  refuse: (docs, { tracks, works }) => {
    const stale = tracks.find(({ scheduleId, trackId, points, parts }) => {
      const track = docs.get('Track', trackKey(scheduleId, trackId));
      return track !== null && !detouredTrack(track, parts, points);
    });
    if (stale) return `The shape of track ${stale.trackId} has changed since the way round was found. Find the detours again.`;
    if (!works) return undefined;
    const schedules = schedulesOf(tracks).flatMap((id) => docs.get('Schedule', id) ?? []);
    const running = schedules.filter((schedule) => splitForWorks(schedule, works, schedule.Id));
    if (schedules.length > 0 && running.length === 0) return `None of these lines runs between ${works.from} and ${works.to}.`;
    const taken = running.find((schedule) => splitForWorks(schedule, works, '')?.rest && !freeId(docs, schedule.Id, works));
    return taken && `There are schedules ${idsDuringWorks(taken.Id, works).join(' and ')} already. Choose another first day.`;
  },
  change: (docs, { tracks, works }) =>
    works
      ? schedulesOf(tracks).flatMap((id) => {
          const taken = tracks.filter(({ scheduleId }) => scheduleId === id);
          const newId = freeId(docs, id, works);
          const split = splitForWorks(docs.need('Schedule', id), works, newId ?? '');
          if (!split) return [];
          if (!split.rest) return taken.flatMap((one) => goingRound(docs, one));
          return newId === undefined
            ? []
            : [put('Schedule', id, split.rest), put('Schedule', newId, split.during), ...cloned(docs, id, newId, taken)];
        })
      : tracks.flatMap((one) => goingRound(docs, one)),
  named: ({ tracks }) =>
    schedulesOf(tracks)
      .slice(0, FEW)
      .map((id) => one('Schedule', id)),
  label: ({ tracks, works }, docs) => {
    const lines = schedulesOf(tracks);
    const when = works ? `, ${works.from} to ${works.to}` : '';
    if (lines.length >= FEW) return `Detour of ${lines.length} lines${when}`;
    return `Detour, ${lines.length === 1 ? 'line' : 'lines'} ${lines.map((id) => docs.get('Schedule', id)?.Name || id).join(', ')}${when}`;
  },
});

/** Lines that are called by their names. */
const FEW = 5;

function schedulesOf(tracks: readonly Taken[]): string[] {
  return [...new Set(tracks.map(({ scheduleId }) => scheduleId))];
}

/** The first id for the schedule during the works that no schedule has. */
function freeId(docs: Documents, scheduleId: string, works: WorksDates): string | undefined {
  return idsDuringWorks(scheduleId, works).find((id) => !docs.get('Schedule', id));
}

/** A track that goes round, and its timetables. */
function detoured(
  docs: Documents,
  { scheduleId, trackId, points, parts }: Taken,
): { readonly track: Track; readonly timetables: Timetable[] } | undefined {
  const before = docs.need('Track', trackKey(scheduleId, trackId));
  const after = detouredTrack(before, parts, points);
  return (
    after && {
      track: after.track,
      timetables: docs.under('Timetable', scheduleId, trackId).map((timetable) => detouredTimes(timetable, before, parts)),
    }
  );
}

function goingRound(docs: Documents, one: Taken): DocumentChange[] {
  const after = detoured(docs, one);
  if (!after) return [];
  const { scheduleId, trackId } = one;
  return [
    put('Track', trackKey(scheduleId, trackId), after.track),
    ...after.timetables.map((timetable) => put('Timetable', timetableKey(scheduleId, trackId, timetable.Number), timetable)),
  ];
}

/** All tracks and timetables of a schedule under another schedule, those that are taken on their way round. */
function cloned(docs: Documents, scheduleId: string, newId: string, taken: readonly Taken[]): DocumentChange[] {
  return docs.under('Track', scheduleId).flatMap((track) => {
    const detour = taken.find(({ trackId }) => trackId === track.Id);
    const after = (detour && detoured(docs, detour)) ?? { track, timetables: docs.under('Timetable', scheduleId, track.Id) };
    return [
      put('Track', trackKey(newId, track.Id), { ...after.track, ScheduleId: newId }),
      ...after.timetables.map((timetable) =>
        put('Timetable', timetableKey(newId, track.Id, timetable.Number), { ...withoutTripIds(timetable), ScheduleId: newId }),
      ),
    ];
  });
}
