import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALONE, KILLS_WITH_LONG, ON_PGLITE_ALONE, QUICK_ON_PGLITE, QUICK_ON_POSTGRES } from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');

test('only tests that have a process of their own put doubles in the place of modules: others would meet the doubles too', () => {
  const files = ['src', 'server', 'tools', 'test']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.test\.tsx?$/.test(file));
  const replacing = files.filter((file) => /\bvi\.(do)?mock\(/i.test(readFileSync(join(root, file), 'utf8')));
  expect(replacing.toSorted()).toEqual(ALONE);
});

test('what is left out on a database is there, and in one list only: a file that has another name now is looked at again', () => {
  const all = [...ON_PGLITE_ALONE, ...QUICK_ON_PGLITE, ...QUICK_ON_POSTGRES, ...KILLS_WITH_LONG];
  expect(all.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(all.filter((file, at) => all.indexOf(file) !== at)).toEqual([]);
});
