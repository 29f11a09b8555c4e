/** Keys that belong to one part of a screen (a list, a sheet, a tool): what the overlay of keys says beside the actions. */
import { type Place } from '../../domain/locations.ts';
import { STOP_PAGES } from '../timetables/stopPages.ts';

/** A group of the overlay: what each key does, in words. */
export interface KeyGroup {
  readonly group: string;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

/** The keys of what stands at a place, the most particular first; those of lists and fields hold everywhere. */
export function localKeys(place: Place): readonly KeyGroup[] {
  return [...groupsOf(place), LISTS, FIELDS, PARTS];
}

function groupsOf(place: Place): readonly KeyGroup[] {
  if (place.section !== 'data' || place.versionId === undefined) return [];
  const { page, schedulePage } = place;
  if (page === 'translations') return [CELLS];
  if (page === 'schedules' && schedulePage === 'timetables') return [CELLS, TIMES, STRINGLINE];
  if (page === 'schedules' && schedulePage !== undefined && STOP_PAGES[schedulePage] && place.timetable === undefined) return [CELLS, VALUES];
  if (page === 'schedules' && schedulePage !== undefined) return [TRACK, MAP];
  return page === 'schedules' ? [SEARCH, CALENDAR, MAP] : [SEARCH, MAP];
}

const LISTS: KeyGroup = {
  group: 'In lists',
  keys: [
    [['Up', 'Down'], 'Row by row'],
    [['PgUp', 'PgDn'], 'Page by page'],
    [['Home', 'End'], 'First and last row'],
    [['A–Z'], 'Next row that begins with these letters'],
    [['Enter'], 'Open the row'],
    [['Alt+Up', 'Alt+Down'], 'Open the row before or after the one whose details are open'],
    [['Space', 'Shift+Up', 'Shift+Down'], 'Select the row, and the rows next to it, in lists with boxes'],
    [['Ctrl+A'], 'Select all rows, in lists with boxes'],
  ],
};

const FIELDS: KeyGroup = {
  group: 'In fields',
  keys: [
    [['Enter'], 'Save'],
    [['Ctrl+Enter'], 'Save a long text'],
    [['Esc'], 'Put the old value back'],
  ],
};

const PARTS: KeyGroup = {
  group: 'On the screen',
  keys: [[['F6', 'Shift+F6'], 'To the next part, to the one before: header, pages, list or sheet, map, status']],
};

const SEARCH: KeyGroup = {
  group: 'In the search',
  keys: [
    [['Down'], 'To the list'],
    [['Alt+Down'], 'Open the options; then up and down, option by option'],
    [['1–9'], 'Choose an option by its number'],
    [['Enter'], 'Add the tag; once more: to the list'],
    [['Backspace'], 'Take the last tag back'],
    [['Esc'], 'Leave the search'],
  ],
};

const MAP: KeyGroup = {
  group: 'On the map',
  keys: [
    [['Esc'], 'Leave the tool, close what is open'],
    [['Arrows'], 'Move the map'],
    [['+', '-'], 'Zoom in and out'],
  ],
};

const CALENDAR: KeyGroup = {
  group: 'In the calendar',
  keys: [
    [['Arrows'], 'Day by day, week by week'],
    [['Space', 'Enter'], 'Paint the day'],
  ],
};

const TRACK: KeyGroup = { group: 'In the stops of a track', keys: [[['Alt+Up', 'Alt+Down'], 'Move the stop up and down']] };

const CELLS: KeyGroup = {
  group: 'In the sheet',
  keys: [
    [['Arrows'], 'Cell by cell; with Ctrl to the edge, with Shift selecting'],
    [['Enter', 'Tab'], 'One down, one to the right; with Shift back'],
    [['F2'], 'Edit the text of the cell'],
    [['Del'], 'Empty the cells'],
    [['Ctrl+A'], 'Select everything'],
    [['Ctrl+D'], 'Fill down'],
    [['Ctrl+C', 'Ctrl+V'], 'Copy and paste, also from a spreadsheet'],
  ],
};

const TIMES: KeyGroup = {
  group: 'Times of the timetable',
  keys: [
    [['0–9'], 'Type a time: 805, 8:05, 25:10'],
    [['+', '-'], 'A minute later, earlier; with Shift ten'],
    [['S'], 'Shift by so many minutes'],
    [['I'], 'Interpolate the selection to full minutes'],
    [['Ins'], 'Add a departure'],
    [['X'], 'Not served'],
    [['Ctrl+R'], 'Fill to the right'],
    [['Ctrl+F'], 'Find a time'],
    [['Ctrl+Space', 'Shift+Space'], 'Select whole columns, whole rows'],
    [['Ctrl+Del'], 'Remove the selected departures'],
    [['Alt+Enter'], 'Write into all selected cells'],
    [['Esc'], 'Back to one cell'],
  ],
};

const VALUES: KeyGroup = {
  group: 'Access and timepoints',
  keys: [
    [['0–3'], 'Set the selected cells: the numbers of GTFS'],
    [['Enter', 'F2'], 'Choose a value'],
    [['A'], 'The same in all timetables of these days'],
    [['Ctrl+R'], 'Fill to the right'],
    [['Ctrl+Space', 'Shift+Space'], 'Select whole columns, whole rows'],
    [['Esc'], 'Back to one cell'],
  ],
};

const STRINGLINE: KeyGroup = {
  group: 'In the stringline',
  keys: [
    [['Left', 'Right'], 'Departure by departure'],
    [['Home', 'End'], 'First and last departure'],
    [['+', '-'], 'A minute later, earlier; with Shift ten'],
    [['Ctrl+Up', 'Ctrl+Down'], 'Zoom the time; with Shift the distance'],
  ],
};
