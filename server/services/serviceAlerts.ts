/** What may be done to service alerts of public feeds, and by whom. */
import type { BodyOf, QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/serviceAlerts.ts';
import { alertFaults, type AlertContent, type AlertTemplate, type ServiceAlert } from '../../src/domain/serviceAlerts.ts';
import type { Caller } from '../auth/auth.ts';
import { namesOf, type EntityIndex } from '../feed/entities/entityFile.ts';
import { BadInput, Refusal } from '../refusal.ts';
import type { KeptFeed, KeptRelease } from '../store/publicFeeds.ts';
import * as store from '../store/serviceAlerts.ts';
import type { Db } from '../store/tables.ts';
import { searchEntities } from './alertEntities.ts';
import type { Write } from './editing.ts';
import { requireFeed, requireWritable } from './publicFeeds.ts';
import type { PublicIndex } from './publicIndex.ts';

/** Reads what is known of releases: their ids are objects, not rows. */
type Entities = Pick<PublicIndex, 'entitiesOf' | 'open'>;

export async function listAlerts(db: Db, caller: Caller, entities: Entities, feedId: number): Promise<ReplyOf<typeof contract.listServiceAlerts>> {
  const feed = await requireFeed(db, caller, feedId);
  const index = await indexOf(entities, feed);
  const [kept, templates] = [await store.listAlerts(db, feedId), await store.listTemplates(db, feed.region)];
  const alerts: ServiceAlert[] = [];
  for (const one of kept) alerts.push(await toWire(entities, feed, one));
  return { alerts, templates, timezone: index?.timezone || feed.timezone, language: index?.language ?? '', isReady: index !== undefined };
}

export async function search(
  db: Db,
  caller: Caller,
  entities: Entities,
  feedId: number,
  query: QueryOf<typeof contract.searchAlertEntities>,
): Promise<ReplyOf<typeof contract.searchAlertEntities>> {
  const feed = await requireFeed(db, caller, feedId);
  const index = await indexOf(entities, feed);
  return index === undefined ? { hits: [], more: 0 } : searchEntities(index, query, () => entities.open(currentOf(feed)?.entitiesKey ?? ''));
}

export async function history(db: Db, caller: Caller, feedId: number, alertId: number): Promise<ReplyOf<typeof contract.readAlertHistory>> {
  await requireFeed(db, caller, feedId);
  await requireAlert(db, feedId, alertId);
  return { changes: await store.listAlertChanges(db, alertId) };
}

export async function create(
  write: Write,
  entities: Entities,
  feedId: number,
  content: BodyOf<typeof contract.createServiceAlert>,
): Promise<ServiceAlert> {
  const feed = await requireWritable(write, feedId);
  const id = await store.insertAlert(write.db, feedId, content, write.caller.account.name);
  return publishChange(write, entities, feed, id);
}

export async function update(write: Write, entities: Entities, place: Place, content: AlertContent): Promise<ServiceAlert> {
  const { feed, alert } = await take(write, entities, place);
  if (alert.state === 'ended') throw new Refusal(409, 'not_possible', 'This alert has ended. Reopen it to change it.');
  const isSeen = alert.state === 'published';
  if (isSeen) await requireComplete(entities, feed, content);
  await store.writeAlert(write.db, alert.id, { act: 'update', content, state: alert.state, author: write.caller.account.name, isSeen });
  return publishChange(write, entities, feed, alert.id);
}

export async function publish(write: Write, entities: Entities, place: Place): Promise<ServiceAlert> {
  const { feed, alert } = await take(write, entities, place);
  if (alert.state !== 'draft') throw new Refusal(409, 'not_possible', 'Only a draft can be published. Reopen an alert that has ended first.');
  if (feed.current === null || feed.withdrawn !== null)
    throw new Refusal(409, 'not_possible', 'Nothing of this feed is served. Publish the feed first.');
  await requireComplete(entities, feed, alert.content);
  return move(write, entities, feed, alert, 'publish', 'published');
}

export async function end(write: Write, entities: Entities, place: Place): Promise<ServiceAlert> {
  const { feed, alert } = await take(write, entities, place);
  if (alert.state !== 'published') throw new Refusal(409, 'not_possible', 'This alert is not published.');
  return move(write, entities, feed, alert, 'end', 'ended');
}

export async function reopen(write: Write, entities: Entities, place: Place): Promise<ServiceAlert> {
  const { feed, alert } = await take(write, entities, place);
  if (alert.state !== 'ended') throw new Refusal(409, 'not_possible', 'This alert has not ended.');
  return move(write, entities, feed, alert, 'reopen', 'draft');
}

export async function remove(write: Write, entities: Entities, place: Place): Promise<{ id: number }> {
  const { feed, alert } = await take(write, entities, place);
  if (alert.wasPublished) throw new Refusal(409, 'not_possible', 'This alert was published: it stays in the list with its history.');
  await store.removeAlert(write.db, alert.id);
  write.publish({ target: 'publicFeedsChanged', message: { region: feed.region } });
  return { id: alert.id };
}

export async function saveTemplate(
  write: Write,
  feedId: number,
  { name, ...wording }: BodyOf<typeof contract.saveAlertTemplate>,
): Promise<AlertTemplate> {
  const { region } = await requireWritable(write, feedId);
  const id = await store.putTemplate(write.db, region, name, wording, write.caller.account.name);
  write.publish({ target: 'publicFeedsChanged', message: { region } });
  return { ...wording, id, name };
}

export async function removeTemplate(write: Write, feedId: number, templateId: number): Promise<{ id: number }> {
  const { region } = await requireWritable(write, feedId);
  if (!(await store.removeTemplate(write.db, region, templateId))) throw new Refusal(404, 'not_found', `There is no template ${templateId}.`);
  write.publish({ target: 'publicFeedsChanged', message: { region } });
  return { id: templateId };
}

/** An alert of a feed, and the revision that the caller saw. */
export interface Place {
  readonly feedId: number;
  readonly alertId: number;
  readonly rev: number;
}

/** The alert, which is at that revision and is this write's alone until it ends. */
async function take(write: Write, entities: Entities, { feedId, alertId, rev }: Place): Promise<{ feed: KeptFeed; alert: store.KeptAlert }> {
  const feed = await requireWritable(write, feedId);
  await requireAlert(write.db, feedId, alertId);
  const isTaken = await store.takeAlertRevision(write.db, feedId, alertId, rev);
  const alert = await requireAlert(write.db, feedId, alertId);
  if (isTaken) return { feed, alert };
  const message = 'Somebody else has changed this alert since you looked at it. Look at it again before you continue.';
  throw new Refusal(412, 'conflict', message, await toWire(entities, feed, alert));
}

async function requireAlert(db: Db, feedId: number, alertId: number): Promise<store.KeptAlert> {
  const alert = await store.readAlert(db, feedId, alertId);
  if (alert === undefined) throw new Refusal(404, 'not_found', `This feed has no service alert ${alertId}.`);
  return alert;
}

async function move(
  write: Write,
  entities: Entities,
  feed: KeptFeed,
  { id, content }: store.KeptAlert,
  act: 'publish' | 'end' | 'reopen',
  state: store.KeptAlert['state'],
): Promise<ServiceAlert> {
  await store.writeAlert(write.db, id, { act, content, state, author: write.caller.account.name, isSeen: act !== 'reopen' });
  return publishChange(write, entities, feed, id);
}

/** Refuses what may not go out, by field. */
async function requireComplete(entities: Entities, feed: KeptFeed, content: AlertContent): Promise<void> {
  const index = await indexOf(entities, feed);
  if (index === undefined) {
    const isWaiting = currentOf(feed)?.entitiesKey === null;
    throw new Refusal(
      409,
      'not_possible',
      isWaiting ? 'Lines and stops of this feed are being read. Publish the alert in a minute.' : 'Lines and stops of this feed could not be read.',
    );
  }
  const known = await namesOf(index, content.entities, () => entities.open(currentOf(feed)?.entitiesKey ?? ''));
  const faults = alertFaults(content, { known, language: index.language, timezone: index.timezone || feed.timezone });
  if (faults.length > 0) throw new BadInput(faults);
}

function currentOf(feed: KeptFeed): KeptRelease | undefined {
  return feed.releases.find(({ id }) => id === feed.current);
}

async function indexOf(entities: Entities, feed: KeptFeed): Promise<EntityIndex | undefined> {
  const current = currentOf(feed);
  return current === undefined ? undefined : entities.entitiesOf(current);
}

async function publishChange(write: Write, entities: Entities, feed: KeptFeed, id: number): Promise<ServiceAlert> {
  write.publish({ target: 'publicFeedsChanged', message: { region: feed.region } });
  return toWire(entities, feed, await requireAlert(write.db, feed.id, id));
}

async function toWire(entities: Entities, feed: KeptFeed, { content, wasPublished: _was, ...alert }: store.KeptAlert): Promise<ServiceAlert> {
  const index = await indexOf(entities, feed);
  const names = index && (await namesOf(index, content.entities, () => entities.open(currentOf(feed)?.entitiesKey ?? '')));
  const named = content.entities.map((entity) => ({
    label: names === undefined ? Object.values(entity).slice(1).join(' ') : names.label(entity),
    ...(names === undefined || names.has(entity) ? {} : { isMissing: true as const }),
  }));
  return { ...content, ...alert, named };
}
