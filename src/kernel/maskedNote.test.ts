import { expect, test } from 'vitest';
import { maskedNote } from './maskedNote.ts';

test.each([
  ['Call me: +31 6 1234 5678', 'Call me: [phone]'],
  ['(030) 123 456 78 until noon', '[phone] until noon'],
  ['0612345678, please', '[phone], please'],
  ['My password is hunter2.', 'My password is [secret]'],
  ['the passwort: "geheim" of the SFTP', 'the passwort: "[secret]" of the SFTP'],
  ['pwd=x7 user=mia', 'pwd=[secret] user=mia'],
  ['password is: hunter2', 'password is: [secret]'],
  ['the password for SFTP was hunter', 'the password [secret] SFTP was [secret]'],
  ['I changed the password to hunter and then to sesame', 'I changed the password to [secret] and then to [secret]'],
  ['Passwort der Nutzerin mia: geheim', 'Passwort [secret] Nutzerin mia: [secret]'],
  ['Das Passwort habe ich neu gesetzt: Sommer26! Danach ging nichts', 'Das Passwort [secret] ich neu gesetzt: [secret] Danach ging nichts'],
  ['password: a1 and token: b2', 'password: [secret] and token: [secret]'],
  ['Mein PW lautet sesam', 'Mein PW lautet [secret]'],
  ['the API key is "abc", the secret abc', 'the API key is "[secret]", the secret [secret]'],
])('%s', (note, masked) => {
  expect(maskedNote(note)).toBe(masked);
});

test.each([
  'Line 4 from 2026-11-29 to 2026-12-01 shows 24:15:00',
  'The stop 12345678 is at 52.3702157, 4.8951679',
  'It was 29.11.2026 at 08:15',
  'Trip 1686592 passes 6497 and 47507',
  'Departures 0805 and 1205 of line 12',
  'I press the pen of stop S12 and nothing happens',
  'The spinner of the tokenised list stays at 10:30',
])('keeps %s', (note) => {
  expect(maskedNote(note)).toBe(note);
});
