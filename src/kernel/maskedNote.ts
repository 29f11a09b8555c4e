/** What a person wrote of a problem, without what nobody needs to find it: phone numbers, and what follows a word for a secret. */

/** 8 to 15 digits in the ways that phone numbers are written; dates, coordinates and long ids are none. */
const PHONE = /(?<![\w.,-])(?:\+|00|\(?0)?\d(?:[ ()/.-]{0,2}\d){7,14}(?![\w-])/g;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})/;
const SECRET = /\b(pass ?words?|passwort|kennwort|pass ?phrase|pwd|pin|secret|token)\b((?:\s*(?:is|was|ist|war|:|=))?\s*)(["'“„]?)([^\s"'”“]+)/giu;

/** The note with a mark in the place of each phone number and each secret. */
export function maskedNote(note: string): string {
  return note
    .replaceAll(SECRET, (_all, word: string, between: string, quote: string) => `${word}${between}${quote}[secret]`)
    .replaceAll(PHONE, (found) => (isPhone(found) ? '[phone]' : found));
}

/** A number that begins as one that is dialled, or is written in groups; not a date. */
function isPhone(text: string): boolean {
  if (DATE.test(text)) return false;
  return /^(?:\+|0|\()/.test(text) || /\d[ ()/-]+\d/.test(text);
}
