/** What is typed into a field is typed onto what stood there: nothing that a colleague writes meanwhile goes unseen. */
import { act, type KeyboardEvent, useLayoutEffect } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emptyRoot } from '../../../test/builders/emptyRoot.ts';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { KernelProvider } from '../../kernel/react.tsx';
import { type SeenValue, type TypedOnto, useTypedText } from './useTypedText.ts';

beforeAll(() => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { HTMLIFrameElement: Map }));
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());

type Text = ReturnType<typeof useTypedText>;
type Saved = readonly [to: string, from: SeenValue];

function Field({ value, rev, tell, onSave }: { value: string; rev: TypedOnto; tell: (text: Text) => void; onSave: (...saved: Saved) => undefined }) {
  const text = useTypedText({ label: 'Short name', value, rev, onSave });
  useLayoutEffect(() => tell(text));
  return null;
}

/** A field that shows a text, and what was saved of it so far. */
function fieldWith(rev: TypedOnto, first: string) {
  const { kernel } = openProduct('/data/db/demo/v/1/schedules/L1');
  const root = emptyRoot();
  const saved: Saved[] = [];
  let text: Text | undefined;
  const show = (value: string, at: TypedOnto): void =>
    act(() =>
      root.render(
        <KernelProvider kernel={kernel}>
          <Field value={value} rev={at} tell={(now) => void (text = now)} onSave={(...one) => void saved.push(one)} />
        </KernelProvider>,
      ),
    );
  const press = (key: string): void => {
    const nothing = (): void => undefined;
    act(() => text?.input.onKeyDown({ key, nativeEvent: {}, preventDefault: nothing, stopPropagation: nothing } as unknown as KeyboardEvent));
  };
  show(first, rev);
  return {
    saved,
    show,
    press,
    type: (value: string) => act(() => text?.input.onChange({ currentTarget: { value } })),
    leave: () => act(() => text?.input.onBlur()),
    shown: () => ({ text: text?.input.value, problem: text?.problem }),
  };
}

test('a text is saved with the revision that it was begun on, not with the one that came meanwhile', () => {
  const { show, type, leave, saved } = fieldWith(4, 'Old');
  type('Min');
  show('Theirs', 7);
  type('Mine');
  leave();
  expect(saved).toEqual([['Mine', { value: 'Old', rev: 4 }]]);
});

test('a text that is typed onto a value overwrites another value that came meanwhile only after that one was shown', () => {
  const { show, type, leave, press, shown, saved } = fieldWith('value', 'Old');
  type('Mine');
  show('Theirs', 'value');
  leave();
  expect(shown()).toEqual({ text: 'Mine', problem: 'The value is now "Theirs". Enter saves your text, Escape discards it.' });
  leave();
  expect(saved).toEqual([]);
  press('Enter');
  expect(saved).toEqual([['Mine', { value: 'Old', rev: 0 }]]);
});

test('Enter overwrites the shown value, not one that came after it', () => {
  const { show, type, press, shown, saved } = fieldWith('value', 'Old');
  type('Mine');
  show('Theirs', 'value');
  press('Enter');
  show('', 'value');
  press('Enter');
  expect(shown().problem).toBe('The field was emptied meanwhile. Enter saves your text, Escape discards it.');
  press('Escape');
  expect(shown()).toEqual({ text: '', problem: undefined });
  type('Again');
  press('Enter');
  expect(saved).toEqual([['Again', { value: '', rev: 0 }]]);
});

test('the same text as the one that came meanwhile needs no question', () => {
  const { show, type, leave, shown } = fieldWith('value', 'Old');
  type('Same');
  show('Same', 'value');
  leave();
  expect(shown()).toEqual({ text: 'Same', problem: undefined });
});
