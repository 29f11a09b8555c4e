import { castDraft } from 'immer';
import { z } from 'zod';
import { listNews } from '../../contract/news.ts';
import { request } from '../../contract/route.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads what happened to the user's work. */
export const loadNews = defineLoad('news.load', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load the news',
  slot: (state) => castDraft(state.news),
  call: () => request(listNews, {}),
  reply: listNews.reply,
  value: ({ news }) => news,
  background: true,
});
