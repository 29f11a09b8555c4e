/**
 * What the server makes of several documents, and no row here follows: a change of one of them has it read again when it is looked at
 * next. What is on the screen at the moment is requested by `commands/changes/readAgain.ts`.
 */
import type { Draft } from 'immer';
import type { Entity, EntityKind } from '../domain/entities.ts';
import { TRANSLATABLE_FIELDS } from '../domain/translatable.ts';
import type { Load, VersionData } from './state.ts';

/** A document that was changed: its fields, and what it is now; null where it was removed, undefined where it is not here. */
export interface ChangedDocument {
  readonly kind: EntityKind;
  readonly id: string;
  readonly fields: readonly string[];
  readonly doc: Entity | null | undefined;
}

type Fields = Readonly<Partial<Record<EntityKind, readonly string[]>>>;

/** What the details of a stop say of the lines that serve it. */
export const LINES_OF_STOPS: Fields = {
  Track: ['Id', 'Name', 'Stops'],
  Schedule: ['Name', 'LongName', 'AgencyId'],
  Agency: ['Id', 'Name'],
};

/** Texts that can be translated; those of track stops are their destinations. */
export const TEXTS: Fields = {
  ...Object.fromEntries(
    TRANSLATABLE_FIELDS.map(({ kind }) => [
      kind,
      TRANSLATABLE_FIELDS.filter((one) => one.kind === kind).map(({ field, extra }) => (extra ? 'Extra' : field)),
    ]),
  ),
  Track: ['Stops'],
};

/** What the map draws of lines, and what it calls them. */
export const DRAWN_LINES: Fields = {
  Track: ['Id', 'Visible', 'Stops', 'Shape'],
  Schedule: ['Id', 'Name', 'LongName', 'Color'],
};

/** How many tracks a line of the list has. */
export const COUNTED: Fields = { Track: ['Id'] };

/** The trips of a date: what vehicles drive. */
export const DRIVEN: Fields = {
  Timetable: ['Days', 'Departures', 'BlockId', 'ArrivalOffsets', 'DepartureOffsets'],
  Track: ['Id', 'Stops'],
  Schedule: ['Id', 'Name', 'LongName', 'Color', 'TextColor', 'Calendar'],
  Stop: ['Id', 'Name', 'Coordinate'],
};

/** What runs on the dates of the calendar page. */
export const RUNNING: Fields = { Timetable: ['Days', 'Departures'] };

/** What the figures of service are made of. */
export const SERVICE: Fields = {
  Schedule: ['Id', 'Calendar', 'AgencyId'],
  Track: ['Id', 'Direction', 'Shape', 'Stops'],
  Timetable: ['Days', 'ArrivalOffsets', 'DepartureOffsets', 'Departures'],
  Stop: ['Coordinate'],
  Agency: ['Id', 'CostPerHour', 'CostPerKilometre', 'CostPerVehicle', 'CostCurrency'],
};

/** What driven times are measured along. */
export const PASSED: Fields = { Track: ['Id', 'Stops', 'Shape'], Timetable: ['Departures'], Stop: ['Coordinate'] };

/** What journeys depend on. */
export const RIDDEN: Fields = {
  Timetable: ['Days', 'ArrivalOffsets', 'DepartureOffsets', 'PickupIntervals', 'DropOffIntervals', 'Departures'],
  Track: ['Id', 'Stops'],
  Schedule: ['Calendar', 'Name', 'Color', 'TextColor', 'ExternalTransportId'],
  Stop: ['Name', 'Coordinate', 'ParentId'],
  Transfer: ['StopIdFrom', 'StopIdTo', 'Type', 'Time'],
  Pathway: ['FromStopId', 'ToStopId', 'IsBidirectional', 'TraversalTime', 'Length'],
};

/** Has what was made of a document read again. */
export function outdate(version: Draft<VersionData>, changed: ChangedDocument): void {
  if (concerns(TEXTS, changed)) unread(version.sourceTexts);
  if (version.drivenTimes && concerns(PASSED, changed)) unread(version.drivenTimes.load);
  if (version.journeyAnswers && concerns(RIDDEN, changed)) for (const { load } of Object.values(version.journeyAnswers)) unread(load);
  if (concerns(COUNTED, changed)) unread(version.schedules);
  if (version.calendars && concerns(RUNNING, changed)) unread(version.calendars);
  if (version.serviceFigures && concerns(SERVICE, changed)) unread(version.serviceFigures);
  if (version.serviceDays && concerns(DRIVEN, changed)) for (const load of Object.values(version.serviceDays)) unread(load);
  if (concerns(DRAWN_LINES, changed)) for (const load of Object.values(version.overlays.network)) if (load) unread(load);
  if (!concerns(LINES_OF_STOPS, changed)) return;
  unread(version.stopAgencies);
  for (const load of Object.values(version.stopDetails)) if (load.value && servesStop(changed, load.value)) unread(load);
}

/** Whether a change is of such fields; without fields it is of all of the document. */
export function concerns(all: Fields, { kind, fields, doc }: Pick<ChangedDocument, 'kind' | 'fields'> & Partial<ChangedDocument>): boolean {
  const wanted = all[kind];
  return wanted !== undefined && (doc === null || fields.length === 0 || fields.some((field) => wanted.includes(field)));
}

/** Whether the lines of a stop are others now, or called otherwise. */
function servesStop({ kind, id, fields, doc }: ChangedDocument, { Stop, Schedules, Agencies }: StopLines): boolean {
  if (kind === 'Schedule') return Schedules.some(({ Id }) => Id === id);
  // lines that name no agency are those of the only one
  if (kind === 'Agency') return fields.includes('Id') || Agencies.some(({ Id }) => Id === id);
  const [scheduleId, trackId] = id.split('/').map(decodeURIComponent);
  const served = Schedules.some(({ Id, Tracks }) => Id === scheduleId && Tracks.some((track) => track.Id === trackId));
  return served || doc === undefined || (doc !== null && 'Stops' in doc && doc.Stops.some(({ StopId }) => StopId === Stop.Id));
}

interface StopLines {
  readonly Stop: { readonly Id: string };
  readonly Schedules: readonly { readonly Id: string; readonly Tracks: readonly { readonly Id: string }[] }[];
  readonly Agencies: readonly { readonly Id: string }[];
}

function unread(load: Draft<Load<unknown>>): void {
  if (load.status === 'succeeded') load.status = 'idle';
}
