/** Whoever takes a picture of the screens waits for parts whose code is on its way. */
import { act, type ComponentType, Suspense } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emptyRoot } from '../../../test/builders/emptyRoot.ts';
import { awaitsCode, lazyScreen } from './lazyScreen.ts';

beforeAll(() => {
  vi.stubGlobal('window', { addEventListener: () => undefined, HTMLIFrameElement: Map });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());

test('code is awaited from when it is asked for until a moment after it has come', async () => {
  let now = 10_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  let resolve: (part: ComponentType) => void = () => undefined;
  const promise = new Promise<ComponentType>((done) => (resolve = done));
  const Part = lazyScreen(() => promise);
  expect(awaitsCode()).toBe(false);
  const root = emptyRoot();
  await act(async () =>
    root.render(
      <Suspense fallback={null}>
        <Part />
      </Suspense>,
    ),
  );
  now += 5000;
  expect(awaitsCode()).toBe(true);
  await act(async () => resolve(() => null));
  expect(awaitsCode()).toBe(true);
  now += 500;
  expect(awaitsCode()).toBe(false);
  act(() => root.unmount());
  clock.mockRestore();
});
