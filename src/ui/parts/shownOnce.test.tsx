/** An error that a form or a page shows has no toast as well. */
import { act, type ReactNode, StrictMode, useLayoutEffect } from 'react';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { emptyRoot } from '../../../test/builders/emptyRoot.ts';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { createAgency, editAgencyField } from '../../commands/agencies/agencyEdits.ts';
import { createExport } from '../../commands/exports/exportWrites.ts';
import { loadFares } from '../../commands/fares/loadFares.ts';
import { createPipeline } from '../../commands/pipelines/pipelineEdits.ts';
import { createRecord } from '../../commands/records/recordEdits.ts';
import { runTask } from '../../commands/tasks/runTask.ts';
import { loadTransfers } from '../../commands/transfers/loadTransfers.ts';
import { createTransfer } from '../../commands/transfers/transferEdits.ts';
import { createTranslation } from '../../commands/translations/translationEdits.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { KernelProvider } from '../../kernel/react.tsx';
import { useView } from './appState.ts';
import { useRefusedSaves } from './refusedSaves.ts';
import { type Submit, useSubmit } from './useSubmit.ts';
import { useRefusedActs } from './useRefusedActs.ts';
import { SavesFollower } from './SavesFollower.tsx';
import { useSave } from './useSave.ts';
import { useMissingShownHere, useOutageShownHere, useShownHere } from './useShownHere.ts';

beforeAll(() => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { HTMLIFrameElement: Map }));
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());

/** The product with one part of a screen, which only uses a hook. */
async function screenWith(Part: () => ReactNode) {
  const product = openProduct('/data/db/demo/v/1/stops');
  const root = emptyRoot();
  onTestFinished(() => act(() => root.unmount()));
  await act(async () => {
    root.render(
      <StrictMode>
        <KernelProvider kernel={product.kernel}>
          <Part />
          <SavesFollower />
        </KernelProvider>
      </StrictMode>,
    );
    await Promise.resolve();
  });
  return { ...product, inCorner: () => product.kernel.snapshot().errors.map(({ type, messages }) => [type, ...messages]) };
}

/** A command with what it can be given. */
interface Sent {
  readonly type: string;
  (payload: never): { readonly type: string; readonly payload: unknown };
  readonly definition: { samples(): readonly unknown[] };
}

function sampleOf(command: Sent) {
  return { type: command.type, payload: command.definition.samples()[0] };
}

const AGAINST = { status: 400, messages: ['There is one already.'], method: 'POST' };

test.each([
  ['an agency', createAgency],
  ['a record', createRecord],
  ['a translation', createTranslation],
])('an error that the form of %s shows has no toast; an error of something else has one', async (_name, command) => {
  const form: { attempt?: Submit } = {};
  let closed = false;
  const { kernel, calls, inCorner } = await screenWith(() => {
    const attempt = useSubmit(() => (closed = true));
    useLayoutEffect(() => void (form.attempt = attempt));
    return null;
  });
  act(() => form.attempt?.send(kernel.dispatch(sampleOf(command))));
  const own = calls.at(-1);
  act(() => void kernel.dispatch(loadTransfers({ versionId: 1 })));
  act(() => calls.at(-1)?.fail({ messages: ['Out of order'] }));
  act(() => own?.fail(AGAINST));
  expect(form.attempt).toMatchObject({ isWaiting: false, message: 'There is one already.' });
  expect(closed).toBe(false);
  expect(inCorner()).toEqual([[loadTransfers.type, 'Out of order']]);
});

test.each([
  ['a transfer', createTransfer],
  ['an export', createExport],
  ['a pipeline', createPipeline],
  ['a task', runTask],
])('an error at a field of the form of %s has no toast; an error that the form does not show has one', async (_name, command) => {
  const { kernel, calls, inCorner } = await screenWith(() => {
    useShownHere(['There is one already.'], command);
    return null;
  });
  for (const messages of [['There is one already.'], ['Something else']]) {
    act(() => void kernel.dispatch(sampleOf(command)));
    act(() => calls.at(-1)?.fail({ ...AGAINST, messages }));
  }
  expect(inCorner()).toEqual([[command.type, 'Something else']]);
});

const NO_LINE = { status: 0, messages: ['The server cannot be reached. Check the connection and try again.'], method: 'GET' };

test.each([
  ['once', []],
  ['not at all where the page says so', NO_LINE.messages],
])('reads that get no answer are reported %s', async (_how, shown) => {
  const { kernel, call, inCorner } = await screenWith(() => {
    useOutageShownHere(shown);
    return null;
  });
  act(() => void kernel.dispatch(loadTransfers({ versionId: 1 })));
  act(() => void kernel.dispatch(loadFares({ versionId: 1 })));
  act(() => call('listTransfers').fail(NO_LINE));
  act(() => call('listFares').fail(NO_LINE));
  const outage = shown.length > 0 ? [] : [[loadTransfers.type, ...NO_LINE.messages]];
  expect(inCorner()).toEqual(outage);
  // an error answer of the server is shown in either case
  act(() => void kernel.dispatch(loadFares({ versionId: 1 })));
  act(() => call('listFares').fail({ ...NO_LINE, status: 503 }));
  expect(inCorner()).toEqual([...outage, [loadFares.type, ...NO_LINE.messages]]);
});

test('only the page shows that a version does not exist, however many of its reads fail', async () => {
  const missing = { status: 404, messages: ['There is no version 999999.'], method: 'GET' };
  const { kernel, call, inCorner } = await screenWith(() => {
    useMissingShownHere(missing.messages);
    return null;
  });
  act(() => void kernel.dispatch(loadTransfers({ versionId: 1 })));
  act(() => void kernel.dispatch(loadFares({ versionId: 1 })));
  act(() => call('listTransfers').fail(missing));
  act(() => call('listFares').fail({ ...missing, messages: ['There is no fare.'] }));
  expect(inCorner()).toEqual([[loadFares.type, 'There is no fare.']]);
});

test('an act that the server does not take stays on its page, with what it was to do; tried again, it goes through', async () => {
  const page: { refused?: ReturnType<typeof useRefusedActs> } = {};
  const { kernel, calls, inCorner } = await screenWith(() => {
    const refused = useRefusedActs(createTransfer);
    useLayoutEffect(() => void (page.refused = refused));
    return null;
  });
  const act1 = sampleOf(createTransfer);
  act(() => void kernel.dispatch(act1));
  act(() => calls.at(-1)?.fail({ status: 500, messages: ['The disk is full'], method: 'POST' }));
  expect(page.refused).toMatchObject([{ message: 'The disk is full' }]);
  expect(inCorner()).toEqual([]);
  const before = calls.length;
  act(() => page.refused?.[0]?.again());
  expect(calls.slice(before).map(({ call }) => call.call)).toEqual([calls[before - 1]?.call.call]);
  act(() => calls.at(-1)?.answer({ Rev: 1 }));
  expect(page.refused).toEqual([]);
});

test('of two acts of the same name, only the refused one is reported, though both end at once', async () => {
  const page: { refused?: ReturnType<typeof useRefusedActs> } = {};
  const { kernel, calls, inCorner } = await screenWith(() => {
    const refused = useRefusedActs(createTransfer);
    useLayoutEffect(() => void (page.refused = refused));
    return null;
  });
  const transfer = { versionId: 1, stopFrom: 'S1', stopTo: 'S2', transferTime: 180, transferType: 2 };
  act(() => void kernel.dispatch(createTransfer({ ...transfer, transferId: 'NT1' })));
  const first = calls.at(-1);
  act(() => void kernel.dispatch(createTransfer({ ...transfer, transferId: 'NT2' })));
  const second = calls.at(-1);
  act(() => {
    first?.answer({ Rev: 1 });
    second?.fail(AGAINST);
  });
  expect(page.refused).toMatchObject([{ label: 'Create transfer from S1 to S2', message: 'There is one already.' }]);
  expect(inCorner()).toEqual([]);
  act(() => page.refused?.[0]?.forget());
});

test('a form that is sent again by itself, for somebody else changed something meanwhile, waits for the last word', async () => {
  const form: { attempt?: Submit } = {};
  let closed = false;
  const { kernel, calls, call, inCorner } = await screenWith(() => {
    const attempt = useSubmit(() => (closed = true));
    useLayoutEffect(() => void (form.attempt = attempt));
    return null;
  });
  const agency = { Id: 'A1', Name: 'Trams', Language: 'nl' };
  act(() => call('listAgencies').answer({ Agencies: [agency], Revs: {} }));
  act(() => form.attempt?.send(kernel.dispatch(editAgencyField({ versionId: 1, agencyId: 'A1', field: 'name', value: 'City trams' }))));
  const present = { Rev: 5, Documents: [{ Kind: 'Agency', Id: 'A1', Rev: 5, Fields: ['Language'], Doc: { ...agency, Language: 'de' } }] };
  act(() => calls.at(-1)?.fail({ status: 412, messages: ['Changed meanwhile'], method: 'PUT', present }));
  expect(form.attempt).toMatchObject({ isWaiting: true });
  act(() => calls.at(-1)?.fail(AGAINST));
  expect(form.attempt).toMatchObject({ isWaiting: false, message: 'There is one already.' });
  expect(closed).toBe(false);
  expect(inCorner()).toEqual([]);
});

test('a text that is refused after its field was left is kept until the user returns, and is reported in the meantime', async () => {
  const field: { save?: ReturnType<typeof useSave> | undefined; all?: ReturnType<typeof useRefusedSaves> } = {};
  function NameField(): null {
    const save = useSave('Name');
    useLayoutEffect(() => {
      field.save = save;
      return () => void (field.save = undefined);
    });
    return null;
  }
  const { kernel, calls, call, inCorner } = await screenWith(() => {
    const all = useRefusedSaves();
    useLayoutEffect(() => void (field.all = all));
    return useView((view) => view.location.path) === '/data/db/demo/v/1/agencies/A1' && <NameField />;
  });
  const go = (path: string): void => act(() => void kernel.dispatch(openPlace({ path, search: '' })));
  go('/data/db/demo/v/1/agencies/A1');
  act(() => call('listAgencies').answer({ Agencies: [{ Id: 'A1', Name: 'Trams', Language: 'nl' }], Revs: {} }));
  const from = { value: 'Trams', rev: 0 };
  act(() => {
    const id = kernel.dispatch(editAgencyField({ versionId: 1, agencyId: 'A1', field: 'name', value: 'City trams' }));
    field.save?.follow(id, 'City trams', from);
  });
  const edit = calls.at(-1);
  go('/data/db/demo/v/1/stops');
  expect(field.save).toBeUndefined();
  act(() => edit?.fail(AGAINST));

  expect([...(field.all?.values() ?? [])]).toMatchObject([{ label: 'Name', text: 'City trams', message: 'There is one already.' }]);
  expect(inCorner()).toEqual([]);
  go('/data/db/demo/v/1/agencies/A1');
  expect(field.save).toMatchObject({ refused: { text: 'City trams', from, message: 'There is one already.' } });
  act(() => field.save?.forget());
  expect(field.all?.size).toBe(0);
});

test('an act that is refused after its page was left stays kept for that page', async () => {
  const page: { refused?: ReturnType<typeof useRefusedActs>; all?: ReturnType<typeof useRefusedSaves> } = {};
  function Page(): null {
    const refused = useRefusedActs(createTransfer);
    useLayoutEffect(() => void (page.refused = refused));
    return null;
  }
  const { kernel, calls, inCorner } = await screenWith(() => {
    const all = useRefusedSaves();
    useLayoutEffect(() => void (page.all = all));
    return useView((view) => view.location.path) === '/data/db/demo/v/1/transfers' && <Page />;
  });
  const go = (path: string): void => act(() => void kernel.dispatch(openPlace({ path, search: '' })));
  go('/data/db/demo/v/1/transfers');
  act(() => void kernel.dispatch(sampleOf(createTransfer)));
  const edit = calls.at(-1);
  go('/data/db/demo/v/1/stops');
  act(() => edit?.fail(AGAINST));
  expect(inCorner()).toEqual([]);
  go('/data/db/demo/v/1/transfers');
  expect(page.refused).toMatchObject([{ message: 'There is one already.' }]);
  act(() => page.refused?.[0]?.forget());
  expect(page.all?.size).toBe(0);
});
