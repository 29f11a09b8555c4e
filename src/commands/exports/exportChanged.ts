import { DeliveryLocationsChanged, ExportChanged } from '../../contract/notifications.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { dropExport } from '../../projections/exportState.ts';
import { defineEvent } from '../define.ts';
import { askedAgain } from '../defineLoad.ts';
import { loadDeliveryLocations, loadExport, loadExports } from './loadExports.ts';

/** An export was made, changed or removed: what is loaded of it is fetched again. */
export const exportChanged = defineEvent('live.exportChanged', {
  payload: ExportChanged,
  samples: () => [
    { exportId: 1, region: 'demo', rev: 2 },
    { exportId: 1, region: 'demo', rev: null },
  ],
  apply: (base, { exportId, rev }) => {
    if (rev === null) dropExport(base.exports, exportId);
  },
  next: ({ exportId, rev }, view): readonly CommandInput[] => {
    const { list, details } = view.exports;
    const detail = details[String(exportId)];
    if (rev === null) return askedAgain([list, detail]);
    const isOld = detail?.status === 'loading' || (detail !== undefined && detail.status !== 'idle' && (detail.value?.rev ?? 0) < rev);
    return [...(list.status === 'idle' ? [] : [loadExports({})]), ...(isOld ? [loadExport({ id: exportId })] : [])];
  },
  keep: 'all',
});

/** Delivery locations were changed: those that are loaded are fetched again. */
export const deliveryLocationsChanged = defineEvent('live.deliveryLocationsChanged', {
  payload: DeliveryLocationsChanged,
  samples: () => [{ region: 'demo' }],
  next: (_p, view): readonly CommandInput[] => (view.exports.locations.status === 'idle' ? [] : [loadDeliveryLocations({})]),
  keep: 'all',
});
