import { endPathway, pickPathwayNode } from '../../commands/pathways/drawPathwaySteps.ts';
import { roundDegrees } from '../../domain/coordinate.ts';
import { freeStopId } from '../../projections/freeStopId.ts';
import { presentPlace } from '../../projections/versions.ts';
import { connectStopsTool } from './connectStopsTool.ts';
import type { ToolDeclaration } from './mapTools.ts';

const STEPS = ['choosingStart', 'drawing', 'creating'];

/** Draws pathways from node to node; taken up by `startPathway`. */
export const drawPathwayDeclaration: ToolDeclaration = {
  id: 'drawPathway',
  isInHand: ({ workflows }) => STEPS.includes(String(workflows['drawPathway']?.value)),
  hint: ({ workflows }) =>
    workflows['drawPathway']?.value === 'choosingStart'
      ? 'Click the stop where the pathway begins. Escape leaves.'
      : 'Click a stop, or empty ground to make a node. Click the last node again, or press Escape, to end.',
  take: ({ dispatch, stateNow, newId }) =>
    connectStopsTool({
      from: () => stateNow().workflows['drawPathway']?.context.from ?? undefined,
      onPick: (stopId, at) => {
        const place = { Lat: roundDegrees(at.Lat), Lng: roundDegrees(at.Lng) };
        const { view } = stateNow();
        const nodeId = freeStopId(view, presentPlace(view).versionId ?? 0) ?? newId();
        dispatch(pickPathwayNode({ stopId: stopId ?? null, at: place, nodeId, pathwayId: newId() }));
      },
      onCancel: () => dispatch(endPathway({})),
    }),
};
