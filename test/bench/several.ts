/**
 * `npm run bench -- several`: several processes on one PostgreSQL behind a round-robin proxy. Processor time of an edit with one, two and
 * four of them, until the version is checked.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, startPostgres } from '../drivers/postgres.ts';
import { cpuOf, startSeveral, untilChecked, visit } from '../drivers/several.ts';

export async function run([only]: string[]): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-several-'));
  const result: Record<string, number> = {};
  try {
    const database = await freshDatabase(postgres.url, 'several');
    for (const count of only === undefined ? [1, 2, 4] : [Number(only)]) {
      const several = await startSeveral(count, { dataDir, databaseUrl: database.url });
      try {
        result[`cpu_ms_${count}`] = await cpuOfEdit(several);
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
  return { value: result['cpu_ms_2'], unit: 'ms', ...result };
}

/** Of each of the eight people. */
const EDITS = 60;

/** Eight people edit four drafts; milliseconds of all processes for an edit. */
async function cpuOfEdit({ proxy, servers }: Awaited<ReturnType<typeof startSeveral>>): Promise<number> {
  const visitor = await visit(proxy.url);
  const drafts = await Promise.all([1, 2, 3, 4].map(() => visitor.beginEdit()));
  const stops = await visitor.stopIds(drafts[0] ?? 0);
  const edit = async (person: number, edits: number): Promise<void> => {
    const draft = drafts[person % drafts.length] ?? 0;
    for (let n = 0; n < edits; n++) {
      const stop = stops[(person * 7 + n) % stops.length] ?? '';
      await visitor.rename(draft, stop, `Stop ${person}  ${edits} ${n}`, `bench-${process.pid}-${draft}-${person}-${edits}-${n}`);
    }
  };
  const people = [0, 1, 2, 3, 4, 5, 6, 7];
  const checked = async (rev: number): Promise<unknown> => Promise.all(drafts.map((draft) => untilChecked(visitor, draft, rev)));
  // What comes first is slower in each process: plans, code, the first check of a draft.
  const first = 50 * servers.length;
  await Promise.all(people.map((person) => edit(person, first)));
  await checked(2 * first);
  const before = cpuOf(servers);
  await Promise.all(people.map((person) => edit(person, EDITS)));
  await checked(2 * (first + EDITS));
  return Math.round(((cpuOf(servers) - before) / (people.length * EDITS)) * 10) / 10;
}
