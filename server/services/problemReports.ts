/** Problem reports: anybody with access sends one, and support reads them. */
import { addAbortSignal, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { mayChangeRegions } from '../../src/domain/account.ts';
import type { ProblemReport } from '../../src/domain/problemReports.ts';
import { AuthError, type Caller } from '../auth/auth.ts';
import { Refusal, tooLarge } from '../refusal.ts';
import { insertReport, listReports, readReportText, removeReport, reportOfKey } from '../store/problemReports.ts';
import type { Db } from '../store/tables.ts';
import { clearTimeout, setTimeout } from '../surroundings.ts';
import { type ReadReport, ReportReader } from './reportReader.ts';

/** What an installation takes: bytes of a report's text. */
export interface ReportLimits {
  readonly most: number;
}

/** One call of sendProblemReport. */
export interface SentReport {
  readonly caller: Caller;
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly body: Readable;
  readonly isPacked: boolean;
  /** Bytes that are to come, where the sender says it. */
  readonly length: number | undefined;
  /** Aborted when the sender has gone. */
  readonly gone: AbortSignal;
  /** Throws where the sender has sent as many as may be for now. Not called for a repeat. */
  readonly count: () => void;
}

/** Keeps a report and answers its id. A repeat under the same key keeps nothing more. `limits` undefined: none are taken here. */
export async function receiveReport(db: Db, limits: ReportLimits | undefined, sent: SentReport): Promise<{ Id: number }> {
  if (limits === undefined) throw new Refusal(404, 'not_found', 'This server takes no problem reports. Save the report as a file.');
  const { caller, key, length = 0 } = sent;
  if (length > limits.most) throw tooLarge(limits.most);
  const sender = { subject: caller.subject, name: caller.account.name, key };
  if ((await reportOfKey(db, sender)) === undefined) sent.count();
  const { read, packed } = await receive(sent, limits.most);
  const id = await insertReport(db, sender, { ...read, packed });
  if (id !== undefined) return { Id: id };
  const before = await reportOfKey(db, sender);
  if (before?.hash !== read.hash) throw new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another request.');
  return { Id: before.id };
}

/** Milliseconds that a sender may be silent. */
const PATIENCE = 30_000;

/** Reads the text as it comes in, and packs it. Memory holds the packed text alone. */
async function receive({ body, isPacked, gone }: SentReport, most: number): Promise<{ read: ReadReport; packed: Buffer }> {
  const reader = new ReportReader(most);
  const silence = setTimeout(() => body.destroy(new Error('The sender sends nothing')), PATIENCE).unref();
  addAbortSignal(gone, body);
  const look = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      silence.refresh();
      try {
        reader.take(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const chunks: Buffer[] = [];
  const gather = async (packed: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of packed) chunks.push(chunk);
  };
  try {
    if (isPacked) await pipeline(body, createGunzip(), look, createGzip(), gather);
    else await pipeline(body, look, createGzip(), gather);
  } catch (error) {
    if (gone.aborted) throw new Refusal(499, 'cancelled', 'The sender has gone.');
    if (error instanceof Error && String(Reflect.get(error, 'code')).startsWith('Z_'))
      throw new Refusal(400, 'no_report', 'The report cannot be unpacked.');
    throw error;
  } finally {
    clearTimeout(silence);
  }
  return { read: reader.end(), packed: Buffer.concat(chunks) };
}

/** A page of the reports, for support. */
export async function listReportsFor(db: Db, caller: Caller, find: string, before?: number): Promise<{ Reports: ProblemReport[]; More: boolean }> {
  requireSupport(caller);
  return listReports(db, find, before);
}

/** The text of a report, packed by gzip, for support. */
export async function packedReport(db: Db, caller: Caller, id: number): Promise<Buffer> {
  requireSupport(caller);
  const text = await readReportText(db, id);
  if (text === undefined) throw noSuch(id);
  return text;
}

/** Deletes a report, for support. */
export async function deleteReport(db: Db, caller: Caller, id: number): Promise<void> {
  requireSupport(caller);
  if (!(await removeReport(db, id))) throw noSuch(id);
}

function noSuch(id: number): Refusal {
  return new Refusal(404, 'not_found', `There is no problem report R-${id}. It may have been deleted.`);
}

/** A report holds what its sender saw, in any region: it is for those who may change all of them. */
function requireSupport({ account, regions }: Caller): void {
  if (!mayChangeRegions(account) || regions !== 'all')
    throw new AuthError(403, 'no_administrator', 'Your account may not change all regions, and so not look at problem reports.');
}
