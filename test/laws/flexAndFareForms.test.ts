import { expect, test } from 'vitest';
import { nextCallValues } from '../../src/domain/model/flexCalls.ts';
import { recordConflict, valueOfTyped, valueProblem } from '../../src/domain/model/fieldValues.ts';

test('a further call has the window of the call before, and its booking rule where riders get off', () => {
  expect(nextCallValues([])).toEqual({ PickupType: 2, DropOffType: 1 });
  const first = { ZoneId: 'Z', WindowStart: '08:00:00', WindowEnd: '18:00:00', PickupType: 2, DropOffType: 1, PickupBookingRuleId: 'phone' };
  expect(nextCallValues([first])).toEqual({
    WindowStart: '08:00:00',
    WindowEnd: '18:00:00',
    PickupType: 1,
    DropOffType: 2,
    DropOffBookingRuleId: 'phone',
  });
});

test('an amount is read with a comma or a point and refused where it is no number', () => {
  const price = { holds: 'price' } as const;
  expect(['2,50', ' -0,50 ', '2.50', 'abc', '1,000.00'].map((text) => valueOfTyped(price, text))).toEqual([
    '2.50',
    '-0.50',
    '2.50',
    'abc',
    '1,000.00',
  ]);
  expect(valueProblem(price, '2.50')).toBeUndefined();
  expect(valueProblem(price, 'abc')).toBe('Enter an amount: 2.50');
  expect(valueOfTyped({ holds: 'currency' }, 'eur')).toBe('EUR');
  expect(valueProblem({ holds: 'currency' }, 'EURO')).toBe('Enter the three letters of a currency: EUR');
});

test('an amount has the decimals of its currency', () => {
  const conflict = (Amount: string, Currency: string) => recordConflict('FareProduct', { ProductId: 'single', Amount, Currency }, ['Amount']);
  expect(conflict('2.50', 'EUR')).toBeUndefined();
  expect(conflict('250', 'JPY')).toBeUndefined();
  expect(conflict('2.5', 'EUR')).toEqual({ field: 'Amount', message: 'Enter the amount with the decimals of EUR: 2.50' });
});
