import { expect, test } from 'vitest';
import { createDisguise } from './disguise.ts';

test('a person goes by the same other name throughout, by address and by the name read from it', () => {
  const { of } = createDisguise(['mia.jansen@demo.example'], (address) => [address.startsWith('mia.jansen') ? 'Mia Jansen' : 'Person 1']);
  expect(of({ by: 'mia.jansen@demo.example', note: 'Mia Jansen changed this', url: '?a=mia.jansen%40demo.example' })).toEqual({
    by: 'person-1@masked.invalid',
    note: 'Person 1 changed this',
    url: '?a=person-1%40masked.invalid',
  });
});
