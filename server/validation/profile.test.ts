import { expect, test } from 'vitest';
import { casesOf, networkOf, REGION } from '../../test/builders/ruleCases.ts';
import { SCHEDULE_RULE_CASES } from '../../test/builders/scheduleRuleCases.ts';
import { STOP_RULE_CASES } from '../../test/builders/stopRuleCases.ts';
import { type RuleChange, RuleChangeBody, thresholdError } from '../../src/domain/validationProfile.ts';
import { ruleCatalogue } from './catalogue.ts';
import { limitsUnder, rangeOf, rulesOffered, rulesUnder } from './profile.ts';
import { THRESHOLDS } from './thresholds.ts';
import { checkFingerprint } from './validator.ts';

const CASES = { ...STOP_RULE_CASES, ...SCHEDULE_RULE_CASES };
const WITH_THRESHOLD = ruleCatalogue.filter(({ threshold }) => threshold !== undefined);
const change = (RuleId: number, how: Omit<RuleChange, 'RuleId' | 'Reason' | 'Author' | 'At'>): RuleChange => ({
  RuleId,
  Reason: 'Our network is like that',
  Author: 'mia@demo.example',
  At: '2026-11-28T09:00:00.000Z',
  ...how,
});

test('without changes the rules are the catalogue itself, with its thresholds and the fingerprint of before', () => {
  expect(rulesUnder([])).toBe(ruleCatalogue);
  expect(limitsUnder([])).toBeUndefined();
  expect(networkOf([]).limits).toEqual(THRESHOLDS);
  const region = { bounds: null, currency: 'EUR', profile: [] };
  expect(JSON.parse(checkFingerprint(region))).toHaveLength(3);
  const off = [change(202, { Off: true }), change(204, { Level: 'Error' as const })];
  expect(checkFingerprint({ ...region, profile: off })).toBe(checkFingerprint(region));
  expect(checkFingerprint({ ...region, profile: [change(218, { Threshold: 250 })] })).not.toBe(checkFingerprint(region));
});

test('a rule is left out, or has another level; the others are unchanged', () => {
  const rules = rulesUnder([change(202, { Off: true }), change(204, { Level: 'Error' })]);
  expect(rules).toHaveLength(ruleCatalogue.length - 1);
  expect(rules.find(({ code }) => code === 202)).toBeUndefined();
  expect(rules.find(({ code }) => code === 204)?.level).toBe('Error');
  expect(ruleCatalogue.find(({ code }) => code === 204)?.level).toBe('Warning');
  expect(rules.filter((rule) => ruleCatalogue.includes(rule))).toHaveLength(ruleCatalogue.length - 2);
});

test('a threshold of a profile is used; one of a rule that is off, has none, or is outside of the range is not', () => {
  expect(limitsUnder([change(218, { Threshold: 250 }), change(303, { Threshold: 20 })])).toEqual({ farFromParentMetres: 250, shortNameLength: 20 });
  expect(limitsUnder([change(218, { Off: true, Threshold: 250 }), change(202, { Threshold: 5 }), change(219, { Threshold: 1 })])).toBeUndefined();
  const fires = CASES[218]?.fires ?? [];
  expect(casesOf(218, networkOf(fires))).toHaveLength(1);
  expect(casesOf(218, networkOf(fires, { ...REGION, limits: { farFromParentMetres: 250 } }))).toEqual([]);
});

test('each threshold belongs to one rule, and its standard is within its range', () => {
  expect(WITH_THRESHOLD.length).toBe(26);
  expect(new Set(WITH_THRESHOLD.map(({ threshold }) => threshold?.key)).size).toBe(26);
  for (const { code } of WITH_THRESHOLD) {
    const range = rangeOf(code);
    expect([code, range && thresholdError(range.Standard, range)]).toEqual([code, undefined]);
  }
  expect(rulesOffered().find(({ RuleId }) => RuleId === 218)).toEqual({
    RuleId: 218,
    RuleName: 'STOP_FAR_FROM_PARENT',
    RuleLevel: 'Warning',
    GroupName: 'Stops',
    Threshold: { Unit: 'm', Min: 10, Max: 5000, Standard: 100 },
  });
});

test.each(WITH_THRESHOLD.map(({ code, name }) => ({ code, name })))('$code $name reads its threshold', ({ code }) => {
  const threshold = WITH_THRESHOLD.find((rule) => rule.code === code)?.threshold;
  const { fires, silent = [], today, region = REGION } = CASES[code] ?? { fires: [] };
  if (!threshold) throw new Error('It has none');
  const found = (limit: number): string =>
    [fires, silent].map((docs) => casesOf(code, networkOf(docs, { ...region, limits: { [threshold.key]: limit } }), today).length).join(' ');
  expect([found(threshold.min), found(threshold.max)]).not.toEqual([found(THRESHOLDS[threshold.key]), found(THRESHOLDS[threshold.key])]);
});

test('a change has a reason and changes something', () => {
  expect(RuleChangeBody.safeParse({ Off: true, Reason: '  ' }).success).toBe(false);
  expect(RuleChangeBody.safeParse({ Reason: 'Why' }).success).toBe(false);
  expect(RuleChangeBody.parse({ Off: true, Reason: ' Why ' })).toEqual({ Off: true, Reason: 'Why' });
});
