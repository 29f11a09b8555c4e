import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/translations.ts';
import { languageName } from '../../src/domain/translations.ts';
import type { Engine } from '../store/engine.ts';
import { readEditedRevs } from '../store/entities.ts';
import { countByField, countByLanguage } from '../store/translations.ts';
import { readDocumentTexts } from './documentTexts.ts';
import { readable } from './editing.ts';

/** Every translation of a version, as JSON text of the whole answer. */
export async function listTranslations(engine: Engine, versionId: number): Promise<Buffer> {
  await readable(engine.db, versionId);
  const revs = await readEditedRevs(engine.db, versionId, 'Translation');
  const end = Buffer.from(`],"Revs":${JSON.stringify(revs)}}`);
  return Buffer.concat([Buffer.from('{"Translations":['), await readDocumentTexts(engine, versionId, 'Translation'), end]);
}

/** The languages a version has translations in, by name. */
export async function listTranslationLanguages(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.listTranslationLanguages>> {
  await readable(engine.db, versionId);
  const languages = (await countByLanguage(engine.db, versionId)).map(({ language, n }) => ({
    Id: language,
    Name: languageName(language),
    Count: n,
  }));
  return { Languages: languages.toSorted((a, b) => collator.compare(a.Name, b.Name) || collator.compare(a.Id, b.Id)) };
}

/** The fields a version has translations of, by category and name. */
export async function listTranslationFields(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.listTranslationFields>> {
  await readable(engine.db, versionId);
  const fields = (await countByField(engine.db, versionId)).map(({ category, field, n }) => ({ CategoryName: category, FieldName: field, Count: n }));
  return { Fields: fields.toSorted((a, b) => collator.compare(a.CategoryName, b.CategoryName) || collator.compare(a.FieldName, b.FieldName)) };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
