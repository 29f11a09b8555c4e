import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { citationsIn, citedIds } from '../../tools/requirements/citations.ts';
import { readReports } from '../../tools/requirements/reports.ts';

test('a title names rows in brackets, one or several', () => {
  expect(citedIds('a new stop needs a name [E173]')).toEqual(['E173']);
  expect(citedIds('it undoes [E173 R45] and says so [H001, H002]')).toEqual(['E173', 'R45', 'H001', 'H002']);
  expect(citedIds('a bounding box [6.35, 40.62] is no row')).toEqual([]);
});

test('rows are found in every way to write a title, and nowhere else', () => {
  // Written with #, so that this file itself names no rows.
  const source = [
    "test('plain [#1]', () => {});",
    'it.each([[1, 2], [3, 4]])("each [#2]", () => {});',
    'describe(`block [#3]`, () => {',
    "  test.skip('it\\'s quoted [#4]', () => {});",
    '});',
    '// a comment about [#5]',
    "expect('text [#6]').toBe(other);",
    "test.describe('browser [#7]', () => {});",
  ].join('\n');
  expect(citationsIn(source.replaceAll('#', 'E00'), 'a.test.ts').map(({ id, where }) => `${id} ${where}`)).toEqual([
    'E001 a.test.ts:1',
    'E002 a.test.ts:2',
    'E003 a.test.ts:3',
    'E004 a.test.ts:4',
    'E007 a.test.ts:8',
  ]);
});

test('a row that a step of a story names has the verdict of the step; a step that was not come to has none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const attempts = [
    { steps: [{ title: 'opens [#2]' }, { title: 'outer', error: { message: 'no' }, steps: [{ title: 'saves [#3]', error: { message: 'no' } }] }] },
    { steps: [{ title: 'opens [#2]' }, { title: 'saves [#3]' }] },
  ];
  const story = (results: unknown) => ({ title: 'a story [#1]', ok: true, tests: [{ status: 'flaky', results }] });
  const suite = { title: 'a.spec.ts', specs: [story(attempts)] };
  const verdictsOf = (report: unknown): string[] => {
    writeFileSync(join(folder, 'browser.json'), JSON.stringify(report).replaceAll('#', 'E00'));
    return readReports(folder).flatMap(({ ids, status }) => [...ids].map((id) => `${id} ${status}`));
  };
  expect(verdictsOf({ suites: [suite] })).toEqual(['E001 passed', 'E002 passed', 'E003 passed']);
  const failed = { ...story(attempts.slice(0, 1)), ok: false };
  expect(verdictsOf({ suites: [{ ...suite, specs: [failed] }] })).toEqual(['E001 failed', 'E002 passed', 'E003 failed']);
});
