/** Reviews of drafts, and the people who may be asked for one. */
import { sql } from 'kysely';
import { kindOfNumber, KIND_NUMBERS, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { type DraftReview, type ReviewBrief, ReviewState } from '../../src/domain/draftReview.ts';
import { parseDocument } from './entities.ts';
import type { Db } from './tables.ts';

/** A person by the subject and the name of the sign-in. */
export interface StoredPerson {
  readonly subject: string;
  readonly name: string;
  readonly readOnly: boolean;
}

/** People who see a region, by name. */
export async function peopleOfRegion(db: Db, regionKey: string, limit: number): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    select subject, name, read_only as "readOnly" from person
    where name <> '' and (regions = '"all"'::jsonb or regions @> ${JSON.stringify([regionKey.toLowerCase()])}::jsonb)
    order by name, subject limit ${limit}`.execute(db);
  return rows;
}

/** A review as it is kept, with the subjects of its people. */
export interface StoredReview extends DraftReview {
  readonly regionKey: string;
  readonly askedBySubject: string;
  readonly people: readonly { readonly subject: string; readonly name: string }[];
  /** Rises with every act. */
  readonly acts: number;
}

const BRIEF = sql`r.review_id, r.version_id, v.database_id, v.name as version, v.editable, v.rev as version_rev, r.state, r.asked_by, r.asked_name, r.note, r.rev,
  r.asked_at, d.region_key,
  (select coalesce(json_agg(json_build_object('subject', p.subject, 'name', p.name) order by p.name, p.subject), '[]') from review_person p where p.review_id = r.review_id) as people,
  (select x.version_rev from review_decision x where x.review_id = r.review_id order by x.decision_id desc limit 1) as decided_rev`;

interface Row {
  readonly review_id: number;
  readonly version_id: number;
  readonly database_id: string;
  readonly version: string;
  readonly editable: boolean;
  readonly version_rev: number;
  readonly state: string;
  readonly asked_by: string;
  readonly asked_name: string;
  readonly note: string;
  readonly rev: number;
  readonly asked_at: string;
  readonly region_key: string;
  readonly people: { subject: string; name: string }[];
  readonly decided_rev: number | null;
}

function briefOf(row: Row): ReviewBrief {
  const state = ReviewState.parse(row.state);
  return {
    Id: row.review_id,
    DbVersionId: row.version_id,
    DatabaseId: row.database_id,
    Version: row.version,
    Editable: row.editable,
    State: state,
    Stale: state === 'approved' && row.decided_rev !== row.version_rev,
    AskedBy: row.asked_name,
    Date: new Date(row.asked_at).toISOString(),
    Reviewers: row.people.map(({ name }) => name),
  };
}

/** Reviews of a database, newest first. */
export async function listReviews(db: Db, databaseId: string, limit: number): Promise<ReviewBrief[]> {
  const { rows } = await sql<Row>`
    select ${BRIEF} from review r join version v using (version_id) join database d on d.id = v.database_id
    where v.database_id = ${databaseId} order by r.asked_at desc, r.review_id desc limit ${limit}`.execute(db);
  return rows.map(briefOf);
}

/** The review of a version; undefined where none was asked for. */
export async function readReview(db: Db, versionId: number): Promise<StoredReview | undefined> {
  const { rows } = await sql<Row>`
    select ${BRIEF} from review r join version v using (version_id) join database d on d.id = v.database_id where r.version_id = ${versionId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const comments = await sql<{
    comment_id: number;
    kind: number | null;
    id: string | null;
    message: string;
    mentions: string[];
    author: string;
    at: string;
  }>`
    select comment_id, kind, id, message, mentions, author, at from review_comment where review_id = ${row.review_id} order by comment_id limit 1000`.execute(
    db,
  );
  const decisions = await sql<{ decision_id: number; approved: boolean; message: string; version_rev: number; author: string; at: string }>`
    select decision_id, approved, message, version_rev, author, at from review_decision where review_id = ${row.review_id} order by decision_id`.execute(
    db,
  );
  return {
    ...briefOf(row),
    Note: row.note,
    Rev: row.version_rev,
    Comments: comments.rows.map((one) => ({
      Id: one.comment_id,
      Message: one.message,
      By: one.author,
      Date: new Date(one.at).toISOString(),
      ...(one.kind === null || one.id === null ? {} : { Type: kindOfNumber(one.kind), EntityId: one.id }),
      Mentions: one.mentions,
    })),
    Decisions: decisions.rows.map((one) => ({
      Id: one.decision_id,
      Approved: one.approved,
      Message: one.message,
      Rev: one.version_rev,
      By: one.author,
      Date: new Date(one.at).toISOString(),
    })),
    regionKey: row.region_key,
    askedBySubject: row.asked_by,
    people: row.people,
    acts: row.rev,
  };
}

/** Begins the review of a version, or begins it anew. */
export async function writeReview(
  db: Db,
  versionId: number,
  by: { readonly subject: string; readonly name: string },
  note: string,
  people: readonly StoredPerson[],
): Promise<void> {
  const { rows } = await sql<{ review_id: number }>`
    insert into review(version_id, asked_by, asked_name, note, state) values (${versionId}, ${by.subject}, ${by.name}, ${note}, 'asked')
    on conflict (version_id) do update set asked_by = excluded.asked_by, asked_name = excluded.asked_name, note = excluded.note, state = 'asked',
      rev = review.rev + 1, asked_at = now()
    returning review_id`.execute(db);
  const id = rows[0]?.review_id ?? 0;
  await sql`delete from review_person where review_id = ${id}`.execute(db);
  await sql`
    insert into review_person(review_id, subject, name)
    select ${id}::int, s, n from unnest(${people.map(({ subject }) => subject)}::text[], ${people.map(({ name }) => name)}::text[]) p(s, n)`.execute(
    db,
  );
}

/** Sets the state of a review; its number of acts rises. */
export async function setReviewState(db: Db, reviewId: number, state: ReviewState): Promise<void> {
  await sql`update review set state = ${state}, rev = rev + 1 where review_id = ${reviewId}`.execute(db);
}

export async function writeReviewComment(
  db: Db,
  reviewId: number,
  by: { readonly subject: string; readonly name: string },
  comment: {
    readonly message: string;
    readonly mentions: readonly string[];
    readonly on: { readonly kind: EntityKind; readonly id: string } | undefined;
  },
): Promise<void> {
  await sql`
    insert into review_comment(review_id, kind, id, message, mentions, author, subject)
    values (${reviewId}, ${comment.on === undefined ? null : KIND_NUMBERS[comment.on.kind]}::smallint, ${comment.on?.id ?? null}, ${comment.message},
      ${JSON.stringify(comment.mentions)}::jsonb, ${by.name}, ${by.subject})`.execute(db);
  await sql`update review set rev = rev + 1 where review_id = ${reviewId}`.execute(db);
}

export async function writeDecision(
  db: Db,
  reviewId: number,
  by: { readonly subject: string; readonly name: string },
  decision: { readonly approved: boolean; readonly message: string; readonly rev: number },
): Promise<void> {
  await sql`
    insert into review_decision(review_id, approved, message, version_rev, author, subject)
    values (${reviewId}, ${decision.approved}, ${decision.message}, ${decision.rev}, ${by.name}, ${by.subject})`.execute(db);
  await setReviewState(db, reviewId, decision.approved ? 'approved' : 'changesAsked');
}

/** Subjects of those who wrote comments on a review. */
export async function commentersOf(db: Db, reviewId: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select distinct subject from review_comment where review_id = ${reviewId}`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** Subjects of those who edited a version, or the drafts that it was cloned from. */
export async function editorsOf(db: Db, versionId: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    ${draftLine(versionId)} select distinct s.subject from changeset s join line on line.version_id = s.version_id and s.rev <= line.rev`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** A version and the drafts that it was cloned from, each up to the revision that the version has of it. */
function draftLine(versionId: number) {
  return sql`
    with recursive line(version_id, rev, parent, parent_rev, depth) as (
      select version_id, rev, parent, parent_rev, 0 from version where version_id = ${versionId}
      union all
      select v.version_id, line.parent_rev, v.parent, v.parent_rev, line.depth + 1 from version v join line on v.version_id = line.parent
      where v.editable and line.depth < 100)`;
}

/** A document as it was before a draft, and as it is in it. */
export interface DraftChange {
  readonly kind: EntityKind;
  readonly id: string;
  readonly before: Entity | null;
  readonly after: Entity | null;
}

/** The documents that a draft changes, by kind and id; what was changed and changed back is left out. */
export async function changesOfDraft(
  db: Db,
  versionId: number,
  limit: number,
): Promise<{ readonly count: number; readonly changes: readonly DraftChange[] }> {
  const { rows } = await sql<{ kind: number; id: string; n: number; before: unknown; after: unknown }>`
    ${draftLine(versionId)},
    net as (
      select c.kind, c.id, (array_agg(c.before_bid order by line.depth desc, c.rev, c.seq))[1] as was,
        (array_agg(c.after_bid order by line.depth, c.rev desc, c.seq desc))[1] as now
      from change c join line on line.version_id = c.version_id and c.rev <= line.rev group by c.kind, c.id),
    page as (select *, count(*) over ()::int as n from net where was is distinct from now order by kind, id limit ${limit})
    select page.kind, page.id, page.n, b.doc as before, a.doc as after from page
      left join lateral (select doc from blob where bid = page.was limit 1) b on true
      left join lateral (select doc from blob where bid = page.now limit 1) a on true
    order by page.kind, page.id`.execute(db);
  const changes = rows.map(({ kind: number, id, before, after }) => {
    const kind = kindOfNumber(number);
    const docOf = (doc: unknown): Entity | null => (doc === null ? null : parseDocument(kind, doc));
    return { kind, id, before: docOf(before), after: docOf(after) };
  });
  return { count: rows[0]?.n ?? 0, changes };
}

/** Whether drafts of a database have to be approved. */
export async function readReviewed(db: Db, databaseId: string): Promise<boolean> {
  return (await db.selectFrom('database').select('reviewed').where('id', '=', databaseId).executeTakeFirst())?.reviewed ?? false;
}

export async function writeReviewed(db: Db, databaseId: string, reviewed: boolean): Promise<void> {
  await db.updateTable('database').set({ reviewed }).where('id', '=', databaseId).execute();
}

/**
 * The version whose approval the publication of a version needs: itself where people made it from another one or edited it, for the result
 * of a task the version that the task took. Undefined where there is none: an import, and what was made of a published version.
 */
export async function handMadeSource(db: Db, versionId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive made(version_id, depth) as (
      select ${versionId}::int, 0
      union all
      select t.input_version_id, made.depth + 1 from made
        cross join lateral (select input_version_id from task_run t where t.output_version_id = made.version_id
          and t.input_version_id is distinct from made.version_id order by t.task_run_id limit 1) t
        join version v on v.version_id = t.input_version_id
      where made.depth < 100 and not v.published)
    select v.version_id as id from made join version v using (version_id)
    where (v.parent is not null or v.rev > 0) and not exists (
      select from task_run t where t.output_version_id = v.version_id and t.input_version_id is distinct from v.version_id)
    order by made.depth limit 1`.execute(db);
  return rows[0]?.id;
}
