import { describe, expect, test } from 'vitest';
import { initialsOf, personName } from './account.ts';

describe('who is signed in', () => {
  test.each([
    ['mia.jansen@demo.example', 'Mia', 'Jansen', 'MJ'],
    ['tom.de-vries@demo.example', 'Tom', 'De Vries', 'TD'],
    ['ANNA_VAN_DIJK+test@x.org', 'Anna', 'Van Dijk', 'AV'],
    ['øyvind@x.org', 'Øyvind', '', 'Ø'],
  ])('first and last name and the initials come from the address %s [E024 R012 R033]', (email, first, last, initials) => {
    expect(personName(email)).toEqual({ first, last });
    expect(initialsOf(email)).toBe(initials);
  });

  test.each(['', '@x.org', '42@x.org', '...@x.org'])(
    'an address such as "%s" gives no initials, so that an icon stands in their place [R033]',
    (email) => {
      expect(initialsOf(email)).toBe('');
    },
  );
});
