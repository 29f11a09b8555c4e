import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/translations.ts';
import { isWorthTranslating, TRANSLATABLE_FIELDS } from '../../src/domain/translatable.ts';
import type { Engine } from '../store/engine.ts';
import { readDestinations, readFieldTexts } from '../store/translations.ts';
import { readable } from './editing.ts';

/** The texts of a version that are for people to read, by field, each once. */
export async function listSourceTexts(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.listSourceTexts>> {
  await readable(engine.db, versionId);
  const texts: ReplyOf<typeof contract.listSourceTexts>['Texts'] = [];
  for (const field of TRANSLATABLE_FIELDS) {
    const found = await readFieldTexts(engine.db, versionId, field);
    texts.push(
      ...found.map(({ value, ids }) => ({ CategoryName: field.category, FieldName: field.fieldName, Value: value, Count: ids.length, Records: ids })),
    );
  }
  for (const { value, first, n } of await readDestinations(engine.db, versionId)) {
    const place = first ? { CategoryName: 'trips', FieldName: 'trip_headsign' } : { CategoryName: 'stop_times', FieldName: 'stop_headsign' };
    texts.push({ ...place, Value: value, Count: n, Records: [] });
  }
  return { Texts: texts.filter(({ Value }) => isWorthTranslating(Value)) };
}
