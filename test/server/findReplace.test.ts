/** Find and replace through the product: what a search finds, one edit for all of it, and what keeps it from being made. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocuments, revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { findTexts } from '../../src/contract/versionTexts.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { replaceTexts } from '../../src/domain/edits/texts.ts';
import { editStopField } from '../../src/domain/edits/stops.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const stop = (Id: string, Name: string, more: object = {}): Document => ({
  kind: 'Stop',
  doc: { Id, Name, Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0, ...more },
});

const LINE: readonly Document[] = [
  {
    kind: 'Schedule',
    doc: {
      Id: 'L1',
      Name: '1',
      IsBaseSchedule: false,
      Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
      LongName: 'Main St line',
    },
  },
  {
    kind: 'Track',
    doc: {
      ScheduleId: 'L1',
      Id: 'a-b',
      Name: 'a-b',
      Direction: 'Forward',
      Visible: true,
      Stops: [{ StopId: 'S1', Destination: 'Elm St' }, { StopId: 'S2' }],
    },
  },
];

async function draft(...documents: readonly Document[]): Promise<number> {
  const versionId = await product.version([...documents]);
  const { body } = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
  return body['EditableDbVersionId'] ?? 0;
}

type Found = {
  readonly kind: string;
  readonly id: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly problem?: string;
};

async function found(versionId: number, query: object): Promise<readonly Found[]> {
  const { status, body } = await product.call(findTexts, { params: { versionId }, query: { find: 'St', ...query } });
  expect(status).toBe(200);
  return body['Texts'] as unknown as readonly Found[];
}

const brief = (texts: readonly Found[]): unknown => texts.map(({ kind, id, path, from, to }) => [`${kind} ${id} ${path}`, from, to]);

test('words are found in names, columns and headsigns, replaced by one edit and brought back by its undo', async () => {
  const versionId = await draft(
    stop('S1', 'Main St'),
    stop('S2', 'Station', { Extra: { stop_desc: 'St at the corner' } }),
    stop('S3', 'Été St', { ZoneId: 'St' }),
    ...LINE,
  );
  const texts = await found(versionId, { mode: 'words', letters: 'same', replace: 'Street', group: ['names', 'headsigns', 'descriptions'] });
  expect(brief(texts)).toEqual([
    ['Stop S1 Name', 'Main St', 'Main Street'],
    ['Stop S2 Extra/stop_desc', 'St at the corner', 'Street at the corner'],
    ['Stop S3 Name', 'Été St', 'Été Street'],
    ['Schedule L1 LongName', 'Main St line', 'Main Street line'],
    ['Track L1/a-b Stops/0/Destination', 'Elm St', 'Elm Street'],
  ]);
  const body = { find: 'St', replace: 'Street', texts: texts.map(({ kind, id, path, from, to }) => ({ kind, id, path, from, to })) };
  const replaced = await product.call(routeOfEdit(replaceTexts), { params: { versionId }, body }, { ifMatch: '*' });
  expect([replaced.status, replaced.text]).toEqual([200, expect.stringContaining('"Rev":1')]);
  const key = ['Stop/S1', 'Stop/S2', 'Track/L1/a-b'];
  const read = async (): Promise<unknown> =>
    ((await product.call(readDocuments, { params: { versionId }, query: { key } })).body['Documents'] as unknown as readonly { Doc: object }[]).map(
      ({ Doc }) => Doc,
    );
  expect(await read()).toMatchObject([
    { Name: 'Main Street' },
    { Extra: { stop_desc: 'Street at the corner' } },
    { Stops: [{ Destination: 'Elm Street' }, { StopId: 'S2' }] },
  ]);
  expect(await found(versionId, { mode: 'words', group: ['names', 'headsigns', 'descriptions'] })).toEqual([]);
  await product.call(revertChangeset, { params: { versionId, rev: 1 }, body: {} }, { ifMatch: '*' });
  expect(await read()).toMatchObject([
    { Name: 'Main St' },
    { Extra: { stop_desc: 'St at the corner' } },
    { Stops: [{ Destination: 'Elm St' }, { StopId: 'S2' }] },
  ]);
});

test('a pattern has groups; one that cannot be read is refused with why', async () => {
  const versionId = await draft(stop('S1', 'Quay 3'), stop('S2', 'Quay'));
  expect(brief(await found(versionId, { find: String.raw`(quay) (\d+)`, replace: '$2 $1', mode: 'pattern' }))).toEqual([
    ['Stop S1 Name', 'Quay 3', '3 Quay'],
  ]);
  const refused = async (query: object): Promise<unknown> => {
    const { status, text } = await product.call(findTexts, { params: { versionId }, query: { find: '(quay)', mode: 'pattern', ...query } });
    return [status, text];
  };
  expect(await refused({ find: '(quay' })).toEqual([400, expect.stringContaining('The pattern cannot be used')]);
  // a pattern that takes for ever elsewhere
  expect(await found(versionId, { find: '(a+)+$', mode: 'pattern', replace: '' })).toEqual([]);
});

test('signs of patterns are letters like any other in a plain search, and the texts keep their dollars', async () => {
  const versionId = await draft(stop('S1', 'A+B (north)'), stop('S2', 'AAB'));
  expect(brief(await found(versionId, { find: 'a+b (', replace: '$1 [' }))).toEqual([['Stop S1 Name', 'A+B (north)', '$1 [north)']]);
});

test('a text that its field cannot have is named, and refused', async () => {
  const versionId = await draft(stop('S1', 'Quay', { Url: 'https://old.example/1' }));
  const texts = await found(versionId, { find: 'https://', replace: '', group: ['addresses'] });
  expect(texts).toMatchObject([{ path: 'Url', to: 'old.example/1', problem: 'Enter a full address starting with http:// or https://' }]);
  const change = { kind: 'Stop', id: 'S1', path: 'Url', from: 'https://old.example/1', to: 'old.example/1' };
  const body = { find: 'https://', replace: '', texts: [change] };
  const refused = await product.call(routeOfEdit(replaceTexts), { params: { versionId }, body }, { ifMatch: '*' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('stop Quay: Enter a full address')]);
});

test('what somebody changed since the search is refused, and nothing is changed', async () => {
  const versionId = await draft(stop('S1', 'Main St'), stop('S2', 'Elm St'));
  const texts = await found(versionId, { replace: 'Street' });
  await product.call(routeOfEdit(editStopField), { params: { versionId, field: 'name' }, body: { stopId: 'S2', value: 'Oak St' } }, { ifMatch: '*' });
  const body = { find: 'St', replace: 'Street', texts: texts.map(({ kind, id, path, from, to }) => ({ kind, id, path, from, to })) };
  const refused = await product.call(routeOfEdit(replaceTexts), { params: { versionId }, body }, { ifMatch: '*' });
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Name of stop Oak St has changed to \\"Oak St\\" since the search. Search again.'),
  ]);
  expect(brief(await found(versionId, { replace: 'Street' }))).toEqual([
    ['Stop S1 Name', 'Main St', 'Main Street'],
    ['Stop S2 Name', 'Oak St', 'Oak Street'],
  ]);
});
