import { expect, test } from 'vitest';
import { tableOf } from '../kernel/table.ts';
import { parsePath, pathText, valueAt } from './readableState.ts';
import { diffText, stateDiff } from './stateDiff.ts';

const lines = (before: unknown, after: unknown, words?: string, most?: number): readonly string[] =>
  diffText(stateDiff(before, after, words, most)).split('\n');

test('what was added, removed and changed is listed by its path', () => {
  expect(lines({ a: 1, b: { c: 'x' }, d: true }, { a: 2, b: { c: 'x', e: null } })).toEqual(['  a: 1 -> 2', '+ b.e: null', '- d: true']);
});

test('a part that is new or gone as a whole is one place', () => {
  expect(lines({ drafts: {} }, { drafts: { one: { kind: 'stop', document: { Name: 'A' } } } })).toEqual([
    '+ drafts.one: {"kind":"stop","document":{"Name":"A"}}',
  ]);
});

test('the items of a list that have ids are compared by id, wherever they stand', () => {
  const before = {
    stops: [
      { Id: 'S1', Name: 'A' },
      { Id: 'S2', Name: 'B' },
    ],
  };
  const after = {
    stops: [
      { Id: 'S3', Name: 'C' },
      { Id: 'S2', Name: 'B2' },
      { Id: 'S1', Name: 'A' },
    ],
  };
  expect(lines(before, after)).toEqual(['  stops.#S2.Name: "B" -> "B2"', '+ stops.#S3: {"Id":"S3","Name":"C"}']);
});

test('a list without ids is compared by place while it is as long, and as a whole otherwise', () => {
  expect(lines({ path: [1, 2, 3] }, { path: [1, 5, 3] })).toEqual(['  path.1: 2 -> 5']);
  expect(lines({ path: [1, 2] }, { path: [1, 2, 3] })).toEqual(['  path: [1,2] -> [1,2,3]']);
});

test('the rows of a table are compared by id', () => {
  const table = (name: string) =>
    tableOf(
      [
        { Id: 'S1', Name: name },
        { Id: 'S2', Name: 'B' },
      ],
      ({ Id }) => Id,
    );
  expect(lines({ stops: table('A') }, { stops: table('A2') })).toEqual(['  stops.S1.Name: "A" -> "A2"']);
});

test('what is equal and not the same object is no difference', () => {
  expect(stateDiff({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual({ changes: [], more: 0 });
  expect(stateDiff({ a: [[1], [2]] }, { a: [[1], [2]] })).toEqual({ changes: [], more: 0 });
});

test('a long list ends with how many more there are, and words of the path choose among all', () => {
  const many = (n: number) => ({ rows: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`r${i}`, n])) });
  const all = lines(many(1), many(2), '', 10);
  expect([all.length, all.at(-1)]).toEqual([11, 'and 240 more']);
  expect(lines(many(1), many(2), 'ROWS r249', 10)).toEqual(['  rows.r249: 1 -> 2']);
});

test('a path is read as it is written', () => {
  for (const path of [
    ['pending', '3'],
    ['history', 'version/1', 'undo', '#s:4'],
    ['stops', 'a.b', 'Name'],
    ['', 'x'],
  ])
    expect(parsePath(pathText(path))).toEqual(path);
  expect([pathText(['stops', 'a.b', 'Name']), pathText(['pending', '3'])]).toEqual(['stops["a.b"].Name', 'pending.3']);
  expect(['', '  ', 'a..b', 'a[', 'a["x'].map(parsePath)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('a path leads through objects, lists by place or id, and tables', () => {
  const state = { pending: [{ id: 's:4', label: 'A' }], stops: tableOf([{ Id: 'S1', Name: 'B' }], ({ Id }) => Id) };
  expect(
    ['pending.0.label', 'pending.#s:4.label', 'stops.S1.Name', 'pending.3', 'constructor', 'pending.#s:5'].map((text) =>
      valueAt(state, parsePath(text) ?? []),
    ),
  ).toEqual(['A', 'A', 'B', undefined, undefined, undefined]);
});
