import { z } from 'zod';
import { presentData } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Shows or hides the legend of the map. */
export const toggleLegend = defineStep('map.toggleLegend', ({ shown }) => (shown ? 'Show the legend of the map' : 'Hide the legend of the map'), {
  payload: z.object({ shown: z.boolean() }),
  samples: [{ shown: true }, { shown: false }],
  action: {
    title: 'Legend',
    icon: 'list-details',
    key: 'Shift+KeyK',
    group: 'Map',
    words: 'legend colours colors symbols meaning map',
    payload: (view) => (presentData(view)?.stops.value == null ? { why: 'Open a version first' } : { shown: view.settings.legend !== true }),
  },
  apply: (base, { shown }) => {
    if (shown) base.settings.legend = true;
    else delete base.settings.legend;
  },
});
