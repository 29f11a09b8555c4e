/** Reviews of drafts: who may be asked, what is said and decided, and who is notified. */
import type { BodyOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/reviews.ts';
import { entityIdsOf } from '../../src/domain/changes.ts';
import {
  type DraftReview,
  mentionsIn,
  NOT_ASKED,
  refusalOfApproval,
  refusalOfUnapproved,
  REVIEWED_LIMIT,
  type ReviewedChange,
  type ReviewedChanges,
  type ReviewOfVersion,
} from '../../src/domain/draftReview.ts';
import { isEntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { reviewPath } from '../../src/domain/locations.ts';
import type { NewsKind } from '../../src/domain/news.ts';
import { noticeTitle, REVIEW_RULE, type NoticeEvent } from '../../src/domain/notices.ts';
import { compareSchedules } from '../../src/domain/schedules.ts';
import { READ_ONLY, type Version } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { changedFields } from '../store/edits.ts';
import { readSome } from '../store/entities.ts';
import { writeNews } from '../store/news.ts';
import { noteEvent, queueMails } from '../store/notices.ts';
import { readDatabase, regionOfDatabase } from '../store/regions.ts';
import { guestComments } from '../store/reviewLinks.ts';
import * as store from '../store/reviews.ts';
import type { StoredPerson, StoredReview } from '../store/reviews.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import { queueEvent } from '../store/webhooks.ts';
import { timeNow } from '../surroundings.ts';
import { lockWritable, noVersion, type Write } from './editing.ts';
import { newsMessage } from './news.ts';
import { manageableRegion } from './regions.ts';

/** Reviews listed at once. */
const LISTED = 100;
/** People offered at once. */
const PEOPLE = 500;

/** The reviews of a database, and whether its drafts have to be approved. */
export async function listReviews(db: Db, databaseId: string): Promise<ReplyOf<typeof contract.listReviews>> {
  await requireDatabase(db, databaseId);
  return { Reviews: await store.listReviews(db, databaseId, LISTED), Required: await store.readReviewed(db, databaseId) };
}

/** Says whether drafts of a database have to be approved. */
export async function requireReviews(write: Write, databaseId: string, required: boolean): Promise<ReplyOf<typeof contract.requireReviews>> {
  const region = await regionOfDatabase(write.db, databaseId);
  if (region === undefined) throw new Refusal(404, 'not_found', `There is no database ${databaseId}.`);
  await manageableRegion(write, region);
  if ((await readDatabase(write.db, databaseId))?.Permissions.ReadOnly === true) throw new Refusal(403, 'read_only', READ_ONLY);
  await store.writeReviewed(write.db, databaseId, required);
  write.publish({ target: 'reviewChanged', message: { DatabaseId: databaseId, DbVersionId: null } });
  return { Required: required };
}

/** The review of a version as a caller sees it. */
export async function readReview(db: Db, caller: Caller, versionId: number): Promise<ReviewOfVersion> {
  const version = await readVersion(db, versionId);
  if (version === undefined) throw noVersion(versionId);
  return asSeen(db, caller, version, await store.readReview(db, versionId));
}

async function asSeen(db: Db, caller: Caller, version: Version, review: StoredReview | undefined): Promise<ReviewOfVersion> {
  const required = await store.readReviewed(db, version.DatabaseId);
  const unapproved = required && !version.Published ? refusalOfUnapproved(review) : undefined;
  const notByYou = review && (await refusalOfCaller(db, caller, review));
  return {
    Review: review === undefined ? null : published(review),
    Rev: version.Rev,
    Required: required,
    Guests: await guestComments(db, version.Id),
    ...(unapproved === undefined ? {} : { Unapproved: unapproved }),
    ...(notByYou === undefined ? {} : { NotByYou: notByYou }),
  };
}

/** The review without the subjects of its people. */
function published({ regionKey: _region, askedBySubject: _asked, people: _people, acts: _acts, ...review }: StoredReview): DraftReview {
  return review;
}

async function refusalOfCaller(db: Db, { subject, account }: Caller, review: StoredReview): Promise<string | undefined> {
  return refusalOfApproval({
    subject,
    readOnly: account.permissions.readOnly,
    askedBy: review.askedBySubject,
    reviewers: review.people.map((one) => one.subject),
    editors: await store.editorsOf(db, review.DbVersionId),
  });
}

/** What a draft changes, by line, then the other documents by kind. */
export async function listReviewedChanges(db: Db, versionId: number): Promise<ReviewedChanges> {
  if ((await readVersion(db, versionId)) === undefined) throw noVersion(versionId);
  return reviewedChanges(db, versionId, await store.changesOfDraft(db, versionId, REVIEWED_LIMIT));
}

/** Changed documents by line, then the others by kind; lines and tracks have the names that they have in the version. */
export async function reviewedChanges(
  db: Db,
  versionId: number,
  { count, changes }: { readonly count: number; readonly changes: readonly store.DraftChange[] },
): Promise<ReviewedChanges> {
  const lines = new Map<string, ReviewedChange[]>();
  const others = new Map<string, ReviewedChange[]>();
  for (const change of changes.map(reviewedOf)) {
    const [groups, key] = change.ScheduleId === undefined ? [others, change.Type] : [lines, change.ScheduleId];
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(change);
  }
  const schedules = await readSome(db, versionId, 'Schedule', [...lines.keys()]);
  const named = [...lines].map(([ScheduleId, Changes]) => {
    const doc = schedules.get(ScheduleId)?.doc;
    // a line that was removed has its name in its own card
    const Name = doc ? [doc.Name, doc.LongName].filter(Boolean).join(' ') : (Changes.find(({ Type }) => Type === 'Schedule')?.Name ?? ScheduleId);
    return { brief: doc ?? { Id: ScheduleId, Name }, line: { ScheduleId, Name, Changes } };
  });
  return {
    Lines: named.toSorted((a, b) => compareSchedules(a.brief, b.brief)).map(({ line }) => line),
    Others: [...others].map(([Type, Changes]) => ({ Type, Changes })),
    Tracks: await tracksOfTimetables(db, versionId, changes),
    Count: count,
  };
}

/** The tracks of changed timetables, for the names over their sheets; one that was removed is not among them. */
async function tracksOfTimetables(db: Db, versionId: number, changes: readonly store.DraftChange[]): Promise<ReviewedChanges['Tracks']> {
  const keys = changes.flatMap(({ kind, id }) => (kind === 'Timetable' ? [id.slice(0, id.lastIndexOf('/'))] : []));
  const tracks = [...(await readSome(db, versionId, 'Track', [...new Set(keys)]))];
  const stopIds = new Set(tracks.flatMap(([, { doc }]) => doc.Stops.map(({ StopId }) => StopId)));
  const stops = await readSome(db, versionId, 'Stop', [...stopIds]);
  const nameOf = (stopId: string): string => stops.get(stopId)?.doc.Name || stopId;
  return Object.fromEntries(tracks.map(([id, { doc }]) => [id, { Name: doc.Name || doc.Id, Stops: doc.Stops.map(({ StopId }) => nameOf(StopId)) }]));
}

function reviewedOf({ kind, id, before, after }: store.DraftChange): ReviewedChange {
  // a timetable is shown as a sheet, for which its other parts are needed
  const fields = before && after && kind !== 'Timetable' ? changedFields(before, after) : undefined;
  const picked = (doc: object | null): Record<string, unknown> | null =>
    doc && Object.fromEntries(Object.entries(doc).filter(([key]) => fields === undefined || fields.includes(key)));
  return {
    Type: kind,
    EntityId: id,
    Name: entityTitle(kind, after ?? before ?? { Id: id }),
    ...entityIdsOf(kind, id),
    Before: picked(before),
    After: picked(after),
  };
}

/** Other people who see the region of a version. */
export async function listReviewPeople(db: Db, { subject }: Caller, versionId: number): Promise<ReplyOf<typeof contract.listReviewPeople>> {
  const version = await readVersion(db, versionId);
  if (version === undefined) throw noVersion(versionId);
  const people = (await peopleOf(db, version.DatabaseId)).filter((person) => person.subject !== subject);
  const names = new Map(people.map(({ name, readOnly }) => [name, readOnly]));
  return { People: [...names].map(([Name, ReadOnly]) => ({ Name, ReadOnly })) };
}

/** Asks people for a review, or asks again. */
export async function askForReview(
  write: Write,
  versionId: number,
  { Reviewers, Note }: BodyOf<typeof contract.askForReview>,
): Promise<ReviewOfVersion> {
  const version = await lockReviewable(write, versionId);
  const people = await peopleOf(write.db, version.DatabaseId);
  const asked = Reviewers.flatMap((name, index) => {
    const found = people.filter((person) => person.name === name && person.subject !== write.caller.subject);
    if (found.length === 0) throw new BadInput([{ Field: `Reviewers[${index}]`, Message: `Nobody else named ${name} may read this region` }]);
    return found;
  });
  const reviewers = [...new Map(asked.map((person) => [person.subject, person])).values()];
  await store.writeReview(write.db, versionId, personOf(write.caller), Note, reviewers);
  await queueEvent(write.db, version.DatabaseId, {
    type: 'review.asked',
    data: {
      version: { id: version.Id, name: version.Version },
      by: write.caller.account.name,
      reviewers: [...new Set(reviewers.map(({ name }) => name))],
    },
    path: reviewPath(version.DatabaseId, versionId),
  });
  return done(write, version, 'reviewAsked', Note, ({ people: all }) => all.map(({ subject }) => subject));
}

/** Withdraws the caller's own review. */
export async function withdrawReview(write: Write, versionId: number): Promise<ReviewOfVersion> {
  const { version, review } = await lockReview(write, versionId);
  if (review.askedBySubject !== write.caller.subject) throw new Refusal(409, 'not_possible', 'Only the person who asked for a review withdraws it');
  await store.setReviewState(write.db, review.Id, 'withdrawn');
  return done(write, version, 'reviewWithdrawn', '', ({ people }) => people.map(({ subject }) => subject));
}

/** Comments on the draft, or on a document of it. Mentioned people are notified like those who take part. */
export async function commentOnReview(
  write: Write,
  versionId: number,
  { Message, Type, EntityId }: BodyOf<typeof contract.commentOnReview>,
): Promise<ReviewOfVersion> {
  const { version, review } = await lockReview(write, versionId);
  requirePart(write.caller, review);
  const people = await peopleOf(write.db, version.DatabaseId);
  const mentions = mentionsIn(Message, [...new Set(people.map(({ name }) => name))]);
  const on = Type !== undefined && EntityId !== undefined && isEntityKind(Type) ? { kind: Type, id: EntityId } : undefined;
  await store.writeReviewComment(write.db, review.Id, personOf(write.caller), { message: Message, mentions, on });
  const others = await store.commentersOf(write.db, review.Id);
  const mentioned = people.filter(({ name }) => mentions.includes(name)).map(({ subject }) => subject);
  return done(write, version, 'reviewCommented', Message, ({ askedBySubject }) => [askedBySubject, ...others, ...mentioned]);
}

/** Approves a draft as it is at a revision, or asks for changes. */
export async function decideReview(
  write: Write,
  versionId: number,
  { Approved, Message, Rev }: BodyOf<typeof contract.decideReview>,
): Promise<ReviewOfVersion> {
  const { version, review } = await lockReview(write, versionId);
  requirePart(write.caller, review);
  const refusal = Approved ? await refusalOfCaller(write.db, write.caller, review) : undefined;
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal);
  if (Rev !== version.Rev) throw new Refusal(409, 'edited_since', 'This draft was edited since you looked at it. Look at the changes again');
  await store.writeDecision(write.db, review.Id, personOf(write.caller), { approved: Approved, message: Message, rev: version.Rev });
  return done(write, version, Approved ? 'reviewApproved' : 'reviewChangesAsked', Message, ({ askedBySubject }) => [askedBySubject]);
}

/** Refuses (409) to finish a draft of a database that asks for an approval, unless it is approved as it is now. */
export async function requireApproved(db: Db, { Id, DatabaseId }: Pick<Version, 'Id' | 'DatabaseId'>): Promise<void> {
  const refusal = await refusalToFinish(db, Id, DatabaseId);
  if (refusal !== undefined) throw new Refusal(409, 'not_approved', refusal);
}

/** Why a draft cannot be finished yet; undefined where it can. */
async function refusalToFinish(db: Db, versionId: number, databaseId: string): Promise<string | undefined> {
  return (await store.readReviewed(db, databaseId)) ? refusalOfUnapproved(await store.readReview(db, versionId)) : undefined;
}

/** Why a version cannot be published without an approval; undefined where it can, or was not made by people. */
export async function refusalToPublish(db: Db, versionId: number, databaseId: string): Promise<string | undefined> {
  if (!(await store.readReviewed(db, databaseId))) return undefined;
  const source = await store.handMadeSource(db, versionId);
  return source === undefined ? undefined : refusalOfUnapproved(await store.readReview(db, source));
}

/** Why a version is not put out without an approval: a draft is not finished, a finished one not published. */
export async function refusalOfVersion(db: Db, { Id, DatabaseId, Editable, Published }: Version): Promise<string | undefined> {
  if (Published) return undefined;
  return Editable ? refusalToFinish(db, Id, DatabaseId) : refusalToPublish(db, Id, DatabaseId);
}

/** Refuses (409) to publish a version whose database asks for an approval that it does not have. */
export async function requireApprovedToPublish(db: Db, { Id, DatabaseId, Published }: Version): Promise<void> {
  const refusal = Published ? undefined : await refusalToPublish(db, Id, DatabaseId);
  if (refusal !== undefined) throw new Refusal(409, 'not_approved', refusal);
}

/** A version that may be reviewed, locked: acts in its review and edits of it take turns. */
async function lockReviewable(write: Write, versionId: number): Promise<Version> {
  const version = await lockWritable(write, versionId);
  if (version.Published) throw new Refusal(409, 'not_possible', 'This version is published already');
  if (!version.Completed || version.Archived) throw new Refusal(409, 'not_possible', 'This version cannot be read now');
  return version;
}

async function lockReview(write: Write, versionId: number): Promise<{ version: Version; review: StoredReview }> {
  const version = await lockReviewable(write, versionId);
  const review = await store.readReview(write.db, versionId);
  if (review === undefined || review.State === 'withdrawn') throw new Refusal(409, 'not_possible', 'Nobody has asked for a review of this version');
  return { version, review };
}

function requirePart({ subject, account }: Caller, { people, askedBySubject }: StoredReview): void {
  if (!account.permissions.readOnly || askedBySubject === subject || people.some((one) => one.subject === subject)) return;
  throw new Refusal(409, 'not_possible', NOT_ASKED);
}

function personOf({ subject, account }: Caller): { subject: string; name: string } {
  return { subject, name: account.name };
}

async function peopleOf(db: Db, databaseId: string): Promise<StoredPerson[]> {
  return store.peopleOfRegion(db, (await regionOfDatabase(db, databaseId)) ?? '', PEOPLE);
}

type ReviewEvent = Extract<NewsKind, NoticeEvent['kind']>;

/**
 * Notifies people of an act by bell and mail, each once and never who did it, in the transaction of the act: a repeat of the command
 * is answered before it comes here. Only people who see the region are notified.
 */
async function done(
  write: Write,
  version: Version,
  kind: ReviewEvent,
  detail: string,
  to: (review: StoredReview) => readonly string[],
): Promise<ReviewOfVersion> {
  const { db, caller } = write;
  const review = await store.readReview(db, version.Id);
  if (review === undefined) throw noVersion(version.Id);
  const { DatabaseId } = version;
  const path = reviewPath(DatabaseId, version.Id);
  const event: NoticeEvent = {
    id: `review/${review.Id}/${review.acts}`,
    kind,
    execution: 'manual',
    regionKey: review.regionKey,
    databaseId: DatabaseId,
    name: version.Version,
    task: null,
    message: detail === '' ? null : detail,
    since: new Date(timeNow()).toISOString(),
    runPath: path,
    logPath: null,
    by: caller.account.name,
  };
  const wanted = new Set(to(review).filter((subject) => subject !== caller.subject));
  const people = (await peopleOf(db, DatabaseId)).filter(({ subject }) => wanted.has(subject));
  const news = await writeNews(
    db,
    people.map(({ subject }) => subject),
    {
      topic: `review/${review.Id}/${kind}`,
      kind,
      databaseId: DatabaseId,
      title: noticeTitle(event).slice(0, 300),
      detail: detail.slice(0, 300),
      path,
    },
  );
  for (const one of news) write.publish(...newsMessage(one));
  const addresses = new Map(people.filter(({ name }) => name.includes('@')).map(({ name }) => [name.toLowerCase(), name]));
  if (addresses.size > 0 && (await noteEvent(db, event)))
    await queueMails(
      db,
      event,
      [...addresses.values()].map((recipient) => ({ recipient, rule: REVIEW_RULE })),
    );
  write.publish({ target: 'reviewChanged', message: { DatabaseId, DbVersionId: version.Id } });
  return asSeen(db, caller, version, review);
}

async function requireDatabase(db: Db, databaseId: string): Promise<void> {
  if (!(await readDatabase(db, databaseId))) throw new Refusal(404, 'not_found', `There is no database ${databaseId}.`);
}
