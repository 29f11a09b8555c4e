/** The timetable book of a feed: lines that somebody chooses, for a paper size, made line by line. */
import { dateOfDays } from '../../../src/domain/date.ts';
import type { BookIndex, ListedLine } from '../../feed/book/bookFile.ts';
import type { LineBook } from '../../feed/book/lineBook.ts';
import { chip, escaped } from '../html.ts';
import { framed, policyOf, type MadePage, type PageOf } from './pages.ts';
import { STYLE } from './style.ts';
import { isWide, lineTables } from './tables.ts';

/** Sizes in CSS, and how much fits on a page. */
export const PAPERS = {
  a4: { name: 'A4', size: 'A4', tripsPerTable: 17, stopsAsColumns: 11, font: '8.5pt' },
  a5: { name: 'A5', size: 'A5', tripsPerTable: 14, stopsAsColumns: 8, font: '7pt' },
  letter: { name: 'Letter', size: 'letter', tripsPerTable: 16, stopsAsColumns: 11, font: '8.5pt' },
} as const;
export type Paper = keyof typeof PAPERS;

/** A form in which lines and paper are chosen; it leads to the book. */
export function choicePage(page: PageOf): MadePage {
  const { title, index, tongue } = page;
  const { words } = tongue;
  const lines = index.lines.map(
    ({ id, short, long, color }) =>
      `<li><label><input type="checkbox" name="line" value="${escaped(id)}"> ${chip(short || long, color)} <span>${escaped(long || short)}</span></label></li>`,
  );
  const body = `<h1>${escaped(words.book)}: ${escaped(title)}</h1>
<form action="book" method="get"><fieldset><legend>${escaped(words.paper)}</legend>${Object.entries(PAPERS)
    .map(([key, { name }], at) => `<label><input type="radio" name="paper" value="${key}"${at === 0 ? ' checked' : ''}> ${name}</label>`)
    .join(' ')}</fieldset>
<fieldset><legend>${escaped(words.stops)}</legend><label><input type="checkbox" name="stops" value="all"> ${escaped(words.allStops)}</label></fieldset>
<fieldset><legend>${escaped(words.lines)}</legend><label><input type="checkbox" name="all" value="1"> <b>${escaped(words.all)}</b></label>
<ul class="choice">${lines.join('')}</ul></fieldset>
${tongue.lang === 'de' ? '<input type="hidden" name="lang" value="de">' : ''}<p><button type="submit">${escaped(words.show)}</button></p></form>
<nav><a href="./">${escaped(title)}</a></nav>`;
  return { ...framed(`${words.book}: ${title}`, body, page), policy: policyOf([STYLE], "'none'", "'self'") };
}

/** What else a book needs: its lines, each read when its turn has come. */
export interface BookOf {
  readonly page: PageOf;
  readonly lines: readonly ListedLine[];
  readonly paper: Paper;
  readonly allStops: boolean;
  readonly read: (line: ListedLine) => Promise<LineBook>;
}

/** The book, piece by piece: what is in memory is one line. */
export function bookPage({ page, lines, paper, allStops, read }: BookOf): { policy: string; pieces: AsyncIterable<string> } {
  const { title, tongue, index } = page;
  const { words } = tongue;
  const { tripsPerTable, stopsAsColumns } = PAPERS[paper];
  const style = paperStyle(paper, title, words.page);
  const options = { tongue, allStops, tripsPerTable, stopsAsColumns, isRepeated: true };
  const pieces = async function* (): AsyncGenerator<string> {
    yield `<!doctype html>
<html lang="${tongue.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light">
<title>${escaped(`${words.book}: ${title}`)}</title><style>${STYLE}</style><style>${style}</style></head><body class="book"><main>
<p class="hint">${escaped(words.printHint)}</p>
<section class="cover"><h1>${escaped(title)}</h1><p>${escaped(words.timetable)}${validityOf(index) === undefined ? '' : ` · ${escaped(words.validFrom(...dates(index, tongue)))}`}</p>
<ul class="lines">${lines.map(({ short, long, color }, at) => `<li><a href="#l${at}">${chip(short || long, color)} <span>${escaped(long || short)}</span></a></li>`).join('')}</ul></section>
`;
    for (const [at, listed] of lines.entries()) {
      const line = await read(listed);
      yield `<section class="line ${isWide(line, options) ? 'across' : 'upright'}" id="l${at}"><h1>${chip(line.short || line.long, line.color)} ${escaped(line.long || line.short)}</h1>`;
      for (const html of lineTables(line, options)) yield html;
      yield '</section>\n';
    }
    yield '</main></body></html>\n';
  };
  return { policy: policyOf([STYLE, style], "'none'"), pieces: pieces() };
}

/** First and last day on which anything runs, in days since 1970-01-01. */
function validityOf({ services, firstDay }: BookIndex): [number, number] | undefined {
  let [first, last] = [Infinity, -1];
  for (const service of services) {
    const bytes = Buffer.from(service, 'base64');
    const from = bytes.findIndex((byte) => byte !== 0);
    if (from < 0) continue;
    first = Math.min(first, from * 8 + (31 - Math.clz32(bytes[from]! & -bytes[from]!)));
    last = Math.max(last, (bytes.length - 1) * 8 + (31 - Math.clz32(bytes.at(-1)!)));
  }
  return last < 0 ? undefined : [firstDay + first, firstDay + last];
}

function dates(index: BookIndex, tongue: PageOf['tongue']): [string, string] {
  const [first, last] = validityOf(index) ?? [0, 0];
  return [tongue.shortDate(dateOfDays(first)), tongue.shortDate(dateOfDays(last))];
}

/** Page size, heads and breaks. Names are written in escapes, so that none of them ends the text or the element. */
function paperStyle(paper: Paper, title: string, pageWord: string): string {
  const { size, font } = PAPERS[paper];
  const quoted = (text: string): string => `"${text.replaceAll(/[^A-Za-z0-9 ]/gu, (letter) => `\\${(letter.codePointAt(0) ?? 32).toString(16)} `)}"`;
  return `@page{size:${size};margin:14mm 11mm 13mm;@top-left{content:${quoted(title)};font:7.5pt system-ui,sans-serif;color:#333}@bottom-right{content:${quoted(`${pageWord} `)} counter(page);font:7.5pt system-ui,sans-serif;color:#333}}
@page across{size:${size} landscape}@page upright{size:${size} portrait}
:root{color-scheme:light;--text:#000;--quiet:#333;--ground:#fff;--stripe:#f0f0f0;--border:#aaa;--accent:#087f5b}
.hint{border:1px solid var(--border);padding:8px 12px;border-radius:4px}.cover ul{columns:2;display:block}.cover li{break-inside:avoid;margin-bottom:6px}.line{border-top:2px solid var(--text);margin-top:36px;padding-top:16px}
tr.repeated th{text-align:left;color:#000;white-space:normal;border-bottom:1px solid #333}
@media screen{tr.repeated{display:none}}
@media print{body{font-size:${font}}table{font-size:${font}}.hint,.book h2,.book h3{display:none}.line{break-before:page;border:0;margin:0;padding:0}.across{page:across}.upright{page:upright}.book h1{font-size:14pt}.cover h1{font-size:24pt}table.rows th.stop{height:30mm}table.rows th.stop span{max-height:29mm}.wide{margin-bottom:4mm}}`;
}
