/** The mistakes that `npm run mutants` plants, one by one. */
import { ROWS_OF_COMMANDS } from './commands.ts';
import type { Mistake } from './planted.ts';
import { FIELDS, type Row } from './row.ts';

const MERGE = 'unit src/domain/edits/mergeDocument.test.ts';
const table = (id: string): string => `paths test/paths/tables.test.ts -t "the table of '${id}'"`;
const screen = (id: string): string => `paths test/paths/paths.test.ts -t "workflow '${id}'.*the screen follows"`;

const ROWS: readonly Row[] = [
  // machines
  ['a failed move ends the moving', 'src/machines/moveStopMachine.ts', "FAILED: 'armed'", "FAILED: 'idle'", table('moveStop')],
  [
    'a refusal of a new stop is not told',
    'src/machines/answers.ts',
    "FAILED: { target: back, actions: 'why' }",
    'FAILED: { target: back }',
    table('createStop'),
  ],
  [
    'a new stop needs no name',
    'src/machines/createStopMachine.ts',
    "event.stopName.trim() !== ''",
    'event.stopName.length >= 0',
    table('createStop'),
  ],
  [
    'an upload is broken off where it is not shown',
    'src/machines/uploadMachine.ts',
    "CANCEL: { guard: 'isShown', target: 'cancelling' },",
    "CANCEL: { target: 'cancelling' },",
    table('upload'),
  ],
  [
    'an upload that was broken off too late is forgotten',
    'src/machines/uploadMachine.ts',
    "CANCELLED: 'form',\n        UPLOADED: { target: 'successful', actions: 'keepVersion' },",
    "CANCELLED: 'form',\n        UPLOADED: 'form',",
    table('upload'),
  ],
  [
    'a transfer from a stop to itself',
    'src/machines/createTransferMachine.ts',
    "event.type === 'PICK' && event.stopId !== context.from",
    "event.type === 'PICK'",
    table('createTransfer'),
  ],
  [
    'a timed transfer without a time',
    'src/machines/createTransferMachine.ts',
    'event.transferType !== TIMED_TRANSFER || durationOf(event.duration) !== undefined',
    'true',
    table('createTransfer'),
  ],
  [
    'a pathway drawing does not end where one stands',
    'src/machines/drawPathwayMachine.ts',
    "{ guard: 'isWhereOneStands', target: 'closed' },",
    '',
    table('drawPathway'),
  ],
  [
    'a pathway drawing starts again after each',
    'src/machines/drawPathwayMachine.ts',
    "DONE: { target: 'drawing'",
    "DONE: { target: 'choosingStart'",
    table('drawPathway'),
  ],
  [
    'a cancelled shape keeps its draft',
    'src/machines/shapeMachine.ts',
    "ROUTE_FAILED: {\n          target: 'drawing'",
    "ROUTE_FAILED: {\n          target: 'moving'",
    table('shape'),
  ],
  [
    'what is selected stays after it was set aside',
    'src/machines/excludingMachine.ts',
    'actions: assign({ selected: [], messages: [] }) },',
    'actions: assign({ messages: [] }) },',
    table('excluding'),
  ],
  ['a note is saved that is the same', 'src/machines/sessionNoteMachine.ts', 'event.note !== context.note && ', '', table('sessionNote')],
  [
    'a run with a reason is not asked about',
    'src/machines/pipelineRunMachine.ts',
    "event.type === 'ASK' && event.reason === null",
    "event.type === 'ASK'",
    table('pipelineRun'),
  ],
  [
    'a run is approved without a look',
    'src/machines/pipelineRunMachine.ts',
    "event.type === 'OPENED' && event.runId === context.runId",
    "event.type === 'OPENED'",
    table('pipelineRun'),
  ],
  ['deleting asks for nothing chosen', 'src/machines/deleteModeMachine.ts', 'context.ids.length > 0', 'context.ids.length >= 0', table('deleteMode')],
  [
    'a failed schedule form closes',
    'src/machines/scheduleFormMachine.ts',
    "...waitingFrom('filling')",
    "...waitingFrom('closed')",
    table('scheduleForm'),
  ],
  // routes of machines
  [
    'a refused move is not heard',
    'src/machines/moveStopMachine.ts',
    ' || record.type === `${moveStop.type}.refused`',
    '',
    'unit src/machines/moveStopMachine.test.ts',
    screen('moveStop'),
  ],
  [
    'leaving a stop does not end its moving',
    'src/machines/moveStopMachine.ts',
    "if (isElsewhere(record, snapshot.context)) return { type: 'LEAVE' };",
    '',
    screen('moveStop'),
  ],
  [
    'the answer of a new stop is not heard',
    'src/machines/createStopMachine.ts',
    'answerTo([createStop], record, about)',
    'answerTo([], record, about)',
    screen('createStop'),
  ],
  [
    'a kept note is not heard',
    'src/machines/sessionNoteMachine.ts',
    'answerTo([saveSessionNote], record, about)',
    'answerTo([], record, about)',
    screen('sessionNote'),
  ],
  [
    'a new fare is not heard',
    'src/machines/fareFormMachine.ts',
    'answerTo([createFare], record, about)',
    'answerTo([], record, about)',
    screen('fareForm'),
  ],
  [
    'confirming a run is not heard',
    'src/machines/pipelineRunMachine.ts',
    "if (record.type === confirmRun.type) return { type: 'CONFIRM' };",
    '',
    screen('pipelineRun'),
  ],
  // declarations of edits
  [
    'a preview rounds a coordinate',
    'src/domain/edits/stops.ts',
    '{ ...stop, Coordinate: p.coordinate })',
    '{ ...stop, Coordinate: p.coordinate && { Lat: Math.round(p.coordinate.Lat * 100) / 100, Lng: p.coordinate.Lng } })',
    FIELDS,
  ],
  ['a new stop loses its parent', 'src/domain/edits/stops.ts', '...(stopParentId ? { ParentId: stopParentId } : {}),', '', FIELDS],
  ['a new stop loses its zone', 'src/domain/edits/stops.ts', '...(stopZoneId ? { ZoneId: stopZoneId } : {}),', '', FIELDS],
  ['a new stop is a regular one', 'src/domain/edits/stops.ts', 'Name,\n      Type,\n', 'Name,\n      Type: Type * 0,\n', FIELDS],
  [
    'a field is saved under another name',
    'src/domain/edits/editField.ts',
    'const keyOf = (p: OneField): string => keys[p.field] ?? p.field;',
    "const keyOf = (p: OneField): string => keys[p.field === 'signpostedAs' ? 'areaName' : p.field] ?? p.field;",
    FIELDS,
  ],
  [
    'a declared column is not exported',
    'server/feed/gtfs/columns.ts',
    'values[column] = value === cell(blank) ? undefined : value;',
    "values[column] = value === cell(blank) || column === 'level_id' ? undefined : value;",
    'laws test/laws/model.test.ts',
  ],
  [
    'an empty text stays in a stop',
    'src/domain/model/fieldValues.ts',
    "if (value === '' && (fieldOf(kind, key)?.optional ?? true)) next.delete(key);",
    "if (value === '!' && (fieldOf(kind, key)?.optional ?? true)) next.delete(key);",
    'unit src/domain/stops.test.ts',
  ],
  ['a stop may lose its name', 'src/domain/model/stop.ts', "required: 'Stop name is required',", '', 'unit src/domain/stops.test.ts'],
  [
    'a removal does not say what stands in its way',
    'src/domain/stops.ts',
    "...(uses.pathways > 0 ? ['it has pathways'] : []),",
    '',
    'unit src/domain/stops.test.ts',
  ],
  [
    'a merge takes the old value where nobody changed it',
    'src/domain/edits/mergeDocument.ts',
    'if (sameJson(present, before)) return after;',
    'if (sameJson(present, before)) return before;',
    MERGE,
  ],
  ['a merge hides its conflicts', 'src/domain/edits/mergeDocument.ts', 'this.conflicts.push(path);', '', MERGE],
  [
    'a merge overwrites a colleague',
    'src/domain/edits/mergeDocument.ts',
    'return this.takesAfter({ path, before, after, present }) ? after : present;',
    'return after;',
    MERGE,
  ],
];

export const mistakes: readonly Mistake[] = [...ROWS, ...ROWS_OF_COMMANDS].map(([name, file, search, replace, ...checks]) => ({
  name,
  file,
  search,
  replace,
  checks,
}));
