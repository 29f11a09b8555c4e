/** The shape of a track before it is matched to the streets, dashed, and after it, with the place of its finding. */
import type { MatchNetworkContext } from '../../machines/matchNetworkMachine.ts';
import { type MatchedTrack, matchedKey } from '../../domain/networkMatch.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { presentPlace } from '../../projections/versions.ts';
import { comparedFeatures } from '../sources/comparedStates.ts';
import { stateLayers } from './compared.ts';
import { defineLayer, type SeenState } from './mapLayer.ts';

export const matchedLayer = defineLayer<MatchedTrack | undefined>({
  id: 'matched',
  toggle: null,
  data: shownMatch,
  sources: {
    'matched-before': (track) => linesOf(track?.Before),
    'matched-after': (track) => linesOf(track?.Shape, track?.At),
  },
  legend: (track, { colours }) =>
    track
      ? [
          { swatch: { kind: 'lines', colours: [colours.comparedBefore], width: 3, dashed: true }, text: 'Shape as it is' },
          { swatch: { kind: 'lines', colours: [colours.comparedAfter], width: 4 }, text: 'Shape along the streets' },
        ]
      : [],
  layers: (style) => [...stateLayers('matched-after', style, false), ...stateLayers('matched-before', style, true)],
});

/** The track that is looked at, where the match is open beside the map. */
export function shownMatch({ view, workflows }: SeenState): MatchedTrack | undefined {
  const match = workflows['matchNetwork'];
  if (!match || match.value === 'closed') return undefined;
  const { versionId, shown, matched }: MatchNetworkContext = match.context;
  const place = presentPlace(view);
  if (shown === '' || place.versionId !== versionId || place.page !== 'schedules' || place.itemId !== undefined) return undefined;
  return matched.find((track) => matchedKey(track) === shown);
}

function linesOf(shape: string | undefined, at?: MatchedTrack['At']) {
  return comparedFeatures({ lines: shape === undefined ? [] : [decodeShape(shape)], places: at ? [at] : [] });
}
