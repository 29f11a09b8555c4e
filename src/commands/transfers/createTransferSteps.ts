/** The steps of creating a transfer on the map; `machines/createTransferMachine.ts` follows them and issues `createTransfer`. */
import { z } from 'zod';
import { defineCommand } from '../define.ts';
import { defineStartConnecting } from '../stops/startConnecting.ts';

/** Takes up the tool that draws a transfer, from the selected stop where there is one. */
export const startTransfer = defineStartConnecting('transferDraw.start', 'Start creating a transfer', {
  title: 'Create transfer',
  icon: 'arrows-exchange',
  key: 'Alt+KeyT',
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
