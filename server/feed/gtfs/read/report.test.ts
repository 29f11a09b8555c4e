/** What the reading reports of each file: the rows that were read, kept as they are, changed and refused. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ReportedFile } from '../../../../src/domain/importReport.ts';
import { aFeed, removeFeeds } from '../../../../test/builders/gtfsZip.ts';
import { ReportFile } from '../../reportFile.ts';
import type { ReportLine } from '../notes.ts';

afterAll(removeFeeds);

const oddFeed = aFeed()
  .withRows('stops.txt', 'A,Again,48.00,9.03', 'D,"Delta, "old"",48.00,9.04')
  .withRows('calendar.txt', 'NO,0,0,0,0,0,0,0,20260105,20260201')
  .withRows('trips.txt', 'R1,NO,N1,Gamma,0', 'R1,WD,ONE,Gamma,7')
  .withRows('stop_times.txt', 'N1,10:00:00,10:00:00,A,1', 'N1,10:05:00,10:05:00,B,2', 'ONE,ten,10:05:00,B,1', 'GONE,10:05:00,10:05:00,B,2')
  .with('notes.txt', 'note\none\ntwo\n');

const counts = (files: readonly ReportedFile[]): unknown[] =>
  files.map(({ file, read, kept, changed, refused }) => [file, read, kept, changed, refused]);

test('every row is read and kept, changed, refused or taken as it is', async () => {
  const { summary, reported } = await oddFeed.read();
  expect(counts(summary.report.files)).toEqual([
    ['agency.txt', 1, 0, 0, 0],
    ['calendar.txt', 2, 1, 0, 0],
    ['feed_info.txt', 1, 0, 0, 0],
    ['notes.txt', 2, 2, 0, 0],
    ['routes.txt', 1, 0, 0, 0],
    ['stop_times.txt', 10, 3, 1, 1],
    ['stops.txt', 5, 0, 1, 1],
    ['trips.txt', 4, 2, 1, 0],
  ]);
  expect(summary.report.files.find(({ file }) => file === 'stop_times.txt')?.first).toEqual({
    refused: [{ line: 11, column: 'trip_id', value: 'GONE', reason: 'trips.txt has no trip "GONE"; the row is left out' }],
    changed: [{ line: 10, column: 'arrival_time', value: 'ten', reason: '"ten" is not a time (H:MM:SS); taken as not given' }],
    kept: [8, 9, 10].map((line) => ({
      line,
      column: 'trip_id',
      value: line === 10 ? 'ONE' : 'N1',
      reason: `The trip forms no timetable: ${line === 10 ? 'it has only one stop time' : 'the service "NO" never runs'}; the row is kept as it is and exported again`,
    })),
  });
  expect(summary.report.trips).toEqual({ trips: 4, dropped: 2, reason: 'the service "NO" never runs', routes: [], routeCount: 0 });
  expect(reported.filter(({ result }) => result === 'refused').map(({ file, line, column, value }) => [file, line, column, value])).toEqual([
    ['stops.txt', 5, 'stop_id', 'A'],
    ['stop_times.txt', 11, 'trip_id', 'GONE'],
  ]);
});

test('a route that loses all of its trips is named, one of Flex trips is not', async () => {
  const { summary } = await aFeed()
    .withRows('routes.txt', 'R2,AG,2,Two,3', 'R3,AG,3,On demand,3')
    .withRows('trips.txt', 'R2,WD,LOST,Gamma,0', 'R3,WD,FLEX,Anywhere,0')
    .with('location_groups.txt', 'location_group_id\nG\n')
    .with(
      'stop_times.txt',
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_group_id\n' +
        'T1,08:00:00,08:00:00,A,1,\nT1,08:05:00,08:06:00,B,2,\nT2,09:00:00,09:00:00,A,1,\nT2,09:05:00,09:06:00,B,2,\nFLEX,,,,1,G\nFLEX,,,,2,G\n',
    )
    .read();
  expect(summary.report.trips).toEqual({ trips: 4, dropped: 1, reason: 'it has no stop times', routes: ['R2'], routeCount: 1 });
});

test('trips.txt without rows is said', async () => {
  const { notes, summary } = await aFeed()
    .with('trips.txt', 'route_id,service_id,trip_id\n')
    .with('stop_times.txt', 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n')
    .read();
  expect(notes.map(({ severity, file, reason }) => [severity, file, reason])).toEqual(
    expect.arrayContaining([
      ['warning', 'trips.txt', 'The file has a header and no rows'],
      ['warning', 'stop_times.txt', 'The file has a header and no rows'],
    ]),
  );
  expect(summary.report.trips.trips).toBe(0);
});

test('the report has every line, where the notes sum up those of a kind after 1,000', async () => {
  const rows = Array.from({ length: 1203 }, (_, i) => `GONE${i},10:00:00,10:00:00,A,1`);
  const { notes, reported, summary } = await aFeed()
    .withRows('stop_times.txt', ...rows)
    .read();
  expect(notes.filter(({ file }) => file === 'stop_times.txt')).toHaveLength(1001);
  expect(reported.filter(({ file }) => file === 'stop_times.txt')).toHaveLength(1203);
  expect(summary.report.files.find(({ file }) => file === 'stop_times.txt')).toMatchObject({ read: 1209, refused: 1203 });
});

test('the report as a file is CSV, and says what is beyond its limit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-report-'));
  const path = join(folder, 'report.csv');
  const line: ReportLine = { file: 'stops.txt', line: 5, column: 'stop_name', value: 'a, "b"', reason: 'It is odd', result: 'changed' };
  const file = new ReportFile(path, 2);
  for (const one of [line, { ...line, line: null, column: '', value: '' }, line, line]) file.add(one);
  file.close();
  expect(readFileSync(path, 'utf8').split('\n')).toEqual([
    'file,line,column,value,reason,result',
    'stops.txt,5,stop_name,"a, ""b""",It is odd,changed',
    'stops.txt,,,,It is odd,changed',
    ',,,,2 more lines are left out of this report,',
    '',
  ]);
  rmSync(folder, { recursive: true });
});
