/** The validation profile of a region: kept with author and reason, and applied to the findings of its versions. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntityFindings, readValidationRule, readValidationSummary, readVersionOutlook } from '../../src/contract/validation.ts';
import { changeProfileRule, readValidationProfile, resetProfileRule } from '../../src/contract/validationProfile.ts';
import { ValidationProfile } from '../../src/domain/validationProfile.ts';
import { ValidationSummary } from '../../src/domain/validationSummary.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { editStopField } from './stopCalls.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';

let product: TestProduct;
let version: number;
beforeAll(async () => {
  product = await startTestProduct({}, { checks: true });
  // about 240 m apart
  version = await product.version([
    stopDoc('st', { Type: 5, Coordinate: { Lat: 52, Lng: 5 } }),
    stopDoc('p', { Type: 2, ParentId: 'st', Coordinate: { Lat: 52, Lng: 5.0035 } }),
    stopDoc('n', { Name: '', Coordinate: { Lat: 52.1, Lng: 5 } }),
  ]);
});
afterAll(() => product.close());

const region = 'testland';
const profile = async (): Promise<ValidationProfile> =>
  ValidationProfile.parse((await product.call(readValidationProfile, { params: { region } })).body);
const put = async (ruleId: number, body: object, rev?: number) =>
  product.call(changeProfileRule, { params: { region, ruleId }, body } as never, { ifMatch: rev ?? (await profile()).Rev });
const reset = async (ruleId: number) => product.call(resetProfileRule, { params: { region, ruleId } }, { ifMatch: (await profile()).Rev });

/** What is found once it is checked: cases by rule and level. */
async function found(versionId = version): Promise<{ readonly rules: Readonly<Record<string, number>>; readonly summary: ValidationSummary }> {
  for (let i = 0; i < 200; i++) {
    const summary = ValidationSummary.parse((await product.call(readValidationSummary, { params: { versionId } })).body);
    if (!summary.Checking && summary.ValidatedRev === summary.Rev) {
      const all = summary.Groups.flatMap(({ ValidationsByRule }) => ValidationsByRule);
      return { rules: Object.fromEntries(all.map(({ RuleId, RuleLevel, AllCasesCount }) => [`${RuleLevel} ${RuleId}`, AllCasesCount])), summary };
    }
    await pause(50);
  }
  throw new Error('The version is being checked for ever');
}

describe('the validation profile of a region', () => {
  it('is empty at first: the summary does not name it', async () => {
    const { rules, summary } = await found();
    expect(rules).toMatchObject({ 'Error 202': 1, 'Warning 218': 1 });
    expect(summary).not.toHaveProperty('Profile');
    expect(await profile()).toMatchObject({ RegionKey: 'testland', RegionName: 'Testland', ReadOnly: false, Rev: 0, Changes: [] });
  });

  it('turns a rule off, changes a severity and a threshold, with author and reason', async () => {
    const off = await put(202, { Off: true, Reason: 'Names come later' });
    expect([off.status, off.body]).toMatchObject([200, { Rev: 1, Changes: [{ RuleId: 202, Off: true, Author: 'editor@test.example' }] }]);
    expect((await found()).rules).not.toHaveProperty('Error 202');
    const outlook = (await product.call(readVersionOutlook, { params: { versionId: version } })).body;
    expect(outlook['Errors']).toBe(0);
    const cases = await product.call(readValidationRule, { params: { versionId: version, ruleId: 202 } });
    expect(cases.body).toMatchObject({ Total: 0, Cases: [] });
    const one = await product.call(readEntityFindings, { params: { versionId: version, entity: 'Stop', entityId: 'n' } });
    expect(JSON.stringify(one.body)).not.toContain('STOP_NAME_MISSING');

    await put(202, { Level: 'Warning', Reason: 'Names come later' });
    await put(218, { Threshold: 300, Reason: 'Large stations' });
    const { rules, summary } = await found();
    expect(rules).toMatchObject({ 'Warning 202': 1 });
    expect(rules).not.toHaveProperty('Warning 218');
    expect(summary.Profile).toMatchObject({
      RegionKey: 'testland',
      RegionName: 'Testland',
      Changes: [
        { RuleId: 202, Level: 'Warning', Reason: 'Names come later' },
        { RuleId: 218, Threshold: 300, Reason: 'Large stations', Author: 'editor@test.example' },
      ],
    });
  });

  it('applies to what an edit has checked again', async () => {
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: version } });
    const draft: number = begun.body['EditableDbVersionId'] ?? 0;
    expect((await found(draft)).rules).not.toHaveProperty('Warning 218');
    await put(218, { Threshold: 200, Reason: 'Large stations' });
    expect((await found(draft)).rules).toMatchObject({ 'Warning 218': 1 });
    const moved = await product.call(
      editStopField,
      { params: { versionId: draft, field: 'name' }, body: { stopId: 'n', value: 'Named' } },
      { ifMatch: 0, key: 'naming-with-profile' },
    );
    expect(moved.status, moved.text).toBe(200);
    const { rules } = await found(draft);
    expect(rules).toMatchObject({ 'Warning 218': 1 });
    expect(rules).not.toHaveProperty('Warning 202');
  });

  it('is refused with the reason: without one, outside of the range, for the standard, and on an older revision', async () => {
    expect((await put(202, { Off: true, Reason: ' ' })).status).toBe(400);
    const far = await put(218, { Threshold: 6000, Reason: 'Far' });
    expect([far.status, far.text]).toEqual([400, expect.stringContaining('Enter a number from 10 to 5,000 m')]);
    expect((await put(203, { Threshold: 5, Reason: 'None' })).text).toContain('This rule has no threshold that can be changed');
    expect((await put(203, { Level: 'Warning', Reason: 'Same' })).text).toContain('This is the standard of the rule');
    expect((await put(999, { Off: true, Reason: 'None' })).status).toBe(404);
    expect((await put(203, { Off: true, Reason: 'Old' }, 0)).status).toBe(412);
    const viewer = await product.call(
      changeProfileRule,
      { params: { region, ruleId: 203 }, body: { Off: true, Reason: 'x' } },
      { ifMatch: 4, as: 'viewer' },
    );
    expect(viewer.status).toBe(403);
  });

  it('is taken back rule by rule: the findings are those of before', async () => {
    await reset(202);
    const last = await reset(218);
    expect(last.body).toMatchObject({ Changes: [] });
    const { rules, summary } = await found();
    expect(rules).toMatchObject({ 'Error 202': 1, 'Warning 218': 1 });
    expect(summary).not.toHaveProperty('Profile');
  });
});
