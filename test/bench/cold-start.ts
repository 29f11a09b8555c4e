import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../drivers/server.ts';

/**
 * Time from `npm start` to the first answer: with an empty data folder (the demo region is made on the way), then again
 * with what is there. The product has been built before, and the empty database to copy been made, as by any earlier start.
 */
export async function run(): Promise<Record<string, unknown>> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let n = -1; n < 3; n++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'dmp-cold-'));
    try {
      for (const times of [cold, warm]) {
        const began = performance.now();
        // With PostgreSQL it would be another measurement.
        const server = await startProduct({ dataDir, databaseUrl: undefined });
        const seconds = (performance.now() - began) / 1000;
        // The very first start may still make the empty database, once for this installation.
        if (n >= 0) times.push(seconds);
        console.error(`${times === cold ? 'empty folder' : 'again'}: ${seconds.toFixed(2)} s`);
        await server.stop();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  return { name: 'cold-start', value: median(cold), unit: 's', warm_s: median(warm), n: cold.length };
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100;
}
