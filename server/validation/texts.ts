/** Small questions about texts and numbers that many rules ask. */
import type { Found } from './rule.ts';

export function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

/** Whether a text holds anything beside the printable characters of ASCII. */
export function hasOddCharacters(text: string): boolean {
  return /[^\x20-\x7e]/.test(text);
}

/** The characters of an id outside of printable ASCII, as `U+00E9`. */
export function oddCharacters(text: string): string {
  const odd = new Set(Array.from(text).filter((one) => hasOddCharacters(one)));
  return [...odd].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
}

/** The rule of ids, for every kind. */
export function idFault(what: string, id: string): Found {
  return hasOddCharacters(id) ? { field: 'Id', text: `The id of this ${what} holds ${oddCharacters(id)}` } : undefined;
}

/** What is wrong with how a text is written; undefined where nothing is. `html`: tags count too. */
export function formatTrouble(text: string, html: boolean): string | undefined {
  const first = text.charCodeAt(0);
  if (first <= 32 || /^\s|\s$/.test(text)) return 'begins or ends with a space';
  if (/\s\s/.test(text)) return 'holds two spaces in a row';
  if (/[\t\n\r\v\f]/.test(text)) return 'holds a tab or a line break';
  if (text.includes('\uFFFD')) return 'holds the sign of a character that could not be read (U+FFFD)';
  return html && /<\/?[a-z][^<>]*>/i.test(text) ? 'holds an HTML tag' : undefined;
}

/** A number for people: at most two decimals. */
export function shown(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-GB', { maximumFractionDigits: 2 });
}

/** A distance for people. */
export function metres(value: number): string {
  return value >= 1000 ? `${shown(value / 1000)} km` : `${shown(value)} m`;
}

/** A text compared without regard to case and spaces. */
export function loosely(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}
