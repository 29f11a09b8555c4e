import { describe, expect, test } from 'vitest';
import type { Cell, WorkbookSheet } from './cells.ts';
import { planRows, type RowWords, rowSheets } from './rows.ts';

const MARKET = { Id: 'S1', Name: 'Market', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 1, ZoneId: 'A' };
const HARBOUR = { Id: 'S2', Name: ' Harbour', Type: 5, Coordinate: null, WheelchairBoarding: 0 };
const words: RowWords = { language: 'en', heads: ({ label }) => [label], said: (english) => english, title: 'Stops' };
const into = { kind: 'Stop', versionId: 7, docs: [MARKET, HARBOUR], words, exists: () => undefined } as const;
const HEADS = [
  'Id',
  'Name',
  'Type',
  'Latitude',
  'Longitude',
  'Zone id',
  'Code',
  'Url',
  'Wheelchair boarding',
  'Direction',
  'Area name',
  'Signposted as',
  'Group id',
  'Parent id',
  'Platform code',
  'Level',
];

const sheet = (...rows: readonly (readonly Cell[])[]): WorkbookSheet[] => [{ name: 'Stops', rows }];

describe('stops as rows', () => {
  test('a row for each, a column for each field, and a sheet that says what the file is', () => {
    const [first, about] = rowSheets(into, into.docs, words);
    expect(first?.rows[0]).toEqual(HEADS);
    expect(first?.rows[1]?.slice(0, 9)).toEqual(['S1', 'Market', 'Regular stop', 52.1, 5.1, 'A', null, null, 'Accessible']);
    expect(about?.rows).toEqual([
      ['Kind', 'Stop'],
      ['Version', 7],
    ]);
  });

  test('what was downloaded changes nothing', () => {
    expect(planRows(into, 'same.xlsx', rowSheets(into, into.docs, words))).toMatchObject({ lines: [], faults: [], same: 2, absent: 0, edit: null });
  });

  test('changed and new rows are one edit, with GTFS heads and a location_type', () => {
    const plan = planRows(
      into,
      'stops.xlsx',
      sheet(['stop_id', 'stop_name', 'stop_lat', 'stop_lon', 'location_type'], ['S1', 'Market Square', '52,1', 5.2, 0], ['S9', 'Mill', 52.3, 5.3, 1]),
    );
    expect(plan).toMatchObject({ adds: 1, changes: 1, absent: 1, faults: [] });
    expect('edit' in plan && plan.edit?.rows).toEqual({
      kind: 'Stop',
      rows: [
        { id: 'S1', values: { Name: ['Market', 'Market Square'], Longitude: [5.1, 5.2] } },
        { id: 'S9', add: true, values: { Name: ['', 'Mill'], Latitude: ['', 52.3], Longitude: ['', 5.3], Type: [0, 5] } },
      ],
    });
  });

  test('a wrong cell is named by its address, and nothing is applied', () => {
    const plan = planRows(
      into,
      'bad.xlsx',
      sheet(['Id', 'Name', 'Latitude', 'Longitude', 'Parent id'], ['S1', '', 'abc', 5.1, 'S8'], ['S1', 'x', 1, 1, '']),
    );
    expect(plan).toMatchObject({
      edit: null,
      faults: [
        { cell: 'B2', why: 'value', says: 'Stop name is required' },
        { cell: 'C2', why: 'latitude', text: 'abc' },
        { cell: 'E2', why: 'reference', text: 'S8', says: 'stop' },
        { cell: 'A3', why: 'twiceRow', text: 'S1' },
      ],
    });
  });

  test('a new row without what it needs names what is missing', () => {
    expect(planRows(into, 'new.xlsx', sheet(['Id', 'Latitude'], ['S9', 52]))).toMatchObject({
      edit: null,
      faults: [{ cell: 'A2', why: 'value', says: 'Stop name is required' }],
    });
  });

  test('files of another kind or version are refused', () => {
    const own = rowSheets(into, into.docs, words);
    expect(planRows({ ...into, versionId: 8 }, 'a.xlsx', own)).toEqual({ refused: 'version' });
    expect(planRows({ ...into, kind: 'Agency', docs: [] }, 'a.xlsx', own)).toEqual({ refused: 'kind', is: 'Stop' });
    expect(planRows({ ...into, kind: 'Agency', docs: [] }, 'a.xlsx', sheet(['stop_id'], ['1']))).toEqual({ refused: 'kind', is: 'Stop' });
    expect(planRows(into, 'a.xlsx', sheet(['Name'], ['x']))).toEqual({ refused: 'empty' });
  });
});

test('an empty cell takes a value away, and days of a day type are words', () => {
  expect(planRows(into, 'a.xlsx', sheet(['Id', 'Zone id'], ['S1', null]))).toMatchObject({
    edit: { rows: { rows: [{ id: 'S1', values: { ZoneId: ['A', ''] } }] } },
  });
  const dayType = { ...into, kind: 'DayType', docs: [{ Id: 'D1', Name: 'School', RunAs: 31 }] } as const;
  expect(planRows(dayType, 'd.xlsx', sheet(['Id', 'Runs as'], ['D1', 'Mo-Sa']))).toMatchObject({
    edit: { rows: { rows: [{ id: 'D1', values: { RunAs: [31, 63] } }] } },
  });
});

test('heads that are not known are listed, and read as they were assigned', () => {
  const file = sheet(['Number', 'Fare area', 'Remarks', 'Name'], ['S1', 'B', 'x', 'Market']);
  const unknown = planRows(into, 'a.xlsx', file);
  expect(unknown).toMatchObject({ edit: null, faults: [{ cell: '', why: 'noId' }] });
  expect('heads' in unknown && unknown.heads?.map(({ cell, text, to }) => [cell, text, to])).toEqual([
    ['A1', 'Number', ''],
    ['B1', 'Fare area', ''],
    ['C1', 'Remarks', ''],
  ]);
  const plan = planRows({ ...into, assigned: { number: 'Id', farearea: 'ZoneId' } }, 'a.xlsx', file);
  expect(plan).toMatchObject({ faults: [], edit: { rows: { rows: [{ id: 'S1', values: { ZoneId: ['A', 'B'] } }] } } });
  expect('heads' in plan && plan.heads?.map(({ text, to }) => [text, to])).toEqual([
    ['Number', 'Id'],
    ['Fare area', 'ZoneId'],
    ['Remarks', ''],
  ]);
});
