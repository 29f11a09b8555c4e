/** Problem reports that were sent to support. */
import { sql } from 'kysely';
import { z } from 'zod';
import { folded } from '../../src/domain/folded.ts';
import { ProblemReport, REPORT_PAGE } from '../../src/domain/problemReports.ts';
import { storable } from './storable.ts';
import type { Db } from './tables.ts';

/** A report that was received whole. */
export interface ReceivedReport {
  readonly build: string;
  readonly page: string;
  readonly note: string;
  /** Bytes of the text. */
  readonly size: number;
  readonly records: number;
  /** SHA-256 of the text. */
  readonly hash: string;
  /** The text, packed by gzip. */
  readonly packed: Buffer;
}

/** Who sent a report, and the Idempotency-Key of the call. */
export interface ReportSender {
  readonly subject: string;
  readonly name: string;
  readonly key: string;
}

const Known = z.object({ id: z.number(), hash: z.string() });

/** The report that a sender sent under a key, and the hash of its text; undefined where there is none. */
export async function reportOfKey(db: Db, { subject, key }: ReportSender): Promise<z.infer<typeof Known> | undefined> {
  const { rows } = await sql`select report_id as id, hash from problem_report where subject = ${subject} and key = ${key}`.execute(db);
  return rows[0] === undefined ? undefined : Known.parse(rows[0]);
}

/** Keeps a report and answers its id; undefined where there is one of that key. */
export async function insertReport(db: Db, sender: ReportSender, report: ReceivedReport): Promise<number | undefined> {
  const [name, build, page, note] = [sender.name, report.build, report.page, report.note].map(storable);
  const search = folded(`${note} ${name} ${page} ${build}`);
  const { rows } = await sql<{ id: number }>`
    insert into problem_report(subject, key, hash, by_name, build, page, note, search, size, records, text)
    values (${sender.subject}, ${sender.key}, ${report.hash}, ${name}, ${build}, ${page}, ${note}, ${search}, ${report.size}, ${report.records},
      ${report.packed}::bytea)
    on conflict (subject, key) do nothing returning report_id as id`.execute(db);
  return rows[0]?.id;
}

/** A page of reports that hold all words of a search, newest first, and whether there are more. */
export async function listReports(db: Db, find: string, before: number | undefined): Promise<{ Reports: ProblemReport[]; More: boolean }> {
  const words = folded(find)
    .split(/\s+/)
    .filter((word) => word !== '');
  const conditions = [
    sql`true`,
    ...(before === undefined ? [] : [sql`report_id < ${before}`]),
    // strpos and not like: a word is found letter by letter
    ...words.map((word) => (NUMBER.test(word) ? sql`report_id = ${Number(word.slice(2))}` : sql`strpos(search, ${word}) > 0`)),
  ];
  const { rows } = await sql`
    select report_id as "Id", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "At", by_name as "By", page as "Page",
      build as "Build", note as "Note", size as "Size", records as "Records"
    from problem_report where ${sql.join(conditions, sql` and `)}
    order by report_id desc limit ${REPORT_PAGE + 1}`.execute(db);
  return { Reports: z.array(ProblemReport).parse(rows.slice(0, REPORT_PAGE)), More: rows.length > REPORT_PAGE };
}

/** The number of a report, folded. */
const NUMBER = /^r-\d{1,9}$/;

/** The text of a report, packed by gzip; undefined where there is none of that id. */
export async function readReportText(db: Db, id: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ text: Uint8Array }>`select text from problem_report where report_id = ${id}`.execute(db);
  return rows[0] === undefined ? undefined : Buffer.from(rows[0].text);
}

/** Removes a report; false where there is none of that id. */
export async function removeReport(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`delete from problem_report where report_id = ${id} returning report_id`.execute(db);
  return rows.length === 1;
}

/** Removes reports that are older than so many days. */
export async function forgetOldReports(db: Db, days: number): Promise<void> {
  await sql`delete from problem_report where at < now() - make_interval(days => ${days}::int)`.execute(db);
}
