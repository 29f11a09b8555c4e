/** What differs between two versions as a file: a table for a spreadsheet, or a page to be printed. */
import { DIFF_CATEGORIES, DIFF_PAGES, type DiffCategory } from '../../src/domain/comparer/categories.ts';
import { propertyTitle } from '../../src/domain/comparer/fields.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { readDiffering } from '../store/differences.ts';
import type { Engine } from '../store/engine.ts';
import type { Pair } from './comparer.ts';
import { diffIndex } from './comparerIndex.ts';
import { inNewIds } from './versionPairs.ts';

/** One line: a property of an entity that changed, or an entity that is in one version only. */
interface Line {
  readonly category: string;
  readonly change: string;
  readonly id: string;
  readonly name: string;
  readonly property: string;
  readonly before: string;
  readonly after: string;
}

/** CSV (RFC 4180) in pieces, one line for each property of each entity; of one category or of all. */
export async function* diffCsv(engine: Engine, pair: Pair, section?: string): AsyncGenerator<string> {
  yield `${['Category', 'Change', 'Id', 'Name', 'Property', 'Before', 'After'].join(',')}\r\n`;
  for await (const { category, change, id, name, property, before, after } of lines(engine, pair, section))
    yield `${[category, change, id, name, property, before, after].map(quoted).join(',')}\r\n`;
}

/** A page of HTML to be printed, in pieces. */
export async function* diffReport(engine: Engine, pair: Pair, title: string, section?: string): AsyncGenerator<string> {
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>`;
  let open = '';
  let total = 0;
  for await (const line of lines(engine, pair, section)) {
    const heading = `${line.category}: ${line.change}`;
    if (heading !== open) {
      yield `${open === '' ? '' : '</tbody></table>'}<h2>${escaped(heading)}</h2><table><thead><tr><th>Name</th><th>Id</th><th>Property</th><th>Before</th><th>After</th></tr></thead><tbody>`;
      open = heading;
    }
    total += 1;
    yield `<tr>${[line.name, line.id, line.property, short(line.before), short(line.after)].map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`;
  }
  yield `${open === '' ? '<p>The two versions hold the same.</p>' : '</tbody></table>'}<p>${total} lines</p></body></html>`;
}

/** Every document that differs, once: parts of schedules and fares are in the lines of their documents. */
async function* lines(engine: Engine, { sides: versions, state }: Pair, section: string | undefined): AsyncGenerator<Line> {
  const { sides, pairs } = await diffIndex(engine, versions, state);
  for (const category of DIFF_CATEGORIES) {
    if (category.of === 'part' || (section !== undefined && !belongs(category, section))) continue;
    for (const page of DIFF_PAGES) {
      for await (const { id, was, before: stored, after } of readDiffering(engine, sides, category.kind, page)) {
        const before = stored && inNewIds(pairs, category.kind, stored);
        const line = { category: category.title, change: TITLES[page], id, name: entityTitle(category.kind, after ?? before ?? {}) };
        if (!before || !after) yield { ...line, property: '', before: '', after: '' };
        else {
          if (was !== id && page === 'changed') yield { ...line, property: 'Id', before: was, after: id };
          for (const property of category.differ(before, after).Changed)
            yield { ...line, property: propertyTitle(property), before: textOf(before[property]), after: textOf(after[property]) };
        }
      }
    }
  }
}

const TITLES = { changed: 'Changed', added: 'Added', removed: 'Removed' } as const;

function belongs({ section, parent }: DiffCategory, to: string): boolean {
  return section === to || parent === to;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Texts that a spreadsheet would take for a formula begin with an apostrophe, which it does not show. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

const STYLE =
  'body{font:13px/1.4 system-ui,sans-serif;margin:24px;color:#111}h1{font-size:18px}h2{font-size:14px;margin:20px 0 6px}' +
  'table{border-collapse:collapse;width:100%;table-layout:fixed}th,td{border-bottom:1px solid #ccc;padding:3px 6px;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  'thead{display:table-header-group}tr{break-inside:avoid}@media print{body{margin:0}}';
