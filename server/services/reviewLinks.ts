/** Review links: made and revoked by people who may edit, opened and commented by people without an account. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/reviewLinks.ts';
import { type ReviewedChanges, REVIEWED_LIMIT } from '../../src/domain/draftReview.ts';
import type { Doc } from '../../src/domain/comparer/fields.ts';
import { type Entity, type EntityKind, isEntityKind, KIND_NUMBERS } from '../../src/domain/entities.ts';
import { reviewPath } from '../../src/domain/locations.ts';
import {
  LINK_COMMENTS,
  LINK_PREFIX,
  LINKS_EACH,
  type NewLinkComment,
  type NewReviewLink,
  type OpenedLink,
  type ReviewLink,
} from '../../src/domain/reviewLinks.ts';
import type { Version } from '../../src/domain/versions.ts';
import { hashOfToken } from '../auth/apiTokens.ts';
import { AuthError, type Caller } from '../auth/auth.ts';
import type { LiveMessage } from '../live/live.ts';
import { Refusal } from '../refusal.ts';
import { DIFF_STATES, readDiffering, type DiffState } from '../store/differences.ts';
import type { Engine } from '../store/engine.ts';
import { parseDocument } from '../store/entities.ts';
import { writeNews } from '../store/news.ts';
import { regionOfDatabase } from '../store/regions.ts';
import * as store from '../store/reviewLinks.ts';
import type { KeptLink } from '../store/reviewLinks.ts';
import { changesOfDraft, peopleOfRegion, type DraftChange } from '../store/reviews.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import { pairOf } from './comparer.ts';
import { diffIndex } from './comparerIndex.ts';
import { lockWritable, noVersion, type Write } from './editing.ts';
import { newsMessage } from './news.ts';
import { reviewedChanges } from './reviews.ts';
import { inNewIds } from './versionPairs.ts';

/** Links listed at once. */
const LISTED = 100;
/** People of a region that are looked through. */
const PEOPLE = 10_000;

/** The links of a version, for somebody who may edit. */
export async function listReviewLinks(db: Db, { account }: Caller, versionId: number): Promise<ReplyOf<typeof contract.listReviewLinks>> {
  if (account.permissions.readOnly) throw new AuthError(403, 'read_only', 'You have read-only rights');
  if ((await readVersion(db, versionId)) === undefined) throw noVersion(versionId);
  return { Links: await store.listLinks(db, versionId, LISTED) };
}

/** Makes a link of a draft, or of a comparison. */
export async function createReviewLink(write: Write, versionId: number, { Label, Days, Comments, From, Hash }: NewReviewLink): Promise<ReviewLink> {
  const { db, caller } = write;
  const version = await lockWritable(write, versionId);
  requireReadable(version);
  if (From === undefined) {
    if (!version.Editable) throw new Refusal(409, 'not_possible', 'Only a draft has a review link of its own. Make one of a comparison instead');
  } else {
    const from = await readVersion(db, From);
    if (from?.DatabaseId !== version.DatabaseId) throw noVersion(From);
    if (from.Id === versionId) throw new Refusal(409, 'not_possible', 'Choose two different versions');
    requireReadable(from);
  }
  if (!(await store.hasRoomForLink(db, versionId)))
    throw new Refusal(409, 'too_many_links', `A version has at most ${LINKS_EACH} review links that work. Revoke one that is no longer used first`);
  const { subject, account } = caller;
  const by = { author: account.name, subject };
  const id = await store.insertLink(db, { hash: Hash, versionId, fromId: From, label: Label, comments: Comments, days: Days, ...by });
  if (id === undefined) throw new Refusal(409, 'link_taken', 'There is such a link already. Make another one');
  return requireLink(db, versionId, id);
}

/** Revokes a link. */
export async function revokeReviewLink(write: Write, versionId: number, linkId: number): Promise<ReviewLink> {
  await lockWritable(write, versionId);
  await requireLink(write.db, versionId, linkId);
  await store.revokeLink(write.db, linkId);
  return requireLink(write.db, versionId, linkId);
}

async function requireLink(db: Db, versionId: number, linkId: number): Promise<ReviewLink> {
  const link = await store.readLink(db, versionId, linkId);
  if (link === undefined) throw new Refusal(404, 'not_found', `Version ${versionId} has no review link ${linkId}.`);
  return link;
}

function requireReadable({ Completed, Archived }: Version): void {
  if (!Completed || Archived) throw new Refusal(409, 'not_possible', 'This version cannot be read now');
}

/** A link that works, with what it shows. */
export interface WorkingLink {
  readonly link: KeptLink;
  readonly version: Version;
  /** The version before it, for a comparison. */
  readonly from: Version | undefined;
}

/** The link whose secret an `Authorization` header carries. Refuses one that is missing (401), unknown (404) or over (410), each with why. */
export async function workingLink(db: Db, authorization: string | undefined): Promise<WorkingLink> {
  const secret = new RegExp(`^Bearer +(${LINK_PREFIX}[\\w-]{1,100})$`, 'i').exec(authorization ?? '')?.[1];
  if (secret === undefined) throw new AuthError(401, 'link_missing', 'This call needs the secret of a review link.');
  const link = await store.findLink(db, hashOfToken(secret));
  if (link === undefined) throw new Refusal(404, 'link_unknown', 'There is no such review link. Check that the address is complete');
  const over = (code: string, why: string): Refusal => new Refusal(410, code, `${why}. Ask the person who sent it for another one`);
  if (link.revoked) throw over('link_revoked', 'This review link was revoked');
  if (link.expired) throw over('link_expired', 'This review link has expired');
  const version = link.versionId === null ? undefined : await readVersion(db, link.versionId);
  const from = link.fromId === null ? undefined : await readVersion(db, link.fromId);
  if (version === undefined || (link.compares && from === undefined))
    throw over('link_discarded', link.compares ? 'One of the compared versions was removed' : 'This draft was discarded');
  if (!link.compares && !version.Editable) throw over('link_finished', 'This draft was finished, and is no longer reviewed');
  if (version.Archived || from?.Archived === true) throw over('link_archived', 'One of the compared versions was archived');
  return { link, version, from };
}

/** What a link opens. */
export async function openLink(db: Db, { link, version, from }: WorkingLink): Promise<OpenedLink> {
  return {
    ...namesOf(version, from),
    Draft: version.Editable,
    Rev: version.Rev,
    Expires: link.expires,
    Comments: link.comments,
    Written: await store.commentsOfLink(db, link.id),
  };
}

/** The names of what is shown; two that are the same are told apart by their ids. */
function namesOf(version: Version, from: Version | undefined): Pick<OpenedLink, 'Version' | 'From'> {
  if (from === undefined) return { Version: version.Version };
  if (from.Version !== version.Version) return { Version: version.Version, From: from.Version };
  return { Version: `${version.Version} #${version.Id}`, From: `${from.Version} #${from.Id}` };
}

/** The documents that a link shows. Counts as opened. */
export async function readLinkedChanges(engine: Engine, working: WorkingLink): Promise<ReviewedChanges> {
  await store.noteOpening(engine.db, working.link.id);
  return linkedChanges(engine, working);
}

async function linkedChanges(engine: Engine, { version, from }: WorkingLink): Promise<ReviewedChanges> {
  const found = from === undefined ? await changesOfDraft(engine.db, version.Id, REVIEWED_LIMIT) : await differences(engine, from.Id, version.Id);
  return reviewedChanges(engine.db, version.Id, found);
}

/** In what two versions differ, by kind. */
async function differences(engine: Engine, a: number, b: number): Promise<{ readonly count: number; readonly changes: readonly DraftChange[] }> {
  const pair = await pairOf(engine, a, b);
  const { sides, pairs, counts } = await diffIndex(engine, pair.sides, pair.state);
  const changes: DraftChange[] = [];
  const states = Object.keys(DIFF_STATES) as DiffState[];
  for (const kind of Object.keys(KIND_NUMBERS) as EntityKind[]) {
    for (const state of states) {
      if (changes.length >= REVIEWED_LIMIT || !counts.some((one) => one.kind === KIND_NUMBERS[kind] && one.state === DIFF_STATES[state])) continue;
      for await (const { id, before, after } of readDiffering(engine, sides, kind, state)) {
        const docOf = (doc: Doc | null): Entity | null => doc && parseDocument(kind, doc);
        changes.push({ kind, id, before: docOf(before && inNewIds(pairs, kind, before)), after: docOf(after) });
        if (changes.length >= REVIEWED_LIMIT) break;
      }
    }
  }
  return { count: counts.reduce((sum, one) => sum + one.count, 0), changes };
}

/** A live message, to one person or to everybody whom it concerns. */
interface Sent {
  readonly message: LiveMessage;
  readonly subject?: string;
}

/** Writes a comment and notifies who made the link. A repeat writes and notifies nothing. */
export async function commentByLink(
  engine: Engine,
  working: WorkingLink,
  comment: NewLinkComment,
  key: string,
): Promise<{ readonly answer: OpenedLink; readonly sent: readonly Sent[] }> {
  const { link, version } = working;
  if (!link.comments) throw new Refusal(403, 'no_comments', 'Comments are not possible by this link');
  const { Type, EntityId } = comment;
  const on = Type !== undefined && EntityId !== undefined && isEntityKind(Type) ? { kind: Type, id: EntityId } : undefined;
  if (on !== undefined) {
    const { Lines, Others } = await linkedChanges(engine, working);
    const shown = [...Lines, ...Others].some(({ Changes }) => Changes.some((one) => one.Type === on.kind && one.EntityId === on.id));
    if (!shown) throw new Refusal(404, 'not_found', 'This link shows no such document');
  }
  return engine.db.transaction().execute(async (db) => {
    const outcome = await store.insertLinkComment(db, { linkId: link.id, versionId: version.Id, key }, { ...comment, on });
    if (outcome === 'reused') throw new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another request.');
    if (outcome === 'over') throw new Refusal(410, 'link_revoked', 'This review link was revoked. Ask the person who sent it for another one');
    if (outcome === 'full') throw new Refusal(409, 'too_many_comments', `At most ${LINK_COMMENTS} comments can be written by one link`);
    const sent = outcome === 'written' ? await notify(db, working, comment) : [];
    return { answer: await openLink(db, working), sent };
  });
}

/** A line in the bell of who made the link, while they see the region; and the review is read again where it is on a screen. */
async function notify(db: Db, { link, version }: WorkingLink, { Name, Message }: NewLinkComment): Promise<Sent[]> {
  const { DatabaseId, Id } = version;
  const people = await peopleOfRegion(db, (await regionOfDatabase(db, DatabaseId)) ?? '', PEOPLE);
  const news = await writeNews(db, people.some(({ subject }) => subject === link.subject) ? [link.subject] : [], {
    topic: `reviewLink/${link.id}`,
    kind: 'reviewCommented',
    databaseId: DatabaseId,
    title: `${Name} (guest, ${link.label}) commented on the review of ${version.Version}`.slice(0, 300),
    detail: Message.slice(0, 300),
    path: reviewPath(DatabaseId, Id),
  });
  return [
    ...news.map((one) => {
      const [message, subject] = newsMessage(one);
      return { message, subject };
    }),
    { message: { target: 'reviewChanged', message: { DatabaseId, DbVersionId: Id } } },
  ];
}
