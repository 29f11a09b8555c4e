/**
 * Runs a TypeScript tool that must begin at once: `node tools/bundled.mjs tools/replayLog.ts log.dmplog`. It is made one file with all
 * that it imports (run.mjs reads some hundred files and packages one by one, which takes seconds), and made again when one of them has
 * changed. Not for tools that look for files beside them: `import.meta` is the bundle's.
 */
import './needs.mjs';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [tool, ...args] = process.argv.slice(2);

if (tool === undefined || !existsSync(join(root, tool))) {
  console.error(tool === undefined ? 'Say which tool to run: node tools/bundled.mjs tools/NAME.ts' : `There is no ${tool}.`);
  process.exit(2);
}
const folder = join(root, 'node_modules/.cache/tools');
const bundle = join(folder, `${basename(tool, '.ts')}.mjs`);
const madeOf = `${bundle}.json`;
if (!isFresh()) await make();
process.argv = [process.argv[0], join(root, tool), ...args];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(bundle));

function isFresh() {
  if (!existsSync(bundle) || !existsSync(madeOf)) return false;
  const { files, hash } = JSON.parse(readFileSync(madeOf, 'utf8'));
  return files.every((file) => existsSync(join(root, file))) && hash === hashOf(files);
}

/** The packages count by the list of their versions. */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of ['tools/bundled.mjs', 'package-lock.json', ...files]) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function make() {
  const { build } = await import('vite');
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: tool, write: false, minify: false, sourcemap: 'inline', target: 'node20', rolldownOptions: { output: { codeSplitting: false } } },
  });
  const [{ code, moduleIds }] = output;
  const files = moduleIds.filter((id) => id.startsWith(root) && !id.includes('node_modules')).map((id) => id.slice(root.length + 1));
  mkdirSync(folder, { recursive: true });
  write(bundle, code);
  write(madeOf, JSON.stringify({ files, hash: hashOf(files) }));
}

/** Whole or not at all, also where two run at once. */
function write(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
