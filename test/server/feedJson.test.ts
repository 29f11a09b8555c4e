/** What the reader of feed files takes and refuses, and that nothing confuses it. Needs no database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Chance } from '../../server/feed/demo/chance.ts';
import { jsonFault } from '../../server/feed/json/jsonFault.ts';
import { FeedFileRefused } from '../../server/feed/json/refusal.ts';
import { feedSchemaText } from '../../server/feed/json/schema.ts';
import { KIND_NAMES } from '../../src/domain/model/catalogue.ts';
import { damage, everyField, fileOf, readFile, refusalOfFile } from '../builders/feedFile.ts';

const stop = (id: string, more: object = {}) => ({ Id: id, Name: id, Type: 0, Coordinate: { Lat: 1, Lng: 2 }, WheelchairBoarding: 0, ...more });
const calendar = { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] };
const schedule = (id: string, more: object = {}) => ({ Id: id, Name: id, IsBaseSchedule: true, Calendar: calendar, ...more });
const track = (id: string, stops: readonly string[], more: object = {}) => ({
  Id: id,
  Name: id,
  Direction: 'Forward',
  Visible: true,
  Stops: stops.map((StopId) => ({ StopId })),
  ...more,
});
const timetable = (number: number) => ({
  Number: number,
  Days: 127,
  ArrivalOffsets: [0],
  DepartureOffsets: [0],
  Departures: [{ Type: 'Exact', Time: 100 }],
});
const aFile = fileOf({
  Agencies: [{ Id: 'a' }],
  Stops: [stop('1', { ParentId: '2' }), stop('2', { Name: 'Übung "x" \\ 😀', LevelId: 'l' })],
  Levels: [{ Id: 'l', Index: 0 }],
  Schedules: [
    schedule('s', { AgencyId: 'a', Tracks: [track('t', ['1', '2', '1'], { Timetables: [timetable(1), timetable(2)] }), track('u', [])] }),
    schedule('r'),
  ],
  Transfers: [{ Id: 't', StopIdFrom: '1', StopIdTo: '2', Type: 0 }],
  Files: [
    { Name: 'x.txt', Bytes: 'YWJj', More: true },
    { Name: 'x.txt', Bytes: 'ZGU=' },
    { Name: 'y.txt', Bytes: '' },
  ],
});

describe('a feed file', () => {
  test('is read the same in whatever pieces it comes', async () => {
    const whole = await readFile(aFile, { chunk: 1e6 });
    expect(whole.documents.map(({ kind }) => kind)).toEqual([
      'Agency',
      'Stop',
      'Stop',
      'Level',
      'Schedule',
      'Track',
      'Timetable',
      'Timetable',
      'Track',
      'Schedule',
      'Transfer',
    ]);
    expect(whole.documents[6]).toEqual({ kind: 'Timetable', doc: { ScheduleId: 's', TrackId: 't', ...timetable(1) } });
    expect([...whole.files]).toEqual([
      ['x.txt', 'abcde'],
      ['y.txt', ''],
    ]);
    for (const chunk of [1, 2, 3, 7, 100]) expect(await readFile(aFile, { chunk })).toEqual(whole);
    expect(await readFile(`\ufeff${JSON.stringify(JSON.parse(aFile), null, '\t\r\n')}\n\n`, { chunk: 10 })).toEqual(whole);
  });

  test('may hold its arrays in any order, and none of them', async () => {
    const { FormatVersion, ...rest } = JSON.parse(aFile) as Record<string, unknown>;
    const turned = await readFile(JSON.stringify({ FormatVersion, ...Object.fromEntries(Object.entries(rest).toReversed()) }));
    expect(turned.documents).toHaveLength(11);
    expect((await readFile('{"FormatVersion":1}')).documents).toEqual([]);
    expect((await readFile(' { "FormatVersion" : 1 , "Stops" : [ ] } ', { chunk: 1 })).documents).toEqual([]);
  });

  test('keeps every field of every kind', async () => {
    const sample = everyField();
    const { documents, files } = await readFile(JSON.stringify(sample));
    expect([...new Set(documents.map(({ kind }) => kind))].toSorted()).toEqual([...KIND_NAMES].toSorted());
    expect(documents.find(({ kind }) => kind === 'Stop')?.doc).toEqual((sample['Stops'] as object[])[0]);
    expect(documents.find(({ kind }) => kind === 'Fare')?.doc).toEqual((sample['Fares'] as object[])[0]);
    expect([...files]).toEqual([['böoking rules.txt', 'a,b\n1,"2"']]);
  });

  test('is described by the published schema, which is as old as the model', () => {
    expect(readFileSync(join(import.meta.dirname, '../../docs/feed.schema.json'), 'utf8'), 'Run: node --import tsx tools/feedSchema.ts').toBe(
      feedSchemaText(),
    );
  });
});

test('the byte of a fault is found wherever it is', () => {
  const faults: readonly [string, number][] = [
    ['{"a":nul}', 5],
    ['{"a":01}', 5],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":[1 2]}', 8],
    ['{"a":[}]', 6],
    ['{"a":"\\x"}', 6],
    ['{"a":"\n"}', 6],
    ['{a:1}', 1],
    ['{"a":1}}', 7],
    ['{"a":.5}', 5],
    ['{"a":"', 6],
    ["{'a':1}", 1],
  ];
  for (const [text, at] of faults) {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(jsonFault(Buffer.from(text)), text).toBe(at);
  }
});

describe('a feed file is refused, naming the place,', () => {
  const byteOf = (text: string, part: string): number => Buffer.byteLength(text.slice(0, text.indexOf(part)));
  const broken = '{"FormatVersion":1,"Stops":[{"Id":"é","Name":nul}]}';

  test.each<[why: string, file: string | Buffer, message: string | RegExp]>([
    ['when it is empty', '', 'The file is empty (byte 0 of the unpacked file)'],
    ['when it is no object', '[1]', 'A feed file begins with { (byte 0 of the unpacked file)'],
    ['when it says no format', '{"Stops":[]}', /^A feed file begins with \{"FormatVersion": 1/],
    ['when it says nothing', '{}', /^FormatVersion: It is missing/],
    ['when its format is another', '{"FormatVersion":2,"Stops":[]}', /^FormatVersion: This build reads feed files of format 1, not of 2/],
    ['when its format stands later', '{"Stops":[],"FormatVersion":1}', /^A feed file begins with/],
    ['when its format is a text', '{"FormatVersion":"1"}', /^FormatVersion: Found " where an array or a number should be/],
    ['when it breaks off', aFile.slice(0, -40), /The file ends in the middle \(byte \d+ of/],
    [
      'when it breaks off before its last bracket',
      aFile.slice(0, -1),
      `Files: The file ends in the middle (byte ${Buffer.byteLength(aFile) - 1} of the unpacked file)`,
    ],
    [
      'when something follows',
      `${aFile} {}`,
      `Something follows after the end of the feed (byte ${Buffer.byteLength(aFile) + 1} of the unpacked file)`,
    ],
    ['when an element is not JSON', broken, `Stops[0]: This is not JSON (byte ${byteOf(broken, 'nul')} of the unpacked file)`],
    ['when a comma is too many', '{"FormatVersion":1,"Stops":[],}', 'Stops: Found } where a name in quotes should be (byte 30 of the unpacked file)'],
    [
      'when an element is no object',
      '{"FormatVersion":1,"Stops":["x"]}',
      'Stops[0]: Found " where an object should be (byte 28 of the unpacked file)',
    ],
    ['when brackets do not fit', '{"FormatVersion":1,"Stops":[{"Id":[}]}]}', /^Stops\[0\]: This is not JSON \(byte 35 /],
    [
      'when it is not UTF-8',
      Buffer.from('{"FormatVersion":1,"Stops":[{"Id":"\xe9"}]}', 'latin1'),
      'Stops[0]: This is not UTF-8 (byte 28 of the unpacked file)',
    ],
    ['when a part of it is unknown', fileOf({ Buses: [] }), /^Buses: A feed file has no such part/],
    ['when a part comes twice', '{"FormatVersion":1,"Stops":[],"Stops":[]}', /^Stops: This name stands in the file twice/],
    ['when a part is no array', '{"FormatVersion":1,"Stops":7}', /^Stops: This is an array in a feed file/],
    ['when a field is missing', fileOf({ Stops: [{ ...stop('1'), Name: undefined }] }), 'Stops[0].Name: This field is missing'],
    [
      'when a value is out of range',
      fileOf({ Stops: [stop('0'), stop('1', { Coordinate: { Lat: 91, Lng: 0 } })] }),
      /^Stops\[1\]\.Coordinate\.Lat: .*90/,
    ],
    [
      'when a field is unknown',
      fileOf({ Stops: [stop('1', { Coordinate: { Lat: 1, Lng: 2, Alt: 3 } })] }),
      'Stops[0].Coordinate.Alt: There is no such field',
    ],
    ['when a field stands twice', '{"FormatVersion":1,"Levels":[{"Id":"a","Index":1,"Index":2}]}', 'Levels[0]: A field stands twice in one object'],
    [
      'when a column is called __proto__',
      '{"FormatVersion":1,"Levels":[{"Id":"a","Index":1,"Extra":{"__proto__":"x"}}]}',
      'Levels[0].Extra.__proto__: There is no such field',
    ],
    [
      'when a date does not exist',
      fileOf({ Schedules: [schedule('s', { Calendar: { ...calendar, toDate: '2026-02-30' } })] }),
      'Schedules[0].Calendar.toDate: Not a valid date (YYYY-MM-DD)',
    ],
    ['when an id comes twice', fileOf({ Stops: [stop('1'), stop('2'), stop('1')] }), 'Stops[2]: There are two of Stop with the id "1"'],
    [
      'when a track comes twice',
      fileOf({ Schedules: [schedule('s', { Tracks: [track('t', []), track('t', [])] })] }),
      'Schedules[0].Tracks[1]: The schedule has two tracks with the id "t"',
    ],
    [
      'when a timetable comes twice',
      fileOf({ Schedules: [schedule('s', { Tracks: [track('t', [], { Timetables: [timetable(1), timetable(1)] })] })] }),
      /^Schedules\[0\]\.Tracks\[0\]\.Timetables\[1\]: The track has two/,
    ],
    [
      'when a track calls at no stop',
      fileOf({ Schedules: [schedule('s', { Tracks: [track('t', ['nowhere'])] })] }),
      'Schedules[0].Tracks[0].Stops[0].StopId: There is no Stop with the id "nowhere"',
    ],
    ['when a parent is missing', fileOf({ Stops: [stop('1', { ParentId: 'p' })] }), 'Stops[0].ParentId: There is no Stop with the id "p"'],
    ['when a level is missing', fileOf({ Stops: [stop('1', { LevelId: 'p' })] }), 'Stops[0].LevelId: There is no Level with the id "p"'],
    [
      'when an agency is missing',
      fileOf({ Schedules: [schedule('s', { AgencyId: 'p' })] }),
      'Schedules[0].AgencyId: There is no Agency with the id "p"',
    ],
    [
      'when a transfer leads nowhere',
      fileOf({ Stops: [stop('1')], Transfers: [{ Id: 't', StopIdFrom: '1', StopIdTo: 'p', Type: 0 }] }),
      'Transfers[0].StopIdTo: There is no Stop with the id "p"',
    ],
    [
      'when a pathway leads nowhere',
      fileOf({ Stops: [stop('1')], Pathways: [{ Id: 't', FromStopId: 'p', ToStopId: '1', Mode: 1, IsBidirectional: true }] }),
      'Pathways[0].FromStopId: There is no Stop with the id "p"',
    ],
    [
      'when a text cannot be stored',
      '{"FormatVersion":1,"Levels":[{"Id":"a","Index":1,"Name":"a\\u0000"}]}',
      'Levels[0].Name: This text holds a character that cannot be stored',
    ],
    [
      'when half a character stands in a name',
      '{"FormatVersion":1,"Levels":[{"Id":"a","Index":1,"Extra":{"\\ud800":"x"}}]}',
      /^Levels\[0\]\.Extra\..*: This name holds a character/,
    ],
    ['when an id is as long as a book', fileOf({ Levels: [{ Id: 'é'.repeat(1001), Index: 1 }] }), 'Levels[0]: Its id has more than 2000 bytes'],
    ['when a file would go elsewhere', fileOf({ Files: [{ Name: '../x', Bytes: '' }] }), /^Files\[0\]\.Name: Not a plain file name/],
    ['when a file is not base64', fileOf({ Files: [{ Name: 'x', Bytes: 'YWJ*' }] }), 'Files[0].Bytes: Not base64'],
    [
      'when a file comes twice',
      fileOf({
        Files: [
          { Name: 'x', Bytes: '' },
          { Name: 'x', Bytes: '' },
        ],
      }),
      'Files[1]: There are two files with the name "x"',
    ],
    ['when the rest of a file is missing', fileOf({ Files: [{ Name: 'x', Bytes: '', More: true }] }), 'Files: The rest of the file "x" is missing'],
    [
      'when brackets stand too deep',
      `{"FormatVersion":1,"Levels":[{"Id":${'['.repeat(100_000)}`,
      /^Levels\[0\]: Brackets stand in each other more than 32 deep/,
    ],
  ])('%s', async (_why, file, message) => {
    for (const chunk of [1e6, 5]) {
      const messages = await refusalOfFile(file, { chunk });
      expect(messages).toHaveLength(1);
      if (typeof message === 'string') expect(messages[0]).toBe(message);
      else expect(messages[0]).toMatch(message);
    }
  });

  test('once for each fault, a hundred at most', async () => {
    const faulty = fileOf({ Stops: Array.from({ length: 150 }, (_, i) => ({ ...stop(String(i)), Name: i })) });
    const messages = await refusalOfFile(faulty);
    expect(messages).toHaveLength(100);
    expect(messages[99]).toBe('Stops[99].Name: Invalid input: expected string, received number');
    const two = fileOf({ Stops: [stop('1', { Name: 1, Type: -1 }), stop('2', { ParentId: 'p' })] });
    expect((await refusalOfFile(two)).map((message) => message.split(':')[0])).toEqual(['Stops[0].Name', 'Stops[0].Type', 'Stops[1].ParentId']);
  });
});

test('a version that the store itself gave out comes back with what names nothing', async () => {
  const file = fileOf({ Stops: [stop('1', { ParentId: 'gone' })] });
  expect((await readFile(file, { dangling: 'keep' })).documents).toHaveLength(1);
});

test('one element without end, a text without end and too many values are refused before they fill the memory', async () => {
  const letters = Buffer.alloc(1_000_000, 'a');
  async function* without(head: string, piece: Buffer): AsyncGenerator<Buffer> {
    yield Buffer.from(head);
    for (let i = 0; i < 400; i++) yield piece;
  }
  const refused = async (head: string, piece: Buffer): Promise<string> => {
    const { readFeedJson } = await import('../../server/feed/json/readFeed.ts');
    const act = readFeedJson(without(head, piece), { add: () => undefined, addRawFile: () => undefined });
    return act.then(
      () => 'taken',
      (error: unknown) => (error instanceof FeedFileRefused ? (error.messages[0] ?? '') : String(error)),
    );
  };
  expect(await refused('{"FormatVersion":1,"Stops":[{"Id":"', letters)).toMatch(/^Stops\[0\]: One element has more than 32 MB/);
  expect(await refused('{"', letters)).toMatch(/^A name is too long/);
  expect(await refused('{"FormatVersion":', letters)).toMatch(/^FormatVersion: A value is too long/);
  expect(await refused('{"FormatVersion":1,"Stops":[{"Id":[0', Buffer.from(',0'.repeat(500_000)))).toMatch(
    /^Stops\[0\]: One element has more than 2000000 values/,
  );
});

/** DMP_FUZZ_SEED repeats a run. */
test('ten thousand damaged files: each is taken as JSON itself would take it, or refused in words', { timeout: 240_000 }, async () => {
  const seed = Number(process.env['DMP_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));
  console.log(`fuzz seed ${seed}`);
  const chance = new Chance(seed);
  let taken = 0;
  for (let round = 0; round < 10_000; round++) {
    const damaged = damage(Buffer.from(aFile), chance);
    try {
      const { documents } = await readFile(damaged, { chunk: chance.pick([1, 13, 300, 1e6]) });
      const json = JSON.parse(damaged.toString('utf8').replace(/^\ufeff/, '')) as { Stops?: unknown[]; Agencies?: unknown[] };
      expect(documents.filter(({ kind }) => kind === 'Stop')).toHaveLength(json.Stops?.length ?? 0);
      taken++;
    } catch (error) {
      if (!(error instanceof FeedFileRefused)) throw new Error(`Round ${round} of seed ${seed}`, { cause: error });
      expect(error.messages.length).toBeGreaterThan(0);
      expect(error.messages.every((message) => message.length > 5 && message.length < 700)).toBe(true);
    }
  }
  // Some damage does no harm: a letter of a name, a blank.
  expect(taken).toBeGreaterThan(20);
  expect(taken).toBeLessThan(5000);
});
