/** Imported first by every command: ends with a sentence that says what to do when Node or the packages are missing. */
import { existsSync } from 'node:fs';
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
  return existsSync(join(root, 'node_modules', 'fastify')) ? undefined : 'The packages are not installed yet. Run: npm ci';
}
