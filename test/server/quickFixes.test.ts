/** Every rule with a remedy, through the product: its cases are fixed all at once, and come back with the undo. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocuments, revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { readValidationRule, readValidationSummary } from '../../src/contract/validation.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { fixCases } from '../../src/domain/edits/quickFixes.ts';
import { entityId, type Entity } from '../../src/domain/entities.ts';
import { fixedDocument, quickFixOf } from '../../src/domain/quickFixes.ts';
import type { ValidationSummary } from '../../src/domain/validationSummary.ts';
import { ruleCatalogue } from '../../server/validation/catalogue.ts';
import { agency, type AnyDocument, SOUND } from '../builders/ruleCases.ts';
import { SCHEDULE_RULE_CASES } from '../builders/scheduleRuleCases.ts';
import { STOP_RULE_CASES } from '../builders/stopRuleCases.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { checks: true });
});
afterAll(() => product.close());

/** The case of the table of rules, but where that one has no remedy: `https://` alone leads nowhere. */
const FAULTS: Readonly<Record<number, readonly AnyDocument[]>> = { 109: [agency({ FareUrl: 'lines.example/fares' })] };
const TABLE = { ...STOP_RULE_CASES, ...SCHEDULE_RULE_CASES };
const MENDABLE = ruleCatalogue.filter(({ code }) => quickFixOf(code) !== undefined);

test('the rules with a remedy are these', () => {
  expect(MENDABLE.map(({ code }) => code)).toEqual([104, 108, 109, 203, 223, 304, 313, 325, 326, 343, 345, 346, 347, 391, 393, 394, 606]);
});

test.each(MENDABLE.map(({ code, name }) => [code, name] as const))('rule %i, %s', async (ruleId) => {
  const versionId = await draftWith(FAULTS[ruleId] ?? TABLE[ruleId]?.fires ?? []);
  const before = await found(versionId);
  expect(before.get(ruleId)).toBeGreaterThan(0);
  const { body } = await product.call(readValidationRule, { params: { versionId, ruleId } });
  const cases = body['Cases'] as unknown as readonly { Id: string; TrackId?: string; Calendar?: string; Date?: string }[];
  const keys = [...new Map(cases.flatMap((one) => fixedDocument(ruleId, one) ?? []).map((key) => [key.id, key])).values()];
  const was = await documentsOf(versionId, keys);

  const stopIds = SOUND.flatMap(({ kind, doc }) => (kind === 'Stop' ? [entityId(kind, doc)] : []));
  const documents = keys.map((key) => {
    const of = cases.filter((one) => fixedDocument(ruleId, one)?.id === key.id);
    return {
      ...key,
      ...(quickFixOf(ruleId)?.readsStops === true && { stopIds }),
      ...(quickFixOf(ruleId)?.readsCalendars === true && {
        calendarIds: of.flatMap(({ Calendar = [] }) => Calendar),
        dates: of.flatMap(({ Date: date = [] }) => date),
      }),
    };
  });
  const fixed = await product.call(routeOfEdit(fixCases), { params: { versionId }, body: { ruleId, documents } }, { ifMatch: '*' });
  expect([fixed.status, fixed.text]).toEqual([200, expect.stringContaining('"Rev":1')]);
  const after = await found(versionId);
  expect(after.get(ruleId), 'nothing of the fault is left').toBeUndefined();
  expect(
    [...after].filter(([rule, cases]) => cases > (before.get(rule) ?? 0)),
    'and the remedy brings no other',
  ).toEqual([]);

  const undone = await product.call(revertChangeset, { params: { versionId, rev: 1 }, body: {} }, { ifMatch: '*' });
  expect([undone.status, undone.text]).toEqual([200, expect.stringContaining('"Rev":2')]);
  expect(await documentsOf(versionId, keys)).toEqual(was);
  expect(await found(versionId)).toEqual(before);
});

/** A draft of the sound version with these documents in it. */
async function draftWith(documents: readonly AnyDocument[]): Promise<number> {
  const all = new Map([...SOUND, ...documents].map((one) => [`${one.kind}/${entityId(one.kind, one.doc)}`, one]));
  // the tables hold documents as loosely as some rules need them; the store refuses those that are none
  const versionId = await product.version([...all.values()].map(({ kind, doc }) => ({ kind, doc: doc as Entity }) as Document));
  const { body } = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
  return body['EditableDbVersionId'] ?? 0;
}

/** Number of cases by rule, once the version is checked as it is now. */
async function found(versionId: number): Promise<ReadonlyMap<number, number>> {
  for (let tries = 0; tries < 400; tries++) {
    const now = (await product.call(readValidationSummary, { params: { versionId } })).body as unknown as ValidationSummary;
    if (!now.Checking && now.ValidatedRev === now.Rev)
      return new Map(now.Groups.flatMap((group) => group.ValidationsByRule.map((rule) => [rule.RuleId, rule.AllCasesCount])));
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('The version was not checked within 20 seconds');
}

async function documentsOf(versionId: number, keys: readonly { kind: string; id: string }[]): Promise<unknown> {
  const { body } = await product.call(readDocuments, { params: { versionId }, query: { key: keys.map(({ kind, id }) => `${kind}/${id}`) } });
  return (body['Documents'] as unknown as readonly { Doc: unknown }[]).map(({ Doc }) => Doc);
}
