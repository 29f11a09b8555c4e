import { z } from 'zod';
import { presentData } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** Shows or hides the legend of the map. */
export const toggleLegend = defineCommand('map.toggleLegend', {
  payload: z.object({ shown: z.boolean() }),
  samples: () => [{ shown: true }, { shown: false }],
  label: ({ shown }) => (shown ? 'Show the legend of the map' : 'Hide the legend of the map'),
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
  inverse: 'none',
  keep: 'all',
});
