import { z } from 'zod';
import { listSentNotices } from '../../contract/notifications.ts';
import { request } from '../../contract/route.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the notices that were sent by the rules of a region. */
export const loadSentNotices = defineLoad('region.loadSentNotices', {
  payload: z.object({ region: z.string() }),
  samples: () => [{ region: 'demo' }],
  label: ({ region }) => `Load the notices sent for ${region}`,
  slot: (state) => (state.regionWizard.form === null ? undefined : state.regionWizard.sentNotices),
  call: ({ region }) => request(listSentNotices, { query: { region } }),
  reply: listSentNotices.reply,
  value: ({ notices }) => notices,
});
