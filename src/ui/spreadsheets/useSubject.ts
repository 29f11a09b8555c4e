/** What a subject writes into a workbook, and what a workbook would change of it. */
import { useMemo } from 'react';
import type { SpreadsheetSubject } from '../../commands/spreadsheets/spreadsheetSteps.ts';
import type { WorkbookSheet } from '../../domain/spreadsheet/cells.ts';
import type { HeadLanguage } from '../../domain/spreadsheet/heads.ts';
import type { ImportPlan, PlannedHead } from '../../domain/spreadsheet/plan.ts';
import { planTimetables } from '../../domain/spreadsheet/readTimetables.ts';
import { COLUMN_ROLES, LABEL_ROLES } from '../../domain/spreadsheet/timetableLayout.ts';
import { timetableSheets } from '../../domain/spreadsheet/timetables.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { stopName } from '../../projections/stops.ts';
import { useStateNow, useView } from '../parts/appState.ts';
import { spokenLanguage } from '../language/language.ts';
import type { HeadOption } from './HeadChoices.tsx';
import type { PreviewWords } from './PlanPreview.tsx';
import { texts } from './texts.ts';
import { assignedIn, headScope } from './assigned.ts';
import { useRows } from './useRows.ts';

export interface ShownSubject extends PreviewWords {
  readonly title: string;
  readonly hint: string;
  readonly importHint: string;
  /** What assigned heads are remembered under. */
  readonly scope: string;
  /** What chosen tracks are remembered under. */
  readonly trackScope?: string;
  headOptions(of: PlannedHead['of']): readonly HeadOption[];
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
    const scope = headScope(now().view, versionId, `timetables/${details.Schedule.AgencyId ?? ''}`);
    const trackScope = headScope(now().view, versionId, `tracks/${details.Schedule.Id}`);
    const nameOf = (id: string): string => stopName(now().view, versionId, id);
    return {
      title: texts.timetablesOf({ line }),
      hint: texts.timetablesHint,
      importHint: texts.importHint,
      blank: texts.blank,
      ignoredSheet: (sheet) => texts.ignoredSheet({ sheet }),
      scope,
      trackScope,
      headOptions: (of) =>
        of === 'sheet'
          ? [...details.Tracks.map(({ Track }) => ({ value: Track.Id, label: Track.Name || Track.Id })), { value: '', label: texts.leftOut }]
          : (of === 'column' ? COLUMN_ROLES : LABEL_ROLES).map((value) => ({ value, label: roleText(value) })),
      fileName: `timetables ${line}`,
      sheets: () => timetableSheets(details, { language: headLanguage(), stopName: nameOf }),
      plan: (file, sheets) =>
        planTimetables(
          {
            details,
            trackId: subject?.trackId,
            stopName: nameOf,
            assigned: assignedIn(now().view, scope),
            sheetTracks: assignedIn(now().view, trackScope),
          },
          file,
          sheets,
        ),
    };
  }, [details, subject, versionId, now]);
}

function roleText(role: (typeof COLUMN_ROLES)[number] | (typeof LABEL_ROLES)[number]): string {
  switch (role) {
    case 'departure':
      return texts.roleDeparture;
    case 'stopId':
      return texts.roleStopId;
    case 'stop':
      return texts.roleStop;
    case 'side':
      return texts.roleSide;
    case 'track':
      return texts.roleTrack;
    case 'days':
      return texts.roleDays;
    case 'every':
      return texts.roleEvery;
    case 'until':
      return texts.roleUntil;
    case '':
      return texts.leftOut;
  }
}

/** The language of heads that are written. */
export function headLanguage(): HeadLanguage {
  return spokenLanguage().language === 'de' ? 'de' : 'en';
}
