/**
 * `npm run lines`: lines of product code, styles and tests by room of `tools/lint/rooms.mjs`, as a table. Blank lines and comments count:
 * they are read too. Files are those that git knows.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roomOf } from './lint/rooms.mjs';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-z', 'src', 'server', 'test', 'tools'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));

/** By room: [product, styles, tests]. */
const table = new Map();
for (const file of files) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  const room = roomOf(file) ?? file.split('/')[0];
  const row = table.get(room) ?? [0, 0, 0];
  row[file.endsWith('.css') ? 1 : /\.test\.tsx?$|^test\//.test(file) ? 2 : 0] += lines;
  table.set(room, row);
}

const rows = [...table].toSorted(([a], [b]) => (a < b ? -1 : 1));
const sum = rows.reduce((all, [, row]) => all.map((n, i) => n + row[i]), [0, 0, 0]);
const cell = (n) => n.toLocaleString('en-GB').padStart(9);
console.log(`${'room'.padEnd(20)}${['product', 'styles', 'tests'].map((title) => title.padStart(9)).join('')}`);
for (const [room, row] of [...rows, ['all', sum]]) console.log(`${room.padEnd(20)}${row.map(cell).join('')}`);
