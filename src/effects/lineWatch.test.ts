import { expect, test, vi } from 'vitest';
import { watchLine } from './lineWatch.ts';

function world(answers: (boolean | 'none')[]) {
  const page = new EventTarget();
  const returned = vi.fn<() => void>();
  const asked: string[] = [];
  const waits: number[] = [];
  let online = false;
  const watch = watchLine({
    page,
    returned,
    fetch: (url) => {
      asked.push(typeof url === 'string' ? url : '');
      const answer = answers.shift() ?? 'none';
      return answer === 'none'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(null, { status: answer ? 200 : 503 }));
    },
    // As long as nobody says online, a pause passes at once; a pause of the longest kind passes only by `online`.
    wait: (ms, signal) => {
      waits.push(ms);
      if (ms < 8000 || online) return Promise.resolve();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  return { page, returned, asked, waits, watch, goOnline: () => ((online = true), page.dispatchEvent(new Event('online'))) };
}

test('a server that is away, and then without its database, counts as back once both are there', async () => {
  const { watch, returned, asked, waits } = world(['none', false, true]);
  watch('server');
  watch('server');
  await expect.poll(() => returned).toHaveBeenCalledTimes(1);
  expect(asked).toEqual(['/readyz', '/readyz', '/readyz']);
  expect(waits).toEqual([1000, 2000, 4000]);
});

test('a browser that says it is online is believed at once, and asks only while something waits', async () => {
  const { watch, returned, asked, goOnline } = world(['none', 'none', 'none', true]);
  watch('line');
  await expect.poll(() => asked).toHaveLength(3);
  expect(returned).not.toHaveBeenCalled();
  goOnline();
  await expect.poll(() => returned).toHaveBeenCalledTimes(1);
  watch('nothing');
  goOnline();
  expect(asked).toHaveLength(4);
});

test('where one call alone is answered 503 and the server is there, nothing is made again', async () => {
  const { watch, returned, asked } = world([true, true, true, true]);
  watch('server');
  await expect.poll(() => asked).toHaveLength(3);
  expect(returned).not.toHaveBeenCalled();
});
