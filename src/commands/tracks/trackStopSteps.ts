/** The steps of editing the stops of a track; `machines/trackStopsMachine.ts` follows them. */
import { z } from 'zod';
import type { TimeFill } from '../../domain/timetableSheet/restop.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** What is being edited of a track's stops. */
export const TrackStopMode = z.enum(['reading', 'destinations', 'order', 'adding', 'sequence', 'removing']);
export type TrackStopMode = z.infer<typeof TrackStopMode>;

/** Begins or leaves an editing mode. */
export const chooseTrackStopMode = defineStep('trackStops.mode', ({ mode }) => `Track stops: ${mode}`, {
  payload: z.object({ versionId: VersionId, scheduleId: z.string(), trackId: z.string(), mode: TrackStopMode }),
  samples: [{ versionId: 1, scheduleId: 'L1', trackId: 'a-b', mode: 'order' as const }],
});

/** Chooses where the next stop is put in (from 0; null at the end), and which times it gets. */
export const placeTrackStops = defineStep('trackStops.place', ({ at }) => (at === null ? 'Add stops at the end' : `Add stops as stop ${at + 1}`), {
  payload: z.object({ at: z.int().min(0).nullable(), fill: z.enum(['copied', 'interpolated', 'blank']) satisfies z.ZodType<TimeFill> }),
  samples: [{ at: 1, fill: 'copied' as const }],
});

/** Asks whether a stop shall be taken out of the track. */
export const askRemoveTrackStop = defineStep('trackStops.askRemove', ({ position }) => `Ask to remove stop ${position + 1}`, {
  payload: z.object({ stopId: z.string(), position: z.int().min(0) }),
  samples: [{ stopId: 'S2', position: 1 }],
});

/** Says yes to that. */
export const confirmRemoveTrackStop = defineStep('trackStops.confirmRemove', 'Confirm removing the stop');

/** Closes the question, else leaves the mode. */
export const cancelTrackStops = defineStep('trackStops.cancel', 'Leave editing track stops');
