import { expect, test } from 'vitest';
import { datesOfTimetable } from '../../../../src/domain/activeDates.ts';
import { daysOf } from '../../../../src/domain/date.ts';
import { Chance } from '../../demo/chance.ts';
import { activeDates, calendarDocument, normaliseService, serviceRuns, shareCalendars, type Service, type SourceService } from './calendars.ts';

const WEEKDAYS = 31;
const SATURDAY = 32;
const SUNDAY = 64;
const [from, to] = [day('2026-06-01'), day('2026-07-31')];

test('weekday, Saturday and Sunday services of one line share a schedule, and a holiday runs as on Sunday', () => {
  const holiday = day('2026-07-14');
  const services = [weekly(WEEKDAYS, [], [holiday]), weekly(SATURDAY), weekly(SUNDAY, [holiday])].map(normal);
  const [calendar, ...more] = shareCalendars(services);
  expect(more).toEqual([]);
  expect(calendar?.exceptions).toEqual([{ day: holiday, runAs: 64 }]);
});

test('services of the same weekdays with other exceptions cannot share a schedule', () => {
  const services = [weekly(WEEKDAYS, [], [day('2026-06-10')]), weekly(WEEKDAYS)].map(normal);
  expect(shareCalendars(services).map((calendar) => calendar.members)).toHaveLength(2);
});

test('a service that is named by dates alone gets the weekdays it mostly runs on', () => {
  const mondays = [0, 7, 14, 21, 28].map((days) => day('2026-06-01') + days);
  const service = normaliseService({ week: undefined, added: new Set([...mondays, day('2026-06-04')]), removed: new Set() });
  expect(service).toEqual({ from: mondays[0], to: mondays[4], mask: 1, flipped: [day('2026-06-04')] });
});

test('a service that never runs has no form', () => {
  expect(normaliseService(weekly(0))).toBeUndefined();
  expect(normaliseService(weekly(SATURDAY, [], datesOf(SATURDAY)))).toBeUndefined();
});

test('a timetable of no weekday runs on the dates that say every timetable runs', () => {
  const calendar = calendarDocument({
    from,
    to,
    exceptions: [
      { day: day('2026-06-03'), runAs: 127 },
      { day: day('2026-06-04'), runAs: 64 },
    ],
  });
  expect(datesOfTimetable(calendar, 0)).toEqual([day('2026-06-03')]);
});

test('no date is lost or won, whatever services a line has', () => {
  const chance = new Chance(77);
  let shared = 0;
  for (let round = 0; round < 400; round++) {
    const sources = Array.from({ length: chance.int(1, 6) }, () => anySource(chance));
    const services = sources.flatMap((source) => normaliseService(source) ?? []);
    const calendars = shareCalendars(services);
    expect(calendars.flatMap((calendar) => calendar.members).toSorted((a, b) => a - b)).toEqual(services.map((_, i) => i));
    if (calendars.length < services.length) shared++;
    for (const calendar of calendars) {
      for (const member of calendar.members) {
        const service = services[member];
        if (service === undefined) throw new Error('A calendar names a service that is not there');
        const source = sources.filter((one) => normaliseService(one) !== undefined)[member];
        expect(datesOfTimetable(calendarDocument(calendar), service.mask)).toEqual(source && activeDates(source));
        expect(activeDates(source ?? weekly(0)).every((date) => serviceRuns(service, date))).toBe(true);
      }
    }
  }
  expect(shared).toBeGreaterThan(50);
});

function anySource(chance: Chance): SourceService {
  const dates = (): Set<number> => new Set(Array.from({ length: chance.int(0, 4) }, () => chance.int(from - 5, from + 20)));
  const week =
    chance.next() < 0.8 ? { from, to: from + chance.pick([13, 20]), mask: chance.pick([WEEKDAYS, SATURDAY, SUNDAY, 96, 127, 0, 1]) } : undefined;
  return { week, added: dates(), removed: dates() };
}

function weekly(mask: number, added: readonly number[] = [], removed: readonly number[] = []): SourceService {
  return { week: { from, to, mask }, added: new Set(added), removed: new Set(removed) };
}

function normal(source: SourceService): Service {
  const service = normaliseService(source);
  if (service === undefined) throw new Error('The service never runs');
  return service;
}

function datesOf(mask: number): number[] {
  return activeDates(weekly(mask));
}

function day(date: string): number {
  const days = daysOf(date);
  if (days === undefined) throw new RangeError(date);
  return days;
}
