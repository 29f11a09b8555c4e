/** A closed stretch of street and the tracks that go round it; `machines/detourMachine.ts` follows the steps. */
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { findDetours as findDetoursRoute } from '../../contract/routing.ts';
import { Coordinate } from '../../domain/coordinate.ts';
import { DetourAnswer, MOST_CLOSED_POINTS, MOST_DETOURS } from '../../domain/detours.ts';
import { VersionId } from '../../domain/versions.ts';
import { editRefusal, refusedEdit } from '../../projections/rights.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';

const InVersion = z.object({ versionId: VersionId });

/** Begins to draw a closed stretch. */
export const startDetour = defineStep('detour.start', 'Detour', {
  payload: InVersion,
  samples: [{ versionId: 1 }],
  decide: (view) => refusedEdit(view),
  action: {
    title: 'Detour',
    icon: 'route-off',
    group: 'Tracks',
    payload: (view) => {
      const { versionId } = presentPlace(view);
      if (versionId === undefined) return { why: 'Open a version first' };
      const why = editRefusal(view);
      return why === undefined ? { versionId } : { why };
    },
  },
});

/** A click on the closed street. */
export const drawDetour = defineStep('detour.draw', 'Draw the closed stretch', {
  payload: z.object({ at: Coordinate }),
  samples: [{ at: { Lat: 52.1, Lng: 5.1 } }],
});

/** Takes the last point of the stretch back. */
export const takeBackDetour = defineStep('detour.takeBack', 'Remove the last point of the closed stretch');

/** Looks for the tracks on the stretch. */
export const askDetours = defineStep('detour.ask', 'Find the tracks on the closed stretch');

/** Asks for them. The answer is in the log, so a replay asks nobody. */
export const findDetours = defineCommand('detour.find', {
  payload: InVersion.extend({ closed: z.array(Coordinate).min(2).max(MOST_CLOSED_POINTS) }),
  samples: () => [
    {
      versionId: 1,
      closed: [
        { Lat: 52.1, Lng: 5.1 },
        { Lat: 52.1, Lng: 5.102 },
      ],
    },
  ],
  label: () => 'Find the ways round the closed stretch',
  policy: 'latest',
  call: ({ versionId, closed }) => request(findDetoursRoute, { params: { versionId }, body: { Closed: closed } }),
  reply: DetourAnswer,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Chooses which of the tracks go round: their places in the list. */
export const chooseDetours = defineStep('detour.choose', ({ taken }) => `Choose ${taken.length} detours`, {
  payload: z.object({ taken: z.array(z.int().min(0)).max(MOST_DETOURS) }),
  samples: [{ taken: [0] }],
});

/** Limits the detours to the dates of the works, as typed; without them they hold on all dates. */
export const chooseWorks = defineStep('detour.works', 'Set the dates of the works', {
  payload: z.object({ works: z.object({ from: z.string().max(40), to: z.string().max(40) }).optional() }),
  samples: [{ works: { from: '2026-03-02', to: '2026-03-13' } }, {}],
});

/** Shows the way round of one track on the map. */
export const showDetour = defineStep('detour.show', 'Show the way round of a track', {
  payload: z.object({ index: z.int().min(0) }),
  samples: [{ index: 0 }],
});

/** Goes back to drawing the stretch. */
export const redrawDetour = defineStep('detour.redraw', 'Draw the closed stretch again');

/** Makes the chosen detours. */
export const applyDetours = defineStep('detour.apply', 'Apply the detours');

/** Ends it; what was not applied is dropped. */
export const closeDetour = defineStep('detour.close', 'Close the detour');
