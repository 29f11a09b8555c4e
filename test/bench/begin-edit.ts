import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Time to begin an edit of a version of 200,000 entities, over HTTP. */
export async function run(): Promise<Record<string, unknown>> {
  const { url, versionId, authorization, close } = await startBigProduct({ stops: 100_000, transfers: true }, console.error);
  try {
    const times: number[] = [];
    for (let n = -20; n < 200; n++) {
      const began = performance.now();
      const answer = await fetch(`${url}/storage/ui/db/test/versions/${versionId}/begin-edit`, {
        method: 'POST',
        headers: { authorization, 'idempotency-key': `begin-${n}` },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`begin-edit answered ${answer.status}`);
      if (n >= 0) times.push(performance.now() - began);
    }
    const { p50_ms, p95_ms } = percentiles(times);
    return { name: 'begin-edit', value: p50_ms, unit: 'ms', p50_ms, p95_ms, n: times.length };
  } finally {
    await close();
  }
}
