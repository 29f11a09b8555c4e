/** What validation found in versions: sets shared between versions, and what differs from them in each. */
import { sql } from 'kysely';
import type { EntityKind } from '../../src/domain/entities.ts';
import { KIND_NUMBERS, kindOfNumber } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { REGION_COLUMNS, regionFrom } from './regions.ts';
import type { Db } from './tables.ts';

/** How far a version is checked. */
export interface CheckState {
  readonly setId: number;
  readonly validatedRev: number;
  /** Rules and region that the cases were found with; another fingerprint makes them out of date. */
  readonly fingerprint: string;
  readonly timezone: string;
}

/** Cases of one rule as they are kept: JSON of `[[subject, count, [case, ...]], ...]`. */
export interface FindingPart {
  readonly rule: number;
  readonly body: string;
}

/** A subject whose cases are others than in the set: JSON of `[count, [case, ...]]`, null where it has none. */
export interface FindingChange {
  readonly rule: number;
  readonly subject: string;
  readonly rev: number;
  readonly body: string | null;
  /** The same when the version was begun. */
  readonly was: string | null;
}

/** Errors and warnings that a change set brought (more than 0) or cured. */
export interface FindingEffect {
  readonly rev: number;
  readonly errors: number;
  readonly warnings: number;
}

/** How far a version is checked; undefined where it never was. */
export async function readCheckState(db: Db, versionId: number): Promise<CheckState | undefined> {
  const row = await db
    .selectFrom('validation')
    .innerJoin('finding_set', 'finding_set.set_id', 'validation.set_id')
    .select(['validation.set_id', 'validated_rev', 'timezone', 'ground'])
    .where('version_id', '=', versionId)
    .executeTakeFirst();
  return row && { setId: row.set_id, validatedRev: row.validated_rev, fingerprint: row.ground, timezone: row.timezone };
}

/** Versions that were edited after their last check, or edited and never checked: what a process that ended in between has left. */
export async function listBehind(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('version')
    .leftJoin('validation', 'validation.version_id', 'version.version_id')
    .select('version.version_id')
    .where('completed', '=', true)
    .where('archived', '=', false)
    .where('restores', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('validated_rev', sql<number>`0`), '<', eb.ref('rev')))
    .orderBy('version.version_id')
    .execute();
  return rows.map((row) => row.version_id);
}

/** Revision, region and last check of a version, for its next check; undefined where the version has no documents in the database. */
export async function readCheckInput(db: Db, versionId: number) {
  const row = await db
    .selectFrom('version')
    .innerJoin('database', 'database.id', 'version.database_id')
    .innerJoin('region', 'region.key', 'database.region_key')
    .leftJoin('validation', 'validation.version_id', 'version.version_id')
    .leftJoin('finding_set', 'finding_set.set_id', 'validation.set_id')
    .select(['version.rev', 'version.editable', 'version.parent', 'version.parent_rev'])
    .select(['finding_set.set_id', 'validation.validated_rev', 'validation.timezone as checked_timezone', 'finding_set.ground'])
    .select(REGION_COLUMNS)
    .where('version.version_id', '=', versionId)
    .where('version.completed', '=', true)
    .where('version.archived', '=', false)
    .where('version.restores', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { rev, editable, parent, parent_rev, set_id, validated_rev, checked_timezone, ground, ...region } = row;
  const isChecked = set_id !== null && validated_rev !== null && checked_timezone !== null && ground !== null;
  return {
    rev,
    editable,
    /** The version that it was made of, at the revision whose documents it began with. */
    madeOf: parent === null ? undefined : { versionId: parent, rev: parent_rev },
    region: regionFrom(region),
    state: isChecked ? { setId: set_id, validatedRev: validated_rev, fingerprint: ground, timezone: checked_timezone } : undefined,
  };
}

/** Whether a version is closed: it never changes again. */
export async function isClosed(db: Db, versionId: number): Promise<boolean> {
  const row = await db.selectFrom('version').select('editable').where('version_id', '=', versionId).executeTakeFirst();
  return row?.editable === false;
}

/** The cases of a set. */
export async function readFindingParts(db: Db, setId: number): Promise<FindingPart[]> {
  return db.selectFrom('finding_part').select(['rule', 'body']).where('set_id', '=', setId).orderBy('rule').orderBy('part').execute();
}

/** What differs from the set in a version, of revisions above `since`. */
export async function readFindingChanges(db: Db, versionId: number, since: number): Promise<FindingChange[]> {
  const rows = await db
    .selectFrom('finding_change')
    .select(['rule', 'subject', 'rev', 'body', 'was'])
    .where('version_id', '=', versionId)
    .where('rev', '>', since)
    .execute();
  return rows;
}

/** Writes the cases of a version checked from scratch: a set of its own; what differed before is forgotten. */
export async function writeFindingSet(
  db: Db,
  versionId: number,
  state: { readonly rev: number; readonly fingerprint: string; readonly timezone: string },
  parts: readonly FindingPart[],
): Promise<number> {
  const { rows } = await sql<{ set_id: number }>`insert into finding_set(ground) values (${state.fingerprint}) returning set_id`.execute(db);
  const setId = rows[0]?.set_id;
  if (setId === undefined) throw new Error('A set of findings was not made');
  let number = 0;
  for (const { rule, body } of parts) {
    await db.insertInto('finding_part').values({ set_id: setId, rule, part: number++, body }).execute();
  }
  await sql`delete from finding_change where version_id = ${versionId}`.execute(db);
  await sql`delete from finding_effect where version_id = ${versionId}`.execute(db);
  await sql`
    insert into validation(version_id, set_id, validated_rev, timezone) values (${versionId}, ${setId}, ${state.rev}, ${state.timezone})
    on conflict (version_id) do update set set_id = excluded.set_id, validated_rev = excluded.validated_rev, timezone = excluded.timezone`.execute(
    db,
  );
  await sql`delete from finding_set s where set_id <> ${setId} and not exists (select from validation v where v.set_id = s.set_id)
    and at < now() - interval '1 minute'`.execute(db);
  return setId;
}

/**
 * Writes what an edit changed, provided that the version is checked up to `from` still; answers false where another process
 * was quicker.
 */
export async function writeFindingChanges(
  db: Db,
  versionId: number,
  from: number,
  to: number,
  changes: readonly FindingChange[],
  effects: readonly FindingEffect[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update validation set validated_rev = ${to} where version_id = ${versionId} and validated_rev = ${from}`.execute(db);
  if (Number(numAffectedRows ?? 0) !== 1) return false;
  if (changes.length > 0) {
    await sql`
      insert into finding_change(version_id, rule, subject, rev, body, was)
      select ${versionId}::int, (c->>0)::smallint, c->>1, (c->>2)::bigint, c->>3, c->>4
      from json_array_elements(${JSON.stringify(changes.map(({ rule, subject, rev, body, was }) => [rule, subject, rev, body, was]))}::json) c
      on conflict (version_id, rule, subject) do update set rev = excluded.rev, body = excluded.body`.execute(db);
  }
  if (effects.length > 0) {
    await sql`
      insert into finding_effect(version_id, rev, errors, warnings)
      select ${versionId}::int, (e->>0)::bigint, (e->>1)::int, (e->>2)::int
      from json_array_elements(${JSON.stringify(effects.map(({ rev, errors, warnings }) => [rev, errors, warnings]))}::json) e
      on conflict (version_id, rev) do update set errors = excluded.errors, warnings = excluded.warnings`.execute(db);
  }
  return true;
}

/** One change set after the last check: its revision, command and author, and the documents as they became (JSON, null: removed). */
export interface UncheckedSet {
  readonly rev: number;
  readonly commandId: string | null;
  readonly author: string;
  readonly changes: readonly { readonly kind: EntityKind; readonly id: string; readonly doc: string | null }[];
}

/** Change sets of a version above a revision, in their order. */
export async function readUnchecked(db: Db, versionId: number, since: number): Promise<UncheckedSet[]> {
  const { rows } = await sql<{ rev: number; command_id: string | null; author: string; kind: number; id: string; doc: string | null }>`
    select c.rev, s.command_id, s.author, c.kind, c.id, b.doc::text as doc
    from change c join changeset s on s.version_id = c.version_id and s.rev = c.rev left join blob b on b.bid = c.after_bid
    where c.version_id = ${versionId} and c.rev > ${since} order by c.rev, c.seq`.execute(db);
  const sets: { rev: number; commandId: string | null; author: string; changes: UncheckedSet['changes'][number][] }[] = [];
  for (const { rev, command_id: commandId, author, kind, id, doc } of rows) {
    let set = sets.at(-1);
    if (set?.rev !== rev) sets.push((set = { rev, commandId, author, changes: [] }));
    set.changes.push({ kind: kindOfNumber(kind), id, doc });
  }
  return sets;
}

/** Documents of a kind in pages: each a JSON array as bytes. */
export async function* readDocumentPages(engine: Engine, versionId: number, kind: EntityKind, pageSize = kind === 'Timetable' ? 500 : 2000) {
  const number = KIND_NUMBERS[kind];
  let after: string | null = null;
  for (;;) {
    const above: ReturnType<typeof sql> = after === null ? sql`true` : sql`id > ${after}`;
    const { rows } = await sql<{ last: string | null; n: number }>`
      select max(id) as last, count(*)::int as n from (
        select id from (
          (select id from overlay_row where version_id = ${versionId} and kind = ${number} and bid is not null and ${above} order by id limit ${pageSize})
          union
          (select id from layer_row l where layer_id = (select base from version where version_id = ${versionId}) and kind = ${number} and ${above}
             and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${number} and o.id = l.id)
           order by id limit ${pageSize})) both_sides
        order by id limit ${pageSize}) page`.execute(engine.db);
    const last: string | null = rows[0]?.last ?? null;
    if (last === null) return;
    const within = sql`${above} and id <= ${last}`;
    yield await engine.readText(
      sql`
        select '[' || string_agg(b.doc::text, ',' order by s.id) || ']' from (
          (select id, bid from overlay_row where version_id = ${versionId} and kind = ${number} and bid is not null and ${within})
          union all
          (select l.id, l.bid from (select id, bid from layer_row where layer_id = (select base from version where version_id = ${versionId}) and kind = ${number} and ${within}) l
           where not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${number} and o.id = l.id))) s
        join blob b on b.bid = s.bid`.compile(engine.db),
    );
    if ((rows[0]?.n ?? 0) < pageSize) return;
    after = last;
  }
}
