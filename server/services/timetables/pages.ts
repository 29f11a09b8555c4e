/** Pages of lines of a public feed, which others may show in a frame. */
import { createHash } from 'node:crypto';
import type { BookIndex } from '../../feed/book/bookFile.ts';
import type { LineBook } from '../../feed/book/lineBook.ts';
import { chip, escaped } from '../html.ts';
import { STYLE } from './style.ts';
import { lineTables } from './tables.ts';
import type { Tongue } from './words.ts';

/** HTML, and what a browser may do with it. */
export interface MadePage {
  readonly html: string;
  readonly policy: string;
}

/** What a page of a feed knows of it. */
export interface PageOf {
  readonly title: string;
  readonly index: BookIndex;
  readonly tongue: Tongue;
  /** Shown in a page of somebody else: links open a window of their own, and the way around is left out. */
  readonly isEmbedded: boolean;
  /** Parameters that its links keep, with their question mark; empty where there are none. */
  readonly kept: string;
}

const TRIPS_PER_TABLE = 16;
const STOPS_AS_COLUMNS = 12;

/** The page of a line. Addresses are relative to `/feeds/{slug}/lines/`. */
export function linePage(line: LineBook, page: PageOf, allStops: boolean): MadePage {
  const { tongue, isEmbedded, kept } = page;
  const { words } = tongue;
  const here = encodeURIComponent(line.id);
  const other = new URLSearchParams(kept);
  if (allStops) other.delete('stops');
  else other.set('stops', 'all');
  const isShort = line.directions.some(({ stops }) => stops.some(({ isTimepoint }) => !isTimepoint));
  const body = [
    `<h1>${chip(line.short || line.long, line.color)} ${escaped(line.long || line.short)}</h1>`,
    `<p class="quiet">${escaped([line.agency, line.from === '' ? '' : words.validFrom(tongue.shortDate(line.from), tongue.shortDate(line.until))].filter((part) => part !== '').join(' · '))}</p>`,
    isShort || allStops
      ? `<p>${allStops ? '' : `${escaped(words.mainStopsShown)} `}<a href="${escaped(`${here}?${other.toString()}`)}">${escaped(allStops ? words.mainStops : words.allStops)}</a></p>`
      : '',
    ...lineTables(line, {
      tongue,
      allStops,
      tripsPerTable: TRIPS_PER_TABLE,
      stopsAsColumns: STOPS_AS_COLUMNS,
      stopUrl: (id) => `../stops/${encodeURIComponent(id)}${kept}`,
    }),
    isEmbedded ? '' : aroundHtml(page),
  ];
  return framed(`${line.short || line.long}: ${words.timetable}`, body.join('\n'), page);
}

/** Ways to the other pages of the feed. */
export function aroundHtml({ title, tongue: { words } }: PageOf): string {
  return `<nav><a href="../">${escaped(title)}</a> <a href="../book">${escaped(words.book)}</a></nav>`;
}

/** A whole page that anybody may show in a frame. */
export function framed(title: string, body: string, { tongue, isEmbedded }: Pick<PageOf, 'tongue' | 'isEmbedded'>): MadePage {
  return {
    html: `<!doctype html>
<html lang="${tongue.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>${isEmbedded ? '<base target="_blank">' : ''}<style>${STYLE}</style></head><body><main>${body}</main></body></html>
`,
    policy: FRAMED,
  };
}

/** The policy of a page with these styles and no script. */
export function policyOf(styles: readonly string[], ancestors: string, form = "'none'"): string {
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return `default-src 'none'; style-src ${hashes.join(' ')}; base-uri 'none'; form-action ${form}; frame-ancestors ${ancestors}`;
}

const FRAMED = policyOf([STYLE], '*');
