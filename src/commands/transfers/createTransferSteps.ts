/** The steps of creating a transfer on the map; `machines/createTransferMachine.ts` follows them and issues `createTransfer`. */
import { z } from 'zod';
import { READ_ONLY, VersionId } from '../../domain/versions.ts';
import { canEdit } from '../../projections/rights.ts';
import { presentPlace, presentVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** Takes up the tool that draws a transfer, from the selected stop where there is one. */
export const startTransfer = defineCommand('transferDraw.start', {
  payload: z.object({ versionId: VersionId, stopId: z.string().nullable() }),
  samples: () => [{ versionId: 1, stopId: 'S1' }],
  label: () => 'Start creating a transfer',
  action: {
    title: 'Create transfer',
    icon: 'arrows-exchange',
    key: 'Alt+KeyT',
    group: 'Stops',
    payload: (view) => {
      const { page, itemId } = presentPlace(view);
      const version = presentVersion(view);
      if (!version) return { why: 'Open a version first' };
      return canEdit(view) ? { versionId: version.Id, stopId: page === 'stops' ? (itemId ?? null) : null } : { why: READ_ONLY };
    },
  },
  decide: (view) => (canEdit(view) ? undefined : { code: 'readOnly', message: READ_ONLY }),
  inverse: 'none',
  keep: 'all',
});

/** Picks the stop the transfer begins or ends at; `transferId` is the id it will have. */
export const pickTransferStop = defineCommand('transferDraw.pick', {
  payload: z.object({ stopId: z.string(), transferId: z.string() }),
  samples: () => [{ stopId: 'S2', transferId: 'T9' }],
  label: (p) => `Pick stop ${p.stopId}`,
  inverse: 'none',
  keep: 'all',
});

/** Creates the transfer as the form says; `duration` is the typed text, in seconds. */
export const submitTransfer = defineCommand('transferDraw.submit', {
  payload: z.object({ type: z.int().min(0).max(3), duration: z.string().max(20) }),
  samples: () => [{ type: 2, duration: '180' }],
  label: () => 'Create the transfer',
  inverse: 'none',
  keep: 'all',
});

/** Leaves the tool; nothing is created. */
export const cancelTransfer = defineCommand('transferDraw.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Leave creating a transfer',
  inverse: 'none',
  keep: 'all',
});

/** Says that the transfer is there. */
export const announceTransfer = defineCommand('transferDraw.announce', {
  payload: z.object({ transferId: z.string() }),
  samples: () => [{ transferId: 'T9' }],
  label: () => 'Tell that the transfer was created',
  apply: (base, { transferId }) => {
    const id = `transfer/${transferId}`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: 'done', text: 'Transfer successfully created' }];
  },
  inverse: 'none',
  keep: 'all',
});
