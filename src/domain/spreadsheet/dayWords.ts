/** Days of the week as people write them at the head of a timetable: `Mon–Fri`, `Sa, So`, `Every day`. */
import { formatDays } from '../days.ts';
import type { HeadLanguage } from './heads.ts';

const NAMES: Readonly<Record<HeadLanguage, readonly string[]>> = {
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  de: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
};

const WORDS: Readonly<Record<string, number>> = {
  'every day': 127,
  daily: 127,
  'jeden tag': 127,
  täglich: 127,
  'no day': 0,
  'kein tag': 0,
  weekday: 31,
  weekdays: 31,
  werktags: 31,
  'montag bis freitag': 31,
  weekend: 96,
  weekends: 96,
  wochenende: 96,
};

/** A bitmask of days in words. */
export function dayWords(mask: number, language: HeadLanguage): string {
  const english = formatDays(mask);
  if (language === 'en') return english;
  if (mask === 127) return 'Jeden Tag';
  if (mask === 0) return 'Kein Tag';
  return NAMES.en.reduce((text, name, day) => text.replaceAll(name, NAMES.de[day] ?? name), english);
}

/** The bitmask that words stand for; undefined where they are no days. */
export function daysOfWords(text: string): number | undefined {
  const words = text.trim().toLowerCase();
  const known = Object.hasOwn(WORDS, words) ? WORDS[words] : undefined;
  if (known !== undefined) return known;
  if (words === '') return undefined;
  let mask = 0;
  for (const part of words.split(/[,;+&/]/)) {
    const ends = part.split(/–|-|\bto\b|\bbis\b/).map(dayOf);
    const [from, to = from] = ends;
    if (ends.length > 2 || from === undefined || to === undefined || ends.includes(undefined)) return undefined;
    for (let day = from; ; day = (day + 1) % 7) {
      mask |= 1 << day;
      if (day === to) break;
    }
  }
  return mask;
}

const FULL = [
  ['monday', 'montag'],
  ['tuesday', 'dienstag'],
  ['wednesday', 'mittwoch'],
  ['thursday', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag'],
  ['sunday', 'sonntag'],
];

function dayOf(text: string): number | undefined {
  const word = text.trim().replaceAll('.', '');
  if (word.length < 2) return undefined;
  const day = FULL.findIndex((names) => names.some((name) => name.startsWith(word)));
  return day < 0 ? undefined : day;
}
