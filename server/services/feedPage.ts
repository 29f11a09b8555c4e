/** The page of a public feed and its entry for registries: made of what was read at its publication, by no query. */
import { createHash } from 'node:crypto';
import { Marked } from 'marked';
import type { FeedFacts } from '../feed/feedFacts.ts';
import type { KeptRelease } from '../store/publicFeeds.ts';
import { chip, escaped as text, linkOrText } from './html.ts';
import type { ServedFeed } from './publicIndex.ts';

/** Which addresses a page names. */
interface Addresses {
  /** Of the feed, with a slash at the end. */
  readonly url: string;
}

/** An entry of the Distributed Mobility Feed Registry, version 0.6.0 of its schema. */
export function dmfrOf({ feed, current, history }: ServedFeed, facts: FeedFacts, { url }: Addresses): object {
  const past = [...history.values()].filter(({ id }) => id !== current?.id);
  return {
    $schema: 'https://dmfr.transit.land/json-schema/dmfr.schema-v0.6.0.json',
    feeds: [
      {
        id: feed.slug,
        spec: 'gtfs',
        name: feed.databaseName,
        urls: {
          static_current: `${url}gtfs.zip`,
          ...(past.length === 0 ? {} : { static_historic: past.map(({ date }) => `${url}${date ?? ''}.zip`) }),
        },
        ...(facts.language === '' ? {} : { languages: [facts.language] }),
        ...(feed.license === '' ? {} : { license: { spdx_identifier: feed.license } }),
      },
    ],
  };
}

/** The page; `alerts` is its part about service alerts, `policy` is what a browser may do with it: show it, and nothing else. */
export function feedPage(
  { feed, current, history }: ServedFeed,
  facts: FeedFacts,
  { url }: Addresses,
  alerts: string,
): { html: string; policy: string } {
  const title = feed.databaseName;
  const hasBook = (current?.bookKey ?? '') !== '';
  const contact = feed.contact || facts.contact;
  const provider = facts.agencies.map(({ name }) => name).join(', ') || facts.publisher || title;
  const rows: [string, string][] = [
    ['Feed', link(`${url}gtfs.zip`, `${url}gtfs.zip`)],
    ['Agencies', facts.agencies.map(({ name, url: home }) => linkOrText(home, name)).join(', ') || '—'],
    ['Valid', validity(facts.from, facts.to)],
    ['Lines', count(facts.lineCount)],
    ['Stops', count(facts.stopCount)],
    ['Size', current === undefined ? '—' : size(current.size)],
    ['Updated', feed.since === null ? '—' : `<time>${moment(feed.since)}</time> UTC`],
    ...(facts.version === '' ? [] : ([['Version', text(facts.version)]] as [string, string][])),
    ['Licence', feed.license === '' ? 'Not stated' : link(licenseUrl(feed.license), feed.license)],
    ['Contact', contact === '' ? 'Not stated' : link(`mailto:${contact}`, contact)],
    ['SHA-256', current === undefined ? '—' : `<code>${sha256Of(current)}</code>`],
  ];
  const registry: [string, string][] = [
    ['data_type', 'gtfs'],
    ['provider', text(provider)],
    ['name', text(title)],
    ['location.country_code', text(feed.country)],
    ...(facts.bounds === null
      ? []
      : (['minimum_latitude', 'minimum_longitude', 'maximum_latitude', 'maximum_longitude'] as const).map((name, at): [string, string] => [
          `location.bounding_box.${name}`,
          (facts.bounds?.[at] ?? 0).toFixed(6),
        ])),
    ['urls.direct_download', text(`${url}gtfs.zip`)],
    ['urls.authentication_type', '0'],
    ...(feed.license === '' ? [] : ([['urls.license', text(licenseUrl(feed.license))]] as [string, string][])),
    ...(contact === '' ? [] : ([['feed_contact_email', text(contact)]] as [string, string][])),
  ];
  const html = frame(
    title,
    `<h1>${text(title)}</h1>
<p>Timetable data of ${text(provider)}, as <a href="https://gtfs.org/documentation/schedule/reference/">GTFS</a>.</p>
<p><a class="main" href="gtfs.zip">Download gtfs.zip</a></p>
<dl>${rows.map(pair).join('')}</dl>
${alerts}
${mapOf(facts)}
<h2>Lines</h2>
${hasBook ? `<p>${link('book', 'Timetable book')}: timetables of the lines that you choose, to print.</p>` : ''}
<ul class="lines">${facts.lines.map((line) => lineOf(line, hasBook)).join('')}</ul>
${facts.lineCount > facts.lines.length ? `<p>${count(facts.lineCount - facts.lines.length)} more lines are in the feed.</p>` : ''}
${changesOf(current, history)}
<h2>History</h2>
<div class="wide"><table><thead><tr><th>Served since</th><th>Valid</th><th>Lines</th><th>Stops</th><th>Size</th><th>SHA-256</th></tr></thead>
<tbody>${[...history.values()].map((release) => historyRow(release, release.id === current?.id)).join('')}</tbody></table></div>
<p>Each of these files stays as it is.</p>
<h2>For registries</h2>
<p>${link('dmfr.json', 'dmfr.json')} is the entry for the Distributed Mobility Feed Registry (Transitland). What the Mobility Database asks for:</p>
<dl class="fields">${registry.map(pair).join('')}</dl>`,
  );
  return { html, policy: POLICY };
}

/** A page that says one sentence. */
export function sentencePage(title: string, sentence: string): { html: string; policy: string } {
  return { html: frame(title, `<h1>${text(title)}</h1><p>${text(sentence)}</p>`), policy: POLICY };
}

function frame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${text(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>
`;
}

/** What the releases change for riders, the newest first; earlier ones are folded. */
function changesOf(current: KeptRelease | undefined, history: ServedFeed['history']): string {
  const noted = [...history.values()].filter(({ notes }) => notes !== '');
  const now = noted.find(({ id }) => id === current?.id);
  const before = noted.filter((release) => release !== now);
  if (noted.length === 0) return '';
  return `<h2>What changed</h2>
${now === undefined ? '' : notesHtml(now.notes)}${before.map(({ date, notes }) => `<details><summary>${text(date ?? '')}</summary>${notesHtml(notes)}</details>`).join('')}`;
}

/** Markdown of people as HTML: a tag stays text, a picture its description, and only web addresses become links. */
export function notesHtml(markdown: string): string {
  return NOTES.parse(markdown, { async: false });
}

const NOTES = new Marked({
  renderer: {
    html: ({ text: tag }) => text(tag),
    image: ({ text: description }) => text(description),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return /^https?:\/\//i.test(href) && URL.canParse(href) ? `<a href="${text(href)}" rel="nofollow noopener">${words}</a>` : words;
    },
    // the page has its own headings above
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 1);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

function mapOf({ map }: FeedFacts): string {
  if (map.height === 0) return '';
  return `<h2 id="map">Map</h2><svg class="map" viewBox="0 0 ${map.width} ${map.height}" role="img" aria-labelledby="map">
${map.lines.map(({ color, path }) => `<path d="${text(path)}" stroke="${text(color)}"/>`).join('')}<path class="stops" d="${text(map.stops)}"/></svg>`;
}

/** `hasBook`: whether lines have timetables to lead to. */
function lineOf({ id, short, long, color }: FeedFacts['lines'][number], hasBook: boolean): string {
  const name = text(long || short);
  return `<li>${chip(short || long, color)}<span>${hasBook ? `<a href="lines/${text(encodeURIComponent(id))}">${name}</a>` : name}</span></li>`;
}

function historyRow(release: KeptRelease, isCurrent: boolean): string {
  const { date, facts, size: bytes } = release;
  return `<tr><td>${link(`${date ?? ''}.zip`, date ?? '')}${isCurrent ? ' <b>served now</b>' : ''}</td><td>${facts === null ? '—' : validity(facts.from, facts.to)}</td><td>${facts === null ? '—' : count(facts.lines)}</td><td>${facts === null ? '—' : count(facts.stops)}</td><td>${size(bytes)}</td><td><code>${sha256Of(release)}</code></td></tr>`;
}

/** The hash that the key of an object ends in. */
export function sha256Of({ key }: KeptRelease): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

function pair([name, value]: [string, string]): string {
  return `<dt>${text(name)}</dt><dd>${value}</dd>`;
}

function validity(from: string, to: string): string {
  return from === '' && to === '' ? 'Not stated' : `${text(from || 'before')} to ${text(to || 'open')}`;
}

function licenseUrl(id: string): string {
  return `https://spdx.org/licenses/${id}.html`;
}

function link(href: string, words: string): string {
  return `<a href="${text(href)}">${text(words)}</a>`;
}

function count(n: number): string {
  return n.toLocaleString('en');
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

const STYLE = `:root{color-scheme:light dark;--text:#1d2429;--quiet:#5c6b73;--ground:#fff;--border:#d9dfe3;--accent:#087f5b}
@media(prefers-color-scheme:dark){:root{--text:#e4e9ec;--quiet:#9fb0b9;--ground:#14191d;--border:#313b42;--accent:#63e6be}}
body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground)}main{max-width:1000px;margin:0 auto;padding:24px 24px 60px}
h1{font-size:26px;margin:0 0 4px}h2{font-size:18px;margin:32px 0 8px}h3{font-size:15px;margin:16px 0 4px}a{color:var(--accent)}.main{display:inline-block;padding:8px 16px;border-radius:4px;background:var(--accent);color:var(--ground);text-decoration:none;font-weight:600}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 24px;margin:16px 0}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
code,.fields dt{font:13px ui-monospace,monospace}.map{display:block;width:100%;height:auto;max-height:640px;background:#f3f6f7;border:1px solid var(--border);border-radius:4px}
.map path{fill:none;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}.map .stops{stroke:#1d2429;stroke-width:4;stroke-opacity:.55}
.lines{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:6px 20px}.lines li{display:flex;gap:10px;align-items:center}.lines svg{flex:none;font:600 12px system-ui,sans-serif}.lines span{overflow-wrap:anywhere}
.alert{margin:0 0 12px;padding:10px 14px;border:1px solid var(--border);border-left:4px solid var(--accent);border-radius:4px;overflow-wrap:anywhere}.alert h3{margin:0;display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center}.alert p{margin:4px 0 0}.alert .said{white-space:pre-line}.alert .when{color:var(--quiet)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:5px 14px 5px 0;border-bottom:1px solid var(--border);white-space:nowrap}th{color:var(--quiet);font-weight:600}td code{font-size:11px}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
