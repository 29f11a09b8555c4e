/** Matching the shapes of a version to the streets; `machines/matchNetworkMachine.ts` follows the steps and keeps what was found. */
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { matchNetwork } from '../../contract/routing.ts';
import { Bounds } from '../../domain/coordinate.ts';
import { MatchedPage } from '../../domain/networkMatch.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';
import { openPageFirst } from '../shell/openPlace.ts';

const InVersion = z.object({ versionId: VersionId });

/** Opens the match, on the page of the schedules, and begins it. */
export const openNetworkMatch = defineStep('matchNetwork.open', 'Match the network', {
  payload: InVersion,
  samples: [{ versionId: 1 }],
  action: {
    title: 'Match the network',
    icon: 'route',
    group: 'Tracks',
    words: 'match shapes tracks streets map matching snap',
    payload: (view) => {
      const { versionId } = presentPlace(view);
      return versionId === undefined || !presentData(view) ? { why: 'Open a version first' } : { versionId };
    },
  },
  next: ({ versionId }, _reply, view) => openPageFirst(view, versionId, 'schedules'),
});

/** Asks for the next tracks. The answer is in the log, so a replay asks nobody. */
export const matchTracks = defineCommand('matchNetwork.ask', {
  payload: InVersion.extend({ after: z.string().nullable() }),
  samples: () => [
    { versionId: 1, after: null },
    { versionId: 1, after: '1/a-b' },
  ],
  label: () => 'Match shapes to the streets',
  policy: 'latest',
  call: (p) => request(matchNetwork, { params: { versionId: p.versionId }, body: p.after === null ? {} : { After: p.after } }),
  reply: MatchedPage,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Stops the match; what was found so far stays. */
export const stopNetworkMatch = defineStep('matchNetwork.stop', 'Stop matching');

/** Goes on where the match was stopped. */
export const resumeNetworkMatch = defineStep('matchNetwork.resume', 'Go on matching');

/** Ticks tracks, or takes the ticks away. */
export const chooseMatched = defineStep('matchNetwork.choose', ({ keys, on }) => `${on ? 'Accept' : 'Leave'} ${keys.length} matched shapes`, {
  payload: z.object({ keys: z.array(z.string()).min(1), on: z.boolean() }),
  samples: [
    { keys: ['1/a-b'], on: true },
    { keys: ['1/a-b'], on: false },
  ],
});

/** Shows the shape of a track before and after on the map. */
export const showMatched = defineStep('matchNetwork.show', 'Show a matched shape', {
  payload: z.object({ key: z.string(), bounds: Bounds.optional() }),
  samples: [
    {
      key: '1/a-b',
      bounds: { SouthWest: { Lat: 52.1, Lng: 5.1 }, NorthEast: { Lat: 52.2, Lng: 5.2 } },
    },
  ],
  apply: (base, { bounds }) => {
    if (bounds) base.camera = { request: base.camera.request + 1, bounds };
  },
});

/** Applies the shapes that are ticked. */
export const applyMatched = defineStep('matchNetwork.apply', 'Apply the matched shapes', { decide: (view) => refusedEdit(view) });

/** Closes the match. */
export const closeNetworkMatch = defineStep('matchNetwork.close', 'Close the match of the network');
