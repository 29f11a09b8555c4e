/**
 * The only checks of how a text is written: the editor, uploads and the rules of validation ask these, so that they agree. None takes an
 * empty text.
 */
import { isCalendarDate } from './date.ts';

/** Characters of an e-mail address at most. */
export const EMAIL_LIMIT = 255;

/** Whether a text is one e-mail address (RFC 5321 without quotes), with nothing around it that a mail header could trip over. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LIMIT && EMAIL.test(text);
}

const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[A-Za-z0-9-]{1,59})$/u;

/** Whether a text is a full web address: protocol, host (name, IPv4 or IPv6), perhaps a port, path, query and fragment. */
export function isWebUrl(text: string, protocols: readonly ('http' | 'https')[] = ['http', 'https']): boolean {
  const [, protocol = '', port = '0'] = WEB_URL.exec(text) ?? [];
  return protocols.some((one) => one === protocol.toLowerCase()) && Number(port) <= 65_535;
}

const WEB_URL =
  /^(https?):\/\/(?:[^\s<>"/?#@]*@)?(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?(?:\.[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?:[/?#][^\s<>"]*)?$/iu;

/** Whether the host of a full web address is a name with a domain, such as `city.example`. */
export function hasDomain(url: string): boolean {
  return /^https?:\/\/(?:[^/?#@]*@)?[^/?#:]*[^/?#:.]\.[^/?#:.]/i.test(url);
}

/** Whether a text is an address of any scheme (RFC 3986), such as `intent:...`. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i.test(text);
}

/** Whether a language tag (BCP 47) begins with a language registered in ISO 639, or with `mul`. */
export function isLanguage(tag: string): boolean {
  return known(LANGUAGES, tag, () => {
    const code = /^([a-z]{2,3})(-[a-z0-9]{1,8})*$/i.exec(tag)?.[1]?.toLowerCase();
    return code !== undefined && (code === 'mul' || NAMES.of(code) !== undefined) && Intl.getCanonicalLocales(tag).length === 1;
  });
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const LANGUAGES = new Map<string, boolean>();

/** Whether a text is the id of a time zone of the tz database, links included. `Intl` takes any case and, in some releases, offsets. */
export function isTimezone(id: string): boolean {
  return known(
    ZONES,
    id,
    () =>
      /^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)*$/.test(id) && new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions().timeZone !== '',
  );
}

const ZONES = new Map<string, boolean>();

/** Whether a text is a colour as GTFS writes it: six hexadecimal digits. */
export function isColour(text: string): boolean {
  return /^[0-9A-Fa-f]{6}$/.test(text);
}

/** Whether a text is a date as GTFS writes it: YYYYMMDD. */
export function isGtfsDate(text: string): boolean {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return parts !== null && isCalendarDate(parts.slice(1).join('-'));
}

/** The answer for a text, found once; false where `find` throws. */
function known(answers: Map<string, boolean>, text: string, find: () => boolean): boolean {
  const answer = answers.get(text);
  if (answer !== undefined) return answer;
  let found = false;
  try {
    found = find();
  } catch {
    found = false;
  }
  answers.set(text, found);
  return found;
}
