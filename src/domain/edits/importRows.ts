/** Rows of a list out of a file: stops, lines, agencies, day types or fares, changed and added in one edit. */
import { z } from 'zod';
import { kindOf } from '../model/catalogue.ts';
import { FieldValue } from '../model/fieldValues.ts';
import type { Track } from '../model/track.ts';
import { withDayType } from '../networkCalendar.ts';
import {
  emptyDocument,
  SHEET_KINDS,
  sheetDocumentError,
  type SheetField,
  sheetFields,
  sheetValue,
  sheetValueError,
  storedRow,
  withSheetValues,
} from '../spreadsheet/sheetFields.ts';
import { type DocumentChange, type DocumentKey, type Documents, documentEdit, type FieldMessage, one, put, trackKey } from './documentEdit.ts';
import { onCalendars } from './networkCalendars.ts';
import { FIRST_TRACK } from './schedules.ts';

/** Rows of one edit at most. */
export const MOST_ROWS = 5000;

/** A row: the values of columns before and after; one that is added has none before. */
const Row = z.object({
  id: z.string().max(255),
  add: z.literal(true).optional(),
  values: z.record(z.string(), z.tuple([FieldValue, FieldValue])),
});
type Row = z.infer<typeof Row>;

const ImportedRows = z.object({
  kind: z.enum(SHEET_KINDS),
  rows: z.array(Row).min(1).max(MOST_ROWS),
  /** Looked up where day types run as other days. */
  calendarIds: z.array(z.string()).max(500).optional(),
  scheduleIds: z.array(z.string()).max(5000).optional(),
});
type ImportedRows = z.infer<typeof ImportedRows>;

export const importRows = documentEdit('rows.import', {
  summary: 'Changes and adds stops, schedules, agencies, day types or fares, all rows or none; values are those before and after.',
  path: 'edit/rows/:kind/import',
  payload: ImportedRows,
  largest: 16_000_000,
  namesWhatIs: true,
  samples: [
    {
      kind: 'Stop',
      rows: [
        { id: 'S2', values: { ZoneId: ['', 'B'] } },
        { id: 'N31', add: true, values: { Name: ['', 'Mill Lane'], Latitude: ['', 52.1], Longitude: ['', 5.1] } },
      ],
    },
    { kind: 'Fare', rows: [{ id: 'F3', values: { Price: ['1', '2'] } }] },
    { kind: 'Agency', rows: [{ id: 'A2', values: { Phone: ['', '112'] } }] },
  ],
  lookUp: (p) =>
    runsOtherwise(p).size === 0
      ? []
      : [
          { key: 'calendarIds', ids: 'NetworkCalendar' },
          { key: 'scheduleIds', ids: 'Schedule', field: 'FollowsCalendar' },
        ],
  documents: (p) => [
    ...p.rows.flatMap(({ id, add }): readonly DocumentKey[] => [
      one(p.kind, id),
      ...(add && p.kind === 'Schedule' ? [one('Track', trackKey(id, FIRST_TRACK))] : []),
    ]),
    ...(p.calendarIds ?? []).map((id) => one('NetworkCalendar', id)),
    ...(p.scheduleIds ?? []).map((id) => one('Schedule', id)),
  ],
  within: (p) => (p.kind === 'DayType' ? 'schedules' : `rows/${p.kind}`),
  touches: (p) => {
    const kind = p.kind.toLowerCase();
    const paths = p.rows.flatMap(({ id, add, values }) => (add ? [`${kind}/${id}`] : fieldKeys(values).map((key) => `${kind}/${id}/${key}`)));
    return [
      ...(paths.length > 30 ? [kind] : paths),
      ...(p.calendarIds?.length ? ['networkcalendar'] : []),
      ...(p.scheduleIds?.length ? ['schedule'] : []),
    ];
  },
  refuse: (docs, p) => {
    const faults = p.rows.flatMap((row, at) => rowFaults(docs, p, row, at));
    return faults.length > 0 ? faults : undefined;
  },
  change: (docs, p) => [
    ...p.rows.flatMap((row): readonly DocumentChange[] => {
      const before = row.add ? emptyDocument(p.kind, row.id) : docs.need(p.kind, row.id);
      const changed = put(p.kind, row.id, storedRow(p.kind, withSheetValues(p.kind, before, valuesOf(row))));
      return row.add && p.kind === 'Schedule' ? [changed, put('Track', trackKey(row.id, FIRST_TRACK), firstTrack(row.id))] : [changed];
    }),
    ...calendarChanges(docs, p),
  ],
  guarded: {
    clashes: (docs, p) =>
      p.rows.flatMap((row) => {
        const doc = docs.get(p.kind, row.id);
        return doc === null
          ? []
          : Object.entries(row.values).flatMap(([key, [before, after]]) => {
              const now = sheetValue(doc, key);
              return now === before ? [] : [{ what: `${row.id}, ${key}`, theirs: String(now), mine: String(after) }];
            });
      }),
    onto: (docs, p) => ({
      ...p,
      rows: p.rows.map((row) => {
        const doc = docs.get(p.kind, row.id);
        if (doc === null) return row;
        return {
          ...row,
          values: Object.fromEntries(
            Object.entries(row.values).map(([key, [, after]]): [string, [FieldValue, FieldValue]] => [key, [sheetValue(doc, key), after]]),
          ),
        };
      }),
    }),
  },
  label: ({ kind, rows }) => {
    const added = rows.filter(({ add }) => add).length;
    const words = (n: number, what: string): readonly string[] => (n === 0 ? [] : [`${n.toLocaleString('en-GB')} ${what}`]);
    return `Import ${kindOf(kind).words[1]}: ${[...words(rows.length - added, 'changed'), ...words(added, 'added')].join(', ')}`;
  },
});

function rowFaults(docs: Documents, { kind, rows }: ImportedRows, row: Row, at: number): readonly FieldMessage[] {
  const { id, add, values } = row;
  const fault = (key: string, message: string): FieldMessage => ({ Field: `rows[${at}]/${key}`, Message: `${id}: ${message}` });
  const fields = new Map(sheetFields(kind).map((field) => [field.key, field]));
  const unknown = Object.keys(values).find((key) => !fields.has(key));
  if (unknown !== undefined) return [fault(unknown, `A ${kindOf(kind).words[0]} has no column ${unknown}`)];
  if (rows.findIndex((other) => other.id === id) !== at) return [fault('id', 'Each row can be named once')];
  const present = docs.get(kind, id);
  if (add && present) return [fault('id', `There is a ${kindOf(kind).words[0]} with the id ${id} already`)];
  if (add && !isNewId(id)) return [fault('id', 'An id has 1 to 255 characters, no |, no control characters and no spaces around it')];
  const before = add ? emptyDocument(kind, id) : docs.need(kind, id);
  const moved = add ? undefined : Object.entries(values).find(([key, [was]]) => sheetValue(before, key) !== was);
  if (moved) return [fault(moved[0], `${fields.get(moved[0])?.label ?? moved[0]} has been changed by others in the meantime`)];
  const wrong = checkedFields(kind, row).flatMap((field) => {
    const message = sheetValueError(field, values[field.key]?.[1] ?? '');
    return message === undefined ? [] : [fault(field.key, message)];
  });
  if (wrong.length > 0) return wrong;
  const problem = sheetDocumentError(kind, before, withSheetValues(kind, before, valuesOf(row)), changedKeys(kind, row));
  return problem ? [fault(problem.key, problem.message)] : [];
}

/** Ids that a file gives: no control or bidirectional characters, no spaces around, at most 255 characters. */
export function isNewId(id: string): boolean {
  return /^[^\p{Cc}\p{Bidi_Control}|]{1,255}$/u.test(id) && id === id.trim();
}

function checkedFields(kind: ImportedRows['kind'], { add, values }: Row): readonly SheetField[] {
  return sheetFields(kind).filter(({ key, required }) => Object.hasOwn(values, key) || (add && required !== undefined));
}

/** The columns that a row decides on: of one that is added all. */
function changedKeys(kind: ImportedRows['kind'], { add, values }: Row): readonly string[] {
  return add ? sheetFields(kind).map(({ key }) => key) : Object.keys(values);
}

function valuesOf({ values }: Row): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(Object.entries(values).map(([key, [, after]]) => [key, after]));
}

/** The fields of a document that columns are parts of. */
function fieldKeys(values: Row['values']): readonly string[] {
  const whole: Readonly<Record<string, string>> = { Latitude: 'Coordinate', Longitude: 'Coordinate', FirstDay: 'Calendar', LastDay: 'Calendar' };
  return [...new Set(Object.keys(values).map((key) => (Object.hasOwn(whole, key) ? (whole[key] ?? key) : key)))];
}

/** Day types that run as other days afterwards. */
function runsOtherwise({ kind, rows }: ImportedRows): ReadonlyMap<string, number> {
  if (kind !== 'DayType') return new Map();
  return new Map(
    rows.flatMap(({ id, add, values }): [string, number][] => {
      const runAs = Object.hasOwn(values, 'RunAs') ? values['RunAs']?.[1] : undefined;
      return add || typeof runAs !== 'number' ? [] : [[id, runAs]];
    }),
  );
}

/** The dates of calendars that are of these day types, and of all that follow them. */
function calendarChanges(docs: Documents, p: ImportedRows): readonly DocumentChange[] {
  const runs = runsOtherwise(p);
  if (runs.size === 0) return [];
  return onCalendars(docs, p, (calendar) => [...runs].reduce((after, [id, runAs]) => withDayType(after, id, runAs), calendar));
}

function firstTrack(scheduleId: string): Track {
  return { ScheduleId: scheduleId, Id: FIRST_TRACK, Name: FIRST_TRACK, Direction: 'Forward', Visible: true, Stops: [] };
}
