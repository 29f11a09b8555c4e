import { sql } from 'kysely';
import { appendLog, readLogs, settleLogs, type NewLogRow } from '../../server/store/runLogs.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';

/** Writing, searching and paging a run log of 1,000,000 rows (or as many as the argument says) in 100 groups. */
export async function run([given]: string[]): Promise<Record<string, unknown>> {
  const total = Number(given ?? 1_000_000);
  const product = await startTestProduct();
  try {
    const { db } = product.store.sql;
    await sql`insert into pipeline_run(run_id, database_id, status, caused_by, subject) values (1, 'test', 2, 'bench', '')`.execute(db);
    await sql`insert into task_run(task_run_id, run_id, position, name, original_name, s3_url, command, task_type, notes, status)
      values (1, 1, 0, 'bench', '', '', '{}', 1, '', 2)`.execute(db);
    const began = performance.now();
    for (let from = 0; from < total; from += 2000) {
      const rows = Array.from({ length: Math.min(2000, total - from) }, (_, i): NewLogRow => {
        const n = from + i;
        return {
          level: n % 50 === 0 ? 3 : n % 7 === 0 ? 2 : 1,
          at: 1_800_000_000_000 + n,
          message: `stop_times.txt line ${n}: stop S${n % 9973} is not known`,
          group: 0,
        };
      });
      await appendLog(db, 1, from + 1, rows);
    }
    const seconds = (performance.now() - began) / 1000;
    await settleLogs(db);
    const timed = async (act: (n: number) => Promise<unknown>): Promise<number[]> => {
      const times: number[] = [];
      for (let n = 0; n < 40; n++) {
        const start = performance.now();
        await act(n);
        times.push(performance.now() - start);
      }
      return times;
    };
    const search = await timed((n) =>
      readLogs(db, 1, { offset: 0, limit: 100, levels: [1, 2, 3], message: `line ${Math.floor((total / 41) * (n + 1))}:` }),
    );
    const page = await timed((n) => readLogs(db, 1, { offset: Math.floor((total / 41) * n), limit: 100, levels: [1, 2, 3], message: '' }));
    return {
      value: Math.round(total / seconds),
      unit: 'rows/s',
      ingest_per_s: Math.round(total / seconds),
      search_p95_ms: percentiles(search).p95_ms,
      page_p95_ms: percentiles(page).p95_ms,
      n: total,
    };
  } finally {
    await product.close();
  }
}
