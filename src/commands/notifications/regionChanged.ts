import { RegionChanged } from '../../contract/notifications.ts';
import { loadDatabases } from '../databases/loadDatabases.ts';
import { defineEvent } from '../define.ts';
import { loadRegions } from '../regions/loadRegions.ts';

/** A region was made or changed: the lists are read again. */
export const regionChanged = defineEvent('live.regionChanged', {
  payload: RegionChanged,
  samples: () => [{ RegionKey: 'demo' }],
  next: (_p, view) => (view.regions.status === 'idle' ? [] : [loadRegions({}), loadDatabases({})]),
  keep: 'all',
});
