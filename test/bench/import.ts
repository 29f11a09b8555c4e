/**
 * `npm run bench -- import FILE.zip`: the whole command, from starting the process to a committed version in an empty data
 * folder, and beside it the npm package `gtfs`, which reads the same zip into an SQLite file.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { openPromise } from 'yauzl';

const root = join(import.meta.dirname, '../..');

/** How often each is run, in turn; the medians are told. */
const ROUNDS = 3;

/** The peer, installed once where nothing of the product looks. It compiles better-sqlite3, which takes minutes. */
const PEER = { name: 'gtfs', version: '4.18.2', folder: join(root, 'node_modules/.cache/peer') };

/** Measures both. Answers seconds, peak memory in MB (10^6 bytes), rows a second and the ratio of the times. */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const file = resolve(args[0] ?? join(root, '../shared/feeds/hart_2020.zip'));
  if (!existsSync(file)) throw new Error(`There is no ${file}: npm run bench -- import FILE.zip`);
  const rows = await rowsOf(file);
  await installPeer();
  execFileSync(process.execPath, ['tools/build.mjs', 'server', '--if-changed'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'dmp-bench-import-'));
  try {
    // The build, and the empty database that first starts copy, are made once per installation; they are not part of an import.
    console.error('Once without measuring');
    await ours(file, folder);
    const [mine, peers]: [Measured[], Measured[]] = [[], []];
    for (let round = 1; round <= ROUNDS; round++) {
      mine.push(await ours(file, folder));
      peers.push(await peer(file, folder));
      console.error(
        `round ${round}: ${mine.at(-1)?.seconds.toFixed(2)} s, ${mine.at(-1)?.megabytes.toFixed(0)} MB; ${PEER.name} ${peers.at(-1)?.seconds.toFixed(2)} s, ${peers.at(-1)?.megabytes.toFixed(0)} MB`,
      );
    }
    const [value, peerValue] = [median(mine.map((one) => one.seconds)), median(peers.map((one) => one.seconds))];
    return {
      value: round2(value),
      unit: 's',
      peak_mb: Math.round(median(mine.map((one) => one.megabytes))),
      rows_per_s: Math.round(rows / value),
      cpu_s: round2(median(mine.map((one) => one.cpuSeconds))),
      rows,
      file: basename(file),
      n: ROUNDS,
      peer: `${PEER.name} ${PEER.version}`,
      peer_s: round2(peerValue),
      peer_peak_mb: Math.round(median(peers.map((one) => one.megabytes))),
      peer_cpu_s: round2(median(peers.map((one) => one.cpuSeconds))),
      ratio: round2(value / peerValue),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
  readonly cpuSeconds: number;
}

async function ours(file: string, folder: string): Promise<Measured> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const measured = await measure(['tools/command.mjs', 'feed/importCommand', file, '--database', 'bench'], folder, {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DMP_SKIP_BUILD: '1',
  });
  rmSync(dataDir, { recursive: true, force: true });
  return measured;
}

async function peer(file: string, folder: string): Promise<Measured> {
  const database = join(folder, 'peer.sqlite');
  rmSync(database, { force: true });
  return measure([join(PEER.folder, 'import.mjs'), file, database], folder, {});
}

/** Runs Node and waits. Each of its processes tells its peak and processor time at its end, through a module loaded before all else. */
async function measure(args: readonly string[], folder: string, env: Readonly<Record<string, string>>): Promise<Measured> {
  const told = mkdtempSync(join(folder, 'told-'));
  const teller = join(told, 'tell.mjs');
  writeFileSync(
    teller,
    `import { isMainThread } from 'node:worker_threads';
     import { writeFileSync } from 'node:fs';
     if (isMainThread) process.on('exit', () => {
       const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
       writeFileSync(${JSON.stringify(told)} + '/' + process.pid + '.json', JSON.stringify([maxRSS * 1024, (userCPUTime + systemCPUTime) / 1e6]));
     });`,
  );
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, NODE_OPTIONS: `--import ${teller}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const seconds = (performance.now() - begun) / 1000;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${errors}`);
  const usage = readdirSync(told)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(told, name), 'utf8')) as [number, number]);
  rmSync(told, { recursive: true });
  return {
    seconds,
    // The command's small starter process and the import run at one time; the larger is the import.
    megabytes: Math.max(...usage.map(([bytes]) => bytes)) / 1e6,
    cpuSeconds: usage.reduce((sum, [, cpu]) => sum + cpu, 0),
  };
}

async function installPeer(): Promise<void> {
  mkdirSync(PEER.folder, { recursive: true });
  if (!existsSync(join(PEER.folder, 'node_modules', PEER.name))) {
    console.error(`Installing ${PEER.name} ${PEER.version} into node_modules/.cache/peer (compiles SQLite, some minutes)`);
    writeFileSync(join(PEER.folder, 'package.json'), '{"name":"peer","private":true}');
    const child = spawn('npm', ['install', '--prefix', PEER.folder, '--no-audit', '--no-fund', `${PEER.name}@${PEER.version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise<number | null>((done) => child.once('close', done));
    if (code !== 0) throw new Error(`${PEER.name} could not be installed`);
  }
  writeFileSync(
    join(PEER.folder, 'import.mjs'),
    `import { importGtfs } from 'gtfs';
     const [, , path, sqlitePath] = process.argv;
     await importGtfs({ agencies: [{ path }], sqlitePath, verbose: false, ignoreDuplicates: true });`,
  );
}

async function rowsOf(file: string): Promise<number> {
  const zip = await openPromise(file);
  let rows = 0;
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.txt')) continue;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      if (Buffer.isBuffer(chunk)) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
    }
  }
  return rows;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
