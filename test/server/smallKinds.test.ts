import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listAgencies } from '../../src/contract/agencies.ts';
import { revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { listTranslations } from '../../src/contract/translations.ts';
import * as agencies from '../../src/domain/edits/agencies.ts';
import * as translations from '../../src/domain/edits/translations.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { schedule, smallFeed } from './smallFeed.ts';

const editField = routeOfEdit(agencies.editAgencyField);
const create = routeOfEdit(agencies.createAgency);
const removal = routeOfEdit(agencies.removeAgencies);

let product: TestProduct;
let base: number;
let versionId: number;

beforeAll(async () => {
  product = await startTestProduct();
  const used = schedule('line 3', 'Line 3');
  base = await product.version([
    ...smallFeed(),
    {
      kind: 'Translation',
      doc: { Id: 'T1', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', RecordId: 'a' },
    },
    { kind: 'Agency', doc: { Id: 'ferry', Name: 'Ferries' } },
    { kind: 'Agency', doc: { Id: 'bus', Name: 'Buses' } },
    { ...used, doc: { ...used.doc, AgencyId: 'bus' } } as typeof used,
  ]);
});
afterAll(() => product.close());
beforeEach(async () => {
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  versionId = begun.body['EditableDbVersionId'] ?? 0;
});

const list = () => product.call(listAgencies, { params: { versionId }, query: {} });
const listed = async () => (await list()).body;
const remove = (agencyIds: string[]) => product.call(removal, { params: { versionId }, body: { agencyIds } }, { ifMatch: '*' });

it('one field of an agency is changed, and an empty text takes it away [E284]', async () => {
  const edit = (value: string) =>
    product.call(editField, { params: { versionId, agencyId: 'tram', field: 'url' }, body: { value } }, { ifMatch: '*' });
  expect(await edit('https://trams.example')).toMatchObject({ status: 200, body: { Rev: 1 } });
  expect((await list()).body).toMatchObject({ Revs: { tram: 1 } });
  expect((await product.store.getEntity(versionId, 'Agency', 'tram'))?.doc).toEqual({ Id: 'tram', Name: 'City trams', Url: 'https://trams.example' });
  expect((await edit('trams')).status).toBe(400);
  await edit('');
  expect((await product.store.getEntity(versionId, 'Agency', 'tram'))?.doc).toEqual({ Id: 'tram', Name: 'City trams' });
});

it('an agency is created, with an id of the server where none is proposed, and no id twice [E283]', async () => {
  const made = await product.call(create, { params: { versionId }, body: { name: 'Metro' } }, { ifMatch: '*' });
  expect(made).toMatchObject({ status: 200, body: { Documents: [{ Kind: 'Agency', Doc: { Name: 'Metro' } }] } });
  expect((await product.call(create, { params: { versionId }, body: { agencyId: 'tram', name: 'Metro' } }, { ifMatch: '*' })).status).toBe(409);
});

it('agencies are removed together and come back with an undo; one that schedules use keeps all of them [E285]', async () => {
  const refused = await remove(['ferry', 'bus']);
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Agency \\"Buses\\" cannot be removed because there are schedules with it: Line 3'),
  ]);
  expect(await listed()).toMatchObject({ Agencies: [{ Id: 'bus' }, { Id: 'ferry' }, { Id: 'tram' }] });
  expect(await remove(['ferry', 'tram'])).toMatchObject({ status: 200, body: { Rev: 1 } });
  expect(await listed()).toMatchObject({ Agencies: [{ Id: 'bus' }] });
  await product.call(revertChangeset, { params: { versionId, rev: 1 }, body: {} });
  expect(await listed()).toMatchObject({ Agencies: [{ Id: 'bus' }, { Id: 'ferry' }, { Id: 'tram' }] });
});

it('a translation is cloned, changed in one field and removed [E291 E292 E293]', async () => {
  const clone = routeOfEdit(translations.cloneTranslation);
  const edit = routeOfEdit(translations.editTranslationField);
  const removing = routeOfEdit(translations.removeTranslations);
  const any = { ifMatch: '*' };
  const all = async () => (await product.call(listTranslations, { params: { versionId } })).body;
  await product.call(clone, { params: { versionId }, body: { sourceId: 'T1', translationId: 'T2' } }, any);
  const changed = { translationId: 'T2', value: 'Plein' };
  expect(await product.call(edit, { params: { versionId, field: 'translation' }, body: changed }, any)).toMatchObject({
    status: 200,
    body: { Rev: 2 },
  });
  expect(await all()).toMatchObject({
    Translations: [
      { Id: 'T1', Translation: 'Markt' },
      { Id: 'T2', Translation: 'Plein', RecordId: 'a' },
    ],
    Revs: { T2: 2 },
  });
  await product.call(removing, { params: { versionId }, body: { translationIds: ['T1'] } }, any);
  expect(await all()).toMatchObject({ Translations: [{ Id: 'T2' }] });
});
