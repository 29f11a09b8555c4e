import { describe, expect, test } from 'vitest';
import { STOP_RULE_CASES } from '../../../test/builders/stopRuleCases.ts';
import { casesOf, expectRule, networkOf, SOUND } from '../../../test/builders/ruleCases.ts';
import { ruleCatalogue } from '../catalogue.ts';

describe.each(
  Object.entries(STOP_RULE_CASES).map(([code, row]) => ({
    code: Number(code),
    row,
    name: ruleCatalogue.find((rule) => rule.code === Number(code))?.name ?? 'NO SUCH RULE',
  })),
)('$code $name', ({ code, row }) => {
  test('fires on one case and is silent on its neighbour', () => expectRule(code, row));
});

test('nothing is wrong with the version that the tables begin with', () => {
  expect(SOUND.length).toBeGreaterThan(20);
  expect(ruleCatalogue.flatMap((rule) => casesOf(rule.code, networkOf([])).map(({ Text }) => `${rule.code} ${Text}`))).toEqual([]);
});
