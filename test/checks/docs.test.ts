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

test('a change since the last release is a file of one line, by kind', () => {
  const folder = join(ROOT, 'changes');
  const wrong = readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .filter(
      (file) =>
        !/^[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(file) ||
        !/^(Added|Changed|Fixed|Removed|Security): \S.{15,380}\n$/.test(readFileSync(join(folder, file), 'utf8')),
    );
  expect(wrong, 'See changes/README.md').toEqual([]);
});

test('the changelog has releases only, of 60 lines at most', () => {
  const [head = '', ...releases] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  expect(
    head.split('\n').filter((line) => line.startsWith('- ')),
    'A change is a file in changes/',
  ).toEqual([]);
  const kinds = new Set(['Added', 'Changed', 'Fixed', 'Removed', 'Security']);
  for (const release of releases) {
    const [title = '', ...lines] = release.trimEnd().split('\n');
    expect(title, 'A change is a file in changes/').toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
    expect(lines.length, title).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.startsWith('### ') && !kinds.has(line.slice(4)))).toEqual([]);
  }
});
