/**
 * `npm run requirements`: which rows of docs/requirements.tsv a test names, and whether that test passed when `npm test`
 * last ran. A test names a row in brackets in its title: `a new stop needs a name [E173]`, `[E173 R45]`.
 *
 *   npm run requirements                 per area: how many are named, and the ids of those that are not
 *   npm run requirements -- stops        one area, with the text of the rows that no test names
 *   npm run requirements -- --json       everything, as JSON
 *
 * Ends with an error when a test names a row that does not exist.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { citedIds, readCitations, type Citation } from './requirements/citations.ts';
import { readReports, type Verdict } from './requirements/reports.ts';

interface Requirement {
  readonly id: string;
  readonly area: string;
  readonly statement: string;
}

const root = join(import.meta.dirname, '..');
const requirements = readRequirements();
const known = new Set(requirements.map(({ id }) => id));
const verdicts = readReports(join(root, 'node_modules/.cache/reports'));
const citations = [...readCitations(root, ['src', 'server', 'test']), ...citationsOfReports()];
const named = groupById(citations);

if (process.argv.includes('--json')) printJson();
else print(process.argv.slice(2).find((word) => !word.startsWith('-')));

const unknown = citations.filter(({ id }) => !known.has(id));
for (const { id, where, title } of unknown) console.error(`${where} names ${id}, which docs/requirements.tsv does not have: ${title}`);
if (unknown.length > 0) process.exitCode = 1;

function readRequirements(): Requirement[] {
  const [head = '', ...lines] = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  const cell = (cells: readonly string[], column: string): string => cells[columns.indexOf(column)] ?? '';
  return lines.map((line) => {
    const cells = line.split('\t');
    return { id: cell(cells, 'id'), area: cell(cells, 'area'), statement: cell(cells, 'statement') };
  });
}

/** Titles made at run time (one test per machine, per command) are only in the reports. */
function citationsOfReports(): Citation[] {
  return verdicts.flatMap(({ title, report }) => citedIds(title).map((id) => ({ id, title, where: report })));
}

function groupById(all: readonly Citation[]): ReadonlyMap<string, readonly Citation[]> {
  const groups = new Map<string, Citation[]>();
  for (const citation of all) {
    const group = groups.get(citation.id) ?? [];
    group.push(citation);
    groups.set(citation.id, group);
  }
  return groups;
}

/** What became of the tests that name a row: all passed, one failed, or none of them has run. */
function verdictOf(id: string): Verdict['status'] | 'not run' {
  const ofId = verdicts.filter(({ ids }) => ids.has(id));
  if (ofId.some(({ status }) => status === 'failed')) return 'failed';
  return ofId.some(({ status }) => status === 'passed') ? 'passed' : 'not run';
}

function print(area: string | undefined): void {
  const areas = [...new Set(requirements.map((row) => row.area))].toSorted().filter((name) => area === undefined || name === area);
  if (areas.length === 0) throw new Error(`There is no area ${area}.`);
  for (const name of areas) printArea(name, { withText: area !== undefined });
  const rows = requirements.filter((row) => areas.includes(row.area));
  const cited = rows.filter(({ id }) => named.has(id));
  const failed = cited.filter(({ id }) => verdictOf(id) === 'failed');
  const passed = cited.filter(({ id }) => verdictOf(id) === 'passed');
  if (verdicts.length === 0) console.log('No reports yet: npm test leaves them.');
  for (const { id } of failed) console.log(`FAILED ${id}: ${(named.get(id) ?? []).map(({ title }) => title).join(' / ')}`);
  console.log(
    `${cited.length} of ${rows.length} rows are named by a test: ${passed.length} passed, ${failed.length} failed, ${cited.length - passed.length - failed.length} not run`,
  );
}

function printArea(name: string, { withText }: { withText: boolean }): void {
  const rows = requirements.filter((row) => row.area === name);
  const without = rows.filter(({ id }) => !named.has(id));
  console.log(
    `${name}: ${rows.length - without.length} of ${rows.length}${without.length === 0 ? '' : withText ? ', without a test:' : `, without a test: ${without.map(({ id }) => id).join(' ')}`}`,
  );
  if (withText) for (const { id, statement } of without) console.log(`  ${id}  ${statement}`);
}

function printJson(): void {
  const rows = requirements.map(({ id, area }) => ({
    id,
    area,
    tests: [...new Set((named.get(id) ?? []).map(({ title }) => title))],
    verdict: named.has(id) ? verdictOf(id) : 'no test',
  }));
  console.log(JSON.stringify(rows, null, 1));
}
