import { z } from 'zod';
import { listSentNotices, readSentMail } from '../../contract/notifications.ts';
import { request } from '../../contract/route.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { sentNoticesAt } from '../../projections/sentNotices.ts';
import type { AppState } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the notices that were sent by the rules of a region. */
export const loadSentNotices = defineLoad('notices.load', {
  payload: z.object({ region: z.string() }),
  samples: () => [{ region: 'demo' }],
  label: ({ region }) => `Load the notices sent for ${region}`,
  slot: (state, { region }) => (state.sentNotices.region === region ? state.sentNotices.list : undefined),
  call: ({ region }) => request(listSentNotices, { query: { region } }),
  reply: listSentNotices.reply,
  value: ({ notices }) => notices,
});

/** Loads a sent mail. */
export const loadSentMail = defineLoad('notices.loadMail', {
  payload: z.object({ region: z.string(), id: z.int() }),
  samples: () => [{ region: 'demo', id: 1 }],
  label: ({ id }) => `Load the mail ${id}`,
  slot: (state, { id }) => (state.sentNotices.mailId === id ? state.sentNotices.mail : undefined),
  call: ({ region, id }) => request(readSentMail, { params: { mailId: id }, query: { region } }),
  reply: readSentMail.reply,
  value: (mail) => mail,
  keepReply: [],
});

/** What the page of sent notices needs and nobody has asked for yet. */
export function sentNoticeLoads({ location, sentNotices }: AppState): readonly CommandInput[] {
  const at = sentNoticesAt(location);
  if (at === undefined) return [];
  return [
    ...(sentNotices.list.status === 'idle' ? [loadSentNotices({ region: at.region })] : []),
    ...(at.mailId !== 0 && sentNotices.mail.status === 'idle' ? [loadSentMail({ region: at.region, id: at.mailId })] : []),
  ];
}
