/** Every edit of a version, by area. */
import type { DocumentEdit } from './documentEdit.ts';
import * as calendars from './calendars.ts';
import * as networkCalendars from './networkCalendars.ts';
import * as sameTrips from './sameTrips.ts';
import * as schedules from './schedules.ts';
import * as agencies from './agencies.ts';
import * as stopBulk from './stopBulk.ts';
import * as stopGroups from './stopGroups.ts';
import * as stops from './stops.ts';
import * as timetables from './timetables.ts';
import * as blocks from './blocks.ts';
import * as importTimes from './importTimes.ts';
import * as importRows from './importRows.ts';
import * as timetableStops from './timetableStops.ts';
import * as tracks from './tracks.ts';
import * as quickFixes from './quickFixes.ts';
import * as fileRows from './fileRows.ts';
import * as fares from './fares.ts';
import * as detours from './detours.ts';
import * as pathways from './pathways.ts';
import * as shapes from './shapes.ts';
import * as levels from './levels.ts';
import * as otherColumns from './otherColumns.ts';
import * as records from './records.ts';
import * as transfers from './transfers.ts';
import * as texts from './texts.ts';
import * as translations from './translations.ts';
import * as flexTrips from './flexTrips.ts';
import * as zones from './zones.ts';

/** An edit whose payload does not matter here. */
export type AnyEdit = DocumentEdit;

/** All edits, in the order the API page lists them. */
export const editCatalogue: readonly AnyEdit[] = [
  stops,
  stopBulk,
  stopGroups,
  schedules,
  calendars,
  networkCalendars,
  sameTrips,
  tracks,
  timetables,
  importTimes,
  blocks,
  importRows,
  timetableStops,
  agencies,
  transfers,
  pathways,
  shapes,
  detours,
  texts,
  translations,
  records,
  zones,
  flexTrips,
  levels,
  otherColumns,
  fileRows,
  quickFixes,
  fares,
].flatMap((area) => Object.values<unknown>(area).filter(isEdit));

/** The edit of a name, undefined where there is none. */
export function editNamed(type: string): AnyEdit | undefined {
  return byType.get(type);
}

const byType = new Map(editCatalogue.map((edit) => [edit.type, edit]));

function isEdit(value: unknown): value is AnyEdit {
  return typeof value === 'object' && value !== null && 'change' in value && 'documents' in value;
}
