import { castDraft } from 'immer';
import { NewsItem, withNews, type NewsKind } from '../../domain/news.ts';
import type { AppState } from '../../projections/state.ts';
import { defineEvent } from '../define.ts';
import { askedAgain } from '../defineLoad.ts';
import { readNews } from './readNews.ts';

/** Something happened to the user's work. What the screen shows already is read at once, and not said again. */
export const newsReceived = defineEvent('live.newsTold', {
  payload: NewsItem,
  samples: () => [
    {
      id: 3,
      topic: 'edits/7/Tom',
      kind: 'edited' as const,
      databaseId: 'demo',
      title: 'Tom changed Draft of Summer',
      detail: 'Rename stop A to B',
      path: '/data/db/demo/v/7',
      count: 1,
      read: false,
      at: '2026-11-22T08:05:00.000Z',
    },
    {
      id: 4,
      topic: 'upload/t:9',
      kind: 'uploaded' as const,
      databaseId: 'demo',
      title: 'Upload successful: Summer',
      detail: '',
      path: '/data/db/demo/v/8',
      count: 1,
      read: false,
      at: '2026-11-22T08:06:00.000Z',
    },
  ],
  apply: (base, item) => {
    base.news.value = castDraft([...withNews(base.news.value ?? [], item)]);
    if (!SAID_BY_THEIR_SCREENS.includes(item.kind) && !isSeen(base, item))
      base.notices.push({ id: `news-${item.id}-${item.at}`, kind: 'info', text: item.title });
  },
  next: (item, view) => [...askedAgain([view.news]), ...(isSeen(view, item) ? [readNews({ ids: [item.id], read: true })] : [])],
  keep: 'all',
});

/** Ends of runs and uploads have toasts of their own. */
const SAID_BY_THEIR_SCREENS: readonly NewsKind[] = ['runEnded', 'runFailed', 'needsApproval', 'uploaded', 'uploadFailed'];

/** Whether the screen shows what it is about: the run or changes in view, or the upload of this tab. */
function isSeen({ location, upload }: Pick<AppState, 'location' | 'upload'>, { topic, path }: NewsItem): boolean {
  if (topic.startsWith('upload/')) return topic === `upload/${upload?.uploadId}`;
  const [page = '', query = ''] = path.split('?');
  if (location.path !== page && !(topic.startsWith('edits/') && location.path.startsWith(`${page}/`))) return false;
  const shown = new Set(location.search.replace(/^\?/, '').split('&'));
  return query === '' || query.split('&').every((pair) => shown.has(pair));
}
