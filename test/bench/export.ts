/**
 * `npm run bench -- export FILE.zip`: the whole command, from starting the process to a GTFS zip on the disk, of a version
 * made of that feed. The import before it is not measured.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

/** Medians of so many. */
const ROUNDS = 5;

/** Measures it. Answers seconds and peak memory in MB (10^6 bytes) of the process with all its threads. */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const file = resolve(args[0] ?? join(root, '../shared/feeds/hart_2020.zip'));
  if (!existsSync(file)) throw new Error(`There is no ${file}: npm run bench -- export FILE.zip`);
  execFileSync(process.execPath, ['tools/build.mjs', 'server', '--if-changed'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-export-'));
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DMP_SKIP_BUILD: '1' };
  try {
    execFileSync(process.execPath, ['tools/command.mjs', 'feed/importCommand', file, '--database', 'bench'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const out = join(folder, 'out.zip');
    const told = join(folder, 'told.json');
    const teller = join(folder, 'tell.mjs');
    writeFileSync(
      teller,
      `import { isMainThread } from 'node:worker_threads';
       import { writeFileSync } from 'node:fs';
       if (isMainThread) process.on('exit', () => {
         const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
         writeFileSync(${JSON.stringify(told)}, JSON.stringify({ megabytes: maxRSS / 1000, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }));
       });`,
    );
    const measured: { seconds: number; megabytes: number; cpuSeconds: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const begun = performance.now();
      const command = ['tools/command.mjs', 'feed/exportCommand', '--database', 'bench', '--version', '1', '--out', out];
      const { status, stderr } = spawnSync(process.execPath, command, {
        cwd: root,
        env: { ...env, NODE_OPTIONS: `--import ${teller}` },
        encoding: 'utf8',
      });
      const seconds = (performance.now() - begun) / 1000;
      if (status !== 0) throw new Error(`The export ended with ${status}:\n${stderr}`);
      measured.push({ seconds, ...Told.parse(JSON.parse(readFileSync(told, 'utf8'))) });
      console.error(`round ${round}: ${seconds.toFixed(2)} s, ${measured.at(-1)?.megabytes.toFixed(0)} MB`);
    }
    return {
      value: round2(median(measured.map((one) => one.seconds))),
      unit: 's',
      peak_mb: Math.round(median(measured.map((one) => one.megabytes))),
      cpu_s: round2(median(measured.map((one) => one.cpuSeconds))),
      zip_mb: round2(statSync(out).size / 1e6),
      file: basename(file),
      n: ROUNDS,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const Told = z.object({ megabytes: z.number(), cpuSeconds: z.number() });

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
