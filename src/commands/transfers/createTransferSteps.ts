/** The steps of creating a transfer on the map; `machines/createTransferMachine.ts` follows them and issues `createTransfer`. */
import { z } from 'zod';
import { defineStartConnecting } from '../stops/startConnecting.ts';
import { defineStep } from '../defineStep.ts';

/** Takes up the tool that draws a transfer, from the selected stop where there is one. */
export const startTransfer = defineStartConnecting('transferDraw.start', 'Start creating a transfer', {
  title: 'Create transfer',
  icon: 'arrows-exchange',
  key: 'Alt+KeyT',
});

/** Picks the stop the transfer begins or ends at; `transferId` is the id it will have. */
export const pickTransferStop = defineStep('transferDraw.pick', (p) => `Pick stop ${p.stopId}`, {
  payload: z.object({ stopId: z.string(), transferId: z.string() }),
  samples: [{ stopId: 'S2', transferId: 'T9' }],
});

/** Creates the transfer as the form says; `duration` is the typed text, in seconds. */
export const submitTransfer = defineStep('transferDraw.submit', 'Create the transfer', {
  payload: z.object({ type: z.int().min(0).max(3), duration: z.string().max(20) }),
  samples: [{ type: 2, duration: '180' }],
});

/** Leaves the tool; nothing is created. */
export const cancelTransfer = defineStep('transferDraw.cancel', 'Leave creating a transfer');

/** Says that the transfer is there. */
export const announceTransfer = defineStep('transferDraw.announce', 'Tell that the transfer was created', {
  payload: z.object({ transferId: z.string() }),
  samples: [{ transferId: 'T9' }],
  apply: (base, { transferId }) => {
    const id = `transfer/${transferId}`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: 'done', text: 'Transfer successfully created' }];
  },
});
