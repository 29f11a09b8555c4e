import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Time of one field edit with its change record in a version of 200,000 entities, over HTTP. */
export async function run(): Promise<Record<string, unknown>> {
  const { url, versionId, authorization, close } = await startBigProduct({ stops: 100_000, transfers: true }, console.error);
  try {
    const begun = await fetch(`${url}/storage/ui/db/test/versions/${versionId}/begin-edit`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': 'begin' },
    });
    const { EditableDbVersionId: draft } = (await begun.json()) as { EditableDbVersionId: number };
    const times: number[] = [];
    for (let n = -30; n < 500; n++) {
      const stopId = `NL:S:${10_000_000 + 5000 + n * 101}`;
      const began = performance.now();
      const answer = await fetch(`${url}/storage/ui/db/version/${draft}/edit/stop/name`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `edit-${n}`, 'if-match': '"0"' },
        body: JSON.stringify({ stopId, value: `Renamed ${n}` }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the edit answered ${answer.status}`);
      if (n >= 0) times.push(performance.now() - began);
    }
    const { p50_ms, p95_ms } = percentiles(times);
    return { name: 'edit', value: p50_ms, unit: 'ms', p50_ms, p95_ms, n: times.length };
  } finally {
    await close();
  }
}
