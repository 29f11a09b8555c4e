/** The documents of the product as pages under /help, at the paths that they have in the project: their links hold there too. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Marked } from 'marked';
import { anchorOf } from './helpSections.ts';
import { Refusal } from './refusal.ts';

const PAPERS = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SUPPORT.md', 'SECURITY.md'];
const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.json': 'application/json', '.tsv': 'text/plain; charset=utf-8' };

/** `root` is the folder of package.json. */
export function serveHelp(app: FastifyInstance, root: string): void {
  let known: ReadonlySet<string> | undefined;
  app.get('/help', (_request, reply) => sendPage(reply, 'Help', START));
  app.get<{ Params: { '*': string } }>('/help/*', async ({ params }, reply) => {
    const path = params['*'];
    if (path === 'news') return sendPage(reply, "What's new", whatIsNew(root));
    known ??= documentsOf(root);
    if (!known.has(path)) throw new Refusal(404, 'not_found', 'There is no such page of the help.');
    const type = TYPES[extname(path)];
    const bytes = await readFile(join(root, path));
    if (type !== undefined) return reply.header('cache-control', 'no-cache').type(type).send(bytes);
    const text = bytes.toString('utf8');
    return sendPage(reply, /^# (.+)$/m.exec(text)?.[1] ?? path, text);
  });
}

/** Paths that are served: nothing else is, whatever is requested. */
function documentsOf(root: string): ReadonlySet<string> {
  const below = (folder: string): string[] =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      : [];
  const found = [...PAPERS.filter((path) => existsSync(join(root, path))), ...below('docs'), ...below('changes')];
  return new Set(found.filter((path) => path.endsWith('.md') || extname(path) in TYPES));
}

/** The changes since the last release by kind, then the releases. */
function whatIsNew(root: string): string {
  const folder = join(root, 'changes');
  const lines = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.md') && file !== 'README.md')
        .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    : [];
  const kinds = ['Added', 'Changed', 'Fixed', 'Removed', 'Security'].flatMap((kind) => {
    const of = lines.filter((line) => line.startsWith(`${kind}: `)).map((line) => `- ${line.slice(kind.length + 2)}`);
    return of.length === 0 ? [] : [`### ${kind}`, ...of];
  });
  const releases = existsSync(join(root, 'CHANGELOG.md')) ? readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(/^.*?(?=^## )/ms, '') : '';
  return ["# What's new", ...(kinds.length === 0 ? [] : ['## Since the last release', ...kinds]), releases].join('\n\n');
}

const START = `# Help
| For staff | |
|---|---|
| [Bring in your first feed](/help/docs/handbook/first-feed.md) | from a GTFS zip to a published version |
| [Timetables in a sheet](/help/docs/handbook/timetables.md) | times, departures, keys |
| [Timetables in Excel or LibreOffice](/help/docs/handbook/spreadsheets.md) | download and import (.xlsx) |
| [Lines and tracks](/help/docs/handbook/lines.md) | schedules, tracks, their stops |
| [Service](/help/docs/handbook/service.md) | vehicle hours, kilometres, vehicles and cost; vehicle blocks |
| [Calendars](/help/docs/handbook/calendars.md) | dates, exceptions, seasons |
| [Stops, stations and pathways](/help/docs/handbook/stops.md) | stops, levels, transfers |
| [Fares](/help/docs/handbook/fares.md) | prices, zones, conditions |
| [Dial-a-ride](/help/docs/handbook/dial-a-ride.md) | booking rules, zones on the map, groups of stops |
| [Shapes](/help/docs/handbook/shapes.md) | the lines of tracks on the map |
| [Undo, history and looking back](/help/docs/handbook/history.md) | what was changed, by whom, and how to take it back |
| [Review of a draft](/help/docs/handbook/reviews.md) | asked, commented and approved by somebody else |
| [Validation and exclusions](/help/docs/handbook/validation.md) | findings, and which are accepted |
| [Comparer and corrections](/help/docs/handbook/comparer.md) | two versions side by side; changes that outlive an import |
| [Versions](/help/docs/handbook/versions.md) | edit, publish, go back, archive |
| [Pipelines and exports](/help/docs/handbook/pipelines.md) | what runs by itself, and what is delivered |
| [Report a problem](/help/docs/handbook/problem-reports.md) | send what you saw to support, and read what others sent |
| [Keyboard](/help/docs/handbook/keyboard.md) | the keys that are worth knowing |
| [The map and its tools](/help/docs/map.md) | search, move, draw, layers |
| [What a round trip through DMP loses](/help/docs/gtfs-losses.md) | how GTFS comes in and goes out |
| [Glossary](/help/docs/develop/glossary.md) | the terms of DMP, in GTFS and NeTEx |
| [What's new](/help/news) | changes since the last release, and releases |

| For IT and engineers | |
|---|---|
| [Operating DMP](/help/docs/operate/README.md) | install, sign-in, settings, backup, upgrade |
| [The command dmp](/help/docs/develop/dmp.md) | import, export, validate, compare and run from scripts |
| [Assistants](/help/docs/operate/assistants.md) | a program with a language model reads and edits with an API token |
| [Webhooks](/help/docs/develop/webhooks.md) | signed messages to programs and chat rooms when something happens |
| [From a problem report to the cause](/help/docs/support.md) | replay a report |
| [Architecture](/help/ARCHITECTURE.md) | the parts and their rules |
| [Calls](/api) | the calls of the server |

In the product, \`?\` shows the keys of the screen, and Ctrl+K finds pages, stops, schedules and acts.`;

const markdown = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

function sendPage(reply: FastifyReply, title: string, text: string): FastifyReply {
  const style = createHash('sha256').update(STYLE).digest('base64');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)} | DMP</title>
<style>${STYLE}</style>
<nav><a href="/">DMP</a> <a href="/help">Help</a> <a href="/help/docs/develop/glossary.md">Glossary</a> <a href="/help/news">What's new</a></nav>
<main>${markdown.parse(text, { async: false })}</main></html>`;
  void reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${style}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const STYLE = `body{font:15px/1.55 system-ui,sans-serif;margin:0}nav{display:flex;gap:20px;padding:14px 24px;border-bottom:1px solid #8884}
nav a,main a{color:#087f5b}main{max-width:1000px;margin:0 auto;padding:8px 24px 60px}h1{font-size:27px}h2{font-size:20px;margin-top:34px}h3{font-size:16px}
table{border-collapse:collapse;width:100%;margin:12px 0}th,td{text-align:left;vertical-align:top;padding:5px 12px 5px 0;border-bottom:1px solid #8883}
th:empty{padding:0}td:first-child code{white-space:nowrap}code{font:13px ui-monospace,monospace;background:#8882;border-radius:3px;padding:1px 4px;overflow-wrap:anywhere}
pre{background:#8882;border-radius:5px;padding:12px;overflow-x:auto}pre code{background:none;padding:0}img{max-width:100%;border:1px solid #8884;border-radius:4px}
@media(prefers-color-scheme:dark){nav a,main a{color:#63e6be}}`;
