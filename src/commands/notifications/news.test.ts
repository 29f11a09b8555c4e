import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { unreadNews, withNews, type NewsItem } from '../../domain/news.ts';
import { newsReceived } from './newsReceived.ts';
import { readNews } from './readNews.ts';

const line = (changes: Partial<NewsItem> = {}): NewsItem => ({
  id: 1,
  topic: 'edits/7/Tom',
  kind: 'edited',
  databaseId: 'demo',
  title: 'Tom changed Draft of Summer',
  detail: '',
  path: '/data/db/demo/v/7',
  count: 1,
  read: false,
  at: '2026-11-22T08:05:00.000Z',
  ...changes,
});

test('what happened elsewhere is unread and said in a toast; what the screen shows is read at once and not said', () => {
  const { kernel, call } = openProduct('/data');
  call('listNews').answer({ news: [line()] });
  expect(unreadNews(kernel.snapshot().view.news.value ?? [])).toBe(1);
  kernel.receive(
    newsReceived(
      line({ id: 2, topic: 'comments/demo/5/Tom', kind: 'commented', title: 'Tom commented on your changes', path: '/changes/demo?setId=5&open=5' }),
    ),
  );
  expect(kernel.snapshot().view.notices.map(({ text }) => text)).toEqual(['Tom commented on your changes']);
  expect(unreadNews(kernel.snapshot().view.news.value ?? [])).toBe(2);

  const inView = openProduct('/data/db/demo/v/7/stops');
  inView.kernel.receive(newsReceived(line()));
  expect(inView.kernel.snapshot().view.notices).toEqual([]);
  expect(inView.call('readNews').call.input).toEqual({ body: { ids: [1], read: true } });
  expect(unreadNews(inView.kernel.snapshot().view.news.value ?? [])).toBe(0);
});

test('a run that ended is said by its own toast alone', () => {
  const { kernel } = openProduct('/data');
  kernel.receive(newsReceived(line({ topic: 'run/3/2', kind: 'runEnded', title: 'Pipeline Nightly: Completed', path: '/pipelines?pipeline=4' })));
  expect(kernel.snapshot().view.notices).toEqual([]);
  expect(unreadNews(kernel.snapshot().view.news.value ?? [])).toBe(1);
});

test('marking holds at once, and falls back where the server refuses it', () => {
  const { kernel, call } = openProduct('/data');
  call('listNews').answer({ news: [line()] });
  kernel.dispatch(readNews({ ids: [1], read: true }));
  expect(unreadNews(kernel.snapshot().view.news.value ?? [])).toBe(0);
  call('readNews').fail({ status: 400 });
  expect(unreadNews(kernel.snapshot().view.news.value ?? [])).toBe(1);
});

test('a topic is one line, the newest first', () => {
  const older = line({ id: 2, topic: 'run/1/2', at: '2026-11-22T07:00:00.000Z' });
  const again = line({ count: 5, at: '2026-11-22T09:00:00.000Z' });
  expect(withNews([line(), older], again)).toEqual([again, older]);
});
