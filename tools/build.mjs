/**
 * Builds the product: the client into dist/client, the server into dist/server.
 *
 *   npm run build                both halves, with the sizes of what a browser loads
 *   npm run build -- server      one half
 *
 * `npm start` and the browser tests call buildWhatChanged(), which builds only the half whose sources differ from those
 * it was built from. Each half is built by a process of its own beside the old one and then put in its place, so that
 * two builds at once, or a server running from the old folder, never see half a build.
 */
import './needs.mjs';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { commitOf } from './commit.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const COMMON = ['package-lock.json', 'vite.config.ts', 'tsconfig.base.json'];
const HALVES = {
  client: { entry: 'src/main.tsx', sources: [...COMMON, 'index.html', 'public', 'src', 'docs/handbook', 'docs/map.md', 'docs/develop/glossary.md'] },
  server: { entry: 'server/main.ts', sources: [...COMMON, 'server', 'src/domain', 'src/contract'] },
};

/**
 * Builds the halves whose sources changed since they were built (paths, sizes and times of the files, so that a deleted
 * file counts too). Answers the names of those built. Throws with what the build printed when it fails.
 */
export async function buildWhatChanged({ halves = Object.keys(HALVES), force = false, say = () => {} } = {}) {
  const stale = halves.filter((half) => force || !isFresh(half));
  if (stale.length > 0) say(`Building ${stale.join(' and ')} ...`);
  await Promise.all(stale.map(buildHalf));
  if (stale.length > 0 && !stale.includes('server')) noteBuild(join(root, 'dist', 'server'));
  return stale;
}

function isFresh(half) {
  const { entry } = HALVES[half];
  const stamp = stampOf(half);
  // A delivered product without its sources is as fresh as it will ever be.
  if (!existsSync(join(root, entry)) && existsSync(stamp) && !existsSync(join(root, dirname(entry)))) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(half);
}

async function buildHalf(half) {
  const { entry } = HALVES[half];
  if (!existsSync(join(root, entry))) throw new Error(`${entry} is missing: there is no ${half} to build.`);
  const before = fingerprint(half);
  const folder = join(root, 'dist', `.building-${half}-${process.pid}`);
  try {
    await runVite(half, folder);
    if (half === 'server') {
      copyServerFiles(folder);
      noteBuild(folder);
    }
    writeFileSync(join(folder, '.built-from'), before);
    swapIn(folder, join(root, 'dist', half));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A process per half: the two build at the same time, and neither sees the other's environment. */
function runVite(half, folder) {
  const script =
    "import { createBuilder } from 'vite'; const builder = await createBuilder({ logLevel: 'warn' }); await builder.build(builder.environments[process.argv[1]]);";
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, half], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', DMP_BUILD_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (output += part));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`The ${half} does not build:\n${output.trim()}`))));
  });
}

/** What the server reads at run time beside its code (SQL, JSON, templates) keeps its place, as the modules do. */
function copyServerFiles(folder) {
  for (const file of readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })) {
    const source = join(root, 'server', file);
    if (/\.(tsx?|md)$/.test(file) || !statSync(source).isFile()) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(source, join(folder, file));
  }
}

/** Which build this is, for server/build.ts: version, commit (none without git) and date. The server tells it for both halves. */
function noteBuild(folder) {
  if (!existsSync(folder)) return;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const note = { version, commit: commitOf(root), date: new Date().toISOString() };
  const path = join(folder, 'build.json');
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(note)}\n`);
  renameSync(`${path}.${process.pid}`, path);
}

function swapIn(folder, target) {
  const old = `${folder}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (existsSync(target)) renameSync(target, old);
      renameSync(folder, target);
      break;
    } catch (error) {
      // Another build put its result there between the two lines.
      if (attempt === 5) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
  rmSync(old, { recursive: true, force: true });
}

const stampOf = (half) => join(root, 'dist', half, '.built-from');

function fingerprint(half) {
  const hash = createHash('sha256');
  for (const source of HALVES[half].sources) {
    for (const file of filesUnder(join(root, source))) {
      if (/\.test\.tsx?$|\.md$/.test(file)) continue;
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file.slice(root.length)}:${size}:${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

function printSizes() {
  const folder = join(root, 'dist', 'client');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const first = firstScreen(manifest);
  const rows = filesUnder(join(folder, 'assets'))
    .filter((file) => /\.(js|css|woff2)$/.test(file))
    .map((file) => {
      const bytes = readFileSync(file);
      const name = file.slice(folder.length + 1);
      return { name, size: bytes.length, gzip: file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length, first: first.has(name) };
    })
    .toSorted((a, b) => b.gzip - a.gzip);
  for (const { name, size, gzip, first: atOnce } of rows.slice(0, 15)) {
    console.log(`  ${kB(gzip)} gz  ${kB(size)}  ${atOnce ? 'first screen' : '            '}  ${name}`);
  }
  const sum = (list) => kB(list.reduce((total, { gzip }) => total + gzip, 0)).trim();
  console.log(`  first screen ${sum(rows.filter((row) => row.first))} gz, everything ${sum(rows)} gz in ${rows.length} files`);
}

/** What index.html loads before anything is clicked: the entry, what it imports at once, and their styles. */
function firstScreen(manifest) {
  const names = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined || names.has(chunk.file)) return;
    names.add(chunk.file);
    for (const style of chunk.css ?? []) names.add(style);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key);
  return names;
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2).filter((word) => word in HALVES);
  const begun = performance.now();
  try {
    const built = await buildWhatChanged({ ...(asked.length > 0 ? { halves: asked } : {}), force: !process.argv.includes('--if-changed') });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(built.length === 0 ? 'Nothing changed since the last build.' : `Built ${built.join(' and ')} in ${seconds} s.`);
    if (built.includes('client')) printSizes();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
