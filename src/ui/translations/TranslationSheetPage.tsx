import { Alert, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconList, IconPlus, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { loadSourceTexts } from '../../commands/translations/loadSourceTexts.ts';
import { fillTranslations } from '../../commands/translations/translationEdits.ts';
import { clipboardCells } from '../../domain/csv.ts';
import { isLanguage } from '../../domain/formats.ts';
import { readTranslationFile, writeTranslationFile } from '../../domain/translationFile.ts';
import { filledCells, rowKey, type WrittenCell } from '../../domain/translationSheet.ts';
import { languageName } from '../../domain/translations.ts';
import type { Translation } from '../../domain/model/translation.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { queryPairs, queryText } from '../../domain/queryText.ts';
import { editRefusal } from '../../projections/rights.ts';
import { filterSheet, languagesOf, sheetOfTranslations } from '../../projections/translationSheet.ts';
import { addedLanguage } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { ListTitle } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import { TranslationSheetGrid } from './TranslationSheetGrid.tsx';
import classes from './translationSheet.module.css';
import { texts } from './texts.ts';
import pane from '../parts/listWithFields.module.css';

/** More than this in one edit is refused: paste or import in parts. */
const MOST_CELLS = 5000;

/** Every text of a version against its languages: what lacks a translation is seen, counted and filled in. */
export function TranslationSheetPage({ versionId, translations }: { versionId: number; translations: readonly Translation[] }): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const pathTo = usePathTo();
  const { saveText } = usePorts();
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.sourceTexts);
  const pairs = useMemo(() => queryPairs(search), [search]);
  const one = (name: string): string | undefined => pairs.find(([key]) => key === name)?.[1];
  const added = useMemo(() => pairs.flatMap(([key, value]) => (key === 'Add' && isLanguage(value) ? [value] : [])), [pairs]);
  const filter = { text: one(texts.text) ?? '', field: one('FieldName'), missing: one(texts.missing) };
  const languages = useMemo(() => languagesOf(translations, added), [translations, added]);
  const sourceTexts = load?.value;
  const sheet = useMemo(
    () => (sourceTexts ? sheetOfTranslations(sourceTexts, translations, languages) : undefined),
    [sourceTexts, translations, languages],
  );
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [{ code }, type] = useTyped(addedLanguage, { code: '' });
  const file = useRef<HTMLInputElement>(null);
  const rows = sheet ? filterSheet(sheet, filter, filled) : [];
  const narrow = (change: Readonly<Record<string, string | undefined>>): void => {
    const others = pairs.filter(([key]) => !(key in change));
    setFilled(new Set());
    open(
      pathTo({ page: 'translations' }),
      queryText([...others, ...Object.entries(change).flatMap(([key, value]) => (value ? [[key, value] as const] : []))]),
      { replace: true },
    );
  };
  const write = (codes: readonly string[], cells: readonly WrittenCell[]): void => {
    const ids = new Set(translations.map(({ Id }) => Id));
    const edit = filledCells(codes, cells, (id) => ids.has(id));
    if (edit.length > MOST_CELLS) return setProblems([texts.tooManyChanges({ edit: edit.length, mostCells: MOST_CELLS })]);
    setProblems([]);
    if (edit.length === 0) return;
    setFilled(new Set([...filled, ...cells.map(({ row }) => rowKey(row))]));
    dispatch(fillTranslations({ versionId, cells: edit.map((cell) => ({ ...cell })) }));
  };
  const at = (row: number, language: number, text: string): readonly WrittenCell[] => (rows[row] ? [{ row: rows[row], language, text }] : []);
  const paste = (text: string, place: { readonly row: number; readonly column: number }): void => {
    const table = clipboardCells(text);
    const wide = Math.max(...table.map((line) => line.length));
    if (place.column + wide > languages.length || place.row + table.length > rows.length)
      return setProblems([
        texts.tableWideCellsDoNotFit({ table: table.length, wide, rows: rows.length - place.row, languages: languages.length - place.column }),
      ]);
    write(
      languages,
      table.flatMap((line, i) => line.flatMap((value, j) => at(place.row + i, place.column + j, value))),
    );
  };
  const take = async (chosen: File): Promise<void> => {
    if (!sheet) return;
    const read = readTranslationFile(sheet, await chosen.text());
    if (!read.ok) return setProblems([texts.fileRefused({ name: chosen.name }), ...read.messages]);
    const codes = [...new Set([...languages, ...read.languages])];
    const wider = codes.length > languages.length && sourceTexts ? sheetOfTranslations(sourceTexts, translations, codes) : sheet;
    const byKey = new Map(wider.rows.map((row) => [rowKey(row), row]));
    write(
      codes,
      read.cells.flatMap(({ row, language, text }) => {
        const target = byKey.get(rowKey(row));
        return target ? [{ row: target, language: codes.indexOf(language), text }] : [];
      }),
    );
  };
  const problem = code !== '' && !isLanguage(code) ? texts.languageFormat : undefined;
  const fields = [...new Set((sourceTexts ?? []).map((row) => `${row.CategoryName}.${row.FieldName}`))];
  return (
    <section className={pane['listPane']} aria-label={texts.sheetOfTranslations}>
      <header className={classes['bar']}>
        <ListTitle title={texts.translations} count={rows.length} total={sheet?.rows.length} />
        <SearchBox value={filter.text} onSearch={(text) => narrow({ Text: text })} label={texts.searchTexts} placeholder={texts.textOrTranslation} />
        <Select
          aria-label={texts.field}
          w={170}
          value={filter.field ?? null}
          placeholder={texts.allFields}
          clearable
          data={fields}
          onChange={(field) => narrow({ FieldName: field ?? undefined })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <Select
          aria-label={texts.missingIn}
          w={190}
          value={filter.missing ?? null}
          placeholder={texts.allTexts}
          clearable
          data={languages.map((language, i) => ({
            value: language,
            label: texts.missingInLanguage({ language: languageName(language), missing: sheet?.missing[i] ?? 0 }),
          }))}
          onChange={(missing) => narrow({ Missing: missing ?? undefined })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <form
          style={{ display: 'flex', gap: 6 }}
          onSubmit={(event) => {
            event.preventDefault();
            if (code === '' || problem !== undefined) return;
            narrow({ [`Add`]: code });
            type({ code: '' });
          }}
        >
          <TextInput
            aria-label={texts.languageToAdd}
            w={110}
            placeholder={texts.deFr}
            value={code}
            error={problem !== undefined}
            title={problem}
            onChange={(event) => type({ code: event.currentTarget.value.trim() })}
          />
          <WhyButton
            iconOnly
            label={texts.addLanguage}
            icon={IconPlus}
            why={code === '' ? texts.languageFirst : problem}
            onClick={(event) => event.currentTarget.form?.requestSubmit()}
          />
        </form>
        <WhyButton
          iconOnly
          label={texts.exportCsv}
          icon={IconDownload}
          onClick={() => saveText('translations.csv', writeTranslationFile(languages, rows))}
        />
        <WhyButton iconOnly label={texts.importCSV} icon={IconUpload} why={refusal} onClick={() => file.current?.click()} />
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          aria-label={texts.csvFile}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (chosen) void take(chosen);
          }}
        />
        <WhyButton iconOnly label={texts.showAsList} icon={IconList} onClick={() => open(pathTo({ page: 'translations' }), '')} />
      </header>
      {problems.length > 0 && (
        <Alert
          color="red"
          variant="light"
          m="xs"
          p="xs"
          icon={<IconAlertTriangle size={16} aria-hidden />}
          role="alert"
          withCloseButton
          onClose={() => setProblems([])}
        >
          <ul className={classes['problems']}>
            {problems.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      <LoadStates load={load} what={texts.texts} retry={loadSourceTexts({ versionId })} skeleton={14}>
        {() =>
          languages.length === 0 ? (
            <Empty title={texts.noLanguages} hint={texts.noLanguageHint} />
          ) : rows.length === 0 ? (
            <Empty
              title={texts.noTextMatches}
              hint={filter.missing === undefined ? texts.noMatchHint : texts.nothingMissing({ missing: languageName(filter.missing) })}
            />
          ) : (
            <TranslationSheetGrid
              languages={languages}
              rows={rows}
              missing={sheet?.missing ?? []}
              readOnly={!editable}
              onWrite={(cells) =>
                write(
                  languages,
                  cells.flatMap(({ row, column, text }) => at(row, column, text)),
                )
              }
              onPaste={paste}
              onCopy={({ top, bottom, left, right }) =>
                rows
                  .slice(top, bottom + 1)
                  .map(({ cells }) =>
                    cells
                      .slice(left, right + 1)
                      .map(({ text }) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
                      .join('\t'),
                  )
                  .join('\n')
              }
            />
          )
        }
      </LoadStates>
    </section>
  );
}
