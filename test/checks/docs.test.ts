/** What the documents promise: every link leads to a file, every command exists, and the index of decisions is whole. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'test-results']);

function markdown(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : markdown(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const PAGES = markdown(ROOT);

test('links between documents lead to files', () => {
  const broken = PAGES.flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, to = '']) => to)
      .filter((to) => !/^[a-z]+:/i.test(to) && !existsSync(resolve(dirname(page), to)))
      .map((to) => `${relative(ROOT, page)}: ${to}`),
  );
  expect(PAGES.length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

test('commands that documents name are in package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const known = new Set([...Object.keys(scripts), 'ci']);
  const missing = PAGES.flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(/`npm (?:run )?([a-z:]+)/g), ([, name = '']) => name)
      .filter((name) => !known.has(name) && name !== 'run' && name !== 'install')
      .map((name) => `${relative(ROOT, page)}: npm run ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the index of decisions names every one by its title', () => {
  const folder = join(ROOT, 'docs/decisions');
  const lines = readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .toSorted()
    .map((file) => {
      const title = /^# (\d{4}) (.+)$/m.exec(readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? '');
      return `| ${file.slice(0, 4)} | [${title?.[2] ?? 'no title'}](${file}) |`;
    });
  const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  expect(index.filter((line) => /^\| \d/.test(line))).toEqual(lines);
});
