/**
 * `npm run bench -- several`: several processes on one PostgreSQL behind a round-robin proxy. Processor time of an edit with one, two and
 * four of them, until the version is checked; and over all of it the 95th percentile of reads of another version meanwhile, live messages out of
 * the order of their revisions, calls that failed, and how many of ten sign-ins came through at each. What the processes take when nobody
 * edits (vehicles of the demo, signs of life, the proxy's look at /readyz) is measured before and left out; `idle_ms_N` is that of all N
 * processes in a second. `-- several 4` is four processes alone; with BROKER_URL they have that broker between them.
 */
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase, startPostgres } from '../drivers/postgres.ts';
import { cpuOf, startSeveral, untilChecked, visit } from '../drivers/several.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { percentiles } from '../server/bigVersion.ts';

export async function run([only]: string[]): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-several-'));
  const result: Record<string, number> = {};
  const seen: Seen = { reads: [], inversions: 0, failedCalls: 0, signedIn: 0, signIns: 0 };
  try {
    const database = await freshDatabase(postgres.url, 'several');
    for (const count of only === undefined ? [1, 2, 4] : [Number(only)]) {
      const broker = process.env['BROKER_URL'];
      const env = broker === undefined ? {} : { BROKER_URL: broker };
      const several = await startSeveral(count, { dataDir, databaseUrl: database.url, env });
      try {
        for (let n = 0; n < SIGN_INS; n++, seen.signIns++) {
          const signedIn = await signInByHttp(several.proxy.url, 'editor').catch(() => undefined);
          if (signedIn !== undefined) seen.signedIn += 1;
        }
        const { idle, edit } = await cpuOfEdit(several, seen);
        result[`cpu_ms_${count}`] = tenths(edit);
        result[`idle_ms_${count}`] = Math.round(idle);
        seen.failedCalls += several.proxy.failures.length;
        console.error(result);
      } finally {
        await several.stop();
      }
    }
    await database.drop();
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    value: result['cpu_ms_2'],
    unit: 'ms',
    ...result,
    other_read_p95_ms: percentiles(seen.reads).p95_ms,
    inversions: seen.inversions,
    failed_calls: seen.failedCalls,
    signed_in: seen.signedIn,
    sign_ins: seen.signIns,
  };
}

interface Seen {
  readonly reads: number[];
  inversions: number;
  failedCalls: number;
  signedIn: number;
  signIns: number;
}

const SIGN_INS = 10;

const PEOPLE = 8;

/** Of each of them. */
const EDITS = 120;

/** Milliseconds for which nobody edits. */
const IDLE = 10_000;

function tenths(figure: number): number {
  return Math.round(figure * 10) / 10;
}

/** Eight people edit four drafts; milliseconds of all processes in a second before, and beside that for an edit. */
async function cpuOfEdit({ proxy, servers }: Awaited<ReturnType<typeof startSeveral>>, seen: Seen): Promise<{ idle: number; edit: number }> {
  const visitor = await visit(proxy.url);
  const drafts = await Promise.all([1, 2, 3, 4].map(() => visitor.beginEdit()));
  const stops = await visitor.stopIds(drafts[0] ?? 0);
  const revisions = new Map<number, number>();
  const edit = async (person: number, edits: number): Promise<void> => {
    const draft = drafts[person % drafts.length] ?? 0;
    for (let n = 0; n < edits; n++) {
      const rev = (revisions.get(draft) ?? 0) + 1;
      revisions.set(draft, rev);
      const stop = stops[(person * 7 + n) % stops.length] ?? '';
      await visitor.rename(draft, stop, `Stop ${person}  ${rev} ${n}`, `bench-${process.pid}-${draft}-${person}-${rev}`);
    }
  };
  /** Everybody makes so many edits, which are then checked. */
  const work = async (edits: number): Promise<void> => {
    await Promise.all(Array.from({ length: PEOPLE }, (_, person) => edit(person, edits)));
    await Promise.all([...revisions].map(([draft, rev]) => untilChecked(visitor, draft, rev)));
  };
  // What comes first is slower in each process: plans, code, the first check of a draft.
  await work(100 * servers.length);
  const other = await visitor.beginEdit();
  const heard = new Map<number, number>();
  const connection = new HubConnectionBuilder()
    .withUrl(`${proxy.url}/live`, { accessTokenFactory: async () => (await visitor.liveToken()).accessToken })
    .configureLogging(LogLevel.None)
    .build();
  connection.on('versionChanged', ({ VersionId, Rev }: { VersionId: number; Rev: number }) => {
    if (Rev < (heard.get(VersionId) ?? 0)) seen.inversions += 1;
    heard.set(VersionId, Rev);
  });
  await connection.start();
  await visitor.watch(connection.connectionId, drafts[0] ?? 0);
  let editing = true;
  let isMeasured = false;
  const reading = (async () => {
    while (editing) {
      const began = performance.now();
      const answer = await visitor.call(`/storage/ui/db/version/${other}`);
      await answer.arrayBuffer();
      if (answer.status >= 500) seen.failedCalls += 1;
      if (isMeasured) seen.reads.push(performance.now() - began);
      await pause(100);
    }
  })();
  // Garbage of the first edits is not part of it.
  await pause(3000);
  const beforeIdle = cpuOf(servers);
  await pause(IDLE);
  const idle = (cpuOf(servers) - beforeIdle) / (IDLE / 1000);
  const [before, began] = [cpuOf(servers), performance.now()];
  isMeasured = true;
  await work(EDITS);
  const used = cpuOf(servers) - before - (idle * (performance.now() - began)) / 1000;
  editing = false;
  await reading;
  await connection.stop();
  return { idle, edit: used / (PEOPLE * EDITS) };
}
