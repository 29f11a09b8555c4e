/** Files of the feed that are kept with a version verbatim, and what of a version still goes by a name that they may hold. */
import { sql } from 'kysely';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** A kept file; `hash` names its content. */
export interface KeptFile {
  readonly name: string;
  readonly hash: string;
}

/** All kept files of a version by name, with their size in bytes. */
export async function listKeptFiles(db: Db, versionId: number): Promise<readonly (KeptFile & { readonly size: number })[]> {
  return db.selectFrom('version_file').select(['name', 'hash', 'size']).where('version_id', '=', versionId).orderBy('name').execute();
}

/** The kept tables of a version. */
export async function listKeptTables(db: Db, versionId: number): Promise<readonly KeptFile[]> {
  return db
    .selectFrom('version_file')
    .select(['name', 'hash'])
    .where('version_id', '=', versionId)
    .where(sql`lower(name)`, 'like', '%.txt')
    .orderBy('name')
    .execute();
}

/** The content of a kept file; empty where it is gone. */
export async function readKeptContent(db: Db, hash: string): Promise<Buffer> {
  const { rows } = await sql<{ text: string }>`select encode(bytes, 'base64') as text from file_content where hash = ${hash}`.execute(db);
  return Buffer.from(rows[0]?.text ?? '', 'base64');
}

/** What a document of a kind goes by in a feed beside its own id. */
const NAMES = {
  route: sql`coalesce(nullif(b.doc->>'ExternalTransportId', ''), s.id)`,
  service: sql`b.doc->'Extra'->>'service_id'`,
};

/** Which of the lines, services or trips other documents of the version than those of `except` have. */
export async function namesOfOthers(
  db: Db,
  versionId: number,
  what: 'route' | 'service' | 'trip',
  names: readonly string[],
  except: readonly string[],
): Promise<ReadonlySet<string>> {
  const kind = KIND_NUMBERS[what === 'route' ? 'Schedule' : 'Timetable'];
  const others = sql`with state as ${stateOf(versionId, kind)} select distinct n.name from state s join blob b on b.bid = s.bid
    join unnest(${[...names]}::text[]) n(name)`;
  const has = what === 'trip' ? sql`strpos(b.trips, chr(10) || n.name || chr(10)) > 0` : sql`n.name = ${NAMES[what]}`;
  const { rows } = await sql<{ name: string }>`${others} on ${has} where s.id <> all(${[...except]}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Whether stops of a timetable of the version name a booking rule: they are lists that the reading keeps as JSON. */
export async function namedAtStops(db: Db, versionId: number, ruleId: string): Promise<boolean> {
  const listed = JSON.stringify(JSON.stringify(ruleId)).slice(1, -1);
  const { rows } = await sql`with state as ${stateOf(versionId, KIND_NUMBERS.Timetable)} select 1 from state s join blob b on b.bid = s.bid
    where strpos(b.doc::text, 'booking_rule_id') > 0 and strpos(b.doc::text, ${listed}) > 0 limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a trip of the version, or a calendar that is kept from the source, has a service id. */
export async function hasService(db: Db, versionId: number, service: string): Promise<boolean> {
  for (const kind of ['Timetable', 'FlexTrip'] as const) {
    const { rows } = await sql`with state as ${stateOf(versionId, KIND_NUMBERS[kind])} select 1 from state s join blob b on b.bid = s.bid
      where ${NAMES.service} = ${service} or strpos(b.doc::text, ${JSON.stringify({ service_id: service }).slice(1, -1)}) > 0 limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  for (const { name, hash } of await listKeptTables(db, versionId)) {
    if (!/^kept rows\/calendar(_dates)?\.txt$/.test(name)) continue;
    const text = (await readKeptContent(db, hash)).toString('utf8');
    if (text.split(/[\n,]/).some((field) => field.replaceAll('"', '') === service)) return true;
  }
  return false;
}
