/** The solver of calendars against trying everything, on small random departures. */
import { expect, it } from 'vitest';
import { datesOfTimetable } from '../../src/domain/activeDates.ts';
import { minimalCalendar } from '../../src/domain/minimalCalendar.ts';
import { fewestByTrying } from './bruteCalendar.ts';
import { smallDepartures } from './calendarCases.ts';
import { chanceOf } from './chance.ts';

it('never takes more exceptions than trying everything does, and runs every departure on its dates', () => {
  const chance = chanceOf(20_261_225);
  let worse = 0;
  for (let n = 0; n < 10_000; n++) {
    const departures = smallDepartures(chance, n);
    const found = minimalCalendar(departures);
    if ((found?.calendar.Exceptions.length ?? Infinity) > (fewestByTrying(departures) ?? Infinity)) worse += 1;
    if (!found) continue;
    expect(departures.map((_, at) => datesOfTimetable(found.calendar, found.days[at] ?? 0))).toEqual(departures);
  }
  expect(worse).toBe(0);
}, 60_000);

it('answers the same whatever the order of the departures', () => {
  const chance = chanceOf(7);
  for (let n = 0; n < 500; n++) {
    const departures = smallDepartures(chance, n);
    const [found, turned] = [minimalCalendar(departures), minimalCalendar(departures.toReversed())];
    expect(turned && { ...turned, days: turned.days.toReversed() }).toEqual(found);
  }
});
