import { describe, test } from 'vitest';
import { calendar, next, SCHEDULE_RULE_CASES } from '../../../test/builders/scheduleRuleCases.ts';
import { expectRule, schedule } from '../../../test/builders/ruleCases.ts';
import { ruleCatalogue } from '../catalogue.ts';

describe.each(
  Object.entries(SCHEDULE_RULE_CASES).map(([code, row]) => ({
    code: Number(code),
    row,
    name: ruleCatalogue.find((one) => one.code === Number(code))?.name ?? 'NO SUCH RULE',
  })),
)('$code $name', ({ code, row }) => {
  test('fires on one case and is silent on its neighbour', () => expectRule(code, row));
});

test('an expired schedule is no case where its family goes on', () => {
  expectRule(319, {
    fires: [schedule(calendar('2026-01-01', '2026-05-31'))],
    about: '1_20260101',
    silent: [schedule(calendar('2026-01-01', '2026-05-31')), next('2026-06-01', '2026-12-31')],
  });
});
