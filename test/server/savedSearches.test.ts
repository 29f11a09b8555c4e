/** Saved searches through the product: shared in a region, watched by one person each, and what is notified of. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { listNews } from '../../src/contract/news.ts';
import { createSavedSearch, deleteSavedSearch, listSavedSearches, watchSearch } from '../../src/contract/savedSearches.ts';
import { runTask } from '../../src/contract/tasks.ts';
import { beginEdit, finishEdit, publishVersion } from '../../src/contract/versions.ts';
import { editStopField } from '../../src/domain/edits/stops.ts';
import type { NewSearch } from '../../src/domain/savedSearches.ts';
import { forgetAccess } from '../../server/store/news.ts';
import { type Document, type Person, startTestProduct, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  for (const as of ['viewer', 'otherEditor'] as const) await product.call(readAccount, {}, { as });
});
afterAll(() => product.close());

const query = { region: 'testland' };
const MARKET: NewSearch = { Name: 'Market stops', List: 'stops', Tags: [{ field: 'Name', value: 'market' }], Match: 'Contains', Condition: 'And' };

async function save(changes: Partial<NewSearch>): Promise<number> {
  const answer = await product.call(createSavedSearch, { query, body: { ...MARKET, ...changes } });
  expect(answer.status).toBe(200);
  return createSavedSearch.reply.parse(answer.body).Id;
}

const watch = (searchId: number, as: Person, Watched = true) => product.call(watchSearch, { params: { searchId }, query, body: { Watched } }, { as });

async function subjectOf(as: Person): Promise<string> {
  const { rows } = await sql<{ subject: string }>`select subject from person where name = ${`${as}@test.example`}`.execute(product.store.sql.db);
  return rows[0]?.subject ?? '';
}

async function draft(documents: readonly Document[]): Promise<number> {
  const versionId = await product.version([...documents]);
  const { body } = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
  return body['EditableDbVersionId'] ?? 0;
}

async function rename(versionId: number, stopId: string, value: string, as: Person = 'editor'): Promise<void> {
  const call = { params: { versionId, field: 'name' }, body: { stopId, value } };
  expect((await product.call(routeOfEdit(editStopField), call, { as, ifMatch: '*' })).status).toBe(200);
}

/** Lines of the bell about saved searches, as title, detail and path. */
async function bell(as: Person): Promise<readonly (readonly [string, string, string, number])[]> {
  const { news } = listNews.reply.parse((await product.call(listNews, {}, { as })).body);
  return news.flatMap(({ kind, title, detail, path, count }) => (kind === 'searchEntered' ? [[title, detail, path, count] as const] : []));
}

test('a search is seen by everybody who sees the region, under a name of its own', async () => {
  const id = await save({ Name: 'Stations' });
  const again = await product.call(createSavedSearch, { query, body: { ...MARKET, Name: 'STATIONS' } });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('A saved search with this name already exists in the region')]);
  const foreign = await product.call(createSavedSearch, { query, body: { ...MARKET, Name: 'x', Tags: [{ field: 'TrackCount', value: '1' }] } });
  expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('stops cannot be searched by TrackCount.')]);
  const { body } = await product.call(listSavedSearches, { query }, { as: 'viewer' });
  expect(listSavedSearches.reply.parse(body).Searches).toEqual([
    { ...MARKET, Id: id, Name: 'Stations', By: 'editor@test.example', Watched: false, Watchers: 0 },
  ]);
  expect((await product.call(deleteSavedSearch, { params: { searchId: id }, query }, { as: 'viewer' })).status).toBe(403);
  expect((await product.call(deleteSavedSearch, { params: { searchId: id }, query })).status).toBe(200);
  expect((await product.call(deleteSavedSearch, { params: { searchId: id }, query })).status).toBe(404);
});

test('who watches one is notified of what the edit of somebody else brings into it, and of nothing else', async () => {
  const id = await save({});
  expect((await watch(id, 'viewer')).body).toMatchObject({ Watched: true, Watchers: 1 });
  await watch(id, 'otherEditor');
  const versionId = await draft(smallFeed());
  await rename(versionId, 'a', 'Town hall');
  expect(await bell('viewer')).toEqual([]);
  await rename(versionId, 'a', 'Old market', 'otherEditor');
  const place = `/data/db/test/v/${versionId}/stops?Name=market`;
  expect(await bell('viewer')).toEqual([
    ['Market stops: 1 stop entered your saved search', expect.stringMatching(/^Old market\. .+, by otherEditor@test\.example$/), place, 1],
  ]);
  expect(await bell('otherEditor')).toEqual([]);
  // it is in the search already
  await rename(versionId, 'a', 'New market');
  expect(await bell('viewer')).toMatchObject([[expect.stringContaining('1 stop'), expect.stringContaining('Old market'), place, 1]]);
  await rename(versionId, 'b', 'Market street');
  expect(await bell('viewer')).toMatchObject([[expect.stringContaining('1 stop'), expect.stringContaining('Market street'), place, 2]]);
  await watch(id, 'viewer', false);
  await rename(versionId, 'c', 'Fish market');
  expect(await bell('viewer')).toMatchObject([[expect.anything(), expect.stringContaining('Market street'), place, 2]]);
  expect(await bell('otherEditor')).toMatchObject([[expect.anything(), expect.stringContaining('Fish market'), place, 2]]);
});

test('a version that is published is compared with the one that was current', async () => {
  const id = await save({ Name: 'Links of the port', List: 'transfers', Tags: [{ field: 'Stop', value: 'port' }] });
  await watch(id, 'viewer');
  const publish = async (documents: readonly Document[]): Promise<number> => {
    const versionId = await draft(documents);
    await product.call(finishEdit, { params: { databaseId: 'test', versionId } });
    expect((await product.call(publishVersion, { params: { databaseId: 'test', versionId } })).status).toBe(200);
    return versionId;
  };
  await publish(smallFeed());
  const transfer = (Id: string, StopIdTo: string): Document => ({ kind: 'Transfer', doc: { Id, StopIdFrom: 'b', StopIdTo, Type: 0 } });
  const next = await publish([...smallFeed(), stopDoc('port', { Name: 'Port' }), transfer('t2', 'port'), transfer('t3', 'c')]);
  expect(await bell('viewer')).toContainEqual([
    'Links of the port: 1 transfer entered your saved search',
    expect.stringMatching(/^Stop b → Port\. .+, published$/),
    `/data/db/test/v/${next}/stops?list=transfers&Stop=port`,
    1,
  ]);
});

describe('in a database of its own', () => {
  const STOPS = [stopDoc('a', { Name: 'Old port' }), stopDoc('b', { Name: 'Town hall' })];
  const PORT: Partial<NewSearch> = { Tags: [{ field: 'Name', value: 'port' }] };

  test('a version that is published after the dates of all were over is compared with the last one', async () => {
    await product.store.createDatabase({ Id: 'over', Name: 'Over', RegionKey: 'testland' });
    const feed: Document = { kind: 'Feed', doc: { Id: '1', PublisherName: 'City', Language: 'en', StartDate: '20200101', EndDate: '20201231' } };
    await product.version([feed, ...STOPS], 'published', 'over');
    await watch(await save({ ...PORT, Name: 'Ports after the dates' }), 'viewer');
    const versionId = await product.version([...STOPS, stopDoc('c', { Name: 'New port' })], 'completed', 'over');
    expect((await product.call(publishVersion, { params: { databaseId: 'over', versionId } })).status).toBe(200);
    const lines = (await bell('viewer')).filter(([title]) => title.startsWith('Ports after'));
    expect(lines).toEqual([
      [
        'Ports after the dates: 1 stop entered your saved search',
        expect.stringMatching(/^New port\. .+, published$/),
        `/data/db/over/v/${versionId}/stops?Name=port`,
        1,
      ],
    ]);
  });

  test('a pipeline that publishes brings one line, and none to who does not see the region any more', async () => {
    await product.store.createDatabase({ Id: 'night', Name: 'Night', RegionKey: 'testland' });
    await product.version(STOPS, 'published', 'night');
    const id = await save({ ...PORT, Name: 'Ports "of" <the> night 🚢/..%2F' });
    for (const as of ['viewer', 'otherEditor'] as const) await watch(id, as);
    await forgetAccess(product.store.sql.db, await subjectOf('otherEditor'));
    const versionId = await product.version([...STOPS, stopDoc('c', { Name: 'New port' })], 'completed', 'night');
    const task = {
      name: 'P',
      original_name: 'P',
      s3_url: 'builtin:publish',
      task_type: 3,
      command: {},
      input_version_id: versionId,
      notes: '',
    } as const;
    await product.app.jobs.start();
    expect((await product.call(runTask, { body: { ...task, db_id: 'night' } })).status).toBe(200);
    await expect.poll(async () => (await product.store.readVersion(versionId))?.Published, { timeout: 40_000 }).toBe(true);
    const lines = async (as: Person) => (await bell(as)).filter(([title]) => title.startsWith('Ports "of"'));
    const line = [
      'Ports "of" <the> night 🚢/..%2F: 1 stop entered your saved search',
      expect.anything(),
      `/data/db/night/v/${versionId}/stops?Name=port`,
      1,
    ];
    expect(await lines('viewer')).toEqual([line]);
    await product.call(readAccount, {}, { as: 'otherEditor' });
    expect(await lines('otherEditor')).toEqual([]);
  }, 60_000);
});

test('what is computed from other data cannot be watched', async () => {
  const id = await save({ Name: 'Empty lines', List: 'schedules', Tags: [{ field: 'TrackCount', value: '0' }] });
  const answer = await watch(id, 'viewer');
  expect([answer.status, answer.text]).toEqual([
    409,
    expect.stringContaining('A search by Tracks cannot be watched: its value is computed from other data'),
  ]);
});
