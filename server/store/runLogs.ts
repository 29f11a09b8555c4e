/**
 * Run logs. Up to ROWS_TOGETHER consecutive rows of one group are one row of the table, so that a log of a million rows is
 * written and searched by 16,000: the index of trigrams finds those that may match, the rest is done on their texts.
 */
import { sql } from 'kysely';
import type { LogCounts, LogLevel, LogRow } from '../../src/domain/runLogs.ts';
import { storable } from './storable.ts';
import { intList, like } from './taskRuns.ts';
import type { Db } from './tables.ts';

/** One row as it is written. `opens` makes it the head of a group; a head has no level of its own. */
export interface NewLogRow {
  readonly level: LogLevel;
  /** Unix milliseconds. */
  readonly at: number;
  readonly message: string;
  /** Group that it is in; 0: none. */
  readonly group: number;
  readonly opens?: number;
}

/** Small enough that a search for a number does not match most of them. */
const ROWS_TOGETHER = 64;

/** Appends rows to the log of a task; `first` is the place of the first of them. */
export async function appendLog(db: Db, taskRunId: number, first: number, rows: readonly NewLogRow[]): Promise<void> {
  const parcels = parcelsOf(rows, first);
  if (parcels.length === 0) return;
  const sum = (level: 'information' | 'warnings' | 'errors'): number => parcels.reduce((total, parcel) => total + parcel[level], 0);
  await sql`
    with added as (
      insert into run_log(task_run_id, first, group_id, n, information, warnings, errors, at, levels, times, opens, messages)
      select ${taskRunId}::int, x.first, x.group_id, x.n, x.information, x.warnings, x.errors, to_timestamp(x.at / 1000.0), x.levels, x.times, x.opens, x.messages
      from json_to_recordset(${JSON.stringify(parcels)}::json) x(first int, group_id int, n smallint, information smallint, warnings smallint,
        errors smallint, at float8, levels text, times int[], opens int[], messages text))
    update task_run set information = information + ${sum('information')}, warnings = warnings + ${sum('warnings')}, errors = errors + ${sum('errors')}
    where task_run_id = ${taskRunId}`.execute(db);
}

/** Writes the row of a place that holds one row, in place of what is there. */
export async function replaceRow(db: Db, taskRunId: number, place: number, row: NewLogRow): Promise<void> {
  await sql`
    with gone as (delete from run_log where task_run_id = ${taskRunId} and first = ${place} returning information, warnings, errors)
    update task_run set information = task_run.information - gone.information, warnings = task_run.warnings - gone.warnings,
      errors = task_run.errors - gone.errors
    from gone where task_run_id = ${taskRunId}`.execute(db);
  await appendLog(db, taskRunId, place, [row]);
}

/** Has the database learn what a long log has added: PGlite does so by itself only when it is asked. */
export async function settleLogs(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list(c.oid) from pg_class c where c.relname = 'run_log_messages' and c.relkind = 'i'`.execute(db);
  await sql`analyze run_log`.execute(db);
}

/** Place of the last row of a log, and its highest group; both 0 where there is none. */
export async function readLogEnd(db: Db, taskRunId: number): Promise<{ seq: number; group: number }> {
  const { rows } = await sql<{ seq: number; grp: number }>`
    select coalesce(max(first + n - 1), 0)::int as seq,
      coalesce(max(greatest(group_id, (select max(o) from unnest(opens) o))), 0)::int as grp
    from run_log where task_run_id = ${taskRunId}`.execute(db);
  return { seq: rows[0]?.seq ?? 0, group: rows[0]?.grp ?? 0 };
}

/** How many rows of each level a log has. */
export async function countLevels(db: Db, taskRunId: number): Promise<LogCounts | undefined> {
  return db.selectFrom('task_run').select(['information', 'warnings', 'errors']).where('task_run_id', '=', taskRunId).executeTakeFirst();
}

export interface LogQuery {
  readonly offset: number;
  readonly limit: number;
  readonly levels: readonly LogLevel[];
  /** Part of the message, in whichever case; empty: all. */
  readonly message: string;
  /** Rows of that group instead of those outside groups. */
  readonly groupId?: number | undefined;
}

/** Rows of a log in their order. A group counts as one row, where it or any row in it is requested. */
export async function readLogs(db: Db, taskRunId: number, query: LogQuery): Promise<LogRow[]> {
  const groups = query.groupId === undefined ? await groupsAskedFor(db, taskRunId, query) : new Map<number, LogLevel>();
  const wanted = (row: Unpacked): boolean =>
    row.opens > 0 ? groups.has(row.opens) : query.levels.some((level) => String(level) === row.level) && contains(row.message, query.message);
  const rows: LogRow[] = [];
  const heads = [...groups.keys()];
  let { after, skip } = query.message === '' ? await placeOf(db, taskRunId, query, heads) : { after: 0, skip: query.offset };
  for await (const parcels of candidates(db, taskRunId, query, after, heads)) {
    for (const row of parcels.flatMap(unpack)) {
      if (!wanted(row)) continue;
      if (skip > 0) skip--;
      else rows.push({ seq: row.seq, message: row.message, timestamp: row.at, groupId: row.opens || null, level: levelOf(row, groups) });
      if (rows.length === query.limit) return rows;
    }
  }
  return rows;
}

/**
 * Parcels that may hold rows asked for, in their order. A search looks through the first WINDOW of them as they are: what is frequent
 * fills its page there. What is rare is then found by the index of trigrams, which knows no order and would recheck every text
 * of what is frequent.
 */
async function* candidates(db: Db, taskRunId: number, query: LogQuery, after: number, heads: readonly number[]): AsyncGenerator<readonly Parcel[]> {
  const end = query.message.length < TRIGRAM ? undefined : await endOfWindow(db, taskRunId, query);
  let found = 0;
  for await (const parcels of inOrder(db, taskRunId, query, after, end, heads)) {
    found += parcels.length;
    yield parcels;
  }
  if (end === undefined) return;
  if (found >= WINDOW / 8) return yield* inOrder(db, taskRunId, query, end, undefined, heads);
  const places = await placesByIndex(db, taskRunId, query, end, heads);
  for (let from = 0; from < places.length; from += 64) yield readPlaces(db, taskRunId, places.slice(from, from + 64));
}

/** Parcels that are looked through before the index is asked. */
const WINDOW = 64;
/** A shorter text has no trigram to look for. */
const TRIGRAM = 3;

/** Parcels after one and up to another that match, by and by more at a time. */
async function* inOrder(
  db: Db,
  taskRunId: number,
  query: LogQuery,
  after: number,
  end: number | undefined,
  heads: readonly number[],
): AsyncGenerator<readonly Parcel[]> {
  for (let size = 4, from = after; ; size = Math.min(size * 2, 64)) {
    const parcels = await readParcels(db, taskRunId, query, { after: from, end }, size, heads);
    if (parcels.length > 0) yield parcels;
    if (parcels.length < size) return;
    from = parcels.at(-1)?.first ?? from;
  }
}

/** The whole log in its order, a parcel at a time, for a download. */
export async function* readWholeLog(
  db: Db,
  taskRunId: number,
): AsyncGenerator<{ at: number; level: string; group: number; opens: number; message: string }[]> {
  for (let after = 0; ;) {
    const { rows } =
      await sql<Parcel>`select ${PARCEL} from run_log where task_run_id = ${taskRunId} and first > ${after} order by first limit 50`.execute(db);
    if (rows.length === 0) return;
    yield rows.flatMap((parcel) => unpack(parcel).map((row) => ({ ...row, group: parcel.group_id })));
    after = rows.at(-1)?.first ?? after;
  }
}

/** Removes the logs of tasks older than that many days, a part at a time. Returns how many were removed. */
export async function forgetLogs(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with old as (select task_run_id from task_run where created < now() - ${days} * interval '1 day'
        and exists (select from run_log l where l.task_run_id = task_run.task_run_id) limit 20),
      gone as (delete from run_log l using old where l.task_run_id = old.task_run_id returning 1)
    select count(*)::int as n from gone`.execute(db);
  return rows[0]?.n ?? 0;
}

interface Parcel {
  readonly first: number;
  readonly group_id: number;
  readonly at: number;
  readonly levels: string;
  readonly times: readonly number[];
  readonly opens: readonly number[] | null;
  readonly messages: string;
}

interface Unpacked {
  readonly seq: number;
  readonly at: number;
  readonly level: string;
  readonly opens: number;
  readonly message: string;
}

const PARCEL = sql`first, group_id, extract(epoch from at)::float8 * 1000 as at, levels, times, opens, messages`;

function parcelsOf(rows: readonly NewLogRow[], first: number) {
  const parcels: { first: number; group_id: number; at: number; rows: NewLogRow[] }[] = [];
  for (const [i, row] of rows.entries()) {
    const last = parcels.at(-1);
    if (last !== undefined && last.group_id === row.group && last.rows.length < ROWS_TOGETHER) last.rows.push(row);
    else parcels.push({ first: first + i, group_id: row.group, at: row.at, rows: [row] });
  }
  return parcels.map(({ rows: own, ...parcel }) => {
    const count = (level: LogLevel): number => own.filter((row) => row.opens === undefined && row.level === level).length;
    return {
      ...parcel,
      n: own.length,
      information: count(1),
      warnings: count(2),
      errors: count(3),
      levels: own.map((row) => (row.opens === undefined ? row.level : 0)).join(''),
      times: own.map((row) => Math.max(-MOST, Math.min(MOST, Math.round(row.at - parcel.at)))),
      opens: own.some((row) => row.opens !== undefined) ? own.map((row) => row.opens ?? 0) : null,
      messages: own.map((row) => oneLine(row.message)).join('\n'),
    };
  });
}

/** Of a 32-bit number. */
const MOST = 2_147_483_647;

function oneLine(text: string): string {
  return storable(text.replaceAll(/\s*[\r\n]+\s*/g, ' ').slice(0, 4000));
}

function unpack(parcel: Parcel): Unpacked[] {
  return parcel.messages.split('\n').map((message, i) => ({
    seq: parcel.first + i,
    at: Math.round(parcel.at + (parcel.times[i] ?? 0)),
    level: parcel.levels[i] ?? '1',
    opens: parcel.opens?.[i] ?? 0,
    message,
  }));
}

function levelOf(row: Unpacked, groups: ReadonlyMap<number, LogLevel>): LogLevel {
  if (row.opens > 0) return groups.get(row.opens) ?? 1;
  return row.level === '3' ? 3 : row.level === '2' ? 2 : 1;
}

function contains(message: string, part: string): boolean {
  return part === '' || message.toLowerCase().includes(part.toLowerCase());
}

/** Rows of the levels that a parcel has. */
function countOf(levels: readonly LogLevel[]) {
  const columns = { 1: sql`information`, 2: sql`warnings`, 3: sql`errors` };
  return sql`(${sql.join([sql`0`, ...levels.map((level) => columns[level])], sql` + `)})`;
}

const groupOf = ({ groupId }: LogQuery) => sql`group_id = ${groupId ?? 0}`;
const matches = ({ message }: LogQuery) => (message === '' ? sql`true` : sql`messages ilike ${like(message)}`);

async function readParcels(
  db: Db,
  taskRunId: number,
  query: LogQuery,
  { after, end }: { after: number; end: number | undefined },
  limit: number,
  heads: readonly number[],
): Promise<readonly Parcel[]> {
  const { rows } = await sql<Parcel>`
    select ${PARCEL} from run_log
    where task_run_id = ${taskRunId} and ${groupOf(query)} and first > ${after} and first <= ${end ?? MOST}
      and ((${countOf(query.levels)} > 0 and ${matches(query)}) or opens && ${intList(heads)}::int[])
    order by first limit ${limit}`.execute(db);
  return rows;
}

/** Where the window of a search ends; undefined where the log has no more parcels than that. */
async function endOfWindow(db: Db, taskRunId: number, query: LogQuery): Promise<number | undefined> {
  const { rows } = await sql<{ first: number }>`
    select first from run_log where task_run_id = ${taskRunId} and ${groupOf(query)} order by first offset ${WINDOW - 1} limit 1`.execute(db);
  return rows[0]?.first;
}

/** Places after one that may match, in their order: by the index for texts, and those that open a group asked for. */
async function placesByIndex(db: Db, taskRunId: number, query: LogQuery, after: number, heads: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ first: number }>`
    with texts as materialized (
      -- "+ 0" keeps the planner from reading all texts in the order of the key where it has no statistics
      select first from run_log where ${matches(query)} and task_run_id + 0 = ${taskRunId} and ${groupOf(query)} and first + 0 > ${after}
        and ${countOf(query.levels)} > 0)
    select first from texts
    union
    select first from run_log where ${heads.length > 0} and task_run_id = ${taskRunId} and ${groupOf(query)} and first > ${after}
      and opens && ${intList(heads)}::int[]
    order by first`.execute(db);
  return rows.map(({ first }) => first);
}

async function readPlaces(db: Db, taskRunId: number, places: readonly number[]): Promise<readonly Parcel[]> {
  const { rows } = await sql<Parcel>`
    select ${PARCEL} from run_log where task_run_id = ${taskRunId} and first = any(${intList(places)}::int[]) order by first`.execute(db);
  return rows;
}

/** Where a page without a search begins: after which parcel, and how many rows of the next are skipped. */
async function placeOf(db: Db, taskRunId: number, query: LogQuery, groups: readonly number[]): Promise<{ after: number; skip: number }> {
  if (query.offset === 0) return { after: 0, skip: 0 };
  const heads = sql`case when opens is null then 0 else (select count(*) from unnest(opens) o where o = any(${intList(groups)}::int[])) end`;
  const { rows } = await sql<{ first: number; before: number }>`
    select first, (upto - k)::int as before from (
      select first, k, sum(k) over (order by first) as upto from (
        select first, ${countOf(query.levels)} + ${heads} as k from run_log where task_run_id = ${taskRunId} and ${groupOf(query)}) counted) summed
    where upto > ${query.offset} order by first limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? { after: MOST, skip: 0 } : { after: row.first - 1, skip: query.offset - row.before };
}

/** Groups that a list of rows outside groups shows, with the highest level in each. */
async function groupsAskedFor(db: Db, taskRunId: number, query: LogQuery): Promise<Map<number, LogLevel>> {
  const level = sql`case when sum(errors) > 0 then 3 when sum(warnings) > 0 then 2 else 1 end`;
  const ofLevel = sql`(${countOf(query.levels)} > 0)`;
  const { rows } = await sql<{ id: number; level: number }>`
    select group_id as id, ${level} as level from run_log
    where task_run_id = ${taskRunId} and group_id > 0 group by group_id having bool_or(${ofLevel})`.execute(db);
  const groups = new Map<number, LogLevel>(rows.map((row) => [row.id, row.level === 3 ? 3 : row.level === 2 ? 2 : 1]));
  if (query.message === '' || groups.size === 0) return groups;
  const { rows: found } = await sql<{ id: number }>`
    select distinct group_id as id from run_log, unnest(string_to_array(messages, E'\n'), regexp_split_to_array(levels, '')) row(message, level)
    where task_run_id = ${taskRunId} and group_id > 0 and messages ilike ${like(query.message)}
      and row.message ilike ${like(query.message)} and row.level::int = any(${intList(query.levels)}::int[])
    union
    select opened from run_log, unnest(string_to_array(messages, E'\n'), opens) head(message, opened)
    where task_run_id = ${taskRunId} and group_id = 0 and opens is not null and head.message ilike ${like(query.message)} and opened > 0`.execute(db);
  const asked = new Set(found.map((row) => row.id));
  return new Map([...groups].filter(([id]) => asked.has(id)));
}
