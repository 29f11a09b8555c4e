/** What may be done to public feeds, and by whom. A switch is carried out by `jobs/publications.ts`, when its release is ready and its time has come. */
import type { BodyOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/publicFeeds.ts';
import { momentIn } from '../../src/domain/pipelineTimes.ts';
import type { PublicFeed, PublicFeedDetails } from '../../src/domain/publicFeeds.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { seesRegion } from '../auth/regionScope.ts';
import { BadInput, Refusal } from '../refusal.ts';
import * as store from '../store/publicFeeds.ts';
import { readDatabase } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import { timeNow } from '../surroundings.ts';
import type { Write } from './editing.ts';
import { requireRegion } from './exports.ts';

/** Feeds of the regions that the caller sees. `base`: address of all feeds. */
export async function listFeeds(db: Db, caller: Caller, base: string): Promise<ReplyOf<typeof contract.listPublicFeeds>> {
  const feeds = await store.listPublicFeeds(db);
  return { feeds: feeds.filter(({ region }) => seesRegion(caller.regions, region)).map((feed) => toWire(feed, base)) };
}

/** Makes a feed of a zip. */
export async function createFeed(
  write: Write,
  base: string,
  { taskRunId, at, notes, ...details }: BodyOf<typeof contract.createPublicFeed>,
): Promise<PublicFeed> {
  const zip = await requireZip(write.db, write.caller, taskRunId);
  const region = (await readDatabase(write.db, zip.databaseId))?.RegionKey ?? '';
  await requireRegion(write, region);
  const id = await store.insertPublicFeed(write.db, details, zip.databaseId, write.caller.account.name);
  if (id === undefined) throw slugTaken(details.slug);
  const feed = await requireFeed(write.db, write.caller, id);
  const moment = switchMoment(at, feed.timezone);
  const release = await store.insertRelease(write.db, id, { ...zip, taskRunId, notes, author: write.caller.account.name });
  await store.setNext(write.db, id, { release, at: moment });
  return publishChange(write, base, id);
}

/** Has a feed serve another zip of its database. */
export async function publish(
  write: Write,
  base: string,
  id: number,
  rev: number,
  { taskRunId, at, notes }: BodyOf<typeof contract.publishRelease>,
): Promise<PublicFeed> {
  const feed = await takeFeed(write, base, id, rev);
  const zip = await requireZip(write.db, write.caller, taskRunId);
  if (zip.databaseId !== feed.databaseId)
    throw new Refusal(409, 'not_possible', `This feed is of the database ${feed.databaseId}, and the file is of ${zip.databaseId}.`);
  const release = await store.insertRelease(write.db, id, { ...zip, taskRunId, notes, author: write.caller.account.name });
  await store.setNext(write.db, id, { release, at: switchMoment(at, feed.timezone) });
  return publishChange(write, base, id);
}

/** Has a feed serve one of its releases again. */
export async function switchTo(
  write: Write,
  base: string,
  id: number,
  rev: number,
  { release, at }: BodyOf<typeof contract.switchRelease>,
): Promise<PublicFeed> {
  const feed = await takeFeed(write, base, id, rev);
  const chosen = feed.releases.find((one) => one.id === release);
  if (chosen === undefined) throw new Refusal(404, 'not_found', `This feed has no release ${release}.`);
  if (feed.current === release && feed.withdrawn === null) throw new Refusal(409, 'not_possible', 'This release is the one that is served.');
  await store.setNext(write.db, id, { release, at: switchMoment(at, feed.timezone) });
  // It is ready: nobody has to wait for the jobs.
  if (at === null && chosen.factsKey !== null) await store.switchDue(write.db, id);
  return publishChange(write, base, id);
}

/** Lets out a release that the gate holds back. */
export async function approve(
  write: Write,
  base: string,
  id: number,
  rev: number,
  { release, reason }: BodyOf<typeof contract.approveRelease>,
): Promise<PublicFeed> {
  const feed = await takeFeed(write, base, id, rev);
  const next = feed.releases.find((one) => one.id === feed.nextId);
  if (next?.id !== release) throw new Refusal(409, 'not_possible', 'This release is not the next one of the feed any more.');
  if (!next.held || next.firstServed !== null || next.approval !== null)
    throw new Refusal(409, 'not_possible', 'This release is not held back: nothing has to be approved.');
  await store.noteApproval(write.db, release, { by: write.caller.account.name, reason });
  await store.switchDue(write.db, id);
  return publishChange(write, base, id);
}

/** Takes back a switch that has not happened yet. */
export async function cancel(write: Write, base: string, id: number, rev: number): Promise<PublicFeed> {
  const feed = await takeFeed(write, base, id, rev);
  if (feed.nextId === null) throw new Refusal(409, 'not_possible', 'No switch of this feed is planned.');
  await store.setNext(write.db, id, null);
  return publishChange(write, base, id);
}

/** Withdraws a feed. */
export async function withdraw(write: Write, base: string, id: number, rev: number): Promise<PublicFeed> {
  const feed = await takeFeed(write, base, id, rev);
  if (feed.current === null || feed.withdrawn !== null) throw new Refusal(409, 'not_possible', 'Nothing of this feed is served.');
  await store.setNext(write.db, id, null);
  await store.withdraw(write.db, id);
  return publishChange(write, base, id);
}

/** Changes what people say of a feed. */
export async function update(write: Write, base: string, id: number, rev: number, details: PublicFeedDetails): Promise<PublicFeed> {
  const before = await takeFeed(write, base, id, rev);
  if (await store.isSlugTaken(write.db, details.slug, id)) throw slugTaken(details.slug);
  await store.writeDetails(write.db, id, details);
  if (before.nextId !== null && details.gate !== undefined && !sameJson(before.gate, details.gate)) await store.forgetCheck(write.db, before.nextId);
  return publishChange(write, base, id);
}

/** The feed, which is at that revision and is this write's alone until it ends. */
async function takeFeed(write: Write, base: string, id: number, rev: number): Promise<store.KeptFeed> {
  await requireWritable(write, id);
  if (!(await store.takeRevision(write.db, id, rev))) {
    const present = await requireFeed(write.db, write.caller, id);
    throw new Refusal(
      412,
      'conflict',
      'Somebody else has changed this feed since you looked at it. Look at it again before you go on.',
      toWire(present, base),
    );
  }
  return requireFeed(write.db, write.caller, id);
}

/** A feed that the caller may change. */
export async function requireWritable({ db, caller }: Write, id: number): Promise<store.KeptFeed> {
  const feed = await requireFeed(db, caller, id);
  if (feed.readOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return feed;
}

/** A feed of a region that the caller sees. */
export async function requireFeed(db: Db, caller: Caller, id: number): Promise<store.KeptFeed> {
  const feed = await store.readPublicFeed(db, id);
  if (feed === undefined || !seesRegion(caller.regions, feed.region)) throw new Refusal(404, 'not_found', `There is no public feed ${id}.`);
  return feed;
}

/** A zip that a task of a region that the caller sees has made. */
async function requireZip(
  db: Db,
  caller: Caller,
  taskRunId: number,
): Promise<{ key: string; size: number; databaseId: string; versionId: number | null }> {
  const zip = await store.readZipOfTask(db, taskRunId);
  const region = zip === undefined ? undefined : (await readDatabase(db, zip.databaseId))?.RegionKey;
  if (zip === undefined || region === undefined || !seesRegion(caller.regions, region))
    throw new Refusal(404, 'not_found', `Task run ${taskRunId} has made no zip that can be published, or it was deleted. Run the export again.`);
  if (!zip.isDone) throw new Refusal(409, 'not_possible', 'This run has not ended well. Publish the file of one that has.');
  return zip;
}

/** The moment (unix milliseconds) of a local time; now where none is given. */
function switchMoment(at: string | null, timezone: string): number {
  if (at === null) return timeNow() - 1000;
  const moment = momentIn(timezone, at);
  if (moment === undefined) throw new BadInput([{ Field: 'at', Message: 'There is no such day' }]);
  if (moment <= timeNow())
    throw new BadInput([{ Field: 'at', Message: `${at.replace('T', ' ')} (${timezone}) is in the past. Choose a later time, or publish at once` }]);
  return moment;
}

function slugTaken(slug: string): BadInput {
  return new BadInput([{ Field: 'slug', Message: `The address ${slug} is, or was, that of another feed. Choose another one` }]);
}

async function publishChange(write: Write, base: string, id: number): Promise<PublicFeed> {
  const feed = await requireFeed(write.db, write.caller, id);
  write.publish({ target: 'publicFeedsChanged', message: { region: feed.region } });
  return toWire(feed, base);
}

function toWire(feed: store.KeptFeed, base: string): PublicFeed {
  return store.toPublicFeed(feed, `${base}/feeds/${feed.slug}/`);
}
