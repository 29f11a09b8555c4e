/** Forms, questions and search boxes: schedules, track stops, times, records. */
import type { DeleteModeEvent } from '../../../src/machines/deleteModeMachine.ts';
import type { ScheduleFormEvent } from '../../../src/machines/scheduleFormMachine.ts';
import type { NetworkCalendarEvent } from '../../../src/machines/networkCalendarMachine.ts';
import type { FindReplaceEvent } from '../../../src/machines/findReplaceMachine.ts';
import type { SavedSearchesEvent } from '../../../src/machines/savedSearchesMachine.ts';
import type { TidyCalendarsEvent } from '../../../src/machines/tidyCalendarsMachine.ts';
import type { PaintCalendarEvent } from '../../../src/machines/paintCalendarMachine.ts';
import type { EditSheetEvent } from '../../../src/machines/editSheetMachine.ts';
import type { TrackStopsEvent } from '../../../src/machines/trackStopsMachine.ts';
import { NO_REGULAR, SEARCH_HINT } from '../../../src/domain/searchTags.ts';
import { showPlace } from '../../../src/commands/search/mapSearch.ts';
import { openPlace } from '../../../src/commands/shell/openPlace.ts';
import type { MapSearchEvent } from '../../../src/machines/mapSearchMachine.ts';
import type { TagSearchEvent } from '../../../src/machines/tagSearchMachine.ts';

export const scheduleForm: readonly ScheduleFormEvent[] = [
  { type: 'FORM', databaseId: 'demo', versionId: 1, scheduleIds: [], trackId: '' },
  { type: 'FORM', databaseId: 'demo', versionId: 1, scheduleIds: ['L1'], trackId: '' },
  { type: 'ASK', databaseId: 'demo', versionId: 1, scheduleIds: ['L1'], trackId: '' },
  { type: 'SUBMIT', id: 'N1', name: 'New', fromDate: '2026-01-01', toDate: '2026-12-31' },
  { type: 'SUBMIT', id: ' ', name: '', fromDate: '2026-01-01', toDate: '2026-12-31' },
  { type: 'CONFIRM' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['There is a schedule with the id N1 already'] },
];

const TRACK = { versionId: 1, scheduleId: 'L1', trackId: 'a-b' } as const;
export const trackStops: readonly TrackStopsEvent[] = [
  { type: 'MODE', mode: 'reading', ...TRACK },
  { type: 'MODE', mode: 'destinations', ...TRACK },
  { type: 'MODE', mode: 'order', ...TRACK },
  { type: 'MODE', mode: 'adding', ...TRACK },
  { type: 'MODE', mode: 'sequence', ...TRACK },
  { type: 'MODE', mode: 'removing', ...TRACK },
  { type: 'PLACE', at: 1, fill: 'copied' },
  { type: 'PLACE', at: null, fill: 'interpolated' },
  { type: 'ASK', stopId: 'S1', position: 0 },
  { type: 'ASK', stopId: 'S2', position: 1 },
  { type: 'CONFIRM' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Stop 2 is not S2 any more'] },
];

export const paintCalendar: readonly PaintCalendarEvent[] = [
  { type: 'PRESS', versionId: 1, scheduleId: 'L1', from: '2026-12-24', to: '2026-12-24', runAs: 64 },
  { type: 'PRESS', versionId: 1, scheduleId: 'L1', from: '2026-05-04', to: '2026-05-01', runAs: null },
  { type: 'REACH', date: '2026-12-26' },
  { type: 'RELEASE' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
];

const NETWORK = { versionId: 1, calendarId: 'NC1' } as const;

export const networkCalendar: readonly NetworkCalendarEvent[] = [
  { type: 'PRESS', ...NETWORK, from: '2026-12-25', to: '2026-12-25', brush: { RunAs: 64 } },
  { type: 'PRESS', ...NETWORK, calendarId: '', from: '2026-12-25', to: '2026-12-25', brush: null },
  { type: 'REACH', date: '2026-12-26' },
  { type: 'RELEASE' },
  { type: 'ADD', ...NETWORK, change: { put: [{ Date: '2026-12-25', RunAs: 64 }] } },
  { type: 'BACK' },
  { type: 'SAVE', name: 'Network', scheduleIds: ['L1'] },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Somebody else changed this network calendar'] },
];

const LAST_DAYS = [26, 27, 28, 29, 30, 31].map((day) => ({ Date: `2026-12-${day}`, RunAs: 127 }));

/** The second search has no name. */
export const savedSearches: readonly SavedSearchesEvent[] = [
  { type: 'OPEN', region: 'demo', versionId: 1 },
  { type: 'SAVE', search: { Name: 'Market stops', List: 'stops', Tags: [{ field: 'Name', value: 'market' }], Match: 'Contains', Condition: 'And' } },
  { type: 'SAVE', search: null },
  { type: 'WATCH', searchId: 1, watched: true },
  { type: 'APPLY', address: { path: '/data/db/demo/v/1/stops', search: '?Name=market' } },
  { type: 'ASK', searchId: 1 },
  { type: 'DELETE' },
  { type: 'KEEP' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['A saved search with this name already exists in the region'] },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

export const findReplace: readonly FindReplaceEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'SEARCH' },
  { type: 'SELECT', left: ['Stop/S2/Name'] },
  {
    type: 'REPLACE',
    replacement: { find: 'Stop', replace: 'Halt', texts: [{ kind: 'Stop', id: 'S1', path: 'Name', from: 'Stop S1', to: 'Halt S1' }] },
  },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Name of stop Stop S1 has changed to "Quay" since the search. Search again.'] },
];

export const tidyCalendars: readonly TidyCalendarsEvent[] = [
  { type: 'SIMPLIFY', versionId: 1 },
  { type: 'SHARE', versionId: 1 },
  {
    type: 'APPLY',
    simplified: { schedules: [{ scheduleId: 'L1', calendar: { fromDate: '2026-01-01', toDate: '2026-12-24', Exceptions: LAST_DAYS }, days: [] }] },
  },
  { type: 'APPLY', shared: { calendarId: 'NC9', name: 'Network', scheduleIds: ['L1'], put: [{ Date: '2026-12-25', RunAs: 0 }] } },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Trips of 1 would run on other dates. Open the preview again.'] },
];

/** A cell of column 3 that reads 08:04; somebody else writes 08:06 there, or takes the departure away. */
const CELL = { ...TRACK, column: 3, row: 1, stopId: 'S2', was: '08:04' } as const;
const TYPED = { act: 'type' as const, edit: { columns: [{ of: { timetable: 1, time: 28_800 }, by: 60 }] } };
export const editSheet: readonly EditSheetEvent[] = [
  { type: 'BEGIN', ...CELL },
  { type: 'BEGIN', ...CELL, column: 4 },
  { type: 'ENTER', now: '08:04', write: TYPED, message: null },
  { type: 'ENTER', now: '08:06', write: TYPED, message: null },
  { type: 'ENTER', now: '08:04', write: null, message: '25:61 is not a time' },
  { type: 'ENTER', now: '08:04', write: null, message: null },
  { type: 'ENTER', now: null, write: null, message: null },
  { type: 'CANCEL' },
  { type: 'REFUSE', ...TRACK, messages: ['Nothing was pasted', 'Row 2, column 2: 25:61 is not a time'] },
  { type: 'REFUSE', ...TRACK, messages: ['Times run from 0:00 to 99:59:59'] },
  { type: 'LEAVE' },
];

export const deleteMode: readonly DeleteModeEvent[] = [
  { type: 'START', databaseId: 'demo', versionId: 1, page: 'agencies' },
  { type: 'START', databaseId: 'demo', versionId: 1, page: 'fares' },
  { type: 'ASK_ONE', databaseId: 'demo', versionId: 1, page: 'fares', ids: ['F1'] },
  { type: 'CHOOSE', ids: ['A1', 'A2'] },
  { type: 'CHOOSE', ids: ['A1'] },
  { type: 'CHOOSE', ids: [] },
  { type: 'ASK' },
  { type: 'CONFIRM', search: '?Name=tram' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
];

/** Addresses are those of the list of version 1; the search box that is refused stands on what it had. */
const SEARCHED = { path: '/data/db/demo/v/1/schedules', search: '?Name=market' };
export const tagSearch: readonly TagSearchEvent[] = [
  { type: 'OPEN', versionId: 1, list: 'schedules', category: null },
  { type: 'OPEN', versionId: 1, list: 'schedules', category: 'Name' },
  { type: 'OPEN', versionId: 2, list: 'schedules', category: 'TripId' },
  { type: 'TYPE', address: SEARCHED },
  { type: 'CATEGORY', category: 'Name', refused: null, address: SEARCHED },
  { type: 'CATEGORY', category: 'Name', refused: NO_REGULAR, address: SEARCHED },
  { type: 'ADD', refused: null, address: SEARCHED },
  { type: 'ADD', refused: SEARCH_HINT, address: SEARCHED },
  { type: 'BACK', address: SEARCHED },
  { type: 'CHANGE', address: SEARCHED },
  { type: 'CLEAR', address: SEARCHED },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

const HOME = { Lat: 52.1, Lng: 5.1 };
export const mapSearch: readonly MapSearchEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'OPEN', versionId: null },
  { type: 'TYPE', text: 'Utrecht' },
  { type: 'TYPE', text: 'Arnhem' },
  { type: 'TYPE', text: 'Ut' },
  { type: 'TYPE', text: '52.1,5.1' },
  { type: 'FOUND' },
  { type: 'CHOOSE', to: showPlace({ at: HOME, zoom: 8 }) },
  { type: 'CHOOSE', to: openPlace({ path: '/data/db/demo/v/1/stops/S1', search: '' }) },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];
