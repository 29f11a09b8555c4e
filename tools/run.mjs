/**
 * Runs a TypeScript tool from its source: `node tools/run.mjs tools/replayLog.ts log.dmplog`. The tool's exit code, output and
 * signals are its own.
 */
import './needs.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [tool, ...args] = process.argv.slice(2);

if (tool === undefined || !existsSync(join(root, tool))) {
  console.error(tool === undefined ? 'Say which tool to run: node tools/run.mjs tools/NAME.ts' : `There is no ${tool}.`);
  process.exit(2);
}
// The tool's own flags for Node, such as a larger heap, can be given in NODE_OPTIONS.
const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), join(root, tool), ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  if (signal !== null) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exitCode = code ?? 1;
  }
});
