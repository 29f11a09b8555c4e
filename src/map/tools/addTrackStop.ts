import { createTrackStop } from '../../commands/tracks/trackEdits.ts';
import { cancelTrackStops, placeTrackStops } from '../../commands/tracks/trackStopSteps.ts';
import { trackKey } from '../../domain/edits/documentEdit.ts';
import { documentOf } from '../../projections/documents.ts';
import { addedTrackStop, nearestTrackPosition } from '../../projections/trackStopAdd.ts';
import type { ToolDeclaration } from './mapTools.ts';
import { pickStopTool } from './pickStopTool.ts';

/** Puts the stop that is clicked into the track whose stops are being added to, at the place chosen in the list. */
export const addTrackStopDeclaration: ToolDeclaration = {
  id: 'addTrackStop',
  isInHand: ({ workflows }) => workflows['trackStops']?.value === 'adding',
  hint: ({ workflows }) => {
    const at: unknown = workflows['trackStops']?.context.at;
    return typeof at === 'number'
      ? `Click a stop to add it as stop ${at + 1}. Escape leaves.`
      : 'Click a stop to add it where it fits best: at an end, or between the nearest two stops. Escape leaves.';
  },
  take: ({ dispatch, stateNow }) =>
    pickStopTool({
      onPick: (stopId) => {
        const { view, workflows } = stateNow();
        const { versionId, scheduleId, trackId, at, fill } = workflows['trackStops']?.context ?? {};
        const track = documentOf(view, versionId, 'Track', trackKey(scheduleId, trackId));
        if (!track) return;
        const position: number = typeof at === 'number' ? at : nearestTrackPosition(view, versionId, track, stopId);
        dispatch(createTrackStop(addedTrackStop(view, versionId, track, stopId, { at: position, fill })));
        if (typeof at === 'number') dispatch(placeTrackStops({ at: at + 1, fill }));
      },
      onCancel: () => dispatch(cancelTrackStops({})),
    }),
};
