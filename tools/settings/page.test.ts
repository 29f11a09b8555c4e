/** The page of settings is of today, and has every environment variable that the server reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../server/settings.ts';
import { settingsPage } from './page.ts';

const root = join(import.meta.dirname, '../..');
const names = Object.values(SETTINGS).flatMap((area) => Object.keys(area));

test('docs/operate/settings.md is what the declarations say', () => {
  expect(readFileSync(join(root, 'docs/operate/settings.md'), 'utf8'), 'Run: node tools/run.mjs tools/settingsPage.ts').toBe(settingsPage());
});

test('every setting has a line that says what it means', () => {
  const lines = settingsPage().split('\n');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !lines.some((line) => line.startsWith(`| \`${name}\` |`) && /\| .{12,} \|$/.test(line)))).toEqual([]);
});

test('what the server reads of its environment is a setting', () => {
  const read = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      Array.from(readFileSync(join(root, 'server', file), 'utf8').matchAll(/(?:process\.env\['|\benv\.)([A-Z_]+)/g), ([, name = '']) => name),
    );
  // DMP_BUILT_WORKERS is set by the build itself.
  expect([...new Set(read)].filter((name) => !names.includes(name) && name !== 'DMP_BUILT_WORKERS')).toEqual([]);
});

test('values and defaults are named', () => {
  expect(settingsPage()).toContain('| `PORT` | a port number from 1 to 65535 | `4180` | Port that the product listens on. |');
  expect(settingsPage()).toContain('| `TERMS` | yes or no | `no` |');
});
