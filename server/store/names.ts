/** Names that documents of a version give to what has no document of its own: zones of stops, lines of schedules. */
import { sql, type RawBuilder } from 'kysely';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** Which of the zones no stop is in. */
export function unknownZones(db: Db, versionId: number, zones: readonly string[]): Promise<readonly string[]> {
  return unknown(db, versionId, KIND_NUMBERS.Stop, sql`b.doc->>'ZoneId'`, zones);
}

/** Which of the lines no schedule belongs to. */
export function unknownLines(db: Db, versionId: number, lines: readonly string[]): Promise<readonly string[]> {
  return unknown(db, versionId, KIND_NUMBERS.Schedule, sql`coalesce(nullif(b.doc->>'ExternalTransportId', ''), s.id)`, lines);
}

/** Whether a timetable has a trip of that id; with `line`, one of a schedule of that line. */
export async function hasTrip(db: Db, versionId: number, trip: string, line?: string): Promise<boolean> {
  const lines = stateOf(versionId, KIND_NUMBERS.Schedule);
  // ids of tracks and timetables begin with that of their schedule, URL-encoded
  const { rows: schedules } = line
    ? await sql<{ id: string }>`
        with state as ${lines} select s.id from state s join blob b on b.bid = s.bid
        where coalesce(nullif(b.doc->>'ExternalTransportId', ''), s.id) = ${line}`.execute(db)
    : { rows: [] };
  const within = line ? sql`split_part(id, '/', 1) = any(${schedules.map(({ id }) => encodeURIComponent(id))}::text[])` : sql`true`;
  const { rows } = await sql`
    with state as ${stateOf(versionId, KIND_NUMBERS.Timetable, within)} select 1 from state s join blob b on b.bid = s.bid
    where strpos(b.trips, chr(10) || ${trip}::text || chr(10)) > 0 limit 1`.execute(db);
  return rows.length > 0;
}

/** Of a few names each is looked for until it is found; of many all are read at once. */
async function unknown(db: Db, versionId: number, kind: number, name: RawBuilder<unknown>, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const state = stateOf(versionId, kind);
  if (names.length > 4) {
    const { rows } = await sql<{ name: string }>`
      with state as ${state} select distinct ${name} as name from state s join blob b on b.bid = s.bid
      where ${name} = any(${names}::text[])`.execute(db);
    const known = new Set(rows.map((row) => row.name));
    return names.filter((one) => !known.has(one));
  }
  const missing: string[] = [];
  for (const one of names) {
    const { rows } = await sql`
      with state as ${state} select 1 from state s join blob b on b.bid = s.bid where ${name} = ${one} limit 1`.execute(db);
    if (rows.length === 0) missing.push(one);
  }
  return missing;
}
