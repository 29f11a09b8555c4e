import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTranslationFields, listTranslationLanguages, listTranslations } from '../../src/contract/translations.ts';
import { Translation } from '../../src/domain/model/translation.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const FULL = {
  Id: 't1',
  CategoryName: 'stop_times',
  FieldName: 'stop_headsign',
  LanguageName: 'de',
  Translation: 'Hafen "Süd"',
  RecordId: 'trip 1',
  RecordSubId: '4',
  FieldValue: 'Harbour',
  Extra: { note: 'x' },
};
const NAMES = [
  { Id: 't2', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', FieldValue: 'Market' },
  { Id: 't3', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: '', Translation: 'Markt', FieldValue: 'Market' },
  { Id: 't4', CategoryName: 'agency', FieldName: 'agency_name', LanguageName: 'ja-Hrkt', Translation: 'えき', FieldValue: '駅' },
];

let product: TestProduct;
let versionId: number;
beforeAll(async () => {
  product = await startTestProduct();
  versionId = await product.version([FULL, ...NAMES].map((doc) => ({ kind: 'Translation', doc })));
});
afterAll(() => product.close());

describe('translations', () => {
  it('are listed with every field [E117 E287]', async () => {
    expect(Object.keys(FULL).toSorted()).toEqual(Object.keys(Translation.shape).toSorted());
    const { body } = await product.call(listTranslations, { params: { versionId } });
    expect(body).toMatchObject({ Translations: [FULL, ...NAMES] });
  });

  it('their languages are listed by name with how many of each; none at all reads N/A [E118 E119 E288]', async () => {
    expect((await product.call(listTranslationLanguages, { params: { versionId } })).body).toEqual({
      Languages: [
        { Id: 'de', Name: 'German', Count: 2 },
        { Id: 'ja-Hrkt', Name: 'Japanese (Japanese syllabaries)', Count: 1 },
        { Id: '', Name: 'N/A', Count: 1 },
      ],
    });
  });

  it('their fields are listed by category with how many of each [E119 E289]', async () => {
    expect((await product.call(listTranslationFields, { params: { versionId } })).body).toEqual({
      Fields: [
        { CategoryName: 'agency', FieldName: 'agency_name', Count: 1 },
        { CategoryName: 'stop_times', FieldName: 'stop_headsign', Count: 1 },
        { CategoryName: 'stops', FieldName: 'stop_name', Count: 2 },
      ],
    });
  });

  it('10,000 come in one answer, each once', async () => {
    const docs = Array.from({ length: 10_000 }, (_, i) => ({
      Id: `n${i}`,
      CategoryName: 'stops',
      FieldName: 'stop_name',
      LanguageName: 'ja',
      Translation: `駅 ${i}`,
      FieldValue: `Station ${i}`,
    }));
    const many = await product.version(docs.map((doc) => ({ kind: 'Translation', doc })));
    const { Translations } = listTranslations.reply.parse((await product.call(listTranslations, { params: { versionId: many } })).body);
    expect(new Map(Translations.map((one) => [one.Id, one]))).toEqual(new Map(docs.map((doc) => [doc.Id, doc])));
    expect(Translations).toHaveLength(10_000);
  });

  it('a version without any has empty lists, and a version that is not there none', async () => {
    const none = await product.version([{ kind: 'Agency', doc: { Id: 'x' } }]);
    expect((await product.call(listTranslations, { params: { versionId: none } })).body).toMatchObject({ Translations: [] });
    expect((await product.call(listTranslationLanguages, { params: { versionId: none } })).body).toEqual({ Languages: [] });
    for (const route of [listTranslations, listTranslationLanguages, listTranslationFields]) {
      expect((await product.call(route, { params: { versionId: 99_999 } })).status).toBe(404);
      expect((await product.call(route, { params: { versionId } }, { as: 'norole' })).status).toBe(403);
    }
  });
});
