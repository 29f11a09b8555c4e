/** Words of timetable pages, in the language of the feed: English or German. */
import { daysOf } from '../../../src/domain/date.ts';
import type { DaysText } from '../../feed/book/lineBook.ts';
import { escaped } from '../html.ts';

const ENGLISH = {
  timetable: 'Timetable',
  line: 'Line',
  stop: 'Stop',
  towards: (place: string) => `To ${place}`,
  everyDay: 'Every day',
  and: 'and',
  to: 'to',
  from: 'from',
  until: 'until',
  on: 'on',
  onlyOn: 'only on',
  alsoOn: 'also on',
  notOn: 'not on',
  validFrom: (from: string, until: string) => `Valid ${from} to ${until}`,
  trip: 'Trip',
  notes: 'Notes',
  note: 'Note',
  time: 'Time',
  destination: 'Destination',
  platform: 'Platform',
  allStops: 'Show all stops',
  mainStops: 'Show main stops only',
  mainStopsShown: 'Main stops are shown.',
  book: 'Timetable book',
  thenEvery: (every: string, until: string) => `then every ${every} until ${until}`,
  thenAbout: (every: string, until: string) => `then about every ${every} until ${until}`,
  about: 'about',
  minutes: (count: string) => (count === '1' ? 'minute' : `${count} minutes`),
  seconds: (count: number) => `${count} seconds`,
  nextDay: (days: number) => (days === 1 ? 'the next day' : `${days} days later`),
  passes: 'does not stop',
  untimed: 'stops, no time given',
  noPickup: 'to get off only',
  noDropOff: 'to get on only',
  neither: 'nobody gets on or off',
  phone: 'call the agency before',
  driver: 'ask the driver to stop',
  approximate: 'Times in italics are approximate.',
  twoTimes: 'Two times: arrival and departure.',
  clock: 'a: before noon, p: after noon',
  onDemand: (count: number) =>
    count === 1 ? '1 trip without fixed stops or times is not shown.' : `${count} trips without fixed stops or times are not shown.`,
  noTrips: 'No trips of this line are in the published timetable.',
  nextDepartures: (date: string) => `Next departures, ${date}`,
  noDepartures: 'No more departures today in the published timetable.',
  more: (count: number) => `${count} more departures today.`,
  asOf: (time: string) => `As of ${time}, local time. By the timetable: delays are not included.`,
  linesHere: 'Lines at this stop',
  lines: 'Lines',
  all: 'All lines',
  paper: 'Paper',
  stops: 'Stops',
  show: 'Show the book',
  printHint:
    'Print this page, or save it as PDF, in the print dialog of the browser (Ctrl+P). Margins: default. Headers and footers of the browser: off.',
  page: 'Page',
};
export type Words = typeof ENGLISH;

const GERMAN: Words = {
  timetable: 'Fahrplan',
  line: 'Linie',
  stop: 'Haltestelle',
  towards: (place) => `Richtung ${place}`,
  everyDay: 'Täglich',
  and: 'und',
  to: 'bis',
  from: 'ab',
  until: 'bis',
  on: 'am',
  onlyOn: 'nur am',
  alsoOn: 'auch am',
  notOn: 'nicht am',
  validFrom: (from, until) => `Gültig ${from} bis ${until}`,
  trip: 'Fahrt',
  notes: 'Hinweise',
  note: 'Hinweis',
  time: 'Zeit',
  destination: 'Ziel',
  platform: 'Steig',
  allStops: 'Alle Haltestellen zeigen',
  mainStops: 'Nur wichtige Haltestellen zeigen',
  mainStopsShown: 'Gezeigt sind die wichtigen Haltestellen.',
  book: 'Fahrplanbuch',
  thenEvery: (every, until) => `dann alle ${every} bis ${until}`,
  thenAbout: (every, until) => `dann etwa alle ${every} bis ${until}`,
  about: 'etwa',
  minutes: (count) => (count === '1' ? '1 Minute' : `${count} Minuten`),
  seconds: (count) => `${count} Sekunden`,
  nextDay: (days) => (days === 1 ? 'am folgenden Tag' : `${days} Tage später`),
  passes: 'hält nicht',
  untimed: 'hält, ohne Zeitangabe',
  noPickup: 'nur zum Aussteigen',
  noDropOff: 'nur zum Einsteigen',
  neither: 'kein Ein- und Ausstieg',
  phone: 'vorher anrufen',
  driver: 'Halt beim Fahrpersonal wünschen',
  approximate: 'Kursive Zeiten sind ungefähr.',
  twoTimes: 'Zwei Zeiten: Ankunft und Abfahrt.',
  clock: 'a: vormittags, p: nachmittags',
  onDemand: (count) =>
    count === 1
      ? '1 Fahrt ohne feste Haltestellen oder Zeiten ist nicht gezeigt.'
      : `${count} Fahrten ohne feste Haltestellen oder Zeiten sind nicht gezeigt.`,
  noTrips: 'Der veröffentlichte Fahrplan enthält keine Fahrten dieser Linie.',
  nextDepartures: (date) => `Nächste Abfahrten, ${date}`,
  noDepartures: 'Heute keine weiteren Abfahrten im veröffentlichten Fahrplan.',
  more: (count) => `Heute ${count} weitere Abfahrten.`,
  asOf: (time) => `Stand ${time} Uhr, Ortszeit. Nach Fahrplan, ohne Verspätungen.`,
  linesHere: 'Linien dieser Haltestelle',
  lines: 'Linien',
  all: 'Alle Linien',
  paper: 'Papier',
  stops: 'Haltestellen',
  show: 'Buch zeigen',
  printHint:
    'Drucken Sie diese Seite im Druckdialog des Browsers (Strg+P) oder speichern Sie sie dort als PDF. Ränder: Standard. Kopf- und Fußzeilen des Browsers: aus.',
  page: 'Seite',
};

/** How a page speaks: its words, dates and clock. */
export interface Tongue {
  readonly lang: 'en' | 'de';
  readonly words: Words;
  /** `7:05`, or `7:05a` where people use 12 hours; with a mark from midnight on. */
  time(seconds: number): string;
  is12: boolean;
  date(date: string): string;
  shortDate(date: string): string;
  weekday(weekday: number): string;
}

/** The language of the feed where there are words in it, else English. `wanted`: a language that somebody asks for. */
export function tongueOf(language: string, timezone: string, wanted: string | undefined): Tongue {
  const lang = (wanted ?? language).toLowerCase().startsWith('de') ? 'de' : 'en';
  const is12 = lang === 'en' && /^(America|US|Pacific\/Honolulu)/.test(timezone) && (language === '' || /^en(-US)?$/i.test(language));
  const locale = lang === 'de' ? 'de' : is12 ? 'en-US' : 'en-GB';
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return (days: number): string => formatter.format(days * 86_400_000);
  };
  const long = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const short = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const weekday = format({ weekday: 'long' });
  return {
    lang,
    words: lang === 'de' ? GERMAN : ENGLISH,
    is12,
    time(seconds) {
      const minutes = Math.floor(seconds / 60) % 1440;
      const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
      return is12 ? `${hour % 12 || 12}:${minute}${hour < 12 ? 'a' : 'p'}` : `${hour}:${minute}`;
    },
    date: (date) => long(daysOf(date) ?? 0),
    shortDate: (date) => short(daysOf(date) ?? 0),
    // 1970-01-05 was a Monday.
    weekday: (day) => weekday(4 + day),
  };
}

/** Weekdays in words: `Monday to Friday and Sunday`. */
export function sayWeekdays(mask: number, { words, weekday }: Tongue): string {
  if (mask === 127) return words.everyDay;
  const parts: string[] = [];
  for (let day = 0; day < 7; day++) {
    if (((mask >> day) & 1) === 0) continue;
    let last = day;
    while (last < 6 && ((mask >> (last + 1)) & 1) === 1) last++;
    if (last - day > 1) {
      parts.push(`${weekday(day)} ${words.to} ${weekday(last)}`);
      day = last;
    } else parts.push(weekday(day));
  }
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${words.and} ${parts.at(-1) ?? ''}`;
}

/** Dates in words, as HTML: each date is a `time` element. `isNote`: they are some of the dates that stand above the table. */
export function daysHtml({ weekdays, from, until, also, not }: DaysText, tongue: Tongue, isNote: boolean): string {
  const { words } = tongue;
  const date = (day: string): string => `<time datetime="${day}">${escaped(tongue.date(day))}</time>`;
  const ranges = (list: DaysText['also']): string =>
    list.map(([first, last]) => (first === last ? date(first) : `${date(first)} – ${date(last)}`)).join(', ');
  const parts: string[] = [];
  if (weekdays !== 0 && !(isNote && weekdays === 127)) parts.push(escaped(sayWeekdays(weekdays, tongue)));
  if (from !== undefined) parts.push(`${words.from} ${date(from)}`);
  if (until !== undefined) parts.push(`${words.until} ${date(until)}`);
  if (also.length > 0) parts.push(`${weekdays !== 0 ? words.alsoOn : isNote ? words.onlyOn : words.on} ${ranges(also)}`);
  if (not.length > 0) parts.push(`${words.notOn} ${ranges(not)}`);
  return parts.join('; ');
}
