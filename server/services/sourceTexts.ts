import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/translations.ts';
import { isWorthTranslating, TRANSLATABLE_FIELDS } from '../../src/domain/translatable.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import type { Engine } from '../store/engine.ts';
import { readDestinations, readFieldTexts } from '../store/translations.ts';
import { readKindsState } from '../store/stops.ts';
import { readable } from './editing.ts';
import { prepared } from './prepared.ts';

type SourceTexts = ReplyOf<typeof contract.listSourceTexts>;

/** The texts of a version that are for people to read, by field, each once, as JSON text of the whole answer; kept until a document changes that has some. */
export function sourceTexts(engine: Engine, keep = 3): (versionId: number) => Promise<Buffer> {
  const texts = prepared<Buffer>('The texts', { keep });
  return async (versionId) => {
    await readable(engine.db, versionId);
    return texts(await readKindsState(engine.db, versionId, KINDS), async () =>
      Buffer.from(JSON.stringify(await readSourceTexts(engine, versionId))),
    );
  };
}

const KINDS = [...new Set<EntityKind>(['Track', ...TRANSLATABLE_FIELDS.map(({ kind }) => kind)])];

async function readSourceTexts(engine: Engine, versionId: number): Promise<SourceTexts> {
  const texts: SourceTexts['Texts'] = [];
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
