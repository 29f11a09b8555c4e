import { z } from 'zod';
import { presentData } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** Shows the whole network of the version in view on the map: all its stops that have a coordinate. */
export const fitNetwork = defineCommand('map.fitNetwork', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Fit the network on the map',
  action: {
    title: 'Fit network',
    icon: 'maximize',
    key: 'Shift+KeyF',
    group: 'Map',
    words: 'zoom fit extent whole map',
    payload: (view) => {
      const stops = presentData(view)?.stops.value;
      return stops == null ? { why: 'Open a version first' } : {};
    },
  },
  apply: (base) => {
    base.camera = { request: base.camera.request + 1, network: true };
  },
  inverse: 'none',
  keep: 'all',
});
