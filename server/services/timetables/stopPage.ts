/** The page of a stop: what departs today from now on, by the published timetable. */
import { dateOfDays } from '../../../src/domain/date.ts';
import type { BookedStop, BookIndex, StopBlock } from '../../feed/book/bookFile.ts';
import { MARKS } from '../../feed/book/lineBook.ts';
import { chip, escaped } from '../html.ts';
import { aroundHtml, framed, type MadePage, type PageOf } from './pages.ts';

/** Departures that are listed, and departures of one repeated trip that are looked at. */
const LISTED = 40;
const REPEATED = 2000;

/** A stop, with the block that it is in. */
export interface StopInBlock {
  readonly stop: BookedStop;
  readonly headsigns: StopBlock['headsigns'];
}

/** Local day (days since 1970-01-01) and second of it. */
export interface LocalTime {
  readonly day: number;
  readonly second: number;
}

export function localTime(ms: number, timeZone: string): LocalTime {
  const format = (zone: string): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(ms);
  let text: string;
  try {
    text = format(timeZone);
  } catch {
    text = format('UTC');
  }
  const local = Date.parse(`${text.replace(' ', 'T')}Z`);
  return { day: Math.floor(local / 86_400_000), second: Math.floor((local % 86_400_000) / 1000) };
}

interface Departure {
  /** Seconds since the beginning of the local day. */
  readonly time: number;
  readonly line: number;
  readonly headsign: string;
  readonly marks: number;
  readonly stop: BookedStop;
  readonly isAbout: boolean;
}

/** Departures of the service day from `now` on, and those of the days before that run past midnight, by time. */
export function departuresFrom(now: LocalTime, stops: readonly StopInBlock[], index: BookIndex): readonly Departure[] {
  const running = new Map<number, Buffer>();
  const runs = (service: number, day: number): boolean => {
    const bits = running.get(service) ?? Buffer.from(index.services[service] ?? '', 'base64');
    running.set(service, bits);
    const at = day - index.firstDay;
    return at >= 0 && (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  };
  const found: Departure[] = [];
  for (const { stop, headsigns } of stops)
    for (const { time, service, line, headsign, marks, every } of stop.departures) {
      const [seconds = 0, until = 0, isExact = 0] = every ?? [];
      for (let back = 0; back <= 2; back++) {
        if (!runs(service, now.day - back)) continue;
        const shift = back * 86_400;
        const first = time - shift;
        const add = (at: number): void =>
          void found.push({ time: at, line, headsign: headsigns[headsign] ?? '', marks, stop, isAbout: every !== undefined && isExact === 0 });
        if (every === undefined) {
          if (first >= now.second) add(first);
          continue;
        }
        const skipped = Math.max(0, Math.ceil((now.second - first) / seconds));
        for (let count = 0; count < REPEATED; count++) {
          const at = first + (skipped + count) * seconds;
          if (at >= until - shift) break;
          add(at);
        }
      }
    }
  return found.toSorted((a, b) => a.time - b.time);
}

/** Addresses are relative to `/feeds/{slug}/stops/`. `stops`: the stop, or those of the station. */
export function stopPage(stop: BookedStop, stops: readonly StopInBlock[], now: LocalTime, page: PageOf): MadePage {
  const { index, tongue, isEmbedded, kept } = page;
  const { words } = tongue;
  const all = departuresFrom(now, stops, index);
  const hasPlatforms = all.some((one) => one.stop.platform !== '');
  const line = (at: number): string => {
    const { id = '', short = '', long = '', color = '#5c6b73' } = index.lines[at] ?? {};
    return `<a href="../lines/${escaped(encodeURIComponent(id))}${escaped(kept)}">${chip(short || long, color)}</a>`;
  };
  const rows = all.slice(0, LISTED).map((one) => {
    const days = Math.floor(one.time / 86_400);
    const time = `${one.isAbout ? `${escaped(words.about)} ` : ''}${tongue.time(one.time)}${days > 0 ? `<sup>+${days}</sup>` : ''}`;
    const notes = [
      ...((one.marks & MARKS.phone) === 0 ? [] : [words.phone]),
      ...((one.marks & MARKS.driver) === 0 ? [] : [words.driver]),
      ...((one.marks & MARKS.noDropOff) === 0 ? [] : [words.noDropOff]),
    ];
    return `<tr><td>${time}</td><td>${line(one.line)}</td><td>${escaped(one.headsign || (index.lines[one.line]?.long ?? ''))}${notes.length === 0 ? '' : ` <span class="quiet">(${escaped(notes.join(', '))})</span>`}</td>${hasPlatforms ? `<td>${escaped(one.stop.platform)}</td>` : ''}</tr>`;
  });
  const lines = [...new Set(stops.flatMap((one) => one.stop.departures.map((departure) => departure.line)))].toSorted((a, b) => a - b);
  const body = `<h1>${escaped(stop.name)}</h1>
${stop.code === '' ? '' : `<p class="quiet">${escaped(words.stop)} ${escaped(stop.code)}</p>`}
<h2>${escaped(words.nextDepartures(tongue.date(dateOfDays(now.day))))}</h2>
${
  rows.length === 0
    ? `<p>${escaped(words.noDepartures)}</p>`
    : `<div class="wide"><table class="departures"><thead><tr><th scope="col">${escaped(words.time)}</th><th scope="col">${escaped(words.line)}</th><th scope="col">${escaped(words.destination)}</th>${hasPlatforms ? `<th scope="col">${escaped(words.platform)}</th>` : ''}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}
${all.length > LISTED ? `<p>${escaped(words.more(all.length - LISTED))}</p>` : ''}
<p class="quiet">${escaped(words.asOf(tongue.time(now.second)))}${tongue.is12 ? ` ${escaped(words.clock)}.` : ''}</p>
${lines.length === 0 ? '' : `<h2>${escaped(words.linesHere)}</h2><ul class="lines">${lines.map((at) => `<li>${line(at)} ${escaped(index.lines[at]?.long ?? '')}</li>`).join('')}</ul>`}
${isEmbedded ? '' : aroundHtml(page)}`;
  return framed(`${stop.name}: ${words.timetable}`, body, page);
}
