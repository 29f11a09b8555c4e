/** Calendars of the network: a change reaches all that follow, what they have of their own stays, and the GTFS out is what it would be by hand. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import { readCalendars } from '../../src/contract/networkCalendars.ts';
import { readSchedule } from '../../src/contract/schedules.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { collectFeed } from '../builders/gtfsZip.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { type Answer, startTestProduct, type TestProduct } from './product.ts';
import { calendarsRead } from './calendarLaws.ts';
import { editCall } from './scheduleCalls.ts';
import { smallFeed } from './smallFeed.ts';

/** Lies beside the repository; where it does not, its test is skipped. */
const REAL_FEED = join(import.meta.dirname, '../../../shared/feeds/hart_2020.zip');
/** Files with service ids, which are made of calendars where the source has none. */
const SERVICES = new Set(['calendar.txt', 'calendar_dates.txt', 'trips.txt']);

let product: TestProduct;
let base: number;
let versionId: number;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
beforeEach(async () => {
  versionId = await draft();
});

const draft = async (): Promise<number> =>
  (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
const LINES = ['line 2', 'line/1'];
const CHRISTMAS = { Date: '2026-12-25', RunAs: 64, Name: 'Christmas Day' };
const edit = async (type: string, payload: Readonly<Record<string, unknown>>, version = versionId): Promise<Answer> => {
  const answer = await editCall(product, type, version, payload);
  expect([type, answer.status, answer.text]).toEqual([type, 200, expect.any(String)]);
  return answer;
};
const schedule = async (scheduleId: string, version = versionId): Promise<Schedule> =>
  (await product.call(readSchedule, { params: { versionId: version, scheduleId } })).body['Schedule'] as unknown as Schedule;
const exceptions = async (scheduleId: string): Promise<string> =>
  (await schedule(scheduleId)).Calendar.Exceptions.map(({ Date: date, RunAs }) => `${date} ${RunAs}`).join(', ');
const dates = async (): Promise<readonly string[]> => Promise.all(LINES.map(exceptions));

it('a holiday reaches every schedule that follows, also those that the caller does not name, and one undo takes it back', async () => {
  await edit('networkCalendar.create', { calendarId: 'N', name: 'Network', scheduleIds: LINES });
  const before = await dates();
  const { body } = await edit('networkCalendar.change', { calendarId: 'N', put: [CHRISTMAS] });
  expect((await dates()).every((all) => all.includes('2026-12-25 64'))).toBe(true);
  const undone = await product.call(revertChangeset, { params: { versionId, rev: Number(body['Rev']) }, body: {} });
  expect(undone.status).toBe(200);
  expect(await dates()).toEqual(before);
});

it('an exception of its own stays when the calendar comes, changes and goes', async () => {
  await edit('calendar.editExceptions', { scheduleIds: ['line/1'], dates: [{ Date: '2026-12-25', RunAs: 0 }] });
  await edit('networkCalendar.create', { calendarId: 'N', name: 'Network', scheduleIds: LINES, put: [CHRISTMAS] });
  expect(await exceptions('line/1')).toContain('2026-12-25 0');
  expect(await exceptions('line 2')).toContain('2026-12-25 64');
  await edit('networkCalendar.change', { calendarId: 'N', put: [{ ...CHRISTMAS, RunAs: 32 }] });
  expect(await exceptions('line/1')).toContain('2026-12-25 0');
  expect(await exceptions('line 2')).toContain('2026-12-25 32');
  await edit('networkCalendar.change', { calendarId: 'N', clear: [CHRISTMAS.Date] });
  expect(await exceptions('line/1')).toContain('2026-12-25 0');
  expect(await exceptions('line 2')).not.toContain('2026-12-25');
});

it('a longer validity, and a clone for another season, have the dates of the calendar', async () => {
  await edit('networkCalendar.create', { calendarId: 'N', name: 'Network', scheduleIds: ['line/1'], put: [{ ...CHRISTMAS, Date: '2029-12-25' }] });
  expect(await exceptions('line/1')).not.toContain('2029');
  await edit('calendar.editInterval', { scheduleIds: ['line/1'], from: '2026-01-01', to: '2029-12-31' });
  expect(await exceptions('line/1')).toContain('2029-12-25 64');
  await edit('calendar.editInterval', { scheduleIds: ['line/1'], from: '2026-01-01', to: '2027-12-31' });
  expect(await exceptions('line/1')).not.toContain('2029');
  await edit('schedule.clone', { scheduleId: 'line/1', newId: 'next', fromDate: '2029-01-01', toDate: '2029-12-31' });
  expect(await schedule('next')).toMatchObject({ FollowsCalendar: 'N', Calendar: { Exceptions: [{ Date: '2029-12-25', RunAs: 64 }] } });
});

it('a day type that runs otherwise changes calendars and followers; a calendar that is followed is not removed by an undo', async () => {
  const { body } = await edit('dayType.create', { dayTypeId: 'D', name: 'Sunday', color: '', runAs: 64 });
  expect(body['Rev']).toBeGreaterThan(0);
  const made = await edit('networkCalendar.create', {
    calendarId: 'N',
    name: 'Network',
    scheduleIds: LINES,
    put: [{ ...CHRISTMAS, DayTypeId: 'D' }],
  });
  await edit('dayType.change', { dayTypeId: 'D', name: 'Sunday', color: 'AA0000', runAs: 32 });
  expect((await dates()).every((all) => all.includes('2026-12-25 32'))).toBe(true);
  await edit('schedule.clone', { scheduleId: 'line/1', newId: 'copy' });
  const refused = await product.call(revertChangeset, { params: { versionId, rev: Number(made.body['Rev']) }, body: { force: true } });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('cannot be removed because there are schedules with it');
  await edit('networkCalendar.delete', { calendarId: 'N' });
  expect(await schedule('copy')).not.toHaveProperty('FollowsCalendar');
  expect(await exceptions('line 2')).toContain('2026-12-25 32');
});

it('the GTFS out is that of the same exceptions made by hand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmp-calendars-'));
  const written = async (version: number): Promise<unknown> => {
    const path = join(folder, `${version}.zip`);
    await exportGtfs(product.store, version, createWriteStream(path));
    return (await collectFeed(path)).all('Schedule');
  };
  const byHand = await draft();
  await edit('calendar.editExceptions', { scheduleIds: LINES, dates: [{ Date: CHRISTMAS.Date, RunAs: 64 }], withinValidity: true }, byHand);
  await edit('networkCalendar.create', { calendarId: 'N', name: 'Network', scheduleIds: LINES, put: [CHRISTMAS] });
  expect(await written(versionId)).toEqual(await written(byHand));
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!existsSync(REAL_FEED))(
  'Christmas as Sunday for a real network is in the GTFS out what it is by hand',
  async () => {
    const { versionId: feed } = await importFeed({ file: REAL_FEED, databaseId: 'test', name: 'real', author: 'test', store: product.store });
    const begin = async (): Promise<number> =>
      Number((await product.call(beginEdit, { params: { databaseId: 'test', versionId: feed } })).body['EditableDbVersionId']);
    const [byHand, byCalendar] = [await begin(), await begin()];
    const lines = (await calendarsRead(product, feed)).Schedules.map(({ Id }) => Id);
    const christmas = { Date: '2020-12-25', RunAs: 64 };
    await edit('networkCalendar.create', { calendarId: 'N', name: 'Network', scheduleIds: lines }, byCalendar);
    await edit('networkCalendar.change', { calendarId: 'N', put: [{ ...christmas, Name: 'Christmas Day' }] }, byCalendar);
    for (const id of lines) await edit('calendar.editExceptions', { scheduleIds: [id], dates: [christmas], withinValidity: true }, byHand);
    const folder = mkdtempSync(join(tmpdir(), 'dmp-christmas-'));
    const written = async (version: number): Promise<ReadonlyMap<string, string>> => {
      const path = join(folder, `${version}.zip`);
      await exportGtfs(product.store, version, createWriteStream(path));
      const files = new Map<string, string>();
      for (const [name, file] of await plainFiles(path)) {
        const rows = file.rows().map(({ service_id: _service, ...row }) => row);
        files.set(
          name,
          createHash('sha256')
            .update(SERVICES.has(name) ? JSON.stringify(rows) : file.bytes)
            .digest('hex'),
        );
      }
      return files;
    };
    expect(await written(byCalendar)).toEqual(await written(byHand));
    rmSync(folder, { recursive: true, force: true });
  },
  300_000,
);

it('reads calendars, day types, schedules, and trips with first and last departure by their weekdays', async () => {
  await edit('dayType.create', { dayTypeId: 'D', name: 'Sunday', color: '', runAs: 64 });
  await edit('networkCalendar.create', { calendarId: 'N', name: 'Network', scheduleIds: LINES });
  const { status, text, body } = await product.call(readCalendars, { params: { versionId } });
  expect([status, text]).toEqual([200, expect.any(String)]);
  expect(body).toMatchObject({
    Calendars: [{ Id: 'N' }],
    DayTypes: [{ Id: 'D' }],
    Schedules: [{ Id: 'line 10' }, { Id: 'line 2', FollowsCalendar: 'N' }, { Id: 'line/1', FollowsCalendar: 'N' }],
    Revs: { Calendars: { N: expect.any(Number) }, DayTypes: { D: expect.any(Number) } },
  });
  expect(body['Schedules']).toContainEqual(expect.objectContaining({ Id: 'line 2', FollowsCalendar: 'N' }));
  expect(body['Trips']).toContainEqual({ ScheduleId: 'line/1', Days: 127, Trips: 2, First: 21_600, Last: 25_200 });
});
