import { afterEach, expect, it } from 'vitest';
import { speak } from '../language/language.ts';
import { changedDaysText, serviceChangeText } from './serviceWords.ts';

afterEach(() => speak('en'));

const MORE = { trips: 2, seconds: 4320, metres: 24_000, vehicles: 1 };
const RATES = { CostPerHour: 80, CostPerKilometre: 1.5, CostPerVehicle: 100, CostCurrency: 'EUR' };

it('says what a change costs, on the days that it is of', () => {
  expect(changedDaysText([{ ...MORE, dayTypes: ['weekday'] }], RATES)).toBe(
    'Mon–Fri: +2 trips, +1.2 vehicle hours, +24 km, +1 peak vehicle, +EUR 232',
  );
  expect(changedDaysText([{ ...MORE, dayTypes: ['weekday', 'saturday', 'sunday'] }], {})).toBe(
    'Each day: +2 trips, +1.2 vehicle hours, +24 km, +1 peak vehicle',
  );
  expect(
    changedDaysText(
      [
        { trips: -1, seconds: -3600, metres: -4200, vehicles: 0, dayTypes: ['saturday'] },
        { trips: 0, seconds: 10, metres: 0, vehicles: 0, dayTypes: ['sunday'] },
      ],
      { CostPerKilometre: 2 },
    ),
  ).toBe('Sat: −1 trip, −1.0 vehicle hour, −4.2 km, −8.40 cost; Sun: The service stays the same.');
});

it('says how versions differ, in German as well', async () => {
  const days = [{ DayType: 'weekday' as const, Trips: 1, Seconds: 12_600, Metres: 0, Vehicles: -1, Cost: 1234 }];
  expect(serviceChangeText(days, 'EUR')).toBe('Mon–Fri: +1 trip, +3.5 vehicle hours, −1 peak vehicle, +EUR 1,234');
  await speak('de');
  expect(serviceChangeText(days, 'EUR')).toBe('Mo–Fr: +1 Fahrt, +3,5 Fahrzeugstunden, −1 Fahrzeug Bedarf, +1.234 EUR');
});
