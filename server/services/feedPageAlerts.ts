/** The service alerts on the page of a public feed, which are those of its message. */
import { type AlertText, phaseOf, speaks } from '../../src/domain/serviceAlerts.ts';
import type { ServedAlert, ServedAlerts } from '../feed/alertMessage.ts';
import type { FeedFacts } from '../feed/feedFacts.ts';
import { chip, escaped as text, linkOrText } from './html.ts';

/** The alerts of a feed at a time. */
export interface ShownAlerts {
  readonly served: ServedAlerts;
  /** Unix seconds. */
  readonly now: number;
  /** The same while the page shows the same. */
  readonly key: string;
}

/** `now`: unix seconds. The page changes with the message, and when a period begins or ends. */
export function shownAlerts(served: ServedAlerts, now: number): ShownAlerts {
  const bounds = served.alerts.flatMap(({ ranges }) => ranges.flatMap(({ start, end }) => [start, end]));
  return { served, now, key: `${served.etag}/${bounds.filter((bound) => bound !== undefined && bound <= now).length}` };
}

/** Those that are current first, then those to come; empty where there is none. */
export function alertsHtml({ served: { alerts, language, timezone }, now }: ShownAlerts, lines: FeedFacts['lines']): string {
  if (alerts.length === 0) return '';
  const isCurrent = ({ ranges }: ServedAlert): boolean => phaseOf(ranges, now) === 'current';
  const ordered = [...alerts.filter(isCurrent), ...alerts.filter((alert) => !isCurrent(alert))];
  return `<h2>Service alerts</h2>
${ordered.map((alert) => alertHtml(alert, { language, timezone, now, lines, isCurrent: isCurrent(alert) })).join('')}
<p>For programs, as <a href="https://gtfs.org/documentation/realtime/reference/">GTFS-Realtime</a>: <a href="alerts.pb">alerts.pb</a>, <a href="alerts.json">alerts.json</a>.</p>`;
}

interface Around {
  readonly language: string;
  readonly timezone: string;
  readonly now: number;
  readonly lines: FeedFacts['lines'];
  readonly isCurrent: boolean;
}

function alertHtml({ content: { texts, periods, entities }, ranges }: ServedAlert, { language, timezone, now, lines, isCurrent }: Around): string {
  const said = (field: 'header' | 'description' | 'url') => textFor(texts, field, language);
  const [header, description, url] = [said('header'), said('description'), said('url')];
  const left = periods.filter((_period, at) => (ranges[at]?.end ?? Infinity) > now);
  const times = left.map(({ from, until }) => [from && `from ${local(from)}`, until && `until ${local(until)}`].filter(Boolean).join(' '));
  const written = times.filter((one) => one !== '').join('; ');
  const when = `${isCurrent ? 'Now' : 'Planned'}${written === '' ? '' : `: ${written} (${timezone})`}`;
  const named = new Set(entities.flatMap((one) => (one.kind === 'route' || one.kind === 'trip' ? [one.route] : [])));
  const chips = lines.filter(({ id }) => named.has(id)).map(({ short, long, color }) => chip(short || long, color));
  return `<article class="alert"><h3 lang="${text(header?.language ?? '')}">${chips.map((one) => `${one} `).join('')}${text(header?.header ?? '')}</h3>
<p class="when">${text(when)}</p>
${description === undefined ? '' : `<p class="said" lang="${text(description.language)}">${text(description.description)}</p>`}
${url === undefined ? '' : `<p>${linkOrText(url.url, url.url)}</p>`}</article>`;
}

/** The text that says something in the language of the page, in that of the feed, or in any. */
function textFor(texts: readonly AlertText[], field: 'header' | 'description' | 'url', language: string): AlertText | undefined {
  const filled = texts.filter((one) => one[field] !== '');
  return filled.find((one) => speaks(one.language, 'en')) ?? filled.find((one) => speaks(one.language, language)) ?? filled[0];
}

function local(time: string): string {
  return time.replace('T', ' ');
}
