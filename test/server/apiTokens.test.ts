import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import { createApiToken, listApiTokens, listOthersTokens, revokeApiToken, revokeOthersToken } from '../../src/contract/apiTokens.ts';
import { makePipeline, runPipeline } from '../../src/contract/pipelines.ts';
import { listRegions } from '../../src/contract/regions.ts';
import type { CallInput, Route } from '../../src/contract/route.ts';
import { runTask } from '../../src/contract/tasks.ts';
import { listChanges, listChangesets } from '../../src/contract/changes.ts';
import { listVersions } from '../../src/contract/versions.ts';
import type { ApiToken, NewToken } from '../../src/domain/apiTokens.ts';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { placeWithTwoStops } from './killing.ts';
import { rebaseOnto } from './rebaseOnto.ts';
import { startTestProduct, type Answer, type Person, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';
import { editStopField } from './stopCalls.ts';

let product: TestProduct;
let versionId: number;
beforeAll(async () => {
  product = await startTestProduct({ CALLS_PER_SECOND: '20' });
  versionId = await product.version([stopDoc('a'), stopDoc('b')], 'editable');
});
afterAll(() => product.close());

const PUBLISH = {
  name: 'Publish',
  original_name: 'Publish',
  s3_url: 'builtin:publish',
  task_type: 3,
  command: {},
  input_version_id: null,
  notes: '',
} as const;

async function tokenOf(as: Person, asked: Partial<NewToken> = {}): Promise<{ token: string; created: ApiToken }> {
  const answer = await product.call(createApiToken, { body: { label: 'nightly import', scopes: ['read'], days: 30, ...asked } }, { as });
  return createApiToken.reply.required().parse(answer.body);
}

/** A call with an API token; `status code` of the answer, or the status alone where it succeeds. */
async function outcome<R extends Route>(token: string, route: R, input: CallInput<R> = {}, ifMatch?: number): Promise<string> {
  const answer = await product.call(route, input, { headers: { authorization: `Bearer ${token}` }, ...(ifMatch === undefined ? {} : { ifMatch }) });
  return outcomeOf(answer);
}

function outcomeOf({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

const rename = (token: string, value: string, stopId = 'a'): Promise<string> =>
  outcome(token, editStopField, { params: { versionId, field: 'name' }, body: { stopId, value } }, 0);

describe('an API token', () => {
  it('of which the caller has the text is kept by its hash; a repeated call creates no other one', async () => {
    const text = `dmp_${'x'.repeat(43)}`;
    const body: NewToken = { label: 'made here', scopes: ['read'], regions: null, days: 30, hash: createHash('sha256').update(text).digest('hex') };
    const first = createApiToken.reply.parse((await product.call(createApiToken, { body })).body);
    const second = createApiToken.reply.parse((await product.call(createApiToken, { body })).body);
    expect([first.token, second]).toEqual([undefined, first]);
    expect(await outcome(text, readAccount)).toBe('200');
    expect((await product.call(createApiToken, { body }, { as: 'viewer' })).status).toBe(409);
    expect((await product.call(createApiToken, { body: { ...body, hash: text } })).status).toBe(400);
  });

  it('is shown once, and only its hash is kept', async () => {
    const answer = await product.call(createApiToken, { body: { label: ' nightly import ', scopes: ['edit'], days: 30 } });
    const { token, created } = createApiToken.reply.required().parse(answer.body);
    expect(token).toMatch(/^dmp_[\w-]{43}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(created).toMatchObject({ label: 'nightly import', scopes: ['read', 'edit'], regions: null, lastUsed: null, revoked: null });
    expect(Date.parse(created.expires) - Date.parse(created.created)).toBe(30 * 86_400_000);
    const listed = await product.call(listApiTokens);
    expect(listed.text).toContain('"nightly import"');
    expect(listed.text).not.toContain('dmp_');
    const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
      product.store.sql.db,
    );
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(product.store.sql.db);
      expect(
        rows.filter(({ text }) => text.includes(token.slice(4))),
        name,
      ).toEqual([]);
    }
  });

  it('is asked for with a label, a scope, an end within a year and regions that are seen', async () => {
    const ask = async (asked: object, as: Person = 'editor'): Promise<unknown> => {
      const { status, body } = await product.call(createApiToken, { body: { label: 'x', scopes: ['read'], days: 30, ...asked } }, { as });
      return [status, body];
    };
    expect(await ask({ label: ' ' })).toEqual([400, [{ Field: 'label', Message: 'Write what the token is for' }]]);
    expect(await ask({ scopes: [] })).toEqual([400, [{ Field: 'scopes', Message: 'Choose at least one scope' }]]);
    expect(await ask({ days: 366 })).toEqual([400, [{ Field: 'days', Message: 'At most 365 days' }]]);
    expect(await ask({ regions: ['nowhere'] })).toEqual([400, [{ Field: 'regions[0]', Message: 'There is no region nowhere.' }]]);
    expect(await ask({ regions: ['testland'] }, 'lostEditor')).toEqual([400, [{ Field: 'regions[0]', Message: 'There is no region testland.' }]]);
  });

  it('does what its scopes and the rights of its person allow together', async () => {
    const read = (await tokenOf('editor')).token;
    const edit = (await tokenOf('editor', { scopes: ['edit'] })).token;
    const ofViewer = (await tokenOf('viewer', { scopes: ['edit'] })).token;
    expect(await outcome(read, listVersions, { params: { databaseId: 'test' } })).toBe('200');
    expect(await rename(read, 'Read')).toBe('403 scope_missing');
    expect(await rename(ofViewer, 'Viewed')).toBe('403 read_only');
    expect(await rename(edit, 'Edited')).toBe('200');
    expect(await outcome(edit, createApiToken, { body: { label: 'x', scopes: ['read'], days: 1 } })).toBe('403 person_only');
    expect(await outcome(edit, listApiTokens)).toBe('403 person_only');
    expect(await outcome('dmp_notAToken', listRegions)).toBe('401 bad_token');
  });

  it('is named with the edits that were made with it', async () => {
    const edit = (await tokenOf('editor', { label: 'Night import', scopes: ['edit'] })).token;
    const base = await product.version([stopDoc('b')]);
    const draft = await product.version([stopDoc('b')], 'editable');
    const set = async (of: number) =>
      listChangesets.reply.parse((await product.call(listChangesets, { query: { databaseId: 'test', dbVersionId: of } })).body).Sets[0];
    const input = (value: string) => ({ params: { versionId: draft, field: 'name' as const }, body: { stopId: 'b', value } });
    expect(await outcome(edit, editStopField, input('Named by night'), 0)).toBe('200');
    expect(await set(draft)).toMatchObject({ CreatedBy: 'editor@test.example', Program: 'Night import' });
    const { made } = await rebaseOnto(product, draft, base);
    expect(await set(made)).toMatchObject({ CreatedBy: 'editor@test.example', Program: 'Night import' });
    expect((await product.call(editStopField, input('Named by day'), { ifMatch: 1 })).status).toBe(200);
    const query = { dbVersionId: draft, kind: 'Stop', entityId: 'b' };
    const { Changes } = listChanges.reply.parse((await product.call(listChanges, { query })).body);
    expect(Changes.map(({ Program, After }) => [Program, After?.['Name']])).toEqual([
      [undefined, 'Named by day'],
      ['Night import', 'Named by night'],
    ]);
  });

  it('without the scope publish has no task publish either', async () => {
    const { token } = await tokenOf('editor', { scopes: ['edit', 'run'] });
    expect(await outcome(token, runTask, { body: { ...PUBLISH, db_id: 'test', input_version_id: versionId } })).toBe('403 scope_missing');
    const body = { name: 'p', db_id: 'test', tags: [], schedule: null, tasks: [PUBLISH] };
    expect(await outcome(token, makePipeline, { body })).toBe('403 scope_missing');
    const made = makePipeline.reply.parse((await product.call(makePipeline, { body })).body);
    expect(await outcome(token, runPipeline, { body: { pipeline_id: made.pipeline_id } })).toBe('403 scope_missing');
  });

  it('sees the regions that both its person and itself are limited to', async () => {
    await product.store.createRegion({
      Key: 'farland',
      Name: 'Farland',
      CountryCode: 'NO',
      LanguageCode: 'no',
      Timezone: 'Europe/Oslo',
      Currency: 'NOK',
      Bounds: null,
    });
    await product.store.createDatabase({ Id: 'far', Name: 'Far', RegionKey: 'farland' });
    const far = { params: { databaseId: 'far' } };
    const near = { params: { databaseId: 'test' } };
    const limited = (await tokenOf('editor', { regions: ['testland'] })).token;
    const local = (await tokenOf('localEditor')).token;
    expect([await outcome(limited, listVersions, near), await outcome(limited, listVersions, far)]).toEqual(['200', '404 not_found']);
    expect([await outcome(local, listVersions, near), await outcome(local, listVersions, far)]).toEqual(['200', '404 not_found']);
  });

  it('ends when it is revoked or its time is over, and is of its person alone', async () => {
    const { token, created } = await tokenOf('editor');
    const revoke = { params: { tokenId: created.id } };
    expect(outcomeOf(await product.call(revokeApiToken, revoke, { as: 'otherEditor' }))).toBe('404 not_found');
    expect(await outcome(token, listRegions)).toBe('200');
    expect(outcomeOf(await product.call(revokeApiToken, revoke))).toBe('200');
    expect(await outcome(token, listRegions)).toBe('401 token_revoked');
    const late = await tokenOf('editor');
    await sql`update api_token set expires = now() - interval '1 second' where token_id = ${late.created.id}`.execute(product.store.sql.db);
    expect(await outcome(late.token, listRegions)).toBe('401 token_expired');
  });

  it('is listed and revoked by somebody who may change regions, within their regions', async () => {
    const wide = await tokenOf('editor', { label: 'wide' });
    const near = await tokenOf('editor', { label: 'near', scopes: ['edit'], regions: ['testland'] });
    const lists = async (as: Person): Promise<string[]> => {
      const { text, body } = await product.call(listOthersTokens, {}, { as });
      expect(text).not.toMatch(/dmp_|hash|[0-9a-f]{64}/);
      return listOthersTokens.reply.parse(body).tokens.map(({ label, person }) => `${label} of ${person}`);
    };
    const ofEditor = ['near of editor@test.example', 'wide of editor@test.example'];
    expect((await lists('otherEditor')).slice(0, 2)).toEqual(ofEditor);
    expect(await lists('editor')).not.toContain(ofEditor[0]);
    expect((await lists('localEditor')).filter((one) => ofEditor.includes(one))).toEqual([ofEditor[0]]);
    expect(await lists('lostEditor')).toEqual([]);
    expect(outcomeOf(await product.call(listOthersTokens, {}, { as: 'viewer' }))).toBe('403 no_administrator');
    const revoke = (as: Person, { created }: typeof wide) => product.call(revokeOthersToken, { params: { tokenId: created.id } }, { as });
    expect(outcomeOf(await revoke('viewer', near))).toBe('403 no_administrator');
    expect(outcomeOf(await revoke('editor', near))).toBe('404 not_found');
    expect(outcomeOf(await revoke('localEditor', wide))).toBe('404 not_found');
    expect(await outcome(near.token, listRegions)).toBe('200');
    expect((await revoke('localEditor', near)).body).toMatchObject({ label: 'near', person: 'editor@test.example', revoked: expect.any(String) });
    expect([await outcome(near.token, listRegions), await outcome(wide.token, listRegions)]).toEqual(['401 token_revoked', '200']);
    expect(await lists('otherEditor')).not.toContain(ofEditor[0]);
  });

  it('loses the rights that its person has lost, and ends where they do not sign in any more', async () => {
    const { token } = await tokenOf('formerEditor', { scopes: ['edit'] });
    expect(await rename(token, 'Before', 'b')).toBe('200');
    product.demote('formerEditor');
    await product.call(readAccount, {}, { as: 'formerEditor' });
    expect(await rename(token, 'After', 'b')).toBe('403 read_only');
    expect(await outcome(token, listRegions)).toBe('200');
    product.demote('formerEditor', []);
    await product.call(readAccount, {}, { as: 'formerEditor' });
    expect(await outcome(token, listRegions)).toBe('403 no_role');
    await sql`update api_person set seen = now() - interval '91 days' where subject = 'formerEditor'`.execute(product.store.sql.db);
    expect(await outcome(token, listRegions)).toBe('401 person_unseen');
  });

  it('notes its use at most once a minute', async () => {
    const { token, created } = await tokenOf('otherEditor');
    const used = async (): Promise<string | null | undefined> =>
      listApiTokens.reply.parse((await product.call(listApiTokens, {}, { as: 'otherEditor' })).body).tokens.find(({ id }) => id === created.id)
        ?.lastUsed;
    expect(await used()).toBeNull();
    await outcome(token, listRegions);
    const first = await used();
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await sql`update api_token set used = used - interval '50 seconds' where token_id = ${created.id}`.execute(product.store.sql.db);
    const before = await used();
    await outcome(token, listRegions);
    expect(await used()).toBe(before);
    await sql`update api_token set used = used - interval '50 seconds' where token_id = ${created.id}`.execute(product.store.sql.db);
    await outcome(token, listRegions);
    expect(await used()).not.toBe(before);
  });

  it('has a rate limit of its own', async () => {
    const busy = (await tokenOf('viewer')).token;
    const quiet = (await tokenOf('viewer')).token;
    let last = '';
    for (let i = 0; i < 400 && last !== '429 too_many'; i++) last = await outcome(busy, listRegions);
    expect(last).toBe('429 too_many');
    expect(await outcome(quiet, listRegions)).toBe('200');
  });
});

// what killedTokens.test.ts says of PostgreSQL, on both databases
it.skipIf(process.env['DMP_LONG'] === undefined)('stays revoked when the process is killed right after', async () => {
  const place = await placeWithTwoStops();
  const start = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
  const first = await start();
  const { access_token: signedIn } = await signInByHttp(first.url, 'editor');
  const asPerson = { authorization: `Bearer ${signedIn}`, 'content-type': 'application/json' };
  const make = async (): Promise<{ token: string; created: ApiToken }> => {
    const body = JSON.stringify({ label: 'x', scopes: ['read'], days: 1 });
    const answer = await fetch(`${first.url}/storage/ui/account/tokens`, { method: 'POST', headers: asPerson, body });
    return createApiToken.reply.required().parse(await answer.json());
  };
  const kept = await make();
  const revoked = await make();
  await fetch(`${first.url}/storage/ui/account/tokens/${revoked.created.id}`, {
    method: 'DELETE',
    headers: { authorization: asPerson.authorization },
  });
  await first.kill();
  const second = await start();
  const statusWith = async (token: string): Promise<number> =>
    (await fetch(`${second.url}/storage/ui/regions`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await statusWith(kept.token), await statusWith(revoked.token)]).toEqual([200, 401]);
  await second.stop();
  await place.remove();
});
