import { fillTranslations } from '../../src/commands/translations/translationEdits.ts';
import { loadTranslations } from '../../src/commands/translations/loadTranslations.ts';
import { loadSourceTexts } from '../../src/commands/translations/loadSourceTexts.ts';
import { compareTranslations } from '../../src/domain/translations.ts';
import type { Translation } from '../../src/domain/model/translation.ts';
import { filterTranslations } from '../../src/projections/translationList.ts';
import { filterSheet, languagesOf, sheetOfTranslations } from '../../src/projections/translationSheet.ts';
import { databases, openProduct, versionOf } from '../builders/productKernel.ts';
import { percentiles } from '../server/bigVersion.ts';

const TEXTS = 10_000;
const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl'];
const PASTED = 2000;
const RUNS = 7;

/**
 * 50,000 translations in the client, without a browser: the answer folded and the list and the sheet put together (`open`), a search
 * over all of them (`filter`), and a paste of 2,000 cells, of which half are new, from the act to the sheet that shows it and through
 * the answer of the server (`paste`).
 */
export function run(): Promise<Record<string, unknown>> {
  const values = Array.from({ length: TEXTS }, (_, n) => `Market Street ${n}`);
  const all = values
    .flatMap((FieldValue, n) =>
      LANGUAGES.map((LanguageName): Translation => ({
        Id: `t${n}-${LanguageName}`,
        CategoryName: 'stops',
        FieldName: 'stop_name',
        FieldValue,
        LanguageName,
        Translation: `${LanguageName} ${FieldValue}`,
      })),
    )
    .toSorted(compareTranslations);
  const texts = values.map((Value, n) => ({ CategoryName: 'stops', FieldName: 'stop_name', Value, Count: 1, Records: [`S${n}`] }));
  const times = { open: [] as number[], filter: [] as number[], paste: [] as number[], answer: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    const product = openProduct('/data/db/demo/v/1/translations');
    product.call('listDatabases').answer(databases());
    product.call('listVersions').answer({ Versions: [versionOf(1, { Editable: true })] });
    const { kernel } = product;
    kernel.dispatch(loadTranslations({ versionId: 1 }));
    kernel.dispatch(loadSourceTexts({ versionId: 1 }));
    product.call('listSourceTexts').answer({ Rev: 0, Texts: texts });
    const reply = structuredClone({ Translations: all, Revs: {}, Rev: 0 });
    const shown = () => {
      const version = kernel.snapshot().view.versions[1];
      const [translations, sources] = [version?.translations.value ?? [], version?.sourceTexts.value ?? []];
      return sheetOfTranslations(sources, translations, languagesOf(translations, ['pt']));
    };
    times.open.push(
      timeOf(() => {
        product.call('listTranslations').answer(reply);
        if (shown().rows.length !== TEXTS) throw new Error('The sheet is not whole');
      }),
    );
    const list = kernel.snapshot().view.versions[1]?.translations.value ?? [];
    times.filter.push(
      timeOf(() => {
        const found = filterTranslations(list, { text: `street ${77 + run}`, language: 'fr', field: undefined });
        const rows = filterSheet(shown(), { text: `street ${77 + run}`, field: undefined, missing: undefined }, new Set());
        if (found.length === 0 || rows.length === 0) throw new Error('Nothing was found');
      }),
    );
    const cells = Array.from({ length: PASTED }, (_, n) =>
      n % 2 === 0
        ? { translationId: `t${n}-fr`, text: `Rue ${n}` }
        : {
            translationId: `t${n}-pt`,
            text: `Rua ${n}`,
            make: { CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'pt', FieldValue: values[n] ?? '' },
          },
    );
    const byId = new Map(all.map((one) => [one.Id, one]));
    const told = {
      Rev: 1,
      Documents: cells.map(({ translationId, text, make }) => ({
        Kind: 'Translation',
        Id: translationId,
        Rev: 1,
        Doc: { ...(byId.get(translationId) ?? { Id: translationId, ...make }), Translation: text },
      })),
    };
    times.paste.push(
      timeOf(() => {
        kernel.dispatch(fillTranslations({ versionId: 1, cells }));
        if (shown().languages.length !== LANGUAGES.length + 1) throw new Error('The paste is not shown');
      }),
    );
    times.answer.push(
      timeOf(() => {
        product.call('translation.fill').answer(told);
        shown();
      }),
    );
    kernel.stop();
  }
  return Promise.resolve({
    value: percentiles(times.paste).p50_ms,
    unit: 'ms',
    open_p50_ms: percentiles(times.open).p50_ms,
    filter_p50_ms: percentiles(times.filter).p50_ms,
    paste_p50_ms: percentiles(times.paste).p50_ms,
    paste_p95_ms: percentiles(times.paste).p95_ms,
    answer_p50_ms: percentiles(times.answer).p50_ms,
    translations: all.length,
    pasted: PASTED,
    n: RUNS,
  });
}

function timeOf(act: () => void): number {
  const begun = performance.now();
  act();
  return performance.now() - begun;
}
