import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALONE, ON_PGLITE_ALONE } from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');

test('only tests that have a process of their own put doubles in the place of modules: others would meet the doubles too', () => {
  const files = ['src', 'server', 'tools', 'test']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.test\.tsx?$/.test(file));
  const replacing = files.filter((file) => /\bvi\.(do)?mock\(/i.test(readFileSync(join(root, file), 'utf8')));
  expect(replacing.toSorted()).toEqual(ALONE);
});

test('what is left out on PostgreSQL is there: a file that has another name now is looked at again', () => {
  expect(ON_PGLITE_ALONE.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
