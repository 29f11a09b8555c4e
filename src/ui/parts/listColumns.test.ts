import { expect, test } from 'vitest';
import { columnTracks, nextSorting, sortedBy, tellingColumns } from './listColumns.ts';

interface Row {
  readonly name: string;
  readonly zone?: string;
  readonly size: number;
}

const COLUMNS = [
  { key: 'name', value: (row: Row) => row.name },
  { key: 'zone', value: (row: Row) => row.zone },
  { key: 'size', value: (row: Row) => row.size },
  { key: 'acts' },
];
const ROWS: readonly Row[] = [
  { name: 'Stop 10', size: 3 },
  { name: 'stop 9', zone: 'B', size: 3 },
  { name: 'Alpha', zone: 'A', size: 3 },
];

test('rows sort by any column, numbers in words as numbers, what is empty last either way', () => {
  const names = (key: string, down: boolean): readonly string[] => sortedBy(ROWS, COLUMNS, { key, down }).map(({ name }) => name);
  expect(names('name', false)).toEqual(['Alpha', 'stop 9', 'Stop 10']);
  expect(names('name', true)).toEqual(['Stop 10', 'stop 9', 'Alpha']);
  expect(names('zone', false)).toEqual(['Alpha', 'stop 9', 'Stop 10']);
  expect(names('zone', true)).toEqual(['stop 9', 'Alpha', 'Stop 10']);
  expect(sortedBy(ROWS, COLUMNS, undefined)).toBe(ROWS);
});

test('columns that are empty or the same in every row hide; the first, and one without values, never', () => {
  const keys = (rows: readonly Row[]): readonly string[] => tellingColumns(COLUMNS, rows).map(({ key }) => key);
  expect(keys(ROWS)).toEqual(['name', 'zone', 'acts']);
  expect(keys([{ name: 'A', size: 1 }])).toEqual(['name', 'size', 'acts']);
  expect(keys([])).toEqual(['name', 'zone', 'size', 'acts']);
});

test('a column that repeats another in every row hides; where one row differs, it stays', () => {
  const columns = [...COLUMNS, { key: 'short', value: (row: Row & { readonly short?: string }) => row.short, echoes: 'name' }];
  const keys = (...shorts: readonly string[]): readonly string[] =>
    tellingColumns(
      columns,
      ['1', '2'].map((name, i) => ({ name, size: 3, short: shorts[i] ?? '' })),
    ).map(({ key }) => key);
  expect(keys('1', '2')).toEqual(['name', 'acts']);
  expect(keys('1', 'N2')).toEqual(['name', 'acts', 'short']);
  expect(keys('1', '')).toEqual(['name', 'acts', 'short']);
});

test('a head sorts up, down, and as the list comes', () => {
  const up = nextSorting(undefined, 'name');
  expect(up).toEqual({ key: 'name', down: false });
  const down = nextSorting(up, 'name');
  expect(down).toEqual({ key: 'name', down: true });
  expect(nextSorting(down, 'name')).toBeUndefined();
  expect(nextSorting(down, 'zone')).toEqual({ key: 'zone', down: false });
});

test('columns share the room by the texts they show; one of a fixed width keeps it', () => {
  const columns = [
    { key: 'name', title: 'Name', width: 'minmax(60px, 1fr)', value: ({ name }: Row) => name },
    { key: 'zone', title: 'Zone', width: '1fr', value: ({ zone }: Row) => zone },
    { key: 'size', title: 'Size', width: '80px', value: ({ size }: Row) => size },
  ];
  const long: Row = { name: 'Alpha', zone: 'Velmar Transport Authority', size: 1 };
  expect(columnTracks(columns, [...ROWS, long])).toBe('minmax(60px, 12fr) 28fr 80px');
  expect(columnTracks(columns, [])).toBe('minmax(60px, 1fr) 1fr 80px');
  // one in twenty that is long does not take the room from the others
  const many = Array.from({ length: 20 }, (_row, i): Row => (i === 7 ? long : { name: `Stop ${i}`, zone: 'A', size: 1 }));
  expect(columnTracks(columns, many)).toBe('minmax(60px, 12fr) 8fr 80px');
  const untold = [...columns, { key: 'acts', title: '', width: '2fr' }];
  expect(columnTracks(untold, ROWS)).toBe('minmax(60px, 1fr) 1fr 80px 2fr');
});
