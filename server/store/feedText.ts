/**
 * Documents of a version as JSON text put together by the database, page by page, for feed files: the process only passes
 * the bytes on. Keys stand as jsonb keeps them (by length, then by bytes), so equal documents are equal texts.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { KIND_NUMBERS, type EntityKind } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';

/** All documents of a kind in the order of their ids, as pieces that strung together are the inside of a JSON array. */
export async function* readTexts(engine: Engine, versionId: number, kind: EntityKind): AsyncGenerator<Buffer> {
  yield* pages(
    engine,
    500,
    (after, limit) => sql`
    select json_build_array(max(s.id), count(*))::text || chr(10) || string_agg(b.doc::jsonb::text, ${SEPARATOR} order by s.id)
    from ${firstOf(versionId, kind, after, limit)} s join blob b on b.bid = s.bid`,
  );
}

/** All schedules with `Tracks` in them, those with `Timetables` in them: the same way. */
export async function* readScheduleTexts(engine: Engine, versionId: number): AsyncGenerator<Buffer> {
  const ids = new Array<string>();
  for await (const page of pages(
    engine,
    5000,
    (after, limit) => sql`
    select json_build_array(max(s.id), count(*))::text || chr(10) || json_agg(s.id)::text from ${firstOf(versionId, 'Schedule', after, limit)} s`,
    true,
  )) {
    ids.push(...Ids.parse(JSON.parse(page.toString('utf8'))));
  }
  let size = 4;
  for (let from = 0; from < ids.length;) {
    const some = ids.slice(from, from + size);
    const text = await engine.readText(schedulesOf(versionId, some).compile(engine.db));
    if (from > 0 && text.length > 0) yield Buffer.from(SEPARATOR);
    yield text;
    from += some.length;
    size = nextSize(some.length, text.length, 200);
  }
}

/** A raw file kept with a version in parts of `part` bytes, each as base64 text; the last may be shorter. */
export async function* readFileTexts(engine: Engine, versionId: number, name: string, part: number): AsyncGenerator<{ text: Buffer; last: boolean }> {
  const file = await engine.db
    .selectFrom('version_file')
    .select(['hash', 'size'])
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (file === undefined) return;
  for (let from = 0; from === 0 || from < file.size; from += part) {
    const text = await engine.readText(
      sql`select translate(encode(substring(bytes from ${from + 1}::int for ${part}::int), 'base64'), chr(10), '') from file_content where hash = ${file.hash}`.compile(
        engine.db,
      ),
    );
    yield { text, last: from + part >= file.size };
  }
}

/** Between two documents. JSON texts hold no line feed of their own. */
const SEPARATOR = ',\n';

/** Bytes that a page is meant to have: more costs memory, less costs queries. */
const PAGE_BYTES = 1_000_000;

/** The first line of a page says its last id and its number of rows. */
const Head = z.tuple([z.string(), z.number()]);
const Ids = z.array(z.string());

async function* pages(
  engine: Engine,
  first: number,
  query: (after: string | undefined, limit: number) => ReturnType<typeof sql>,
  bare = false,
): AsyncGenerator<Buffer> {
  let limit = first;
  for (let after: string | undefined; ;) {
    const page = await engine.readText(query(after, limit).compile(engine.db));
    if (page.length === 0) return;
    const end = page.indexOf(LINE_FEED);
    const [last, rows] = Head.parse(JSON.parse(page.toString('utf8', 0, end)));
    if (after !== undefined && !bare) yield Buffer.from(SEPARATOR);
    yield page.subarray(end + 1);
    if (rows < limit) return;
    after = last;
    limit = nextSize(rows, page.length, 5000);
  }
}

const LINE_FEED = 0x0a;

function nextSize(rows: number, bytes: number, most: number): number {
  return Math.max(1, Math.min(most, Math.round((rows * PAGE_BYTES) / Math.max(1, bytes))));
}

/** Ids and documents of a kind after an id. Both sides are limited before they are joined, so that each walks its own index. */
function firstOf(versionId: number, kind: EntityKind, after: string | undefined, limit: number) {
  const number = KIND_NUMBERS[kind];
  const above = (column: string) => (after === undefined ? sql`true` : sql`${sql.ref(column)} > ${after}`);
  return sql`(
    select * from (
      (select o.id, o.bid from overlay_row o
       where o.version_id = ${versionId} and o.kind = ${number} and o.bid is not null and ${above('o.id')} order by o.id limit ${limit})
      union all
      (select l.id, l.bid from layer_row l
       where l.layer_id = (select base from version where version_id = ${versionId}) and l.kind = ${number} and ${above('l.id')}
         and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${number} and o.id = l.id and ${above('o.id')})
       order by l.id limit ${limit})) both_sides
    order by id limit ${limit})`;
}

/** The inside of the array of some schedules. The ids of what belongs to a schedule begin with its own, URL-encoded, and a slash. */
function schedulesOf(versionId: number, ids: readonly string[]) {
  const prefixes = ids.map((id) => encodeURIComponent(id));
  return sql`
    select string_agg(left(b.doc::jsonb::text, -1) || ', "Tracks": [' || coalesce(tracks.list, '') || ']}', ${SEPARATOR} order by s.place)
    from unnest(${[...ids]}::text[], ${prefixes}::text[]) with ordinality s(id, prefix, place)
      join lateral ${below(versionId, 'Schedule', sql`s.id`, sql`s.id || chr(1)`)} own on own.id = s.id
      join blob b on b.bid = own.bid
      cross join lateral (
        select string_agg(left((tb.doc::jsonb - 'ScheduleId')::text, -1) || ', "Timetables": [' || coalesce(timetables.list, '') || ']}', ${SEPARATOR} order by track.id) as list
        from ${below(versionId, 'Track', sql`s.prefix || '/'`, sql`s.prefix || '0'`)} track
          join blob tb on tb.bid = track.bid
          cross join lateral (
            select string_agg((mb.doc::jsonb - '{ScheduleId,TrackId}'::text[])::text, ${SEPARATOR} order by (mb.doc->>'Number')::int) as list
            from ${below(versionId, 'Timetable', sql`track.id || '/'`, sql`track.id || '0'`)} timetable
              join blob mb on mb.bid = timetable.bid) timetables) tracks`;
}

/** Ids and documents of a kind from one id (included) to another. */
function below(versionId: number, kind: EntityKind, from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) {
  const number = KIND_NUMBERS[kind];
  return sql`(
    select o.id, o.bid from overlay_row o
    where o.version_id = ${versionId} and o.kind = ${number} and o.bid is not null and o.id >= ${from} and o.id < ${to}
    union all
    select l.id, l.bid from layer_row l
    where l.layer_id = (select base from version where version_id = ${versionId}) and l.kind = ${number} and l.id >= ${from} and l.id < ${to}
      and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${number} and o.id = l.id))`;
}
