/** The rows of a list as a workbook: whole documents, which are loaded when the window opens. */
import { useEffect, useMemo } from 'react';
import { loadSheetRows } from '../../commands/spreadsheets/loadSheetRows.ts';
import type { SpreadsheetSubject } from '../../commands/spreadsheets/spreadsheetSteps.ts';
import { MOST_ROWS } from '../../domain/edits/importRows.ts';
import { kindTitle } from '../../domain/model/catalogue.ts';
import { planRows, type RowsRefusal, type RowWords, rowSheets } from '../../domain/spreadsheet/rows.ts';
import { type SheetKind, sheetFields } from '../../domain/spreadsheet/sheetFields.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { documentOf } from '../../projections/documents.ts';
import type { AppState } from '../../projections/state.ts';
import { fields as german } from '../language/fields.de.ts';
import { fieldLabel, said, spokenLanguage } from '../language/language.ts';
import { useStateNow, useView } from '../parts/appState.ts';
import { texts } from './texts.ts';
import { assignedIn, headScope } from './assigned.ts';
import type { ShownSubject } from './useSubject.ts';

type OfRows = Extract<SpreadsheetSubject, { of: 'rows' }>;

/** The list of the window; undefined while it is not loaded. */
export function useRows(versionId: number, subject: OfRows | undefined): ShownSubject | undefined {
  const dispatch = useDispatch();
  const kind = subject?.kind;
  const load = useView((view) => (kind === undefined ? undefined : view.versions[versionId]?.sheetRows?.[kind]));
  const now = useStateNow();
  useEffect(() => {
    if (kind !== undefined) dispatch(loadSheetRows({ versionId, kind }));
  }, [dispatch, kind, versionId]);
  const ids = load?.status === 'succeeded' ? load.value : undefined;
  return useMemo(() => {
    if (!subject || !ids) return undefined;
    const { kind } = subject;
    const title = said(kindTitle(kind));
    const words: RowWords = { language: spokenLanguage().language === 'de' ? 'de' : 'en', heads: (field) => headsOf(kind, field), said, title };
    const docs = (): readonly object[] => ids.flatMap((id) => documentOf(now().view, versionId, kind, id) ?? []);
    const scope = headScope(now().view, versionId, kind);
    const shown = new Set(subject.ids ?? ids);
    return {
      title: texts.rowsOf({ title }),
      hint: shown.size < ids.length ? texts.someHint({ count: shown.size, total: ids.length }) : texts.rowsHint({ count: ids.length }),
      importHint: texts.rowsImportHint,
      blank: texts.nothing,
      ignoredSheet: (sheet) => texts.ignoredRows({ sheet }),
      scope,
      headOptions: () => [
        { value: '', label: texts.leftOut },
        { value: 'Id', label: texts.id },
        ...sheetFields(kind).map((field) => ({ value: field.key, label: headsOf(kind, field)[0] })),
      ],
      fileName: title.toLowerCase(),
      sheets: () =>
        rowSheets(
          { kind, versionId },
          docs().filter((doc) => shown.has(String(Reflect.get(doc, 'Id')))),
          words,
        ),
      plan: (file, sheets) => {
        const { view } = now();
        const assigned = assignedIn(view, scope);
        const plan = planRows({ kind, versionId, docs: docs(), words, exists: (of, id) => isThere(view, versionId, of, id), assigned }, file, sheets);
        if ('refused' in plan) throw new Error(refusalText(plan));
        return plan;
      },
    };
  }, [ids, subject, versionId, now]);
}

/** Heads of the parts of fields, which no form shows. */
const PARTS: Readonly<Record<string, readonly [english: string, german: string]>> = {
  Latitude: ['Latitude', 'Breitengrad'],
  Longitude: ['Longitude', 'Längengrad'],
  FirstDay: ['First day', 'Erster Tag'],
  LastDay: ['Last day', 'Letzter Tag'],
};

function headsOf(kind: SheetKind, { key, label }: { readonly key: string; readonly label: string }): readonly [string, ...(readonly string[])] {
  const part = PARTS[key];
  const inGerman = part?.[1] ?? german[`${kind}.${key}`]?.[0];
  const shown = part ? part[spokenLanguage().language === 'de' ? 1 : 0] : fieldLabel(kind, { key, label, help: '' });
  return [shown, label, ...(inGerman === undefined ? [] : [inGerman])];
}

/** Whether what a row refers to is there, as far as its list is loaded. */
function isThere(view: AppState, versionId: number, kind: string, id: string): boolean | undefined {
  const agencies = view.versions[versionId]?.agencies.value;
  return kind === 'Agency' && agencies ? agencies.some((one) => one.Id === id) : undefined;
}

function refusalText(refusal: RowsRefusal): string {
  switch (refusal.refused) {
    case 'kind':
      return texts.otherKind({ kind: said(kindTitle(refusal.is)) });
    case 'version':
      return texts.otherVersion;
    case 'empty':
      return texts.noIds;
    case 'long':
      return texts.tooLong({ most: MOST_ROWS });
  }
}
