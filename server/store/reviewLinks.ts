/** Review links, and what was written by them. */
import { sql } from 'kysely';
import { kindOfNumber, KIND_NUMBERS, type EntityKind } from '../../src/domain/entities.ts';
import type { ReviewComment } from '../../src/domain/draftReview.ts';
import { LINK_COMMENTS, LINKS_EACH, type LinkComment, type NewLinkComment, type ReviewLink } from '../../src/domain/reviewLinks.ts';
import type { Db } from './tables.ts';

/** A link as it is kept. */
export interface KeptLink {
  readonly id: number;
  /** Null once the version was removed. */
  readonly versionId: number | null;
  readonly fromId: number | null;
  /** It shows a comparison; else a draft with its changes. */
  readonly compares: boolean;
  readonly label: string;
  readonly comments: boolean;
  /** The subject of who made it. */
  readonly subject: string;
  readonly expires: string;
  readonly expired: boolean;
  readonly revoked: boolean;
}

/** The link of a hash; undefined where there is none. */
export async function findLink(db: Db, hash: string): Promise<KeptLink | undefined> {
  const { rows } = await sql<KeptLink & { readonly ends: string }>`
    select link_id as id, version_id as "versionId", from_id as "fromId", compares, label, comments, subject, expires as ends,
      expires <= now() as expired, revoked is not null as revoked
    from review_link where hash = ${hash}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { ends, ...link } = row;
  return { ...link, expires: new Date(ends).toISOString() };
}

/** Notes that a link was opened. */
export async function noteOpening(db: Db, linkId: number): Promise<void> {
  await sql`update review_link set opened = now(), openings = least(openings + 1, 1000000000) where link_id = ${linkId}`.execute(db);
}

interface Row {
  readonly link_id: number;
  readonly label: string;
  readonly compares: boolean;
  readonly from_id: number | null;
  readonly from_name: string | null;
  readonly comments: boolean;
  readonly author: string;
  readonly created: string;
  readonly expires: string;
  readonly revoked: string | null;
  readonly opened: string | null;
  readonly openings: number;
  readonly over: boolean;
}

const moment = (at: string): string => new Date(at).toISOString();

function linkOf(row: Row): ReviewLink {
  return {
    Id: row.link_id,
    Label: row.label,
    ...(row.compares ? { From: row.from_id === null ? null : { Id: row.from_id, Version: row.from_name ?? '' } } : {}),
    Comments: row.comments,
    By: row.author,
    Created: moment(row.created),
    Expires: moment(row.expires),
    Revoked: row.revoked === null ? null : moment(row.revoked),
    Opened: row.opened === null ? null : moment(row.opened),
    Openings: row.openings,
    Over: row.over,
  };
}

const LINKS = sql`
  select l.link_id, l.label, l.compares, l.from_id, f.name as from_name, l.comments, l.author, l.created, l.expires, l.revoked, l.opened, l.openings,
    (l.revoked is not null or l.expires <= now() or (not l.compares and not v.editable) or (l.compares and l.from_id is null)) as over
  from review_link l join version v on v.version_id = l.version_id left join version f on f.version_id = l.from_id`;

/** Links of a version, newest first. */
export async function listLinks(db: Db, versionId: number, limit: number): Promise<ReviewLink[]> {
  const { rows } = await sql<Row>`${LINKS} where l.version_id = ${versionId} order by l.link_id desc limit ${limit}`.execute(db);
  return rows.map(linkOf);
}

/** A link of a version; undefined where it is not of that version. */
export async function readLink(db: Db, versionId: number, linkId: number): Promise<ReviewLink | undefined> {
  const { rows } = await sql<Row>`${LINKS} where l.version_id = ${versionId} and l.link_id = ${linkId}`.execute(db);
  return rows[0] === undefined ? undefined : linkOf(rows[0]);
}

/** Whether a version may have one more link that works. The caller holds the lock of the version. */
export async function hasRoomForLink(db: Db, versionId: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from review_link where version_id = ${versionId} and revoked is null and expires > now()`.execute(db);
  return (rows[0]?.n ?? 0) < LINKS_EACH;
}

/** Writes a link and returns its id; undefined where another one has its hash. */
export async function insertLink(
  db: Db,
  link: {
    readonly hash: string;
    readonly versionId: number;
    readonly fromId: number | undefined;
    readonly label: string;
    readonly comments: boolean;
    readonly days: number;
    readonly author: string;
    readonly subject: string;
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ link_id: number }>`
    insert into review_link(hash, version_id, from_id, compares, label, comments, author, subject, expires)
    values (${link.hash}, ${link.versionId}, ${link.fromId ?? null}, ${link.fromId !== undefined}, ${link.label}, ${link.comments}, ${link.author},
      ${link.subject}, now() + make_interval(days => ${link.days}::int))
    on conflict (hash) do nothing returning link_id`.execute(db);
  return rows[0]?.link_id;
}

export async function revokeLink(db: Db, linkId: number): Promise<void> {
  await sql`update review_link set revoked = coalesce(revoked, now()) where link_id = ${linkId}`.execute(db);
}

interface CommentRow {
  readonly comment_id: number;
  readonly kind: number | null;
  readonly id: string | null;
  readonly message: string;
  readonly name: string;
  readonly at: string;
  readonly label: string;
}

function commentOf({ comment_id, kind, id, message, name, at }: CommentRow): LinkComment {
  return {
    Id: comment_id,
    Message: message,
    By: name,
    Date: moment(at),
    ...(kind === null || id === null ? {} : { Type: kindOfNumber(kind), EntityId: id }),
  };
}

/** What was written by a link, oldest first. */
export async function commentsOfLink(db: Db, linkId: number): Promise<LinkComment[]> {
  const { rows } = await sql<CommentRow>`
    select comment_id, kind, id, message, name, at, '' as label from review_link_comment where link_id = ${linkId}
    order by comment_id limit ${LINK_COMMENTS}`.execute(db);
  return rows.map(commentOf);
}

/** What was written by the links of a version, oldest first: the newest thousand. */
export async function guestComments(db: Db, versionId: number): Promise<ReviewComment[]> {
  const { rows } = await sql<CommentRow>`
    select * from (
      select c.comment_id, c.kind, c.id, c.message, c.name, c.at, l.label from review_link_comment c join review_link l using (link_id)
      where c.version_id = ${versionId} order by c.comment_id desc limit 1000) newest order by comment_id`.execute(db);
  return rows.map((row) => ({ ...commentOf(row), Mentions: [], Guest: row.label }));
}

/** Writes a comment. `repeated`: the key was used for the same comment; `reused`: for another one; `full`: the link has as many as it may; `over`: it was revoked. */
export async function insertLinkComment(
  db: Db,
  { linkId, versionId, key }: { readonly linkId: number; readonly versionId: number; readonly key: string },
  comment: NewLinkComment & { readonly on: { readonly kind: EntityKind; readonly id: string } | undefined },
): Promise<'written' | 'repeated' | 'reused' | 'full' | 'over'> {
  // comments of a link are written one after another, so that they can be counted
  const link = await sql`select from review_link where link_id = ${linkId} and revoked is null for update`.execute(db);
  if (link.rows.length === 0) return 'over';
  const known = await sql<{ same: boolean }>`
    select message = ${comment.Message} and name = ${comment.Name} and id is not distinct from ${comment.on?.id ?? null}::text as same
    from review_link_comment where link_id = ${linkId} and key = ${key}`.execute(db);
  if (known.rows[0] !== undefined) return known.rows[0].same ? 'repeated' : 'reused';
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from review_link_comment where link_id = ${linkId}`.execute(db);
  if ((rows[0]?.n ?? 0) >= LINK_COMMENTS) return 'full';
  await sql`
    insert into review_link_comment(link_id, version_id, key, kind, id, name, message)
    values (${linkId}, ${versionId}, ${key}, ${comment.on === undefined ? null : KIND_NUMBERS[comment.on.kind]}::smallint, ${comment.on?.id ?? null},
      ${comment.Name}, ${comment.Message})`.execute(db);
  return 'written';
}
