import { sql } from 'kysely';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Change sets that are rebased. */
const SETS = 1000;

/** Corrections of 1,000 change sets rebased onto another version of 20,000 stops, over HTTP: the dry run, and the new draft. */
export async function run(): Promise<Record<string, unknown>> {
  const { product, url, versionId, authorization, close } = await startBigProduct({ stops: 20_000, transfers: false }, console.error);
  try {
    const headers = { authorization, 'content-type': 'application/json' };
    const post = async (path: string, key: string, body: object): Promise<{ readonly [name: string]: unknown }> => {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key, 'if-match': '*' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
      return (await answer.json()) as { readonly [name: string]: unknown };
    };
    const beginEdit = async (key: string): Promise<number> =>
      Number((await post(`/storage/ui/db/test/versions/${versionId}/begin-edit`, key, {}))['EditableDbVersionId']);
    const [draft, target] = [await beginEdit('source'), await beginEdit('target')];
    for (let i = 0; i < SETS; i++)
      await post(`/storage/ui/db/version/${draft}/edit/stop/name`, `edit-${i}`, { stopId: `NL:S:${10_000_000 + i * 7}`, value: `Corrected ${i}` });
    // another base: every tenth stop is so already, every fiftieth was named otherwise
    for (let i = 0; i < SETS; i += 10)
      await post(`/storage/ui/db/version/${target}/edit/stop/name`, `target-${i}`, {
        stopId: `NL:S:${10_000_000 + i * 7}`,
        value: i % 50 === 0 ? 'Otherwise' : `Corrected ${i}`,
      });
    const dry: number[] = [];
    const made: number[] = [];
    let outcome = {};
    for (let n = 0; n < 3; n++) {
      let began = performance.now();
      const answer = await fetch(`${url}/storage/ui/db/version/${draft}/corrections?onto=${target}`, { headers });
      outcome = (await answer.json()) as object;
      dry.push(performance.now() - began);
      began = performance.now();
      await post(`/storage/ui/db/version/${draft}/corrections`, `rebase-${n}`, { Onto: target, Name: `Corrected ${n}` });
      made.push(performance.now() - began);
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from changeset where version_id = ${draft}`.execute(product.store.sql.db);
    const { Applied, AlreadySo, KeptBack } = outcome as { Applied: number; AlreadySo: number; KeptBack: number };
    const [dry_run_ms, rebase_ms] = [dry, made].map((times) => percentiles(times).p50_ms);
    return { value: rebase_ms, unit: 'ms', rebase_ms, dry_run_ms, sets: rows[0]?.n, applied: Applied, already_so: AlreadySo, kept_back: KeptBack };
  } finally {
    await close();
  }
}
