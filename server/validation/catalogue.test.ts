import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleCatalogue } from './catalogue.ts';
import { groupOf } from './rule.ts';
import { casesOf, networkOf } from '../../test/builders/ruleCases.ts';
import { SCHEDULE_RULE_CASES } from '../../test/builders/scheduleRuleCases.ts';
import { STOP_RULE_CASES } from '../../test/builders/stopRuleCases.ts';
import { ENTITY_SCHEMAS } from '../../src/domain/entities.ts';

const RULE_CASES = { ...STOP_RULE_CASES, ...SCHEDULE_RULE_CASES };
/** Fields of what stands within a document: the calendar of a schedule, stops of a track, departures of a timetable, conditions of a fare. */
const IN_PARTS: ReadonlySet<string> = new Set([
  'fromDate',
  'toDate',
  'Exceptions',
  'ShapeSequence',
  'Destination',
  'TripId',
  'FromTime',
  'ToTime',
  'Frequency',
  'BetweenZones',
]);

/** The agreed list of rules: code, group, name, level, entity, whether cases can be excluded. */
const agreed = readFileSync(join(import.meta.dirname, '../../docs/validation-rules.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t').slice(0, 6).join(' '));

test('the rules are those of the list, with its levels and entities [E179 E345 E346]', () => {
  const declared = ruleCatalogue.map(({ code, name, level, entity, ignorable }) =>
    [code, groupOf(code), name, level, entity, ignorable ? 'yes' : 'no'].join(' '),
  );
  expect(declared).toEqual(agreed);
});

test('codes and names are each used once; a code begins with the number of its group [E331]', () => {
  expect(new Set(ruleCatalogue.map(({ code }) => code)).size).toBe(ruleCatalogue.length);
  expect(new Set(ruleCatalogue.map(({ name }) => name)).size).toBe(ruleCatalogue.length);
  expect(ruleCatalogue.every(({ code, level }) => code > 100 && code < 800 && ['Error', 'Warning'].includes(level))).toBe(true);
});

test('the rules cover formats of names, ids, colours and URLs [E180]', () => {
  expectCases('STOP_NAME_FORMAT STOP_ID_INVALID_CHARACTERS SCHEDULE_COLOR_INVALID STOP_URL_INVALID AGENCY_URL_INVALID');
});

test('the rules cover shapes and stops of tracks: too close, outliers, duplicates, at least 2 stops [E181]', () => {
  expectCases(
    'TRACK_STOPS_TOO_CLOSE TRACK_STOP_OUTLIER TRACK_SHAPE_POINT_OUTLIER TRACK_STOP_REPEATED TRACKS_IDENTICAL TRACK_TOO_FEW_STOPS TRACK_STOP_FAR_FROM_SHAPE',
  );
});

test('the rules cover days, departures and durations of timetables [E182]', () => {
  expectCases(
    'TIMETABLE_DAYS_EMPTY DEPARTURE_INTERVALS_OVERLAP TIMETABLE_OFFSETS_DECREASING TIMETABLE_DURATION_TOO_LONG TIMETABLE_DURATION_TOO_SHORT',
  );
});

test('the rules cover conditions and currency of fares [E183]', () => {
  expectCases('FARE_CONDITIONS_INCOMPATIBLE FARE_CONDITION_VALUE_INVALID FARE_CURRENCY_INVALID FARE_CURRENCY_MISSING');
});

test('the rules cover stop types, length, slope and time of pathways [E184]', () => {
  expectCases('PATHWAY_STOP_WRONG_TYPE PATHWAY_LENGTH_INVALID PATHWAY_SLOPE_TOO_STEEP PATHWAY_TRAVERSAL_TIME_INVALID');
});

test('the rules cover transfers [E185]', () => {
  expectCases('TRANSFER_STOP_UNKNOWN TRANSFER_TYPE_INVALID TRANSFER_TIME_MISSING TRANSFER_DUPLICATE TRANSFER_WALK_TOO_FAST');
});

test('the rules cover levels, translations, attributions, vehicle categories and ticketing links [E186]', () => {
  expectCases('LEVEL_UNKNOWN TRANSLATION_LANGUAGE_MISSING ATTRIBUTION_WITHOUT_ROLE VEHICLE_CATEGORY_INVALID TICKETING_LINK_URL_INVALID');
});

test('the rules cover schedules that have expired, or will in one week or two [E187]', () => {
  expectCases('SCHEDULE_EXPIRED SCHEDULE_EXPIRES_WITHIN_ONE_WEEK SCHEDULE_EXPIRES_WITHIN_TWO_WEEKS');
});

test('the rules cover time zones and languages [E188]', () => {
  expectCases('AGENCY_TIMEZONE_INVALID AGENCY_TIMEZONES_DIFFER AGENCY_LANGUAGE_INVALID TRANSLATION_LANGUAGE_INVALID');
});

/** Rules of these names exist, and each has a case. */
function expectCases(names: string): void {
  const [known, tested] = [new Map(ruleCatalogue.map(({ name, code }) => [name, code])), new Set(Object.keys(RULE_CASES).map(Number))];
  expect(names.split(' ').filter((name) => !tested.has(known.get(name) ?? 0))).toEqual([]);
}

test('the law: every rule has a case that fires and a neighbour that is silent', () => {
  // rules/*.test.ts check each of them
  expect(Object.keys(RULE_CASES).map(Number)).toEqual(ruleCatalogue.map(({ code }) => code));
});

test('a case that names a field names one that its document has', () => {
  const fields = new Set(Object.values(ENTITY_SCHEMAS).flatMap((schema) => Object.keys(schema.shape)));
  const unknown = Object.entries(RULE_CASES).flatMap(([code, { fires, region, today }]) =>
    casesOf(Number(code), networkOf(fires, region), today).flatMap(({ Field }) =>
      Field === undefined || fields.has(Field) || IN_PARTS.has(Field) ? [] : [`${code} ${Field}`],
    ),
  );
  expect(unknown).toEqual([]);
});

test('every rule says what it looks for, why, and how to fix it, with an example', () => {
  for (const { name, doc } of ruleCatalogue) {
    expect([name, Object.values(doc).map((text) => text.length > 3 && /[.?]$/.test(text.trim()))]).toEqual([name, [true, true, true, true]]);
    expect(doc.what.length, name).toBeGreaterThan(20);
    expect(doc.how.length, name).toBeGreaterThan(12);
  }
});
