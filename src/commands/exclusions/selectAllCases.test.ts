import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { loadValidationRule } from '../validation/loadValidationRule.ts';
import { confirmExcluding } from './excludingSteps.ts';
import { selectAllCases } from './selectAllCases.ts';

/** The answer to a call for a page of a rule that finds something in so many stops. */
const page = ({ offset, limit }: { offset: number; limit: number }, total: number) => ({
  Rule: {
    RuleId: 212,
    RuleName: 'STOPS_TOO_CLOSE',
    RuleLevel: 'Warning',
    Area: 3,
    Entity: 'Stop',
    Ignorable: true,
    AllCasesCount: total,
    IgnoredCasesCount: 0,
    NewCasesCount: 0,
    FullyIgnored: false,
    Ignored: false,
    IgnoredBySessionDbVersionId: null,
    Mendable: false,
  },
  Total: total,
  Kept: total,
  Offset: offset,
  Cases: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, n) => ({
    Id: `S${offset + n}`,
    Text: 'Market Street is 1 m away',
    Ignored: false,
    IgnoredBySessionDbVersionId: null,
    New: false,
  })),
});

function openRule(total: number) {
  const product = openProduct('/data/db/demo/v/1/stops', { search: '?rule=stops.212&excluding=true' });
  const asked: unknown[] = [];
  const answer = (): void => {
    const { query } = product.call('readValidationRule').call.input as { query: { offset: number; limit: number } };
    asked.push(query.offset);
    product.call('readValidationRule').answer(page(query, total));
  };
  product.kernel.dispatch(loadValidationRule({ versionId: 1, ruleId: 212, fresh: false }));
  answer();
  const excluded = (): readonly unknown[] => {
    product.kernel.dispatch(confirmExcluding({ removed: false }));
    return (product.call('ignoreRule').call.input as { body: { IgnoredValidations: readonly unknown[] } }).body.IgnoredValidations;
  };
  return { ...product, asked, answer, excluded };
}

test('Select all selects the cases beyond the first page too: they are loaded, and all of them are excluded', () => {
  const { kernel, asked, answer, excluded } = openRule(4600);
  kernel.dispatch(selectAllCases({ versionId: 1, ruleId: 212, fresh: false, offset: 500 }));
  for (let pages = 0; pages < 3; pages++) answer();
  expect(asked).toEqual([0, 500, 2500, 4500]);
  const ids = excluded();
  expect(ids).toHaveLength(4600);
  expect(ids.at(-1)).toEqual({ StopId: 'S4599' });
});

test('where there are more than one call can exclude, the first 10,000 are selected', () => {
  const { kernel, answer, excluded } = openRule(23_000);
  kernel.dispatch(selectAllCases({ versionId: 1, ruleId: 212, fresh: false, offset: 500 }));
  for (let pages = 0; pages < 5; pages++) answer();
  expect(excluded()).toHaveLength(10_000);
});

test('cases that went meanwhile end it: what is there is selected', () => {
  const { kernel, call, excluded } = openRule(4600);
  kernel.dispatch(selectAllCases({ versionId: 1, ruleId: 212, fresh: false, offset: 500 }));
  call('readValidationRule').answer(page({ offset: 500, limit: 0 }, 4600));
  expect(excluded()).toHaveLength(500);
});
