/** The change history: sets, changes and comments as they are read, and the marks on them. */
import { sql, type RawBuilder } from 'kysely';
import { KIND_NUMBERS, kindOfNumber, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import type { ChangeSet, Comment, Made } from '../../src/domain/changes.ts';
import type { VersionSnapshot } from '../../src/domain/snapshots.ts';
import { parseDocument } from './entities.ts';
import type { Db } from './tables.ts';

/** Which sets are requested. Every part that is given narrows. */
export interface SetFilter {
  readonly databaseId: string;
  readonly dbVersionId?: number | undefined;
  readonly setId?: number | undefined;
  readonly setIds?: readonly number[] | undefined;
  readonly changeId?: number | undefined;
  readonly author?: string | undefined;
  readonly kind?: EntityKind | undefined;
  readonly scheduleId?: string | undefined;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** One change with its documents. */
export interface StoredChange {
  readonly changeId: number;
  readonly setId: number;
  readonly versionId: number;
  readonly databaseId: string;
  readonly rev: number;
  readonly seq: number;
  readonly kind: EntityKind;
  readonly id: string;
  readonly label: string;
  readonly author: string;
  readonly subject: string;
  readonly program: string | null;
  readonly at: string;
  readonly active: boolean;
  readonly deleted: boolean;
  readonly track: string | null;
  readonly before: Entity | null;
  readonly after: Entity | null;
}

/**
 * Sets, newest first. Words may stand in nearly all sets or in none, and the planner cannot know: the newest sets are looked
 * through first, and the index of words is asked where these do not fill a page.
 */
export async function listSets(db: Db, filter: SetFilter): Promise<ChangeSet[]> {
  const authors = filter.author === undefined ? undefined : await authorsLike(db, filter.author);
  if (authors?.length === 0) return [];
  const few = filter.dbVersionId ?? filter.setId ?? filter.changeId;
  if (filter.text === undefined || few !== undefined) return pageOfSets(db, filter, authors, sql`true`);
  const newest = await newestSets(db, filter);
  const recent = await pageOfSets(db, filter, authors, sql`s.set_id >= ${newest}`);
  if (recent.length >= filter.limit) return recent;
  const rest = sql`s.set_id < ${newest} and s.set_id in (select w.set_id from changeset w where w.label ilike ${like(filter.text)} offset 0)`;
  return [...recent, ...(await pageOfSets(db, { ...filter, limit: filter.limit - recent.length }, authors, rest))];
}

/** The set from which on a filter's words are looked for one set after the other. */
async function newestSets(db: Db, { before }: SetFilter): Promise<number> {
  const { rows } = await sql<{ set_id: number }>`
    select set_id from changeset where ${before === undefined ? sql`true` : sql`set_id < ${before}`} order by set_id desc offset ${LOOKED_THROUGH} limit 1`.execute(
    db,
  );
  return rows[0]?.set_id ?? 0;
}

const LOOKED_THROUGH = 5000;

/** Authors of sets whose names hold a text, found by steps from one author to the next. */
async function authorsLike(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ author: string }>`
    with recursive known(author) as (
      (select author from changeset order by author limit 1)
      union all
      select (select c.author from changeset c where c.author > known.author order by c.author limit 1) from known where known.author is not null)
    select author from known where author ilike ${like(text)}`.execute(db);
  return rows.map(({ author }) => author);
}

async function pageOfSets(db: Db, filter: SetFilter, authors: readonly string[] | undefined, within: RawBuilder<unknown>): Promise<ChangeSet[]> {
  const { kind, scheduleId, changeId } = filter;
  const ofChanges = [
    ...(kind === undefined ? [] : [sql`c.kind = ${KIND_NUMBERS[kind]}`]),
    ...(changeId === undefined ? [] : [sql`c.change_id = ${changeId}`]),
    ...(scheduleId === undefined ? [] : [ofSchedule(scheduleId)]),
  ];
  const where = [
    within,
    sql`v.database_id = ${filter.databaseId} and v.restores is null`,
    ...(filter.dbVersionId === undefined ? [] : [sql`s.version_id = ${filter.dbVersionId}`]),
    ...(filter.setId === undefined ? [] : [sql`s.set_id = ${filter.setId}`]),
    ...(filter.setIds === undefined ? [] : [sql`s.set_id = any(${[...filter.setIds]}::bigint[])`]),
    ...(filter.before === undefined ? [] : [sql`s.set_id < ${filter.before}`]),
    ...(filter.text === undefined ? [] : [sql`s.label ilike ${like(filter.text)}`]),
    ...(filter.from === undefined ? [] : [sql`s.at >= ${filter.from}::date`]),
    ...(filter.to === undefined ? [] : [sql`s.at < ${filter.to}::date + 1`]),
    ...(ofChanges.length === 0
      ? []
      : [sql`exists (select from change c where c.version_id = s.version_id and c.rev = s.rev and ${sql.join(ofChanges, sql` and `)})`]),
  ];
  const found = (also = sql`true`): RawBuilder<unknown> => sql`
      select s.set_id, s.version_id, v.name, s.rev, s.label, s.author, s.program, s.at, s.carried from changeset s join version v using (version_id)
      where ${sql.join([...where, also], sql` and `)} order by s.set_id desc limit ${filter.limit}`;
  const { rows } = await sql<{
    set_id: number;
    version_id: number;
    name: string;
    rev: number;
    label: string;
    author: string;
    program: string | null;
    at: string;
    carried: boolean;
    n: number;
    inactive: number;
    deleted: number;
    comments: number;
    kind: number | null;
    first: string | null;
  }>`
    with page as materialized (
      ${authors === undefined ? found() : sql`select one.* from unnest(${[...authors]}::text[]) a(author) cross join lateral (${found(sql`s.author = a.author`)}) one order by one.set_id desc limit ${filter.limit}`})
    select page.*, n.n, n.inactive, n.deleted, n.comments, f.kind, f.id as first from page
    left join change f on f.version_id = page.version_id and f.rev = page.rev and f.seq = 0
    cross join lateral (
      select count(*)::int as n, count(*) filter (where not c.active)::int as inactive, count(*) filter (where c.deleted)::int as deleted,
        (select count(distinct m.comment_id)::int from comment_change m join change d using (change_id) where d.version_id = page.version_id and d.rev = page.rev) as comments
      from change c where c.version_id = page.version_id and c.rev = page.rev) n
    order by page.set_id desc`.execute(db);
  return rows.map((row) => ({
    SetId: row.set_id,
    DbVersionId: row.version_id,
    Version: row.name,
    Rev: row.rev,
    Message: row.label,
    CreatedBy: row.author,
    ...programOf(row),
    Date: new Date(row.at).toISOString(),
    Count: row.n,
    Inactive: row.inactive,
    Deleted: row.deleted,
    Comments: row.comments,
    ...(row.kind === null || row.first === null ? {} : { First: { Type: kindOfNumber(row.kind), EntityId: row.first } }),
    Carried: row.carried,
  }));
}

/** The set that made a revision of a version; undefined for one that none made. */
export async function readMade(db: Db, { versionId, rev }: VersionSnapshot): Promise<Made | undefined> {
  const row = await db
    .selectFrom('changeset')
    .select(['set_id', 'label', 'author', 'program', 'at'])
    .where('version_id', '=', versionId)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return row && { SetId: row.set_id, Message: row.label, CreatedBy: row.author, ...programOf(row), Date: new Date(row.at).toISOString() };
}

/** Changes of a set in their order. */
export async function changesOfSet(db: Db, setId: number, after: number, limit: number): Promise<StoredChange[]> {
  return readChanges(db, sql`s.set_id = ${setId} and c.change_id > ${after}`, sql`c.change_id`, limit);
}

/** Changes by their ids, oldest first. */
export async function changesById(db: Db, changeIds: readonly number[]): Promise<StoredChange[]> {
  if (changeIds.length === 0) return [];
  return readChanges(db, sql`c.change_id = any(${[...changeIds]}::bigint[])`, sql`c.change_id`, null);
}

/** Changes of sets, oldest first. */
export async function changesOfSets(db: Db, setIds: readonly number[]): Promise<StoredChange[]> {
  if (setIds.length === 0) return [];
  return readChanges(db, sql`s.set_id = any(${[...setIds]}::bigint[])`, sql`c.change_id`, null);
}

/** Changes of one document in a version and those it was made from, newest first; those before the change `before`, and as of a moment. */
export async function changesOfEntity(
  db: Db,
  line: Line,
  kind: EntityKind,
  id: string,
  { before, upTo, limit }: { before?: number | undefined; upTo?: VersionSnapshot | undefined; limit: number },
): Promise<StoredChange[]> {
  const narrowed = sql.join(
    [
      before === undefined ? sql`true` : sql`c.change_id < ${before}`,
      upTo === undefined ? sql`true` : sql`(c.version_id <> ${upTo.versionId} or c.rev <= ${upTo.rev})`,
    ],
    sql` and `,
  );
  return readChanges(db, sql`${isOf(line)} and c.kind = ${KIND_NUMBERS[kind]} and c.id = ${id} and ${narrowed}`, sql`c.change_id desc`, limit);
}

/** Which changes of a line of versions are its corrections: active ones of sets that take part in rebases. */
const isCorrection = (line: Line): RawBuilder<unknown> => sql`${isOf(line)} and c.active and not c.deleted and s.carried`;

/** Sets with corrections of a line of versions, oldest first, after a set, with the number of these in each. */
export async function setsOfCorrections(db: Db, line: Line, after: number, limit: number): Promise<{ setId: number; n: number }[]> {
  const { rows } = await sql<{ set_id: number; n: number }>`
    select s.set_id, count(*)::int as n from change c join changeset s on s.version_id = c.version_id and s.rev = c.rev
    where ${isCorrection(line)} and s.set_id > ${after} group by s.set_id order by s.set_id limit ${limit}`.execute(db);
  return rows.map(({ set_id: setId, n }) => ({ setId, n }));
}

/** The corrections in sets of a line of versions, oldest first. */
export async function correctionsOfSets(db: Db, line: Line, setIds: readonly number[]): Promise<StoredChange[]> {
  // lateral, so that each set is looked up: joined freely, all changes of the line are read for a few sets
  const from = sql`unnest(${[...setIds]}::bigint[]) w(set_id)
    cross join lateral (select * from changeset s where s.set_id = w.set_id offset 0) s
    cross join lateral (select * from change c where c.version_id = s.version_id and c.rev = s.rev offset 0) c`;
  return readChanges(db, isCorrection(line), sql`s.set_id, c.change_id`, null, from);
}

/** How often corrections touch the same track or timetable, where it is more than once, by kind and id. Undefined where some are attached to another track. */
export async function countRepeats(db: Db, line: Line): Promise<Map<string, number> | undefined> {
  const { rows } = await sql<{ kind: number; id: string; n: number; attached: boolean }>`
    select c.kind, c.id, count(*)::int as n, bool_or(c.track is not null) as attached from change c join changeset s on s.version_id = c.version_id and s.rev = c.rev
    where ${isCorrection(line)} and c.kind in (${KIND_NUMBERS.Track}, ${KIND_NUMBERS.Timetable})
    group by c.kind, c.id having count(*) > 1 or bool_or(c.track is not null)`.execute(db);
  if (rows.some(({ attached }) => attached)) return undefined;
  return new Map(rows.map(({ kind, id, n }) => [`${kindOfNumber(kind)}/${id}`, n]));
}

/** Later sets of a line of versions that touch a document, oldest first. */
export async function laterSets(
  db: Db,
  line: Line,
  kind: EntityKind,
  id: string,
  after: number,
): Promise<readonly { SetId: number; Message: string; CreatedBy: string; Program?: string; before: unknown; after: unknown }[]> {
  const { rows } = await sql<{ set_id: number; label: string; author: string; program: string | null; before: unknown; after: unknown }>`
    select s.set_id, s.label, s.author, s.program, b.doc as before, a.doc as after from change c
      join changeset s on s.version_id = c.version_id and s.rev = c.rev
      left join blob b on b.bid = c.before_bid left join blob a on a.bid = c.after_bid
    where ${isOf(line)} and c.kind = ${KIND_NUMBERS[kind]} and c.id = ${id} and c.change_id > ${after} and c.active and s.carried
    order by c.change_id limit 50`.execute(db);
  return rows.map((row) => ({
    SetId: row.set_id,
    Message: row.label,
    CreatedBy: row.author,
    ...programOf(row),
    before: row.before,
    after: row.after,
  }));
}

/** A version and those it was made from, itself first, each with the last of its revisions that the version has. */
export type Line = readonly { readonly versionId: number; readonly rev: number }[];

export async function lineOf(db: Db, versionId: number): Promise<Line> {
  const { rows } = await sql<{ version_id: number; rev: number }>`
    with recursive line(version_id, rev, parent, parent_rev, depth) as (
      select version_id, ${Number.MAX_SAFE_INTEGER}::bigint, parent, parent_rev, 0 from version where version_id = ${versionId}
      union all
      select v.version_id, line.parent_rev, v.parent, v.parent_rev, line.depth + 1 from version v join line on v.version_id = line.parent where line.depth < 1000)
    select version_id, rev from line order by depth`.execute(db);
  return rows.map((row) => ({ versionId: row.version_id, rev: row.rev }));
}

/** Whether a change is one of a line of versions: what was changed in a version after another one was made of it is not. */
export function isInLine(line: Line, { versionId, rev }: Pick<StoredChange, 'versionId' | 'rev'>): boolean {
  return line.some((one) => one.versionId === versionId && rev <= one.rev);
}

/** The same of rows `c`. */
function isOf(line: Line): RawBuilder<unknown> {
  const ids = line.map(({ versionId }) => versionId);
  return sql`c.version_id = any(${ids}::int[]) and c.rev <= (${line.map(({ rev }) => rev)}::bigint[])[array_position(${ids}::int[], c.version_id)]`;
}

/** Switches changes, or marks them deleted. */
export async function markChanges(
  db: Db,
  changeIds: readonly number[],
  mark: { active?: boolean; deleted?: boolean; track?: string | null },
): Promise<void> {
  if (changeIds.length === 0) return;
  await sql`
    update change set active = coalesce(${mark.active ?? null}::boolean, active), deleted = coalesce(${mark.deleted ?? null}::boolean, deleted),
      track = case when ${mark.track !== undefined} then ${mark.track ?? null}::text else track end
    where change_id = any(${[...changeIds]}::bigint[])`.execute(db);
}

/** Says that the set of a revision only switches others: it is no correction of its own. */
export async function markSwitch(db: Db, versionId: number, rev: number): Promise<void> {
  await db.updateTable('changeset').set({ carried: false }).where('version_id', '=', versionId).where('rev', '=', rev).execute();
}

/** Writes a comment on changes of one database. */
export async function writeComment(
  db: Db,
  databaseId: string,
  { message, author, subject }: { message: string; author: string; subject: string },
  changeIds: readonly number[],
): Promise<Comment> {
  const { rows } = await sql<{ comment_id: number; at: string }>`
    with made as (
      insert into comment(database_id, message, author, subject) values (${databaseId}, ${message}, ${author}, ${subject}) returning comment_id, at),
    linked as (
      insert into comment_change(comment_id, change_id) select made.comment_id, c from made, unnest(${[...changeIds]}::bigint[]) c)
    select comment_id, at from made`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The comment was not written');
  return { Id: row.comment_id, Message: message, Timestamp: new Date(row.at).toISOString(), CausedBy: author, Changes: [...changeIds] };
}

/** Comments of a database, newest first; of the changes of one set where it is given. */
export async function listComments(db: Db, databaseId: string, setId: number | undefined, limit: number): Promise<Comment[]> {
  const narrowed =
    setId === undefined
      ? sql`true`
      : sql`exists (select from comment_change m join change c using (change_id) join changeset s on s.version_id = c.version_id and s.rev = c.rev
          where m.comment_id = comment.comment_id and s.set_id = ${setId})`;
  const { rows } = await sql<{ comment_id: number; message: string; author: string; at: string; changes: number[] }>`
    select comment_id, message, author, at,
      (select coalesce(json_agg(m.change_id order by m.change_id), '[]') from comment_change m where m.comment_id = comment.comment_id) as changes
    from comment where database_id = ${databaseId} and ${narrowed} order by comment_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    Id: row.comment_id,
    Message: row.message,
    Timestamp: new Date(row.at).toISOString(),
    CausedBy: row.author,
    Changes: row.changes,
  }));
}

async function readChanges(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number | null,
  from = sql`change c join changeset s on s.version_id = c.version_id and s.rev = c.rev`,
): Promise<StoredChange[]> {
  const { rows } = await sql<{
    change_id: number;
    set_id: number;
    version_id: number;
    database_id: string;
    rev: number;
    seq: number;
    kind: number;
    id: string;
    label: string;
    author: string;
    subject: string;
    program: string | null;
    at: string;
    active: boolean;
    deleted: boolean;
    track: string | null;
    before: unknown;
    after: unknown;
  }>`
    select c.change_id, s.set_id, c.version_id, v.database_id, c.rev, c.seq, c.kind, c.id, s.label, s.author, s.subject, s.program, s.at, c.active, c.deleted, c.track,
      b.doc as before, a.doc as after
    from ${from} join version v on v.version_id = c.version_id
      left join lateral (select b.doc from blob b where b.bid = c.before_bid limit 1) b on true
      left join lateral (select b.doc from blob b where b.bid = c.after_bid limit 1) a on true
    where ${where} order by ${order} limit ${limit}::bigint`.execute(db);
  return rows.map((row) => {
    const kind = kindOfNumber(row.kind);
    const docOf = (doc: unknown): Entity | null => (doc === null ? null : parseDocument(kind, doc));
    return {
      changeId: row.change_id,
      setId: row.set_id,
      versionId: row.version_id,
      databaseId: row.database_id,
      rev: row.rev,
      seq: row.seq,
      kind,
      id: row.id,
      label: row.label,
      author: row.author,
      subject: row.subject,
      program: row.program,
      at: new Date(row.at).toISOString(),
      active: row.active,
      deleted: row.deleted,
      track: row.track,
      before: docOf(row.before),
      after: docOf(row.after),
    };
  });
}

/** The program of a set as the calls answer it: absent for what a person did on the screen. */
export function programOf({ program }: { readonly program: string | null }): { Program?: string } {
  return program === null ? {} : { Program: program };
}

/** Changes of a schedule, its tracks and timetables. */
function ofSchedule(scheduleId: string): RawBuilder<unknown> {
  const prefix = encodeURIComponent(scheduleId);
  const { Schedule, Track, Timetable } = KIND_NUMBERS;
  return sql`((c.kind = ${Schedule} and c.id = ${scheduleId}) or (c.kind in (${Track}, ${Timetable}) and c.id >= ${`${prefix}/`} and c.id < ${`${prefix}0`}))`;
}

/** A text somewhere in another, its own wildcards taken as they are. */
function like(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
