/** Reviews of drafts: who may take part, what an approval is worth after an edit, and who is notified. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import { editRoutes } from '../../src/contract/edits.ts';
import { listNews } from '../../src/contract/news.ts';
import * as contract from '../../src/contract/reviews.ts';
import { runTask } from '../../src/contract/tasks.ts';
import { beginEdit, finishEdit, publishVersion } from '../../src/contract/versions.ts';
import { readVersionOutlook } from '../../src/contract/validation.ts';
import type { NewsItem } from '../../src/domain/news.ts';
import { startTestProduct, type Answer, type Person, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  for (const as of ['editor', 'otherEditor', 'quietEditor', 'viewer', 'localViewer', 'lostEditor', 'norole'] as const)
    await product.call(readAccount, {}, { as });
});
afterAll(() => product.close());

const EDITOR = 'editor@test.example';
const OTHER = 'otherEditor@test.example';
const VIEWER = 'viewer@test.example';

async function aDraft(): Promise<number> {
  const versionId = await product.version([
    { kind: 'Stop', doc: { Id: 'a', Name: 'A', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 } },
    { kind: 'Stop', doc: { Id: 'b', Name: 'B', Type: 0, Coordinate: { Lat: 52, Lng: 5.1 }, WheelchairBoarding: 0 } },
  ]);
  return (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'] as unknown as number;
}
async function rename(versionId: number, value: string, as: Person = 'editor', stopId = 'a'): Promise<void> {
  const route = editRoutes.find(({ name }) => name === 'stop.editField');
  if (!route) throw new Error('There is no edit of a stop');
  const answer = await product.call(route, { params: { versionId, field: 'name' }, body: { stopId, value } }, { as, ifMatch: '*' });
  expect(answer.status, answer.text).toBe(200);
}
const ask = (versionId: number, Reviewers: string[], as: Person = 'editor', key?: string): Promise<Answer> =>
  product.call(contract.askForReview, { params: { versionId }, body: { Reviewers, Note: 'Please look' } }, key === undefined ? { as } : { as, key });
const decide = (versionId: number, Rev: number, as: Person, Approved = true): Promise<Answer> =>
  product.call(contract.decideReview, { params: { versionId }, body: { Approved, Message: '', Rev } }, { as });
const read = (versionId: number, as: Person = 'editor'): Promise<Answer> => product.call(contract.readReview, { params: { versionId } }, { as });
const finish = (versionId: number): Promise<Answer> => product.call(finishEdit, { params: { databaseId: 'test', versionId } });
const require = (Required: boolean): Promise<Answer> => product.call(contract.requireReviews, { params: { databaseId: 'test' }, body: { Required } });
const newsOf = async (as: Person): Promise<readonly NewsItem[]> => (await product.call(listNews, {}, { as })).body['news'] as unknown as NewsItem[];
async function mailsOf(versionId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ mail: string }>`
    select m.recipient || ' ' || (e.doc->>'kind') as mail from notice_mail m join notice_event e using (event_id)
    where e.doc->>'runPath' = ${`/changes/test/review/${versionId}`} order by m.mail_id`.execute(product.store.sql.db);
  return rows.map(({ mail }) => mail);
}

it('a draft is asked about, changed as asked, approved and finished', async () => {
  await require(true);
  const draft = await aDraft();
  await rename(draft, 'First');
  const refused = await finish(draft);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Drafts of this database have to be approved by somebody else. Ask for a review first');
  expect((await ask(draft, [OTHER])).body).toMatchObject({
    Review: { State: 'asked', AskedBy: EDITOR, Reviewers: [OTHER], Note: 'Please look', Stale: false, Rev: 1 },
    Required: true,
    NotByYou: 'You have asked for this review: somebody else approves it',
  });
  expect((await finish(draft)).text).toContain('Nobody has approved this one yet');
  expect((await decide(draft, 1, 'otherEditor', false)).body).toMatchObject({ Review: { State: 'changesAsked' } });
  expect((await finish(draft)).text).toContain('Changes were asked for. Make them, then ask again');
  await rename(draft, 'Second');
  expect((await ask(draft, [OTHER])).body).toMatchObject({ Review: { State: 'asked', Decisions: [{ Approved: false, Rev: 1, By: OTHER }] } });
  expect((await decide(draft, 2, 'otherEditor')).body).toMatchObject({ Review: { State: 'approved', Stale: false } });
  expect((await finish(draft)).status).toBe(200);
  expect((await product.call(publishVersion, { params: { databaseId: 'test', versionId: draft } })).status).toBe(200);
  expect(await mailsOf(draft)).toEqual([`${OTHER} reviewAsked`, `${EDITOR} reviewChangesAsked`, `${OTHER} reviewAsked`, `${EDITOR} reviewApproved`]);
  expect((await newsOf('otherEditor'))[0]).toMatchObject({
    kind: 'reviewAsked',
    count: 2,
    title: 'editor@test.example asks for a review of written by a test',
    detail: 'Please look',
    path: `/changes/test/review/${draft}`,
  });
  await require(false);
});

it('an edit after the approval makes it stale, also where it is undone', async () => {
  await require(true);
  const draft = await aDraft();
  await ask(draft, [OTHER]);
  await decide(draft, 0, 'otherEditor');
  await rename(draft, 'Later');
  expect((await read(draft)).body).toMatchObject({ Review: { State: 'approved', Stale: true } });
  const refused = await finish(draft);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('This one was edited after it was approved. Ask again');
  expect((await product.call(readVersionOutlook, { params: { versionId: draft } })).body).toMatchObject({
    Unapproved: 'Drafts of this database have to be approved by somebody else. This one was edited after it was approved. Ask again',
  });
  // the same person approves what it is now, without being asked again
  expect((await decide(draft, 1, 'otherEditor')).body).toMatchObject({ Review: { State: 'approved', Stale: false } });
  expect((await finish(draft)).status).toBe(200);
  await require(false);
});

it('without the setting nothing is asked: a draft is finished while its review is open', async () => {
  const draft = await aDraft();
  await ask(draft, [OTHER]);
  expect((await finish(draft)).status).toBe(200);
});

it('nobody approves what they asked for, or edited alone; who may only read has to be asked', async () => {
  const draft = await aDraft();
  await rename(draft, 'By the other', 'otherEditor');
  await ask(draft, [OTHER]);
  expect((await decide(draft, 1, 'editor')).text).toContain('You have asked for this review: somebody else approves it');
  expect((await decide(draft, 1, 'otherEditor')).text).toContain('All edits of this draft are yours: somebody else approves it');
  expect((await decide(draft, 1, 'viewer')).text).toContain('You have read-only rights and were not asked for this review');
  expect((await product.call(contract.commentOnReview, { params: { versionId: draft }, body: { Message: 'm' } }, { as: 'viewer' })).status).toBe(409);
  await rename(draft, 'Also mine', 'editor', 'b');
  expect((await decide(draft, 2, 'otherEditor')).status).toBe(200);
  await ask(draft, [VIEWER]);
  expect((await decide(draft, 2, 'viewer')).body).toMatchObject({ Review: { State: 'approved' } });
});

it('two approvals at once both count; one of what was edited meanwhile is refused', async () => {
  const draft = await aDraft();
  await ask(draft, [OTHER, VIEWER]);
  const both = await Promise.all([decide(draft, 0, 'otherEditor'), decide(draft, 0, 'viewer')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all([rename(draft, 'Meanwhile'), ask(draft, [OTHER])]);
  const late = await decide(draft, 0, 'otherEditor');
  expect(late.status).toBe(409);
  expect(late.text).toContain('This draft was edited since you looked at it. Look at the changes again');
});

it('people outside the region, unknown ones and oneself cannot be asked', async () => {
  const draft = await aDraft();
  const people = (await product.call(contract.listReviewPeople, { params: { versionId: draft } })).body['People'];
  expect(people).toEqual([
    { Name: 'localViewer@test.example', ReadOnly: true },
    { Name: OTHER, ReadOnly: false },
    { Name: 'quietEditor@test.example', ReadOnly: false },
    { Name: VIEWER, ReadOnly: true },
  ]);
  for (const name of [EDITOR, 'lostEditor@test.example', 'norole@test.example', 'nobody@nowhere.example', '__proto__']) {
    const answer = await ask(draft, [name]);
    expect(answer.status, name).toBe(400);
    expect(answer.text).toContain(`Nobody else named ${name} may read this region`);
  }
  expect((await ask(99_999_999, [OTHER])).status).toBe(404);
  expect((await read(99_999_999)).status).toBe(404);
  expect((await read(draft)).body).toEqual({ Review: null, Rev: 0, Required: false, Guests: [] });
});

it('a comment notifies who asked, who commented and who is mentioned, each once; a repeat of the call nobody', async () => {
  const draft = await aDraft();
  await ask(draft, [OTHER], 'editor', 'asked-once');
  await ask(draft, [OTHER], 'editor', 'asked-once');
  const comment = { Message: `Is this right, @${VIEWER}? @nobody@nowhere.example @lostEditor@test.example`, Type: 'Stop', EntityId: 'a' };
  const answer = await product.call(contract.commentOnReview, { params: { versionId: draft }, body: comment }, { as: 'otherEditor' });
  expect(answer.body).toMatchObject({
    Review: { Comments: [{ By: OTHER, Type: 'Stop', EntityId: 'a', Mentions: [VIEWER], Message: comment.Message }] },
  });
  expect(await mailsOf(draft)).toEqual([`${OTHER} reviewAsked`, `${EDITOR} reviewCommented`, `${VIEWER} reviewCommented`]);
  expect((await newsOf('viewer'))[0]).toMatchObject({ kind: 'reviewCommented', path: `/changes/test/review/${draft}`, count: 1 });
  expect((await newsOf('lostEditor')).filter(({ kind }) => kind === 'reviewCommented')).toEqual([]);
  expect((await product.call(contract.commentOnReview, { params: { versionId: draft }, body: { Message: ' ' } })).status).toBe(400);
});

it('only who asked withdraws; then nobody decides until it is asked again', async () => {
  const draft = await aDraft();
  await ask(draft, [OTHER]);
  expect((await product.call(contract.withdrawReview, { params: { versionId: draft } }, { as: 'otherEditor' })).status).toBe(409);
  expect((await product.call(contract.withdrawReview, { params: { versionId: draft } })).body).toMatchObject({ Review: { State: 'withdrawn' } });
  expect((await decide(draft, 0, 'otherEditor')).text).toContain('Nobody has asked for a review of this version');
});

it('shows each changed document once, before and after, without what was changed back', async () => {
  const draft = await aDraft();
  await rename(draft, 'One');
  await rename(draft, 'Two');
  await rename(draft, 'Other', 'editor', 'b');
  await rename(draft, 'B', 'editor', 'b');
  const { Lines, Others, Count } = (await product.call(contract.listReviewedChanges, { params: { versionId: draft } })).body as Record<
    string,
    unknown
  >;
  expect({ Lines, Count }).toEqual({ Lines: [], Count: 1 });
  expect(Others).toMatchObject([
    { Type: 'Stop', Changes: [{ EntityId: 'a', Name: 'Two', StopId: 'a', Before: { Name: 'A' }, After: { Name: 'Two' } }] },
  ]);
});

it('the result of a task on an unapproved draft is not published either; an import is', async () => {
  const imported = await product.version([
    { kind: 'Stop', doc: { Id: 'a', Name: 'A', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 } },
  ]);
  const draft = await aDraft();
  await rename(draft, 'Unseen');
  const made = await product.version([]);
  await finish(draft);
  await require(true);
  const run = await product.call(runTask, {
    body: {
      db_id: 'test',
      name: 'n',
      original_name: 'n',
      s3_url: 'builtin:drop-unused',
      task_type: 2,
      command: {},
      input_version_id: draft,
      notes: '',
    },
  });
  expect(run.status, run.text).toBe(200);
  await sql`update task_run set output_version_id = ${made} where input_version_id = ${draft}`.execute(product.store.sql.db);
  const publish = (versionId: number): Promise<Answer> => product.call(publishVersion, { params: { databaseId: 'test', versionId } });
  expect((await publish(draft)).text).toContain('Ask for a review first');
  expect((await publish(made)).text).toContain('Ask for a review first');
  expect((await publish(imported)).status).toBe(200);
  // a finished version can be approved as well
  await ask(draft, [OTHER]);
  await decide(draft, 1, 'otherEditor');
  expect((await publish(made)).status).toBe(200);
  await require(false);
});
