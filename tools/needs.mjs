/** Imported first by every command: ends with a sentence that says what to do when Node or packages are missing or of another version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const missing = whatIsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

function whatIsMissing() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return `DMP needs Node 20.19 or newer; this is Node ${process.versions.node}. Install it from https://nodejs.org and try again.`;
  }
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  if (!existsSync(join(root, 'node_modules', 'fastify'))) return 'The packages are not installed yet. Run: npm ci';
  const { dependencies, devDependencies } = jsonOf(join(root, 'package.json'));
  // an installation for use has no development packages
  const wanted = Object.entries({ ...dependencies, ...(existsSync(join(root, 'node_modules', 'vitest')) ? devDependencies : {}) });
  const stale = wanted.find(([name, version]) => jsonOf(join(root, 'node_modules', name, 'package.json')).version !== version);
  return stale && `The installed packages do not match this build: ${stale[0]} ${stale[1]} is missing. Run: npm ci`;
}

/** An empty object where there is no such file. */
function jsonOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
