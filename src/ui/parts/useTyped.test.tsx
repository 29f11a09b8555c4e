/** What is typed is on the screen at once, and in the log at a pause, when a field is left, when the form is sent and when the page goes. */
import { act, StrictMode, useLayoutEffect } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emptyRoot } from '../../../test/builders/emptyRoot.ts';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { KernelProvider } from '../../kernel/react.tsx';
import { newAgency } from '../../projections/typedForms.ts';
import { useTyped } from './useTyped.ts';

const page = new EventTarget();

beforeAll(() => {
  vi.stubGlobal('window', Object.assign(page, { HTMLIFrameElement: Map }));
  vi.stubGlobal('document', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Typed = ReturnType<typeof useTyped<{ id: string; name: string; asked: boolean }>>;

/** A form that says what it shows. */
function Form({ tell }: { tell: (typed: Typed) => void }) {
  const typed = useTyped(newAgency, { id: '', name: 'New', asked: false });
  useLayoutEffect(() => tell(typed));
  return null;
}

function opened(kernel = openProduct('/data').kernel) {
  let form: Typed | undefined;
  const tell = (typed: Typed) => void (form = typed);
  const root = emptyRoot();
  const draw = (is: boolean) =>
    act(async () => {
      root.render(
        <StrictMode>
          <KernelProvider kernel={kernel}>{is && <Form tell={tell} />}</KernelProvider>
        </StrictMode>,
      );
      await Promise.resolve();
    });
  return {
    kernel,
    draw,
    shown: () => form?.[0],
    type: (changes: { id?: string; name?: string }) => act(() => form?.[1](changes)),
    written: () => kernel.snapshot().view.typed,
    writes: () => kernel.log().records.filter(({ type }) => type === 'form.type').length,
  };
}

test('letters are shown at once; a pause writes them together, once', async () => {
  const { draw, type, shown, written, writes } = opened();
  await draw(true);
  expect(shown()).toEqual({ id: '', name: 'New', asked: false });
  for (const id of ['C', 'CI', 'CIT', 'CITY']) type({ id });
  expect(shown()).toEqual({ id: 'CITY', name: 'New', asked: false });
  expect(written()).toBeUndefined();
  act(() => void vi.runAllTimers());
  expect(written()).toEqual({ newAgency: { id: 'CITY' } });
  expect(shown()).toEqual({ id: 'CITY', name: 'New', asked: false });
  expect(writes()).toBe(1);
});

test.each(['focusout', 'submit', 'pagehide'])('%s writes at once', async (event) => {
  const { draw, type, written, writes } = opened();
  await draw(true);
  type({ id: 'CITY' });
  type({ name: 'Trams' });
  act(() => void page.dispatchEvent(new Event(event)));
  expect(written()).toEqual({ newAgency: { id: 'CITY', name: 'Trams' } });
  act(() => void vi.runAllTimers());
  expect(writes()).toBe(1);
});

test('a form that is drawn again shows what was typed, one that was closed does not', async () => {
  const { kernel, draw, type, written } = opened();
  await draw(true);
  type({ id: 'CITY' });
  act(() => void vi.runAllTimers());
  const again = opened(kernel);
  await again.draw(true);
  expect(again.shown()).toEqual({ id: 'CITY', name: 'New', asked: false });
  await draw(false);
  expect(written()).toBeUndefined();
  expect(again.shown()).toEqual({ id: '', name: 'New', asked: false });
});

test('a form that was closed with a letter not yet written writes nothing more', async () => {
  const { draw, type, written, writes } = opened();
  await draw(true);
  type({ id: 'C' });
  await draw(false);
  act(() => void vi.runAllTimers());
  expect(written()).toBeUndefined();
  expect(writes()).toBe(0);
});
