import { expect, test, vi } from 'vitest';
import { type FreshPagePorts, reloadForMissingCode } from './freshPage.ts';

const MISSING = 'missing';

function page(status: (url: string) => number | undefined) {
  const target = new EventTarget();
  const kept = new Map<string, string>();
  const at = { now: 1_000_000, isBusy: false };
  const reload = vi.fn<() => void>();
  const asked: string[] = [];
  const ports: FreshPagePorts = {
    page: target,
    files: () => ['/stops', '/assets/a.js'],
    fetch: (url) => {
      asked.push(url);
      const found = status(url);
      return found === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ status: found });
    },
    isBusy: () => at.isBusy,
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    now: () => at.now,
    reload,
  };
  reloadForMissingCode(MISSING, ports);
  const miss = async (): Promise<void> => {
    target.dispatchEvent(
      new CustomEvent(MISSING, { detail: 'TypeError: Failed to fetch dynamically imported module: https://x.example/assets/b.js' }),
    );
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { target, at, reload, asked, miss };
}

test('a page whose code is missing though the server has it is loaded afresh', async () => {
  const { reload, asked, miss } = page(() => 200);
  await miss();
  expect(asked).toEqual(['/stops', '/assets/a.js', 'https://x.example/assets/b.js']);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('so is one whose files are gone because the product was updated', async () => {
  const { reload, miss } = page((url) => (url === '/stops' ? 200 : 404));
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['the line is down', (): undefined => undefined],
  ['a proxy answers for the server', () => 502],
  ['one file cannot be had', (url: string) => (url.endsWith('b.js') ? undefined : 200)],
])('not while %s', async (_, status) => {
  const { reload, miss } = page(status);
  await miss();
  expect(reload).not.toHaveBeenCalled();
});

test('not while somebody is at work or something is unsent', async () => {
  const { target, at, reload, miss } = page(() => 200);
  at.isBusy = true;
  await miss();
  at.isBusy = false;
  const unsent = (event: Event): void => event.preventDefault();
  target.addEventListener('beforeunload', unsent);
  await miss();
  expect(reload).not.toHaveBeenCalled();
  target.removeEventListener('beforeunload', unsent);
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('at most three times in ten minutes', async () => {
  const { at, reload, miss } = page(() => 200);
  for (let tries = 0; tries < 5; tries += 1) await miss();
  expect(reload).toHaveBeenCalledTimes(3);
  at.now += 600_001;
  await miss();
  expect(reload).toHaveBeenCalledTimes(4);
});
