import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccessibleRegions, listDatabases, listRegions, readBounds } from '../../src/contract/regions.ts';
import { editStopField } from './stopCalls.ts';
import { beginEdit, cloneVersion, finishEdit, listPublishedVersions, listVersions, readVersion } from '../../src/contract/versions.ts';
import type { Version } from '../../src/domain/versions.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const inTest = { databaseId: 'test' };
const begin = async (versionId: number): Promise<number> =>
  (await product.call(beginEdit, { params: { ...inTest, versionId } })).body['EditableDbVersionId'] ?? 0;
const rename = (versionId: number, stopId: string, value: string, ifMatch = 0) =>
  product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId, value } }, { ifMatch });
const nameIn = async (versionId: number, stopId: string): Promise<string | undefined> =>
  (await product.store.getEntity(versionId, 'Stop', stopId))?.doc.Name;
const listed = async (): Promise<Version[]> => (await product.call(listVersions, { params: inTest })).body['Versions'] as unknown as Version[];

describe('beginning and finishing an edit', () => {
  it('beginning an edit gives an editable clone and leaves the version as it is [H177 H260 H261]', async () => {
    const base = await product.version(smallFeed(), 'published');
    const answer = await product.call(beginEdit, { params: { ...inTest, versionId: base } });
    const clone = answer.body['EditableDbVersionId'] ?? 0;
    expect(answer.body).toMatchObject({ Version: { Id: clone, ParentId: base, Editable: true, Published: false, Completed: true, Rev: 0 } });
    expect(product.told.at(-1)).toMatchObject({ target: 'versionListed', message: { DatabaseId: 'test', Version: { Id: clone } } });
    await rename(clone, 'a', 'Changed');
    expect([await nameIn(base, 'a'), await nameIn(clone, 'a')]).toEqual(['Stop a', 'Changed']);
  });

  it('two edits of one version do not see each other, and a clone of an edit starts from what it had', async () => {
    const base = await product.version(smallFeed());
    const [first, second] = [await begin(base), await begin(base)];
    await rename(first, 'a', 'Of the first');
    const third =
      (await product.call(cloneVersion, { params: { ...inTest, versionId: first }, body: { Name: 'Third' } })).body['EditableDbVersionId'] ?? 0;
    await rename(first, 'a', 'Later', 1);
    await rename(third, 'b', 'Of the third');
    expect(await nameIn(second, 'a')).toBe('Stop a');
    expect([await nameIn(third, 'a'), await nameIn(first, 'a'), await nameIn(first, 'b')]).toEqual(['Of the first', 'Later', 'Stop b']);
  });

  it('finishing an edit closes it for good [H178 H262]', async () => {
    const clone = await begin(await product.version(smallFeed()));
    expect((await product.call(finishEdit, { params: { ...inTest, versionId: clone } })).body).toMatchObject({
      Version: { Id: clone, Editable: false, Completed: true },
    });
    expect(await product.call(finishEdit, { params: { ...inTest, versionId: clone } })).toMatchObject({
      status: 409,
      body: { code: 'not_possible' },
    });
    expect(await nameIn(await begin(clone), 'a')).toBe('Stop a');
  });

  it('a repeated begin-edit gives the same clone and not a second one', async () => {
    const base = await product.version(smallFeed());
    const call = () => product.call(beginEdit, { params: { ...inTest, versionId: base } }, { key: `begin-${base}` });
    const [first, again] = [await call(), await call()];
    expect(again.text).toBe(first.text);
    expect((await listed()).filter((version) => version.ParentId === base)).toHaveLength(1);
  });

  it('a version is looked for only in its own database', async () => {
    const base = await product.version(smallFeed());
    expect((await product.call(beginEdit, { params: { databaseId: 'shut', versionId: base } })).status).toBe(404);
  });
});

describe('lists', () => {
  it('versions are listed newest first, published ones on their own [E202 E203 H255 H256]', async () => {
    const [older, newer] = [await product.version([stopDoc('a')], 'published', 'shut'), await product.version([stopDoc('a')], 'published', 'shut')];
    const versions = (await product.call(listVersions, { params: { databaseId: 'shut' } })).body['Versions'] as unknown as Version[];
    expect(versions.map(({ Id }) => Id)).toEqual(versions.map(({ Id }) => Id).toSorted((a, b) => b - a));
    expect(versions.find(({ Id }) => Id === older)).toMatchObject({ Current: false, Published: true });
    expect(versions.find(({ Id }) => Id === newer)).toMatchObject({ Current: true, Published: true, Version: 'written by a test', Source: 'test' });
    const published = (await product.call(listPublishedVersions, { params: { databaseId: 'shut' } })).body['Versions'] as unknown as Version[];
    expect(published.every(({ Published }) => Published)).toBe(true);
    expect(published.map(({ Id }) => Id)).toEqual(expect.arrayContaining([older, newer]));
    expect((await product.call(listVersions, { params: { databaseId: 'nowhere' } })).status).toBe(404);
  });

  it('a long list comes a page at a time, and every version once', async () => {
    for (let i = 0; i < 5; i++) await product.version([stopDoc('a')]);
    const page = async (query: { limit: number; before?: number }) =>
      (await product.call(listVersions, { params: inTest, query })).body as unknown as { Versions: Version[]; More: boolean };
    const all = (await page({ limit: 500 })).Versions;
    const seen: number[] = [];
    for (let before: number | undefined; ;) {
      const { Versions, More } = await page({ limit: 3, ...(before === undefined ? {} : { before }) });
      seen.push(...Versions.map(({ Id }) => Id));
      before = Versions.at(-1)?.Id;
      expect(More).toBe(seen.length < all.length);
      if (!More) break;
    }
    expect(seen).toEqual(all.map(({ Id }) => Id));
    expect((await product.call(listVersions, { params: inTest, query: { limit: 501 } })).status).toBe(400);
    expect(all[0]?.Date).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  });

  it('a version tells how many documents of each kind it holds, also after edits [E204 H257]', async () => {
    const clone = await begin(await product.version(smallFeed()));
    const counts = async () => (await product.call(readVersion, { params: { versionId: clone } })).body['Counts'];
    expect(await counts()).toEqual({ Agency: 1, Stop: 5, Schedule: 3, Track: 2, Timetable: 2, Transfer: 1, Pathway: 1 });
    await product.app.inject({
      method: 'POST',
      url: `/storage/ui/db/version/${clone}/edit/stop/delete`,
      headers: { authorization: `Bearer ${await product.token('editor')}`, 'idempotency-key': `count-${clone}`, 'if-match': '"0"' },
      payload: { stopId: 'lonely' },
    });
    await rename(clone, 'a', 'Changed');
    expect(await counts()).toMatchObject({ Stop: 4 });
  });

  it('databases carry the rights one has in them [E201 H254 R267]', async () => {
    const rights = async (as: 'editor' | 'viewer') => {
      const databases = (await product.call(listDatabases, {}, { as })).body['Databases'] as unknown as {
        Id: string;
        Permissions: { ReadOnly: boolean };
      }[];
      return Object.fromEntries(databases.map(({ Id, Permissions }) => [Id, Permissions.ReadOnly]));
    };
    expect(await rights('editor')).toEqual({ test: false, shut: true });
    expect(await rights('viewer')).toEqual({ test: true, shut: true });
  });

  it('regions carry their databases and bounds [E195 E207 R274 R281 R287]', async () => {
    await product.store.createRegion({
      Key: 'bounded',
      Name: 'Bounded',
      CountryCode: 'DE',
      LanguageCode: 'de',
      Timezone: 'Europe/Berlin',
      Currency: 'EUR',
      Bounds: { NorthEast: { Lat: 2, Lng: 4 }, SouthWest: { Lat: 1, Lng: 3 } },
    });
    expect((await product.call(listRegions)).body).toMatchObject({
      Regions: [{ Key: 'bounded' }, { Key: 'testland', Databases: [{ Id: 'shut' }, { Id: 'test' }], Bounds: null }],
    });
    expect((await product.call(listAccessibleRegions)).body).toEqual({ Regions: ['bounded', 'testland'] });
    expect((await product.call(readBounds, { params: { region: 'bounded' } })).body).toEqual({
      NorthEastBounds: { Lat: 2, Lng: 4 },
      SouthWestBounds: { Lat: 1, Lng: 3 },
    });
    expect((await product.call(readBounds, { params: { region: 'testland' } })).body).toEqual({ NorthEastBounds: null, SouthWestBounds: null });
    expect((await product.call(readBounds, { params: { region: 'nowhere' } })).status).toBe(404);
  });
});
