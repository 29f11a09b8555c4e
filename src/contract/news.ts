/** The bell: what happened to one's work. */
import { z } from 'zod';
import { NEWS_LIMIT, NewsItem } from '../domain/news.ts';
import { defineRoute } from './route.ts';

const News = z.object({ news: z.array(NewsItem) });

export const listNews = defineRoute({
  name: 'listNews',
  summary: `What happened to the caller's work, the newest ${NEWS_LIMIT} first: runs, uploads, drafts that others edited, comments.`,
  method: 'GET',
  path: '/scheduler/ui/news',
  reply: News,
  placeless: true,
  access: 'read',
});

export const readNews = defineRoute({
  name: 'readNews',
  summary: 'Marks news of the caller as read, or as unread.',
  method: 'POST',
  path: '/scheduler/ui/news/read',
  body: z.object({ ids: z.array(z.int()).min(1).max(NEWS_LIMIT), read: z.boolean() }),
  reply: News,
  placeless: true,
  access: 'read',
  scope: 'person',
});
