import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/news.ts';
import { request } from '../../contract/route.ts';
import { NEWS_LIMIT } from '../../domain/news.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';

/** Marks news as read, or as unread. */
export const readNews = defineCommand('news.read', {
  payload: z.object({ ids: z.array(z.int()).min(1).max(NEWS_LIMIT), read: z.boolean() }),
  samples: () => [
    { ids: [1], read: true },
    { ids: [1, 2], read: false },
  ],
  label: ({ ids, read }) => `Mark ${ids.length === 1 ? 'a line' : `${ids.length} lines`} of the news as ${read ? 'read' : 'unread'}`,
  lane: () => 'news.read',
  policy: 'queue',
  write: true,
  preview: (view, { ids, read }) => mark(view, ids, read),
  call: ({ ids, read }) => request(contract.readNews, { body: { ids, read } }),
  reply: contract.readNews.reply,
  answered: (base, _payload, { news }) => {
    base.news = { status: 'succeeded', value: castDraft(news), messages: [] };
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

function mark(state: Draft<AppState>, ids: readonly number[], read: boolean): void {
  for (const item of state.news.value ?? []) if (ids.includes(item.id)) item.read = read;
}
