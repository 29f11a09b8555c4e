import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { loadMoreCases, loadValidationRule } from './loadValidationRule.ts';

const OF_RULE = { versionId: 1, ruleId: 105, fresh: false };
const page = (Total: number, ids: readonly string[]) => ({
  Rule: {
    RuleId: 105,
    RuleName: 'AGENCY_NAME_PLACEHOLDER',
    RuleLevel: 'Warning',
    Area: null,
    Entity: 'Agency',
    Ignorable: true,
    AllCasesCount: Total,
    IgnoredCasesCount: 0,
    NewCasesCount: 0,
    FullyIgnored: false,
    Ignored: false,
    IgnoredBySessionDbVersionId: null,
    Mendable: false,
  },
  Total,
  Kept: Total,
  Offset: 0,
  Cases: ids.map((Id) => ({ Id, Text: `case ${Id}`, Ignored: false, IgnoredBySessionDbVersionId: null, New: false })),
});

/** A list of which the first page is loaded and the next is being read. */
function scrolled() {
  const { kernel, call } = openProduct('/data/db/demo/v/1/agencies');
  kernel.dispatch(loadValidationRule(OF_RULE));
  call('readValidationRule').answer(page(4, ['a', 'b']));
  kernel.dispatch(loadMoreCases({ ...OF_RULE, offset: 2 }));
  const more = call('readValidationRule');
  const readAnew = (total: number, ids: readonly string[]): void => {
    kernel.dispatch(loadValidationRule(OF_RULE));
    call('readValidationRule').answer(page(total, ids));
  };
  const ids = (): unknown => kernel.snapshot().view.versions[1]?.validation.cases['105/all']?.value?.cases.map(({ Id }) => Id);
  return { more, readAnew, ids };
}

test('the next page of the cases of a rule follows those that are there', () => {
  const { more, ids } = scrolled();
  more.answer(page(4, ['c', 'd']));
  expect(ids()).toEqual(['a', 'b', 'c', 'd']);
});

test('a page that was read before a change is not put behind the list that was read after it', () => {
  const { more, readAnew, ids } = scrolled();
  readAnew(3, ['b', 'c']);
  more.answer(page(4, ['c', 'd']));
  expect(ids()).toEqual(['b', 'c']);
});

test('nor is it where as many cases came as went: none stands there twice', () => {
  const { more, readAnew, ids } = scrolled();
  readAnew(4, ['b', 'c']);
  more.answer(page(4, ['c', 'd']));
  expect(ids()).toEqual(['b', 'c']);
});
