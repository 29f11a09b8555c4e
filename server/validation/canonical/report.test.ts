import { afterAll, expect, test } from 'vitest';
import { aFeed, removeFeeds } from '../../../test/builders/gtfsZip.ts';
import { daysOf } from '../../../src/domain/date.ts';
import { ruleCatalogue } from '../catalogue.ts';
import { Checker } from '../engine.ts';
import { readNetwork } from '../readNetwork.ts';
import type { RuleChange } from '../../../src/domain/validationProfile.ts';
import { rulesUnder } from '../profile.ts';
import { canonicalReport } from './report.ts';
import { withRowNumbers } from './rowNumbers.ts';
import { Verdict } from './verdict.ts';

afterAll(removeFeeds);

const RUN = {
  input: 'file:///feed.zip',
  output: '/out',
  validatedAt: new Date('2026-01-15T12:00:00Z'),
  day: daysOf('2026-01-15') ?? 0,
  seconds: 1.2345,
};

test('the report has the summary and the notices of the canonical validator, with file, row and field', async () => {
  const path = await aFeed()
    .withRows('stops.txt', 'A,Again,48,9')
    .withRows('stop_times.txt', 'T9,08:00:00,08:00:00,A,1')
    .with('agency.txt', 'agency_id,agency_name,agency_url,agency_timezone\nAG,Agency,agency.example,Europe/Berlin\n')
    .write();
  const verdict = new Verdict();
  const { network, summary } = await readNetwork(path, undefined, (line, kind) => verdict.remark(line, kind));
  verdict.rules(new Checker(ruleCatalogue, network).checkAll(), network, RUN.day);
  const report = canonicalReport(verdict, { ...RUN, read: { network, summary } });
  expect(report.summary).toMatchObject({
    validatorVersion: '8.0.1-dmp',
    gtfsInput: 'file:///feed.zip',
    dateForValidation: '2026-01-15',
    validationTimeSeconds: 1.235,
    feedInfo: { publisherName: 'Agency', feedLanguage: 'de', feedServiceWindowStart: '2026-01-05', feedServiceWindowEnd: '2026-01-30' },
    agencies: [{ name: 'Agency', url: 'agency.example', phone: '', email: '' }],
    files: ['agency.txt', 'calendar.txt', 'feed_info.txt', 'routes.txt', 'stop_times.txt', 'stops.txt', 'trips.txt'],
    counts: { Shapes: 0, Stops: 3, Routes: 1, Trips: 2, Agencies: 1, Blocks: 0 },
  });
  const of = (code: string) => report.notices.find((notice) => notice.code === code);
  expect(of('duplicate_key')).toMatchObject({
    severity: 'ERROR',
    totalNotices: 1,
    sampleNotices: [{ filename: 'stops.txt', newCsvRowNumber: 5, fieldName1: 'stop_id', fieldValue1: 'A' }],
  });
  expect(of('foreign_key_violation')).toMatchObject({
    totalNotices: 1,
    sampleNotices: [{ childFilename: 'stop_times.txt', csvRowNumber: 8, childFieldName: 'trip_id', fieldValue: 'T9' }],
  });
  expect(of('invalid_url')).toMatchObject({
    sampleNotices: [{ filename: 'agency.txt', agencyId: 'AG', fieldName: 'agency_url', fieldValue: 'agency.example' }],
  });
  expect(report.notices.map(({ code }) => code)).toEqual(report.notices.map(({ code }) => code).toSorted());
});

test('rows that are known by an id have the number of their row in the file', async () => {
  const path = await aFeed()
    .withRows('stops.txt', 'L,Lower Street,48.00,9.03', 'M,,48.00,9.04')
    .with(
      'agency.txt',
      'agency_id,agency_name,agency_url,agency_timezone\nAF,First,https://one.example,Europe/Berlin\nAG,Agency,agency.example,Europe/Berlin\n',
    )
    .with('routes.txt', 'route_id,agency_id,route_short_name,route_type,route_url\nR1,AG,1,3,nowhere\n')
    .write();
  const { network } = await readNetwork(path);
  const verdict = new Verdict();
  verdict.rules(new Checker(ruleCatalogue, network).checkAll(), network, RUN.day);
  const notices = await withRowNumbers(path, verdict.notices());
  const rows = (code: string) =>
    notices
      .find((notice) => notice.code === code)
      ?.sampleNotices.map(({ filename, csvRowNumber, fieldValue }) => [filename, csvRowNumber, fieldValue]);
  expect(rows('invalid_url')).toEqual([
    ['agency.txt', 3, 'agency.example'],
    ['routes.txt', 2, 'nowhere'],
  ]);
  expect(notices.find(({ code }) => code === 'stop_without_stop_time')?.sampleNotices).toEqual([
    expect.objectContaining({ stopId: 'L', csvRowNumber: 5 }),
    expect.objectContaining({ stopId: 'M', csvRowNumber: 6 }),
  ]);
});

test('rules that no notice names are reported by their own names; a profile changes severities and leaves rules out', async () => {
  const path = await aFeed()
    .withRows('stops.txt', 'L,Lower Street,48.00,9.03')
    .with('agency.txt', 'agency_id,agency_name,agency_url,agency_timezone\nAG,Agency,agency.example,Europe/Berlin\n')
    .write();
  const { network } = await readNetwork(path);
  const noticesUnder = (changes: readonly RuleChange[]) => {
    const verdict = new Verdict();
    const rules = rulesUnder(changes);
    verdict.rules(new Checker(rules, network).checkAll(), network, RUN.day, rules);
    return new Map(verdict.notices().map(({ code, severity, totalNotices }) => [code, `${severity} ${totalNotices}`]));
  };
  const why = { Reason: 'Why', Author: '', At: '' };
  const standard = noticesUnder([]);
  expect(standard.get('invalid_url')).toBe('ERROR 1');
  expect([standard.get('agency_language_missing'), standard.get('stop_without_stop_time')]).toEqual(['WARNING 1', 'WARNING 1']);
  const changed = noticesUnder([
    { RuleId: 108, Level: 'Warning', ...why },
    { RuleId: 221, Off: true, ...why },
  ]);
  expect([changed.get('invalid_url'), changed.get('stop_without_stop_time')]).toEqual(['WARNING 1', undefined]);
});

test('a feed that is refused has a report too', () => {
  const verdict = new Verdict();
  verdict.refusal('stops.txt is missing. A feed without stops cannot be read.');
  expect(canonicalReport(verdict, { ...RUN, read: undefined }).notices).toEqual([
    {
      code: 'missing_required_file',
      severity: 'ERROR',
      totalNotices: 1,
      sampleNotices: [{ filename: 'stops.txt', message: 'stops.txt is missing. A feed without stops cannot be read.' }],
    },
  ]);
});
