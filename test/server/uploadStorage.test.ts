/** What an upload costs the store when it has much of it already, and that a version on another's layer is none the worse. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { beginEdit, readVersion } from '../../src/contract/versions.ts';
import { listStops } from '../../src/contract/stops.ts';
import { deleteStop, editStopField } from './stopCalls.ts';
import { Chance } from '../../server/feed/demo/chance.ts';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { collect } from '../../server/store/cleaning.ts';
import { canonicalJson } from '../../server/store/prepare.ts';
import { startUploadProduct, type UploadProduct } from './uploading.ts';

let at: UploadProduct;
/** A network of 2000 stops as the server gives it out, and the version that it is. */
let file: string;
let first: number;

beforeAll(async () => {
  at = await startUploadProduct();
  first = await at.product.version([...networkDocuments({ stops: 2000, seed: 5, faults: false })]);
  file = await at.feedOf(first);
  await at.product.store.createDatabase({ Id: 'other', Name: 'Other', RegionKey: 'testland' });
});
afterAll(() => at.close());

test('the same file again stands on the same layer, in any database, and nothing is read or stored', async () => {
  const one = (await at.upload(file, { name: 'One' })).done().DbVersionId;
  const before = await sizes();
  const two = (await at.upload(file, { name: 'Two', databaseId: 'other', key: 'two' })).done();
  expect(await sizes()).toEqual(before);
  expect(two.Version).toMatchObject({ DatabaseId: 'other', Version: 'Two', Completed: true });
  expect(await baseOf(two.DbVersionId)).toBe(await baseOf(one));
  expect(
    at.product.told.some((told) => told.target === 'uploadProgress' && told.message.UploadId === 'two' && told.message.Phase === 'reading'),
  ).toBe(false);
  expect(await at.feedOf(two.DbVersionId)).toBe(file);
});

test('the same feed written otherwise stands on the same layer too', async () => {
  const before = await sizes();
  const { DbVersionId } = (await at.upload(JSON.stringify(JSON.parse(file)))).done();
  expect(await sizes()).toEqual(before);
  expect(await baseOf(DbVersionId)).toBe(await baseOf(first));
  expect(await at.feedOf(DbVersionId)).toBe(file);
});

test('a feed that differs a little stands on the layer with its differences, and is edited like any other', async () => {
  const changed = changedFeed((feed) => {
    for (const stop of feed.Stops.slice(0, 300)) stop.Name = `${stop.Name} new`;
    feed.Stops.unshift({ Id: 'V0000X', Name: 'Added', Type: 0, Coordinate: { Lat: 48, Lng: 9 }, WheelchairBoarding: 0 });
    feed.Translations.splice(10, 20);
  });
  const upload = (await at.upload(JSON.stringify(changed))).done();
  expect(await baseOf(upload.DbVersionId)).toBe(await baseOf(first));
  expect(canonicalJson(JSON.parse(await at.feedOf(upload.DbVersionId))) === canonicalJson(changed)).toBe(true);
  expect(await overlayOf(upload.DbVersionId)).toBe(300 + 1 + 20);
  expect((await at.product.call(readVersion, { params: { versionId: upload.DbVersionId } })).body).toMatchObject({
    Counts: { Stop: 2001, Translation: changed.Translations.length },
  });

  const begun = await at.product.call(beginEdit, { params: { databaseId: 'test', versionId: upload.DbVersionId } });
  const draft = Number(begun.body['EditableDbVersionId']);
  const edited = await at.product.call(
    editStopField,
    { params: { versionId: draft, field: 'name' }, body: { stopId: 'V0000X', value: 'Edited' } },
    { ifMatch: 0 },
  );
  expect(edited.status).toBe(200);
  expect((await at.product.call(deleteStop, { params: { versionId: draft }, body: { stopId: 'V0000X' } }, { ifMatch: 1 })).status).toBe(200);
  const stops = (await at.product.call(listStops, { params: { versionId: draft } })).text;
  expect(stops.match(/"Id":/g)).toHaveLength(2000);
  expect(stops).not.toContain('V0000X');
  expect(canonicalJson(JSON.parse(await at.feedOf(upload.DbVersionId))) === canonicalJson(changed)).toBe(true);
});

test('a feed that differs in a quarter or more gets a layer of its own', async () => {
  const changed = changedFeed((feed) => {
    for (const stop of feed.Stops.slice(0, 1200)) stop.Name = `${stop.Name} newer`;
  });
  const { DbVersionId } = (await at.upload(JSON.stringify(changed))).done();
  expect(await baseOf(DbVersionId)).not.toBe(await baseOf(first));
  expect(await overlayOf(DbVersionId)).toBe(0);
  expect(canonicalJson(JSON.parse(await at.feedOf(DbVersionId))) === canonicalJson(changed)).toBe(true);
});

test('an archived version is no model for the same file', async () => {
  const { db } = at.product.store.sql;
  const own = file.replace('"Name": "', '"Name": "archived ');
  const one = (await at.upload(own)).done().DbVersionId;
  // As an archiving leaves it: its documents are no longer here.
  const empty = await db.insertInto('layer').values({ counts: '{}' }).returning('layer_id').executeTakeFirstOrThrow();
  await db.updateTable('version').set({ archived: true, base: empty.layer_id }).where('version_id', '=', one).execute();
  const two = (await at.upload(own)).done().DbVersionId;
  expect(await at.feedOf(two)).toBe(own);
});

/** Uploads of a run, and with DMP_LONG. */
const ROUNDS = process.env['DMP_LONG'] === undefined ? 3 : 10;

test('whatever changed, what is uploaded is what is there, while unused documents are collected all the time', { timeout: 240_000 }, async () => {
  const chance = new Chance(Number(process.env['DMP_FUZZ_SEED'] ?? 7));
  let collecting = true;
  const collector = (async () => {
    while (collecting) {
      await collect(at.product.store.sql);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  for (let round = 0; round < ROUNDS; round++) {
    const share = chance.pick([0, 0.01, 0.1, 0.2, 0.3, 0.9]);
    const feed = changedFeed(({ Stops, Schedules, Translations }) => {
      for (const one of [...Stops, ...Schedules]) if (chance.next() < share) one.Name = `${one.Name} ${round}`;
      Translations.splice(0, Translations.length, ...Translations.filter(() => chance.next() >= share));
    });
    const { DbVersionId } = (await at.upload(JSON.stringify(feed))).done();
    expect(canonicalJson(JSON.parse(await at.feedOf(DbVersionId))) === canonicalJson(feed), `${share}`).toBe(true);
  }
  collecting = false;
  await collector;
  expect(await at.feedOf(first)).toBe(file);
  expect((await sizes())['staging_row']).toBe(0);
});

const Named = z.looseObject({ Id: z.string(), Name: z.string() });
const Feed = z.looseObject({ Stops: z.array(Named), Schedules: z.array(Named), Translations: z.array(z.unknown()) });

function changedFeed(change: (feed: z.infer<typeof Feed>) => void): z.infer<typeof Feed> {
  const feed = { FormatVersion: 1, ...Feed.parse(JSON.parse(file)) };
  change(feed);
  return feed;
}

async function baseOf(versionId: number): Promise<number> {
  return (await at.product.store.sql.db.selectFrom('version').select('base').where('version_id', '=', versionId).executeTakeFirstOrThrow()).base;
}

async function overlayOf(versionId: number): Promise<number> {
  return (await at.product.store.sql.db.selectFrom('overlay_row').select('id').where('version_id', '=', versionId).execute()).length;
}

/** Rows of everything that grows with a feed. */
async function sizes(): Promise<Record<string, number>> {
  const { db } = at.product.store.sql;
  const tables = ['layer', 'layer_row', 'overlay_row', 'blob', 'staging_row'] as const;
  const counts = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return Object.fromEntries(tables.map((table, i) => [table, Number(counts[i]?.n)]));
}
