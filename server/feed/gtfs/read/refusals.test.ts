import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { aFeed, collectFeed, refusalOf, removeFeeds } from '../../../../test/builders/gtfsZip.ts';
import { NOTES_PER_KIND } from '../notes.ts';
import { ZIP_LIMITS } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'dmp-refusals-'));
afterAll(() => {
  removeFeeds();
  rmSync(folder, { recursive: true, force: true });
});

test('what is no zip is refused, and so is what is not there', async () => {
  const path = join(folder, 'feed.zip');
  writeFileSync(path, 'stop_id,stop_name\n');
  expect(await refusalOf(path)).toEqual([`${path} is not a zip file.`]);
  writeFileSync(path, '');
  expect(await refusalOf(path)).toEqual([`${path} is not a zip file.`]);
  expect(await refusalOf(join(folder, 'none.zip'))).toEqual([`There is no file ${join(folder, 'none.zip')}.`]);
  expect(await refusalOf(folder)).toEqual([`${folder} is a folder; give the zip file.`]);
});

test('a zip without a feed is refused, and a zip in a zip is named', async () => {
  expect(
    await aFeed()
      .inFolder('x')
      .with('a.txt', 'b')
      .without('x/agency.txt', 'x/stops.txt', 'x/routes.txt', 'x/trips.txt', 'x/stop_times.txt', 'x/calendar.txt')
      .refusal(),
  ).toEqual(['The zip holds no GTFS feed: none of agency.txt, stops.txt, routes.txt, trips.txt, stop_times.txt is in it.']);
  const inner = aFeed().without('agency.txt', 'stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt', 'calendar.txt').with('gtfs.zip', 'PK');
  expect(await inner.refusal()).toEqual(['The zip holds no GTFS feed but another zip, gtfs.zip; unpack it first.']);
});

test('a feed in a folder of the zip, with the litter of a Mac beside it, is read', async () => {
  const feed = await aFeed()
    .inFolder('my feed')
    .with('__MACOSX/my feed/._stops.txt', 'x')
    .with('my feed/.DS_Store', 'x')
    .with('readme.html', 'x')
    .read();
  expect(feed.summary).toMatchObject({ trips: 2, rawFiles: [] });
});

test('a zip whose end record claims a comment that is not in the file is read, as unzip reads it', async () => {
  const path = join(folder, 'comment.zip');
  const bytes = readFileSync(await aFeed().write());
  // The comment's length is the last field of the end record.
  bytes.writeUInt16LE(500, bytes.length - 2);
  writeFileSync(path, bytes);
  expect((await collectFeed(path)).summary).toMatchObject({ trips: 2 });
  writeFileSync(path, Buffer.concat([bytes, Buffer.from('half of a comment')]));
  expect((await collectFeed(path)).summary).toMatchObject({ trips: 2 });
});

test('all missing files are named at once', async () => {
  expect(await aFeed().without('stops.txt', 'calendar.txt').refusal()).toEqual([
    'stops.txt is missing. A feed without stops cannot be read.',
    'calendar.txt and calendar_dates.txt are both missing. On which days trips run cannot be known without one of them.',
  ]);
});

test('a row with a date that is none is left out, with file, line and value; the feed is read', async () => {
  const rows = 'service_id,date,exception_type\nWD,20260106,2\nWD,2018112,2\nWD,20260230,1\n';
  const { notes, summary } = await aFeed().with('calendar_dates.txt', rows).read();
  expect(summary.trips).toBe(2);
  expect(notes.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      file: 'calendar_dates.txt',
      line: 3,
      result: 'refused',
      reason: 'date "2018112" is not a date (YYYYMMDD). On which days the service "WD" runs cannot be known; the row is left out',
    },
    {
      file: 'calendar_dates.txt',
      line: 4,
      result: 'refused',
      reason: 'date "20260230" is not a date (YYYYMMDD). On which days the service "WD" runs cannot be known; the row is left out',
    },
  ]);
});

test('a feed without agency.txt is read; an agency is made up, and the import says so', async () => {
  const feed = await aFeed().without('agency.txt').read();
  expect(feed.all('Agency')).toEqual([{ Id: '1', Name: 'Unknown agency' }]);
  expect(feed.notes.filter(({ severity }) => severity === 'error').map(({ reason }) => reason)).toEqual([
    'The file is missing. An agency is made up; who runs the lines, and in which time zone the times are, has to be said',
  ]);
});

test.each([
  [
    'pathways.txt',
    'from_stop_id,to_stop_id\nA,B\n',
    ['pathways.txt'],
    'columns are missing: pathway_id, pathway_mode. The header reads "from_stop_id,to_stop_id"',
  ],
  [
    'shapes.txt',
    'shape_id,lat,lon\nS,48,9\n',
    ['shapes.txt'],
    'columns are missing: shape_pt_lat, shape_pt_lon, shape_pt_sequence. The header reads "shape_id,lat,lon"',
  ],
  [
    'fare_rules.txt',
    'fare,route_id\nF,R1\n',
    ['fare_attributes.txt', 'fare_rules.txt'],
    'column is missing: fare_id. The header reads "fare,route_id"',
  ],
])('%s without its columns is kept as it is; the feed is read', async (name, text, kept, reason) => {
  const base = aFeed().with('fare_attributes.txt', 'fare_id,price,currency_type,payment_method,transfers\nF,1,EUR,0,0\n');
  const { notes, rawFiles, summary } = await (name === 'fare_rules.txt' ? base : aFeed()).with(name, text).read();
  expect(summary.trips).toBe(2);
  expect([...rawFiles.keys()].toSorted()).toEqual(kept);
  expect(Buffer.from(rawFiles.get(name) ?? []).toString()).toBe(text);
  expect(notes.filter(({ severity }) => severity === 'error')).toMatchObject([
    { file: name, line: 1, reason: `The required ${reason}. Correct the header, with commas between the names. The file is not read` },
  ]);
});

test('a column without which a file says nothing is refused with the header that was found', async () => {
  expect(await aFeed().with('stop_times.txt', 'trip_id;arrival_time;departure_time;stop_id;stop_sequence\n').refusal()).toEqual([
    'stop_times.txt line 1: the required columns are missing: trip_id, stop_id, stop_sequence. The header reads "trip_id;arrival_time;departure_time;stop_id;stop_sequence". Correct the header, with commas between the names.',
  ]);
});

test('headers may be padded, quoted and in capitals', async () => {
  const feed = await aFeed()
    .with('stops.txt', '\u{feff} Stop_ID , "stop_name" ,stop_lat, stop_lon\nA,Alpha,48,9\nB,Beta,48,9.01\nC,Gamma,48,9.02\n')
    .read();
  expect(feed.all('Stop')).toHaveLength(3);
});

test('a zip that unpacks to far more than it holds is refused before it does', async () => {
  const bomb = aFeed().with('stops.txt', `stop_id\n${'a'.repeat(5_000_000)}`);
  expect(await bomb.refusal()).toEqual([
    'stops.txt in the zip unpacks to more than it states, or to more than 250 times its packed size; it is not read.',
  ]);
  expect(await aFeed().refusal({ ...ZIP_LIMITS, totalBytes: 100 })).toEqual([
    'The zip unpacks to more than 0 MB (UNPACKED_LIMIT_GB); it is not read.',
  ]);
  expect(await aFeed().refusal({ ...ZIP_LIMITS, files: 3 })).toEqual([
    'The zip holds 7 files; a feed has at most 3. Take out what is not part of the feed.',
  ]);
});

test('a zip that lies about a size or was damaged is refused', async () => {
  const path = await aFeed().write();
  const whole = readFileSync(path);
  const at = whole.indexOf('stops.txt') + 'stops.txt'.length + 4;
  const damaged = join(folder, 'damaged.zip');
  writeFileSync(damaged, Buffer.concat([whole.subarray(0, at), Buffer.from([whole[at]! ^ 0xff, whole[at + 1]! ^ 0xff]), whole.subarray(at + 2)]));
  const [sentence] = await refusalOf(damaged);
  expect(sentence).toMatch(/^The zip is damaged: stops\.txt |^stops\.txt in the zip unpacks to more/);
  writeFileSync(damaged, whole.subarray(0, whole.length - 40));
  expect((await refusalOf(damaged))[0]).toContain('is not a zip file');
});

test('an encrypted zip is refused', async () => {
  const path = await aFeed().write();
  const bytes = readFileSync(path);
  // Sets the encryption bit in every entry of the directory.
  for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 1, 'latin1')) bytes[at + 8]! |= 1;
  const encrypted = join(folder, 'encrypted.zip');
  writeFileSync(encrypted, bytes);
  expect(await refusalOf(encrypted)).toEqual(['agency.txt in the zip is encrypted; make a zip without a password.']);
});

test('cut anywhere, a zip is refused with a sentence and never crashes', async () => {
  const whole = readFileSync(await aFeed().write());
  const path = join(folder, 'cut.zip');
  for (let size = 1; size < whole.length; size += 61) {
    writeFileSync(path, whole.subarray(0, size));
    expect(await refusalOf(path)).toHaveLength(1);
  }
});

test('a file with a fault in every row makes a thousand messages and a sum, not a million', async () => {
  const rows = Array.from({ length: NOTES_PER_KIND + 500 }, (_, i) => `GHOST${i},8:00:00,8:00:00,A,1`);
  const feed = await collectFeed(
    await aFeed()
      .withRows('stop_times.txt', ...rows)
      .write(),
  );
  expect(feed.notes).toHaveLength(NOTES_PER_KIND + 1);
  expect(feed.notes.at(-1)).toEqual({
    severity: 'error',
    file: 'stop_times.txt',
    line: null,
    result: 'refused',
    reason: 'trip is unknown: 500 more like the ones above, lines 1008 to 1507',
  });
});
