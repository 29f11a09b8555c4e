import type { Draft } from 'immer';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { casesKey, summaryPlace } from '../../projections/validation.ts';
import { askedAgain } from '../defineLoad.ts';
import { loadIgnored } from '../exclusions/loadIgnored.ts';
import { loadValidationRule } from './loadValidationRule.ts';
import { loadValidationSummary } from './loadValidationSummary.ts';

/** What is known of single entities is requested again by the forms that show it; until then they show what was known. */
export function forgetEntityFindings(base: Draft<AppState>, versionId: number): void {
  for (const load of Object.values(base.versions[versionId]?.validation.entities ?? {})) load.status = 'idle';
}

/** What is known of cases is dropped, but of the rule on the screen; `rules` are those that changed, null: all. */
export function forgetCases(base: Draft<AppState>, versionId: number, rules: readonly number[] | null): void {
  const cases = base.versions[versionId]?.validation.cases ?? {};
  const { rule, fresh } = summaryPlace(base.location.search);
  for (const key of Object.keys(cases)) {
    const changed = rules === null || rules.some((ruleId) => key.startsWith(`${ruleId}/`));
    if (changed && (rule === undefined || key !== casesKey(rule, fresh))) delete cases[key];
  }
}

/** Loads again what is on the screen of the validation of a version; `rules` are those that changed, all where it is not said. */
export function shownFindings(view: AppState, versionId: number, rules?: readonly number[]): readonly CommandInput[] {
  const validation = view.versions[versionId]?.validation;
  if (!validation) return [];
  const { rule, fresh } = summaryPlace(view.location.search);
  const changed = rule !== undefined && (rules === undefined || rules.includes(rule));
  return [
    ...(validation.summary.status === 'idle' ? [] : [loadValidationSummary({ versionId })]),
    ...(changed && validation.cases[casesKey(rule, fresh)] ? [loadValidationRule({ versionId, ruleId: rule, fresh })] : []),
    ...(validation.ignored.status === 'idle' ? [] : [loadIgnored({ versionId })]),
    // what a form, or a rule that was left, is asking for was asked before the change
    ...askedAgain([...Object.values(validation.entities), ...Object.values(validation.cases)]),
  ];
}
