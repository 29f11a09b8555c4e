/** Review links: who makes them, what they open and what not, what is written by them, and when they are over. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashOfToken } from '../../server/auth/apiTokens.ts';
import { readAccount } from '../../src/contract/account.ts';
import { editRoutes } from '../../src/contract/edits.ts';
import { listNews } from '../../src/contract/news.ts';
import * as contract from '../../src/contract/reviewLinks.ts';
import { readReview } from '../../src/contract/reviews.ts';
import { beginEdit, deleteDraft, finishEdit } from '../../src/contract/versions.ts';
import type { NewsItem } from '../../src/domain/news.ts';
import { type Answer, type Person, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  for (const as of ['editor', 'viewer'] as const) await product.call(readAccount, {}, { as });
});
afterAll(() => product.close());

const STOPS = [
  { kind: 'Stop', doc: { Id: 'a', Name: 'A', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 } },
  { kind: 'Stop', doc: { Id: 'b', Name: 'B', Type: 0, Coordinate: { Lat: 52, Lng: 5.1 }, WheelchairBoarding: 0 } },
] as const;

/** A draft in which stop `a` has another name, and the version that it was begun from. */
async function aDraft(name = 'Quay'): Promise<{ readonly original: number; readonly draft: number }> {
  const original = await product.version([...STOPS]);
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: original } });
  const draft = beginEdit.reply.parse(begun.body).EditableDbVersionId;
  const route = editRoutes.find((one) => one.name === 'stop.editField');
  if (!route) throw new Error('There is no edit of a stop');
  await product.call(route, { params: { versionId: draft, field: 'name' }, body: { stopId: 'a', value: name } }, { ifMatch: '*' });
  return { original, draft };
}

let made = 0;
async function aLink(versionId: number, body: object = {}, as: Person = 'editor'): Promise<{ secret: string; id: number; answer: Answer }> {
  made += 1;
  const secret = `dmpl_${String(made).padEnd(43, 'x')}`;
  const answer = await product.call(
    contract.createReviewLink,
    { params: { versionId }, body: { Label: 'Town hall', Days: 14, Comments: true, Hash: hashOfToken(secret), ...body } },
    { as },
  );
  return { secret, id: answer.body['Id'] as unknown as number, answer };
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

async function guest(secret: string, path = '', payload?: object, key?: string): Promise<Got> {
  const answer = await product.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/storage/ui/guest/review${path}`,
    headers: { authorization: `Bearer ${secret}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, text: answer.payload, body: JSON.parse(answer.payload) as Record<string, unknown> };
}
const newsOf = async (as: Person): Promise<readonly NewsItem[]> => (await product.call(listNews, {}, { as })).body['news'] as unknown as NewsItem[];

it('a link opens a draft with its changes, and names no person', async () => {
  const { draft } = await aDraft();
  const { secret, answer } = await aLink(draft);
  expect(answer.body).toMatchObject({ Label: 'Town hall', Comments: true, Revoked: null, Opened: null, Openings: 0, Over: false });
  expect(answer.text).not.toContain(secret);
  expect((await guest(secret)).body).toMatchObject({ Version: 'written by a test', Draft: true, Rev: 1, Comments: true, Written: [] });
  const changes = await guest(secret, '/changes');
  expect(changes.body).toMatchObject({
    Count: 1,
    Others: [{ Type: 'Stop', Changes: [{ EntityId: 'a', Before: { Name: 'A' }, After: { Name: 'Quay' } }] }],
  });
  expect(changes.text + (await guest(secret)).text).not.toContain('test.example');
  const [listed] = (await product.call(contract.listReviewLinks, { params: { versionId: draft } })).body['Links'] as unknown as {
    Openings: number;
  }[];
  expect(listed?.Openings).toBe(1);
});

it('a link of a comparison shows in what the two versions differ', async () => {
  const { original, draft } = await aDraft('Pier');
  await product.call(finishEdit, { params: { databaseId: 'test', versionId: draft } });
  expect((await aLink(draft)).answer.text).toContain('Only a draft has a review link of its own');
  expect((await aLink(draft, { From: draft })).answer.text).toContain('Choose two different versions');
  const { secret } = await aLink(draft, { From: original, Comments: false });
  expect((await guest(secret)).body).toMatchObject({
    Draft: false,
    Version: `written by a test #${draft}`,
    From: `written by a test #${original}`,
    Comments: false,
  });
  expect((await guest(secret, '/changes')).body).toMatchObject({
    Count: 1,
    Others: [{ Type: 'Stop', Changes: [{ EntityId: 'a', Before: { Name: 'A' }, After: { Name: 'Pier' } }] }],
  });
  expect((await guest(secret, '/comments', { Name: 'Ann', Message: 'm' })).status).toBe(403);
});

it('only who may edit makes, lists and revokes links, and of a version that may be changed', async () => {
  const { draft } = await aDraft();
  const { id } = await aLink(draft);
  expect((await aLink(draft, {}, 'viewer')).answer.status).toBe(403);
  expect((await product.call(contract.listReviewLinks, { params: { versionId: draft } }, { as: 'viewer' })).status).toBe(403);
  expect((await product.call(contract.revokeReviewLink, { params: { versionId: draft, linkId: id } }, { as: 'viewer' })).status).toBe(403);
  const other = await aDraft();
  expect((await product.call(contract.revokeReviewLink, { params: { versionId: other.draft, linkId: id } })).status).toBe(404);
  expect((await aLink(draft, { Days: 91 })).answer.text).toContain('At most 90 days');
  expect((await aLink(draft, { Label: ' ' })).answer.text).toContain('Write whom the link is for');
  const shut = await product.version([...STOPS], 'editable', 'shut');
  expect((await aLink(shut)).answer.status).toBe(403);
});

it('a comment under a typed name is there once, seen by staff as of a guest, with a line for who made the link', async () => {
  const { draft } = await aDraft('Ferry');
  const { secret } = await aLink(draft);
  const said = { Name: ' Ann of the town ', Message: ' Is this the old quay? <b>bold</b> ', Type: 'Stop', EntityId: 'a' };
  expect((await guest(secret, '/comments', said, 'k1')).body).toMatchObject({
    Written: [{ By: 'Ann of the town', Message: 'Is this the old quay? <b>bold</b>', Type: 'Stop', EntityId: 'a' }],
  });
  expect((await guest(secret, '/comments', said, 'k1')).body['Written']).toHaveLength(1);
  expect((await guest(secret, '/comments', { ...said, Message: 'Other' }, 'k1')).status).toBe(422);
  await guest(secret, '/comments', { Name: 'Ben', Message: 'Fine' });
  const { Guests } = readReview.reply.parse((await product.call(readReview, { params: { versionId: draft } })).body);
  expect(Guests).toMatchObject([
    { By: 'Ann of the town', Guest: 'Town hall', Type: 'Stop', EntityId: 'a' },
    { By: 'Ben', Guest: 'Town hall', Message: 'Fine' },
  ]);
  expect((await newsOf('editor'))[0]).toMatchObject({
    kind: 'reviewCommented',
    count: 2,
    title: 'Ben (guest, Town hall) commented on the review of written by a test',
    detail: 'Fine',
    path: `/changes/test/review/${draft}`,
  });
  expect((await newsOf('viewer')).filter(({ title }) => title.includes('guest'))).toEqual([]);
});

it('what is written has limits, and is on what the link shows', async () => {
  const { draft } = await aDraft();
  const { secret } = await aLink(draft);
  for (const [body, why] of [
    [{ Name: '', Message: 'm' }, 'Type your name first'],
    [{ Name: 'a'.repeat(61), Message: 'm' }, 'At most 60 characters'],
    [{ Name: 'mia.jansen@demo.example', Message: 'm' }, 'no e-mail address'],
    [{ Name: 'An\u202En', Message: 'm' }, 'no control characters'],
    [{ Name: 'Ann', Message: ' ' }, 'Type your comment first'],
    [{ Name: 'Ann', Message: 'a'.repeat(2001) }, 'At most 2000 characters'],
    [{ Name: 'Ann', Message: 'm', Type: 'Stop' }, 'both the kind and the id'],
    [{ Name: 'Ann', Message: 'm', Type: 'Stop', EntityId: 'b' }, 'shows no such document'],
    // what a link is of is never named
    [{ Name: 'Ann', Message: 'm', versionId: 1 }, 'versionId'],
  ] as const) {
    const got = await guest(secret, '/comments', body);
    expect([got.status >= 400 && got.status < 500, got.text], JSON.stringify(body)).toEqual([true, expect.stringContaining(why)]);
  }
  for (const query of ['?versionId=1', '?databaseId=farbase', '?region=farland', '?a=1&b=2']) expect((await guest(secret, query)).status).toBe(400);
});

it('says why a link does not open: revoked, expired, finished, discarded, unknown, incomplete', async () => {
  const why = async (secret: string): Promise<[number, unknown]> => {
    const { status, body } = await guest(secret);
    return [status, body['code']];
  };
  const first = await aDraft();
  const revoked = await aLink(first.draft);
  const expired = await aLink(first.draft);
  const finished = await aLink(first.draft);
  expect((await product.call(contract.revokeReviewLink, { params: { versionId: first.draft, linkId: revoked.id } })).body).toMatchObject({
    Over: true,
  });
  await sql`update review_link set expires = now() where link_id = ${expired.id}`.execute(product.store.sql.db);
  expect(await why(revoked.secret)).toEqual([410, 'link_revoked']);
  expect((await guest(revoked.secret, '/comments', { Name: 'Ann', Message: 'm' })).status).toBe(410);
  expect(await why(expired.secret)).toEqual([410, 'link_expired']);
  expect(await why(finished.secret)).toEqual([200, undefined]);
  await product.call(finishEdit, { params: { databaseId: 'test', versionId: first.draft } });
  expect(await why(finished.secret)).toEqual([410, 'link_finished']);
  const second = await aDraft();
  const discarded = await aLink(second.draft);
  await guest(discarded.secret, '/comments', { Name: 'Ann', Message: 'm' });
  await product.call(deleteDraft, { params: { databaseId: 'test', versionId: second.draft } });
  expect(await why(discarded.secret)).toEqual([410, 'link_discarded']);
  expect(await why(`dmpl_${'z'.repeat(43)}`)).toEqual([404, 'link_unknown']);
  expect(await why('dmp_x')).toEqual([401, 'link_missing']);
});

it('a version has a limited number of links, and a link of comments at a time', async () => {
  const { draft } = await aDraft();
  const { secret } = await aLink(draft);
  let last = 200;
  for (let at = 0; at < 12 && last === 200; at++) last = (await guest(secret, '/comments', { Name: 'Ann', Message: `m${at}` })).status;
  expect(last).toBe(429);
  expect((await guest(secret)).body['Written']).toHaveLength(10);
  for (let at = 0; at < 19; at++) expect((await aLink(draft)).answer.status).toBe(200);
  expect((await aLink(draft)).answer.text).toContain('at most 20 review links');
});
