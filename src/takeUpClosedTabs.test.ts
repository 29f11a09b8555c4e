import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openProduct, versionOf } from '../test/builders/productKernel.ts';
import { editAgencyField } from './commands/agencies/agencyEdits.ts';
import type { LogStore } from './effects/logStore.ts';
import { takeUpClosedTabs } from './takeUpClosedTabs.ts';
import { decodeDmplog, encodeDmplog } from './kernel/dmplog.ts';
import { replay } from './kernel/replay.ts';
import { definitions, LOG_SCHEMA } from './machines/definitions.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: { request: (_name: string, _options: unknown, held: (lock: object) => unknown) => held({}) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const EDIT = 'agency.editField';
type Product = ReturnType<typeof openProduct>;

/** A tab that shows the agencies as they are at a revision. */
function agenciesAt(rev: number, Name = 'Trams'): Product {
  const product = openProduct('/data/db/demo/v/1/agencies');
  product.call('listVersions').answer({ Versions: [versionOf(1, { Editable: true })] });
  product.call('listAgencies').answer({ Agencies: [{ Id: 'A1', Name, Language: 'nl' }], Revs: { A1: rev } });
  return product;
}

function edit(product: Product, field: 'name' | 'url', value: string): void {
  product.kernel.dispatch(editAgencyField({ versionId: 1, agencyId: 'A1', field, value }), { scope: 'version/1' });
}

/** The edits that a product has sent: to which value, based on which revision. */
function sent({ calls }: Product): readonly unknown[] {
  return calls.flatMap(({ call }) => (call.call === EDIT ? [call.ifMatch] : []));
}

async function takeUp({ kernel }: Product, closed: Product): Promise<void> {
  const log = JSON.parse(JSON.stringify(closed.kernel.log())) as ReturnType<typeof closed.kernel.log>;
  const store: Pick<LogStore, 'openSessions' | 'recover' | 'settle'> = {
    openSessions: async () => ['closed'],
    recover: async () => ({ header: { ...log.header, schema: LOG_SCHEMA }, owner: 'mia', recovered: log }),
    settle: async () => undefined,
  };
  await takeUpClosedTabs(kernel, store as LogStore, 'mia');
}

const THEIRS = { Rev: 4, Documents: [{ Kind: 'Agency', Id: 'A1', Rev: 4, Doc: { Id: 'A1', Name: 'Theirs', Language: 'nl' }, Fields: ['Name'] }] };

test.each([
  ['has not read them', () => openProduct('/')],
  ['has read them since', () => agenciesAt(4, 'Theirs')],
])('what a colleague has changed since a tab was closed is not written over by a tab that %s: the user chooses', async (_, open) => {
  const closed = agenciesAt(3);
  edit(closed, 'name', 'Mine');
  const next = open();
  await takeUp(next, closed);
  expect(sent(next)).toEqual([3]);
  next.call(EDIT).fail({ status: 412, present: THEIRS });
  expect(sent(next)).toEqual([3]);
  expect(next.kernel.snapshot().conflicts).toMatchObject([{ mine: { value: 'Mine' } }]);
});

test('an edit in a conflict that nobody had decided when its tab was closed is still to be decided', async () => {
  const closed = agenciesAt(3);
  edit(closed, 'name', 'Mine');
  closed.kernel.receive({
    type: 'live.versionChanged',
    payload: { VersionId: 1, Rev: 4, CommandId: null, Author: 'a@x.org', Edits: THEIRS.Documents },
  });
  closed.call(EDIT).fail({ status: 412, present: THEIRS });
  expect(closed.kernel.snapshot().conflicts).toHaveLength(1);
  const next = agenciesAt(4, 'Theirs');
  await takeUp(next, closed);
  expect(sent(next)).toEqual([3]);
});

test('the edits of a closed tab do not stand in the way of each other', async () => {
  const closed = agenciesAt(3);
  edit(closed, 'name', 'Mine');
  edit(closed, 'url', 'https://mine.example');
  for (const next of [openProduct('/'), agenciesAt(3)]) {
    await takeUp(next, closed);
    const Doc = { Id: 'A1', Name: 'Mine', Language: 'nl' };
    next.call(EDIT).answer({ Rev: 5, ...(sent(next).length === 1 && { Documents: [{ Kind: 'Agency', Id: 'A1', Rev: 5, Doc, Fields: ['Name'] }] }) });
    expect(sent(next)).toEqual([3, 5]);
  }
});

test('nor does one that the server had carried out before its tab was closed', async () => {
  const closed = agenciesAt(3);
  edit(closed, 'name', 'Mine');
  edit(closed, 'url', 'https://mine.example');
  const next = openProduct('/');
  await takeUp(next, closed);
  // the answer of then, to a tab that could compute the document
  next.call(EDIT).answer({ Rev: 5 });
  expect(sent(next)).toEqual([3, 5]);
});

test('nor does one whose outcome was read before its answer came', async () => {
  const closed = agenciesAt(3);
  edit(closed, 'name', 'Mine');
  edit(closed, 'url', 'https://mine.example');
  const next = openProduct('/data/db/demo/v/1/agencies');
  next.call('listVersions').answer({ Versions: [versionOf(1, { Editable: true })] });
  await takeUp(next, closed);
  next.call('listAgencies').answer({ Agencies: [{ Id: 'A1', Name: 'Mine', Language: 'nl' }], Revs: { A1: 5 } });
  next.call(EDIT).answer({ Rev: 5 });
  expect(sent(next)).toEqual([3, 5]);
});

test('a report of a tab that took up edits reproduces', async () => {
  const closed = agenciesAt(3);
  edit(closed, 'name', 'Mine');
  const { kernel, call } = openProduct('/');
  await takeUp({ kernel, call, calls: [] }, closed);
  call(EDIT).fail({ status: 412, present: THEIRS });
  const log = kernel.log();
  const report = decodeDmplog(encodeDmplog(log, [], definitions, kernel.snapshot()), log.header.schema);
  if (!report.ok) throw new Error(report.message);
  expect([report.source, replay(report, definitions).divergences]).toEqual([[], []]);
  expect(report.records.find(({ type }) => type === EDIT)?.seen).toEqual([{ Kind: 'Agency', Id: 'A1', Rev: 3, Elsewhere: true }]);
});
