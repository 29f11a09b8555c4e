/** What a subject writes into a workbook, and what a workbook would change of it. */
import { useMemo } from 'react';
import type { SpreadsheetSubject } from '../../commands/spreadsheets/spreadsheetSteps.ts';
import type { WorkbookSheet } from '../../domain/spreadsheet/cells.ts';
import type { HeadLanguage } from '../../domain/spreadsheet/heads.ts';
import type { ImportPlan } from '../../domain/spreadsheet/plan.ts';
import { planTimetables, timetableSheets } from '../../domain/spreadsheet/timetables.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { stopName } from '../../projections/stops.ts';
import { useStateNow, useView } from '../parts/appState.ts';
import { spokenLanguage } from '../language/language.ts';
import type { PreviewWords } from './PlanPreview.tsx';
import { texts } from './texts.ts';
import { useRows } from './useRows.ts';

export interface ShownSubject extends PreviewWords {
  readonly title: string;
  readonly hint: string;
  readonly importHint: string;
  /** Of the file, without `.xlsx`. */
  readonly fileName: string;
  sheets(): readonly WorkbookSheet[];
  /** Throws where the file is not one of the subject; the message says why. */
  plan(file: string, sheets: readonly WorkbookSheet[]): ImportPlan;
}

/** The subject of the window; undefined while it is not loaded. */
export function useSubject(versionId: number, subject: SpreadsheetSubject | null): ShownSubject | undefined {
  const times = useTimetables(versionId, subject?.of === 'timetables' ? subject : undefined);
  const rows = useRows(versionId, subject?.of === 'rows' ? subject : undefined);
  return times ?? rows;
}

type OfTimetables = Extract<SpreadsheetSubject, { of: 'timetables' }>;

function useTimetables(versionId: number, subject: OfTimetables | undefined): ShownSubject | undefined {
  const details = useView((view) => (subject ? scheduleDetails(view, versionId, subject.scheduleId) : undefined));
  const now = useStateNow();
  return useMemo(() => {
    if (!details) return undefined;
    const line = scheduleName(details.Schedule);
    const nameOf = (id: string): string => stopName(now().view, versionId, id);
    return {
      title: texts.timetablesOf({ line }),
      hint: texts.timetablesHint,
      importHint: texts.importHint,
      blank: texts.blank,
      ignoredSheet: (sheet) => texts.ignoredSheet({ sheet }),
      fileName: `timetables ${line}`,
      sheets: () => timetableSheets(details, { language: headLanguage(), stopName: nameOf }),
      plan: (file, sheets) => planTimetables({ details, trackId: subject?.trackId, stopName: nameOf }, file, sheets),
    };
  }, [details, subject, versionId, now]);
}

/** The language of heads that are written. */
export function headLanguage(): HeadLanguage {
  return spokenLanguage().language === 'de' ? 'de' : 'en';
}
