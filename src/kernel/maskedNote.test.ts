import { expect, test } from 'vitest';
import { maskedNote } from './maskedNote.ts';

test.each([
  ['Call me: +31 6 1234 5678', 'Call me: [phone]'],
  ['(030) 123 456 78 until noon', '[phone] until noon'],
  ['0612345678, please', '[phone], please'],
  ['My password is hunter2.', 'My password is [secret]'],
  ['the passwort: "geheim" of the SFTP', 'the passwort: "[secret]" of the SFTP'],
  ['pwd=x7 user=mia', 'pwd=[secret] user=mia'],
])('%s', (note, masked) => {
  expect(maskedNote(note)).toBe(masked);
});

test.each([
  'Line 4 from 2026-11-29 to 2026-12-01 shows 24:15:00',
  'The stop 12345678 is at 52.3702157, 4.8951679',
  'It was 29.11.2026 at 08:15',
  'Trip 1686592 passes 6497 and 47507',
  'Departures 0805 and 1205 of line 12',
])('keeps %s', (note) => {
  expect(maskedNote(note)).toBe(note);
});
