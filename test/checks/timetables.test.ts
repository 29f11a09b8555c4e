import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { readIndex, readLine, readStops } from '../../server/feed/book/bookFile.ts';
import { writeBook } from '../../server/feed/book/writeBook.ts';
import { bookPage } from '../../server/services/timetables/book.ts';
import { linePage } from '../../server/services/timetables/pages.ts';
import { departuresFrom, localTime } from '../../server/services/timetables/stopPage.ts';
import { tongueOf } from '../../server/services/timetables/words.ts';
import { daysOf } from '../../src/domain/date.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { compareTimetables } from './compareTimetables.ts';

/** Weekdays, a Friday trip past midnight, an express, a holiday, stops of all kinds and a repeated trip. */
const FEED = aFeed()
  .with('routes.txt', 'route_id,agency_id,route_short_name,route_long_name,route_type\nR1,AG,1,Alpha <b>& Gamma,3\n')
  .with(
    'calendar.txt',
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWD,1,1,1,1,1,0,0,20260105,20260201\nFR,0,0,0,0,1,0,0,20260105,20260201\nSU,0,0,0,0,0,0,1,20260105,20260201\n',
  )
  .with('calendar_dates.txt', 'service_id,date,exception_type\nWD,20260106,2\nSU,20260106,1\n')
  .with(
    'trips.txt',
    'route_id,service_id,trip_id,trip_headsign,direction_id\nR1,WD,T1,Gamma,0\nR1,WD,T2,Gamma,0\nR1,WD,T5,Gamma,0\nR1,WD,T6,Beta,0\nR1,FR,T3,Gamma,0\nR1,SU,T4,Gamma,0\n',
  )
  .with('frequencies.txt', 'trip_id,start_time,end_time,headway_secs,exact_times\nT4,07:00:00,09:00:00,600,0\n')
  .with(
    'stop_times.txt',
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\n' +
      'T1,08:00:00,08:00:00,A,1,0,1\nT1,08:05:00,08:09:00,B,2,0,0\nT1,08:10:00,08:10:00,C,3,1,0\n' +
      'T2,09:00:00,09:00:00,A,1,0,0\nT2,09:10:00,09:10:00,C,3,0,0\n' +
      'T3,23:55:00,23:55:00,A,1,0,0\nT3,24:05:00,24:05:00,B,2,1,0\nT3,24:10:00,24:10:00,C,3,0,0\n' +
      'T4,00:00:00,00:00:00,A,1,0,0\nT4,,,B,2,0,0\nT4,00:10:00,00:10:00,C,3,0,0\n' +
      'T5,10:00:00,10:00:00,A,1,0,0\nT5,10:05:00,10:05:00,B,2,2,3\nT5,10:10:00,10:10:00,C,3,0,0\n' +
      'T6,11:00:00,11:00:00,A,1,0,0\nT6,11:05:00,11:05:00,B,2,0,0\n',
  );

const folders: string[] = [];
afterAll(removeFeeds);
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function book() {
  const folder = await mkdtemp(join(tmpdir(), 'book-'));
  folders.push(folder);
  const file = await open(await writeBook(await FEED.write(), folder, 9e9, 20_000, new AbortController().signal));
  const index = await readIndex(file);
  const page = { title: 'City</style>', index, tongue: tongueOf('en', index.timezone, undefined), isEmbedded: false, kept: '' };
  const [listed] = index.lines;
  if (listed === undefined) throw new Error('The book has no line');
  return { file, index, page, line: await readLine(file, listed) };
}

it('shows every trip once in each day type, as an independent reader finds', async () => {
  expect(await compareTimetables(await FEED.write())).toEqual({ differences: [], lines: 1, trips: 85 });
});

it('shows notes, symbols and what they mean', async () => {
  const { file, page, line } = await book();
  await file.close();
  const { html } = linePage(line, page, true);
  expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title = '']) => title.replaceAll(/<[^>]*>/g, ''))).toEqual([
    'Monday to Friday; not on Tue, 6 Jan 2026',
    'Sunday; also on Tue, 6 Jan 2026',
  ]);
  expect(
    [...html.matchAll(/<tr class="(?:trip|every)">(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.replaceAll(/<\/td><td[^>]*>/g, ' ').replaceAll(/<(?!br)[^>]*>/g, ''),
    ),
  ).toEqual([
    ' 8:00 8:05<br>8:09 8:10',
    ' 9:00 | 9:10',
    ' 10:00 10:05☎◆ 10:10',
    '1 11:00 11:05 ',
    'A 23:55 0:05+1▼ 0:10+1',
    '7:00 • 7:10',
    'then about every 10 minutes until 9:00',
  ]);
  expect(
    html
      .match(/<dl class="legend">.*<\/dl>/)?.[0]
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' '),
  ).toBe(
    ' A Friday 1 To Beta | does not stop ☎ call the agency before ◆ ask the driver to stop +1 the next day ▼ to get off only • stops, no time given ',
  );
  expect(html).toContain('Two times: arrival and departure.');
  expect(html).toContain('Alpha &lt;b&gt;&amp; Gamma');
});

it('prints a book whose page heads hold any name', async () => {
  const { file, index, page, line } = await book();
  let html = '';
  for await (const piece of bookPage({ page, lines: index.lines, paper: 'letter', allStops: false, read: () => Promise.resolve(line) }).pieces)
    html += piece;
  await file.close();
  expect(html).toContain('@top-left{content:"City\\3c \\2f style\\3e ";');
  expect(html).toContain('<tr class="repeated"><th colspan="4"><b>1</b> To Gamma · Monday to Friday;');
  expect(html.match(/<\/style>/g)).toHaveLength(2);
});

it('lists departures of today, also of yesterday past midnight and of repeated trips', async () => {
  const { file, index } = await book();
  const blocks = await Promise.all(index.stops.map((place) => readStops(file, place)));
  await file.close();
  const stops = blocks.flatMap(({ stops: all, headsigns }) => all.filter(({ id }) => id === 'A').map((stop) => ({ stop, headsigns })));
  const at = (date: string, second: number) =>
    departuresFrom({ day: daysOf(date) ?? 0, second }, stops, index).map(({ time, isAbout }) => `${time / 60}${isAbout ? ' about' : ''}`);
  expect(at('2026-01-09', 8.5 * 3600)).toEqual(['540', '600', '660', '1435']);
  expect(at('2026-01-11', 8 * 3600 + 41 * 60)).toEqual(['530 about']);
  expect(at('2026-03-01', 0)).toEqual([]);
  expect(localTime(Date.parse('2026-07-01T23:30:00Z'), 'Europe/Berlin')).toEqual({ day: daysOf('2026-07-02'), second: 5400 });
});
