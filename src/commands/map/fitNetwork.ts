import { presentData } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Shows the whole network of the version in view on the map: all its stops that have a coordinate. */
export const fitNetwork = defineStep('map.fitNetwork', 'Fit the network on the map', {
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
});
