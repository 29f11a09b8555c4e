/**
 * Reads the trips of a line twice: of the files of a GTFS zip, and of the page of the line as a reader of it would. Shares no code with the
 * product. A trip is its stops and times as text; for each text it says on how many trips of each date it is.
 */
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';

/** Of each text of a trip, how many there are on each date. */
export type TripsByDate = Map<string, Map<string, number>>;

const DAY = 86_400_000;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function add(trips: TripsByDate, text: string, dates: Iterable<string>): void {
  const of = trips.get(text) ?? new Map<string, number>();
  trips.set(text, of);
  for (const date of dates) of.set(date, (of.get(date) ?? 0) + 1);
}

/** What differs: text, date, and how many there are in each. */
export function differences(feed: TripsByDate, page: TripsByDate): string[] {
  const found: string[] = [];
  for (const text of new Set([...feed.keys(), ...page.keys()])) {
    const [a, b] = [feed.get(text) ?? new Map<string, number>(), page.get(text) ?? new Map<string, number>()];
    for (const date of new Set([...a.keys(), ...b.keys()]))
      if (a.get(date) !== b.get(date)) found.push(`${date}: feed ${a.get(date) ?? 0}, page ${b.get(date) ?? 0}: ${text.slice(0, 200)}`);
  }
  return found;
}

type Row = Readonly<Record<string, string>>;

function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function datesBetween(from: string, until: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until); at += DAY) dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}

/** `7:05` and the days that have passed since the service day, as `7:05+1`. */
function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  return `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}${days === 0 ? '' : `+${days}`}`;
}

function secondsOf(text: string | undefined): number | undefined {
  const found = /^\s*(\d+):(\d\d):(\d\d)\s*$/.exec(text ?? '');
  return found === null ? undefined : Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]);
}

/** Trips of each line of a zip, by route id. */
export function tripsOfFeed(zip: Uint8Array): Map<string, TripsByDate> {
  const files = unzipSync(zip);
  const table = (name: string): Row[] => {
    const entry = Object.keys(files).find((path) => path === name || path.endsWith(`/${name}`));
    if (entry === undefined) return [];
    return parse(strFromU8(files[entry] ?? new Uint8Array()), {
      bom: true,
      columns: (names: string[]) => names.map((one) => one.trim()),
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  };
  const dated = (text = ''): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  const services = new Map<string, Set<string>>();
  for (const row of table('calendar.txt')) {
    const dates = services.get(row['service_id'] ?? '') ?? new Set<string>();
    services.set(row['service_id'] ?? '', dates);
    for (const date of datesBetween(dated(row['start_date']), dated(row['end_date'])))
      if (row[WEEKDAYS[weekdayOf(date)] ?? ''] === '1') dates.add(date);
  }
  for (const row of table('calendar_dates.txt')) {
    const dates = services.get(row['service_id'] ?? '') ?? new Set<string>();
    services.set(row['service_id'] ?? '', dates);
    if (row['exception_type'] === '1') dates.add(dated(row['date']));
    else dates.delete(dated(row['date']));
  }
  const stops = new Map(table('stops.txt').map((row) => [row['stop_id'] ?? '', (row['stop_name'] ?? '').trim() || (row['stop_id'] ?? '')]));
  const repeats = new Map<string, Row[]>();
  for (const row of table('frequencies.txt')) repeats.set(row['trip_id'] ?? '', [...(repeats.get(row['trip_id'] ?? '') ?? []), row]);
  const calls = new Map<string, Row[]>();
  for (const row of table('stop_times.txt')) {
    if (!stops.has(row['stop_id'] ?? '')) continue;
    const of = calls.get(row['trip_id'] ?? '');
    if (of === undefined) calls.set(row['trip_id'] ?? '', [row]);
    else of.push(row);
  }
  const lines = new Map<string, TripsByDate>(table('routes.txt').map((row) => [row['route_id'] ?? '', new Map<string, Map<string, number>>()]));
  for (const trip of table('trips.txt')) {
    const id = trip['trip_id'] ?? '';
    const trips = lines.get(trip['route_id'] ?? '');
    const dates = services.get(trip['service_id'] ?? '') ?? new Set<string>();
    const rows = (calls.get(id) ?? []).toSorted((a, b) => Number(a['stop_sequence']) - Number(b['stop_sequence']));
    const times = rows.map((row) => ({ arrival: secondsOf(row['arrival_time']), departure: secondsOf(row['departure_time']) }));
    if (trips === undefined || dates.size === 0 || !times.some(({ arrival, departure }) => (arrival ?? departure) !== undefined)) continue;
    const text = (by: number): string =>
      rows
        .map((row, at) => {
          const { arrival, departure } = times[at] ?? {};
          const isLast = at === rows.length - 1;
          const time = isLast ? (arrival ?? departure) : (departure ?? arrival);
          const isStay = !isLast && arrival !== undefined && departure !== undefined && departure - arrival >= 180;
          return `${stops.get(row['stop_id'] ?? '') ?? ''}@${isStay ? `${clock(arrival + by)}/` : ''}${time === undefined ? '•' : clock(time + by)}`;
        })
        .join(' > ');
    const repeated = repeats.get(id);
    if (repeated === undefined) add(trips, text(0), dates);
    for (const row of repeated ?? []) {
      const every = Number(row['headway_secs']);
      const words = every === 60 ? 'minute' : every % 60 === 0 ? `${every / 60} minutes` : `${every} seconds`;
      const by = (secondsOf(row['start_time']) ?? 0) - (times[0]?.departure ?? times[0]?.arrival ?? 0);
      add(
        trips,
        `${text(by)} then${row['exact_times'] === '1' ? '' : ' about'} every ${words} until ${clock((secondsOf(row['end_time']) ?? 0) % 86_400)}`,
        dates,
      );
    }
  }
  return lines;
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

/** The dates that words on a page name, of those in `all`. */
function datesOf(html: string, all: readonly string[]): string[] {
  const text = plain(
    html.replaceAll(/<time datetime="([^"]*)">([^<]*)<\/time>/g, (_whole, date: string, shown: string) => {
      if (new Date(`${shown.replace(/^[A-Za-z]+,? /, '')} UTC`).toISOString().slice(0, 10) !== date) throw new Error(`${shown} is not ${date}`);
      return date;
    }),
  );
  const isIn = (ranges: string, date: string): boolean =>
    ranges.split(', ').some((range) => {
      const [first = '', last = first] = range.split(' – ');
      return first <= date && date <= last;
    });
  let weekdays: Set<number> | undefined;
  let [from, until, only, also, not] = ['', '9999', '', '', ''];
  for (const phrase of text.split('; ')) {
    const [, word = '', dates = ''] = /^(from|until|only on|on|also on|not on) (.*)$/.exec(phrase) ?? [];
    if (word === 'from') from = dates;
    else if (word === 'until') until = dates;
    else if (word === 'on' || word === 'only on') only = dates;
    else if (word === 'also on') also = dates;
    else if (word === 'not on') not = dates;
    else if (phrase !== 'Every day') {
      weekdays = new Set<number>();
      for (const part of phrase.split(/, | and /)) {
        const [first = -1, last = first] = part.split(' to ').map((name) => WEEKDAYS.indexOf(name.toLowerCase()));
        if (first < 0 || last < 0) throw new Error(`Not understood: ${text}`);
        for (let day = first; day <= last; day++) weekdays.add(day);
      }
    }
  }
  return all.filter((date) => {
    if (only !== '') return isIn(only, date);
    const isRegular = (weekdays === undefined || weekdays.has(weekdayOf(date))) && from <= date && date <= until;
    return (isRegular && !(not !== '' && isIn(not, date))) || (also !== '' && isIn(also, date));
  });
}

/** A time as the page shows it, by a clock of 24 hours. */
function shownTime(html: string): string {
  return html
    .split('<br>')
    .map((part) => {
      const found = /^(\d+):(\d\d)([ap]?)(?:\+(\d+))?[✕▼▲☎◆]*$/u.exec(plain(part));
      if (found === null) return plain(part).replace(/[✕▼▲☎◆]+$/u, '');
      const [, hour = '', minute = '', half = '', days] = found;
      return `${half === '' ? hour : (Number(hour) % 12) + (half === 'p' ? 12 : 0)}:${minute}${days === undefined ? '' : `+${days}`}`;
    })
    .join('/');
}

function cellsOf(row: string): { html: string; attributes: string }[] {
  return [...row.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/gs)].map(([, attributes = '', html = '']) => ({ html, attributes }));
}

function rowsOf(html: string): { html: string; attributes: string }[] {
  return [...html.matchAll(/<tr([^>]*)>(.*?)<\/tr>/gs)].map(([, attributes = '', row = '']) => ({ html: row, attributes }));
}

/** Trips that the page of a line with all its stops shows. `first`, `last`: dates between which it is valid. */
export function tripsOfPage(html: string, first: string, last: string): TripsByDate {
  const trips: TripsByDate = new Map();
  if (first === '') return trips;
  const all = datesBetween(first, last);
  const notes = new Map([...html.matchAll(/<div><dt>([A-Z]+)<\/dt><dd>(.*?)<\/dd><\/div>/gs)].map(([, letter = '', note = '']) => [letter, note]));
  for (const [, days = '', tables = ''] of html.matchAll(/<section class="days"><h3>(.*?)<\/h3>(.*?)<\/section>/gs)) {
    const ofType = datesOf(days, all);
    const shown = (stops: readonly string[], cells: readonly string[], noted: string, every: string): void => {
      const note = notes.get(/[A-Z]+/.exec(noted)?.[0] ?? '');
      const calls = cells.flatMap((cell, at) => {
        const time = shownTime(cell);
        return time === '' || time === '|' ? [] : [`${stops[at] ?? ''}@${time}`];
      });
      const words = every === '' ? '' : ` ${every.replace(/(\d+:\d\d[ap]?)$/, (time) => shownTime(time))}`;
      add(trips, `${calls.join(' > ')}${words}`, note === undefined ? ofType : datesOf(note, ofType));
    };
    for (const [, form, head = '', body = ''] of tables.matchAll(/<table class="(rows|columns)"><thead>(.*?)<\/thead>\s*<tbody>(.*?)<\/tbody>/gs)) {
      const rows = rowsOf(body);
      if (form === 'rows') {
        const columns = cellsOf(rowsOf(head).at(-1)?.html ?? '').map(({ html: name, attributes }) => ({ name: plain(name), attributes }));
        const isStop = columns.map(({ attributes }) => attributes.includes('class="stop"'));
        const stops = columns.flatMap(({ name }, at) => (isStop[at] === true ? [name] : []));
        const noteAt = columns.findIndex(({ attributes }) => attributes.includes('class="notes"'));
        for (const [at, row] of rows.entries()) {
          if (row.attributes.includes('every')) continue;
          const cells = cellsOf(row.html).map((cell) => cell.html);
          const next = rows[at + 1];
          shown(
            stops,
            cells.filter((_cell, column) => isStop[column] === true),
            plain(cells[noteAt] ?? ''),
            next?.attributes.includes('every') === true ? plain(next.html) : '',
          );
        }
        continue;
      }
      const heads = rowsOf(head).find(({ attributes }) => attributes.includes('notes'));
      const noted = heads === undefined ? [] : cellsOf(heads.html).slice(1);
      const table = rows.map((row) => cellsOf(row.html));
      const stops = table.map(([name]) => plain(name?.html ?? ''));
      const top = (table[0] ?? []).slice(1);
      let trip = 0;
      for (const [column, cell] of top.entries()) {
        if (cell.attributes.includes('every')) continue;
        const next = top[column + 1];
        const times = table.map((row, at) => row.slice(1).filter(({ attributes }) => !attributes.includes('every'))[trip]?.html ?? `missing ${at}`);
        shown(stops, times, plain(noted[column]?.html ?? ''), next?.attributes.includes('every') === true ? plain(next.html) : '');
        trip++;
      }
    }
  }
  return trips;
}
