import { get } from 'node:http';
import { stopOverlays } from '../../server/services/stopOverlay.ts';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/** Time to the overlay of 100,000 stops over HTTP: the first time after a start, once it is made, and after an edit. */
export async function run(): Promise<Record<string, unknown>> {
  const big = await startBigProduct({ stops: 100_000, transfers: false }, console.error);
  const { url, versionId, authorization, product } = big;
  try {
    // Compressed as browsers ask for it, and not unpacked here: that is the browser's time.
    const fetchOverlay = (version: number): Promise<{ ms: number; bytes: number }> =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        get(`${url}/storage/ui/db/version/${version}/stops/overlay/v2`, { headers: { authorization, 'accept-encoding': 'gzip' } }, (answer) => {
          let bytes = 0;
          answer.on('data', (part: Buffer) => (bytes += part.length));
          answer.on('end', () => resolve({ ms: performance.now() - began, bytes }));
        }).on('error', reject);
      });
    // A process that just started has everything else warm by the time somebody opens a version.
    await (await fetch(`${url}/storage/ui/dbs`, { headers: { authorization } })).arrayBuffer();
    const cold = await fetchOverlay(versionId);
    const again: number[] = [];
    for (let n = 0; n < 9; n++) {
      const began = performance.now();
      await stopOverlays(product.store.sql).read(versionId);
      again.push(performance.now() - began);
    }
    const warm: number[] = [];
    for (let n = 0; n < 20; n++) warm.push((await fetchOverlay(versionId)).ms);
    const begun = await fetch(`${url}/storage/ui/db/test/versions/${versionId}/begin-edit`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': 'begin' },
    });
    const { EditableDbVersionId: draft } = (await begun.json()) as { EditableDbVersionId: number };
    const edited: number[] = [];
    for (let n = 0; n < 15; n++) {
      const answer = await fetch(`${url}/storage/ui/db/version/${draft}/edit/stop/name`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `edit-${n}`, 'if-match': '"0"' },
        body: JSON.stringify({ stopId: `NL:S:${10_000_000 + n * 6007}`, value: `Renamed ${n}` }),
      });
      if (answer.status !== 200) throw new Error(`the edit answered ${answer.status}: ${await answer.text()}`);
      edited.push((await fetchOverlay(draft)).ms);
    }
    return {
      name: 'overlay',
      value: Math.round(cold.ms),
      unit: 'ms',
      cold_ms: Math.round(cold.ms),
      made_again_p50_ms: percentiles(again).p50_ms,
      warm_ms: percentiles(warm).p50_ms,
      after_edit_ms: percentiles(edited).p50_ms,
      gz_kb: Math.round(cold.bytes / 1000),
      n: warm.length,
    };
  } finally {
    await big.close();
  }
}
