/** Every control of the forms that are filled in before they are sent writes its own field into the state, and shows what stands there. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { openFakeScreen } from '../../../test/paths/fakeScreen.ts';
import type { FakeScreen } from '../../../test/paths/fakeParts.ts';
import { quietPorts } from '../../../test/builders/quietPorts.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { typeInto } from '../../commands/shell/typedSteps.ts';
import { KernelProvider, useDispatch } from '../../kernel/react.tsx';
import type { TypedForm } from '../../projections/typed.ts';
import { TYPED_FORMS } from '../../projections/typedForms.ts';
import { PortsProvider } from '../ports.tsx';
import { useView } from './appState.ts';
import { Navigation } from './Link.tsx';
import type { Form } from '../../../test/laws/typedForm.ts';
import { FORMS } from '../../../test/laws/typedForms.tsx';

type Way = 'text' | 'check' | 'value' | 'press';

interface Props {
  readonly label?: ReactNode;
  readonly 'aria-label'?: string;
  readonly children?: ReactNode;
  readonly value?: unknown;
  readonly checked?: unknown;
  readonly onChange?: (change: unknown) => void;
  readonly onClick?: (event: object) => void;
}

interface Control {
  readonly label: string;
  readonly way: Way;
  readonly value: unknown;
  readonly act: (typed: unknown) => void;
}

/** `keep`: a control that says what it was given instead of being drawn. */
const { drawn, keep } = vi.hoisted(() => {
  const all = new Array<Control>();
  const kept =
    (way: Way) =>
    ({ label, 'aria-label': spoken, children, value, checked, onChange, onClick }: Props): ReactNode => {
      const act = (typed: unknown): void => {
        if (way === 'press') onClick?.({ currentTarget: {} });
        else onChange?.(way === 'value' ? typed : { currentTarget: way === 'text' ? { value: typed } : { checked: typed } });
      };
      all.push({ label: [label, spoken, children].find((one) => typeof one === 'string') ?? '', way, value: checked ?? value, act });
      return null;
    };
  return { drawn: all, keep: kept };
});

// The controls are typed into in a browser (test/e2e/replay.spec.ts); here they say what they were given.
vi.mock(import('@mantine/core'), async (original) => {
  const window = ({ opened, children }: { opened: boolean; children: ReactNode }): ReactNode => (opened ? children : null);
  const inside = ({ children }: { children: ReactNode }): ReactNode => children;
  const nothing = (): ReactNode => null;
  const parts = {
    TextInput: keep('text'),
    Textarea: keep('text'),
    NativeSelect: keep('text'),
    Select: keep('value'),
    MultiSelect: keep('value'),
    NumberInput: keep('value'),
    Radio: Object.assign(nothing, { Group: keep('value') }),
    Checkbox: keep('check'),
    Switch: keep('check'),
    Chip: keep('value'),
    Menu: Object.assign(inside, { Target: nothing, Dropdown: inside, Item: keep('press'), Divider: nothing, Label: nothing }),
    Modal: window,
  };
  return { ...(await original()), ...(parts as object) };
});
vi.mock(import('./WhyButton.tsx'), () => ({ WhyButton: keep('press') as never }));
// those of documents: everyControl.test.tsx
vi.mock(import('./Field.tsx'), async (original) => ({ ...(await original()), TextField: () => null, SelectField: () => null }));
vi.mock(import('./Details.tsx'), async (original) => ({ ...(await original()), Details: ({ actions }) => actions }));
// a row is a control that chooses it
vi.mock(import('./VirtualList.tsx'), async (original) => ({
  ...(await original()),
  VirtualList: <T,>({ rows, idOf, onChoose }: { rows: readonly T[]; idOf: (row: T) => string; onChoose?: (row: T) => void }): ReactNode =>
    rows.map((row) => {
      drawn.push({ label: idOf(row), way: 'press', value: undefined, act: () => onChoose?.(row) });
      return null;
    }),
}));
// Keys are named after the machine of the browser; Node 20 has none.
vi.stubGlobal('navigator', { userAgent: '' });

// What is written at pauses in a browser (useTyped.test.tsx) is written at once.
vi.mock(import('./useTyped.ts'), () => {
  function useTyped<T extends object>(form: TypedForm<T>, begin: T | (() => T)): readonly [T, (changes: Partial<T>) => void] {
    const dispatch = useDispatch();
    const written = useView(form.of);
    const begun = typeof begin === 'function' ? begin() : begin;
    return [{ ...begun, ...written }, (changes) => void dispatch(typeInto({ form: form.name, values: { ...changes } }))];
  }
  return {
    useTyped,
    useAsking: ((form: TypedForm<{ asking: string | null }>) => {
      const [{ asking }, type] = useTyped(form, { asking: null });
      return [asking ?? undefined, (question?: string) => type({ asking: question ?? null })];
    }) as never,
  };
});

/** These are written when a form is sent or left, not by a control of their own. */
const BY_SENDING = ['asked', 'refusal', 'refused', 'tried', 'touched'];

/** The form as it is drawn: its controls by their labels. */
function draw({ draw: form }: Form, { kernel }: FakeScreen): ReadonlyMap<string, Control> {
  drawn.length = 0;
  renderToStaticMarkup(
    <MantineProvider>
      <PortsProvider value={quietPorts}>
        <KernelProvider kernel={kernel}>
          <Navigation>{form()}</Navigation>
        </KernelProvider>
      </PortsProvider>
    </MantineProvider>,
  );
  // a button may be named like the field beside it
  const inOrder = drawn.toSorted((a, b) => Number(b.way === 'press') - Number(a.way === 'press'));
  return new Map(inOrder.map((control) => [control.label, control]));
}

test.each(FORMS.map((one) => ({ one, name: one.form.name })))('$name: each control writes its own field and shows it', ({ one }) => {
  const { form, open, rows, others = [] } = one;
  const screen = openFakeScreen();
  screen.kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '' }));
  open?.(screen);
  const typedSoFar = (): Readonly<Record<string, unknown>> => ({ ...screen.kernel.snapshot().view.typed?.[form.name] });
  const unknown = new Set<string>();
  for (const [label, typed, field, ...[kept = typed, along]] of rows) {
    const controls = draw(one, screen);
    for (const { way, label: shown } of controls.values()) if (way !== 'press') unknown.add(shown);
    const control = controls.get(label);
    if (!control) throw new Error(`${form.name} has no ${label}; it has ${[...controls.keys()].join(', ')}`);
    const before = typedSoFar();
    control.act(typed);
    expect(typedSoFar(), label).toEqual({ ...before, [field]: kept, ...along });
    if (control.way !== 'press') expect(draw(one, screen).get(label)?.value, label).toEqual(typed);
  }
  expect(
    [...unknown].filter((label) => !others.includes(label) && !rows.some(([known]) => known === label)),
    'controls that nobody tried',
  ).toEqual([]);
  const written = rows.flatMap(([, , field, , along = {}]) => [field, ...Object.keys(along)]);
  expect([...new Set(written)].toSorted(), 'fields').toEqual(form.fields.filter((field) => !BY_SENDING.includes(field)).toSorted());
});

test('every form is here', () => {
  expect(FORMS.map(({ form }) => form.name).toSorted()).toEqual(TYPED_FORMS.map(({ name }) => name).toSorted());
});
