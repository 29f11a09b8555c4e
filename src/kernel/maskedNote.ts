/** What a person wrote of a problem, without what nobody needs to find it: phone numbers, and what follows a word for a secret. */

/** 8 to 15 digits in the ways that phone numbers are written; dates, coordinates and long ids are none. */
const PHONE = /(?<![\w.,-])(?:\+|00|\(?0)?\d(?:[ ()/.-]{0,2}\d){7,14}(?![\w-])/g;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})/;
const SECRET = /(?<![\p{L}\d])(?:pass ?words?|passw[oö]rte?r?|kennw[oö]rte?r?|pass ?phrase|pwd?|pin|secret|token|api[ -]?key)(?![\p{L}\d])/iu;
/** What stands between the word and the secret itself. */
const LINK = /^(?:(?:is|was|ist|war|lautete?|to|auf|zu|as|als|with|mit)[:=]*|[-:=→>]+)$/i;
/** As many words after the word for a secret may hold it: “the password of the SFTP server was ...”. */
const MOST_WORDS = 8;

/** The note with a mark in the place of each phone number and each secret. */
export function maskedNote(note: string): string {
  return withoutSecrets(note).replaceAll(PHONE, (found) => (isPhone(found) ? '[phone]' : found));
}

/**
 * Masked are the next word, each word after one such as “is”, “to” or a colon, and each that has letters and digits, to the end of
 * the sentence.
 */
function withoutSecrets(text: string): string {
  const word = SECRET.exec(text);
  if (!word) return text;
  let at = word.index + word[0].length;
  let written = text.slice(0, at);
  let masksNext = true;
  for (let left = MOST_WORDS; left > 0; left -= 1) {
    const [whole, space = '', colon = '', open = '', value = '', close = ''] =
      /^(\s*)([:=]*)(["'“„(]*)([^\s"'”“]*)(["'”“]*)/.exec(text.slice(at)) ?? [];
    if (whole === undefined || whole === '' || SECRET.test(value)) break;
    at += whole.length;
    masksNext ||= colon !== '';
    const masks = value !== '' && !LINK.test(value) && (masksNext || hasLettersAndDigits(value));
    written += masks ? `${space}${colon}${open}[secret]${close}` : whole;
    masksNext = LINK.test(value) || /[:=]$/.test(value) || (value === '' && masksNext);
    if (/[.?!]$/.test(value)) break;
  }
  return written + withoutSecrets(text.slice(at));
}

function hasLettersAndDigits(word: string): boolean {
  return /\p{L}/u.test(word) && /\d/.test(word);
}

/** A number that begins as one that is dialled, or is written in groups; not a date. */
function isPhone(text: string): boolean {
  if (DATE.test(text)) return false;
  return /^(?:\+|0|\()/.test(text) || /\d[ ()/-]+\d/.test(text);
}
