/** Applies the validation profile of a region: which rules are used, at which level, and with which thresholds. Pure. */
import { type ProfileRule, type RuleChange, type RuleThreshold, thresholdError } from '../../src/domain/validationProfile.ts';
import { ruleCatalogue, ruleOf } from './catalogue.ts';
import { groupOf, type Rule } from './rule.ts';
import { THRESHOLDS, type Thresholds } from './thresholds.ts';

/** The rules that a profile leaves, at its levels. Without changes it is the catalogue itself. */
export function rulesUnder(changes: readonly RuleChange[]): readonly Rule[] {
  if (changes.length === 0) return ruleCatalogue;
  const by = new Map(changes.map((one) => [one.RuleId, one]));
  return ruleCatalogue.flatMap((rule): Rule[] => {
    const change = by.get(rule.code);
    if (change?.Off === true) return [];
    return [change?.Level === undefined ? rule : { ...rule, level: change.Level }];
  });
}

/** Thresholds that a profile changes; undefined where it changes none. Numbers outside of the range of a rule are left out. */
export function limitsUnder(changes: readonly RuleChange[]): Partial<Thresholds> | undefined {
  const limits = changes.flatMap(({ RuleId, Off, Threshold }): [string, number][] => {
    const { threshold } = ruleOf(RuleId) ?? {};
    if (Off === true || Threshold === undefined || threshold === undefined) return [];
    return thresholdError(Threshold, rangeOf(RuleId)) === undefined ? [[threshold.key, Threshold]] : [];
  });
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

/** The range of the threshold of a rule; undefined where a region cannot choose another. */
export function rangeOf(code: number): RuleThreshold | undefined {
  const threshold = ruleOf(code)?.threshold;
  return threshold && { Unit: threshold.unit, Min: threshold.min, Max: threshold.max, Standard: THRESHOLDS[threshold.key] };
}

/** All rules with their standard, as the form of a profile offers them. */
export function rulesOffered(): ProfileRule[] {
  return ruleCatalogue.map(({ code, name, level }): ProfileRule => {
    const Threshold = rangeOf(code);
    return { RuleId: code, RuleName: name, RuleLevel: level, GroupName: groupOf(code), ...(Threshold === undefined ? {} : { Threshold }) };
  });
}
