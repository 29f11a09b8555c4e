/** Every control of the forms that are filled in before they are sent writes its own field into the state, and shows what stands there. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { openFakeScreen } from '../../../test/paths/fakeScreen.ts';
import { quietPorts } from '../../../test/builders/quietPorts.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { typeInto } from '../../commands/shell/typedSteps.ts';
import { askCreateFare } from '../../commands/fares/fareFormSteps.ts';
import { askCreateSchedule } from '../../commands/schedules/scheduleFormSteps.ts';
import { openSessionNote } from '../../commands/exclusions/sessionNoteSteps.ts';
import { offerStop, startCreateStop } from '../../commands/stops/createStopSteps.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { KernelProvider, useDispatch } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import * as forms from '../../projections/typedForms.ts';
import { CreateAgency } from '../agencies/CreateAgency.tsx';
import { SessionNote } from '../exclusions/SessionNote.tsx';
import { CreateFare } from '../fares/CreateFare.tsx';
import { PortsProvider } from '../ports.tsx';
import { RecordForm } from '../records/RecordForm.tsx';
import { ScheduleFormModal } from '../schedules/ScheduleFormModal.tsx';
import { CreateStopPopup } from '../stops/CreateStopPopup.tsx';
import { SeriesModal } from '../timetables/SheetModals.tsx';
import { CreateTransferPopup } from '../transfers/CreateTransferPopup.tsx';
import { CreateTranslation } from '../translations/CreateTranslation.tsx';
import { useView } from './appState.ts';

interface Control {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (change: unknown) => void;
}

const { drawn } = vi.hoisted(() => ({ drawn: new Array<Control & { readonly typed: boolean }>() }));

// The controls are typed into in a browser (test/e2e/replay.spec.ts); here they say what they were given.
vi.mock(import('@mantine/core'), async (original) => {
  const keep =
    (typed: boolean) =>
    (props: Control): ReactNode => {
      drawn.push({ ...props, typed });
      return null;
    };
  const window = ({ opened, children }: { opened: boolean; children: ReactNode }): ReactNode => (opened ? children : null);
  const parts = { TextInput: keep(true), Textarea: keep(true), Select: keep(false), NumberInput: keep(false), Modal: window };
  return { ...(await original()), ...(parts as object) };
});

// What is written at pauses in a browser (useTyped.test.tsx) is written at once.
vi.mock(import('./useTyped.ts'), async (original) => ({
  ...(await original()),
  useTyped: (form, begin) => {
    const dispatch = useDispatch();
    const written = useView(form.of);
    const begun = typeof begin === 'function' ? begin() : begin;
    return [{ ...begun, ...written }, (changes) => void dispatch(typeInto({ form: form.name, values: { ...changes } }))];
  },
}));

/** Label, what is typed or chosen, field, and its value where it is not the same. */
type Row = readonly [label: string, typed: unknown, field: string, kept?: unknown];

interface Form {
  readonly form: { readonly name: string };
  readonly open?: (kernel: Kernel<AppState>) => void;
  readonly draw: () => ReactNode;
  readonly rows: readonly Row[];
}

const nothing = (): void => undefined;
const sheet = { columns: [], track: { Stops: [] } } as never;
const range = { left: 0, right: 0, top: 0, bottom: 0 };
const noTexts = { text: () => '', options: () => undefined, icon: () => undefined } as never;
const record = (source: object | undefined): ReactNode => (
  <RecordForm kind="Level" versionId={1} of={{ source: source as never }} texts={noTexts} onClose={nothing} />
);

const FORMS: readonly Form[] = [
  {
    form: forms.newAgency,
    draw: () => <CreateAgency versionId={1} onCreated={nothing} onClose={nothing} />,
    rows: [
      ['Id', 'CITY', 'id'],
      ['Name', 'City trams', 'name'],
    ],
  },
  {
    form: forms.newFare,
    open: (kernel) => void kernel.dispatch(askCreateFare({ versionId: 1 })),
    draw: () => <CreateFare />,
    rows: [
      ['Id', 'DAY', 'fareId'],
      ['Description', 'Day ticket', 'description'],
      ['Price', '8.90', 'price'],
      ['Currency', 'USD', 'currency'],
    ],
  },
  {
    form: forms.newStop,
    open: (kernel) => {
      kernel.dispatch(startCreateStop({ versionId: 1 }));
      kernel.dispatch(offerStop({ versionId: 1, at: { Lat: 52, Lng: 5 }, stopId: 'S-1' }));
    },
    draw: () => <CreateStopPopup />,
    rows: [
      ['Name', 'Harbour', 'name'],
      ['Zone id', 'Z1', 'zone'],
      ['Parent id', 'P1', 'parent'],
      ['Stop id', 'S-9', 'id'],
    ],
  },
  {
    form: forms.newSchedule,
    open: (kernel) => void kernel.dispatch(askCreateSchedule({ versionId: 1 })),
    draw: () => <ScheduleFormModal />,
    rows: [
      ['Schedule id', 'L9', 'id'],
      ['Name', 'Line nine', 'name'],
      ['First day', '2027-02-01', 'fromDate'],
      ['Last day', '2027-02-28', 'toDate'],
    ],
  },
  { form: forms.newTransfer, draw: () => <CreateTransferPopup />, rows: [['Type', '3', 'type', 3]] },
  {
    form: forms.newTranslation,
    draw: () => <CreateTranslation versionId={1} onClose={nothing} />,
    rows: [
      ['Field', 'stops.stop_name', 'place'],
      ['Text', 'Market', 'FieldValue'],
      ['Record id', 'S1', 'RecordId'],
      ['Language', 'de', 'LanguageName'],
      ['Translation', 'Markt', 'Translation'],
    ],
  },
  {
    form: forms.newRecord,
    draw: () => record(undefined),
    rows: [
      ['Index', '-1', 'fields', { Index: '-1' }],
      ['Name', 'Mezzanine', 'fields', { Index: '-1', Name: 'Mezzanine' }],
    ],
  },
  {
    form: forms.clonedRecord,
    draw: () => record({ Id: 'LV1', Index: 2, Name: 'Hall' }),
    rows: [['Name', 'Upper hall', 'fields', { Index: '2', Name: 'Upper hall' }]],
  },
  {
    form: forms.sessionNote,
    open: (kernel) => void kernel.dispatch(openSessionNote({ versionId: 1, sessionId: 4, note: 'Old' })),
    draw: () => <SessionNote />,
    rows: [['Note', 'Checked by phone', 'note']],
  },
  {
    form: forms.departureSeries,
    draw: () => <SeriesModal sheet={sheet} range={range} days={31} onAdd={nothing} onClose={nothing} />,
    rows: [
      ['First departure', '5:10', 'from'],
      ['Last departure', '22:10', 'to'],
      ['Every (min)', 15, 'every'],
    ],
  },
];

/** The form as it is drawn: its controls by their labels. */
function draw({ draw: form }: Form, kernel: Kernel<AppState>): ReadonlyMap<string, (typeof drawn)[number]> {
  drawn.length = 0;
  renderToStaticMarkup(
    <MantineProvider>
      <PortsProvider value={quietPorts}>
        <KernelProvider kernel={kernel}>{form()}</KernelProvider>
      </PortsProvider>
    </MantineProvider>,
  );
  return new Map(drawn.map((control) => [control.label, control]));
}

test.each(FORMS.map((one) => ({ one, name: one.form.name })))('$name: each control writes its own field and shows it', ({ one }) => {
  const { kernel } = openFakeScreen();
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '' }));
  one.open?.(kernel);
  for (const [label, typed, field, ...other] of one.rows) {
    const control = draw(one, kernel).get(label);
    if (!control) throw new Error(`${one.form.name} has no ${label}`);
    control.onChange(control.typed ? { currentTarget: { value: typed } } : typed);
    const kept = other.length > 0 ? other[0] : typed;
    expect(kernel.snapshot().view.typed?.[one.form.name]?.[field], label).toEqual(kept);
    expect(draw(one, kernel).get(label)?.value, label).toEqual(typed);
  }
});
