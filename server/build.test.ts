import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOfBuild } from '../src/domain/build.ts';
import { readBuild } from './build.ts';

test('a build is described by its version, commit and date', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-build-'));
  const written = { version: '1.2.3', commit: 'ab12cd34ef', date: '2026-11-27T01:12:30.000Z' };
  writeFileSync(join(folder, 'build.json'), JSON.stringify(written));
  expect(readBuild(folder, folder)).toEqual(written);
  expect(textOfBuild(written)).toBe('1.2.3 (ab12cd34ef, 2026-11-27 01:12 UTC)');
});

test('a build without git says so', () => {
  expect(textOfBuild({ version: '1.2.3', commit: null, date: '2026-11-27T01:12:30.000Z' })).toBe('1.2.3 (without git, 2026-11-27 01:12 UTC)');
});

test('what was not built has the version of package.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-build-'));
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  expect(readBuild(join(folder, 'server'), folder)).toEqual({ version: '1.2.3', commit: null, date: null });
  expect(textOfBuild(readBuild(join(folder, 'server'), folder))).toBe('1.2.3 (from its sources)');
});
