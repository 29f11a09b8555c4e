import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tryNotices } from '../../../test/builders/canonicalCases.ts';
import { removeFeeds } from '../../../test/builders/gtfsZip.ts';
import { noticesTable, rulesOf, rulesTable } from '../../../tools/canonical/table.ts';
import { ruleOf } from '../catalogue.ts';
import { CANONICAL_NOTICES } from './notices.ts';

afterAll(removeFeeds);

const docs = (name: string): string => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');

test('all 173 notices have a counterpart, or a reason why there is none', () => {
  expect(CANONICAL_NOTICES).toHaveLength(173);
  expect(CANONICAL_NOTICES.map(({ code }) => code)).toEqual([...new Set(CANONICAL_NOTICES.map(({ code }) => code))].toSorted());
  const unanswered = CANONICAL_NOTICES.filter((notice) => rulesOf(notice).length + notice.reading.length > 0 === (notice.none !== undefined));
  expect(unanswered.map(({ code }) => code)).toEqual([]);
});

test('the rules that are named exist, and their levels are the severities, or a reason says why not', () => {
  const wrong = CANONICAL_NOTICES.flatMap((notice) =>
    rulesOf(notice).flatMap((code) => {
      const level = ruleOf(code)?.level;
      return level === undefined || (level.toUpperCase() !== notice.severity && notice.differs === undefined) ? [`${notice.code} ${code}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the tables of the documentation are those of the notices: npm run canonical -- --write', () => {
  expect(docs('canonical-notices.tsv')).toBe(noticesTable());
  expect(docs('validation-rules.tsv')).toBe(rulesTable(docs('validation-rules.tsv')));
});

test('each fires on its case and is silent on the nearest neighbour', async () => {
  const broken = (await tryNotices()).filter(({ notice, fires, silent }) => notice.none === undefined && !(fires === true && silent === true));
  expect(broken.map(({ notice, fires, silent }) => `${notice.code}: fires ${fires}, silent ${silent}`)).toEqual([]);
});
