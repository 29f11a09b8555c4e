import { cancelStopMove, dropStop, grabStop } from '../../commands/stops/moveStopGesture.ts';
import { roundDegrees } from '../../domain/coordinate.ts';
import { stopRow } from '../../projections/stops.ts';
import { presentPlace } from '../../projections/versions.ts';
import type { ToolDeclaration } from './mapTools.ts';
import { moveStopTool } from './moveStopTool.ts';

/** Moves the selected stop; taken up by `startStopMove`. */
export const moveStopDeclaration: ToolDeclaration = {
  id: 'moveStop',
  isInHand: ({ workflows }) => ['armed', 'dragging'].includes(String(workflows['moveStop']?.value)),
  hint: ({ workflows }) =>
    workflows['moveStop']?.value === 'dragging'
      ? 'Let go to put the stop here. Escape cancels.'
      : 'Press the stop and drag it to its new place. Escape leaves.',
  take: ({ dispatch, stateNow }) =>
    moveStopTool({
      onGrab: (stopId) => {
        const { view } = stateNow();
        const row = stopRow(view, presentPlace(view).versionId ?? 0, stopId);
        dispatch(grabStop({ stopId, from: row?.Coordinate ?? null, rev: row?.Rev ?? 0 }));
      },
      onDrop: (_stopId, to) => dispatch(dropStop({ to: { Lat: roundDegrees(to.Lat), Lng: roundDegrees(to.Lng) } })),
      onCancel: () => dispatch(cancelStopMove({})),
    }),
};
