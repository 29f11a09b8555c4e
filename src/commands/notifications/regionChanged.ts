import { RegionChanged } from '../../contract/notifications.ts';
import { loadDatabases } from '../databases/loadDatabases.ts';
import { defineEvent } from '../define.ts';
import { findingsOfAll, loadValidationProfile } from '../validation/validationProfile.ts';
import { loadRegions } from '../regions/loadRegions.ts';

/** A region was made or changed: the lists are read again, and what its validation profile changes. */
export const regionChanged = defineEvent('live.regionChanged', {
  payload: RegionChanged,
  samples: () => [{ RegionKey: 'demo' }],
  next: ({ RegionKey }, view) => {
    const isShown = view.validationProfiles?.[RegionKey] !== undefined;
    return [
      ...(view.regions.status === 'idle' ? [] : [loadRegions({}), loadDatabases({})]),
      ...(isShown ? [loadValidationProfile({ region: RegionKey })] : []),
      ...findingsOfAll(view),
    ];
  },
  keep: 'all',
});
