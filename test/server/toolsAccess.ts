/** Everybody calls every tool, and whatever comes of it is held against what each may do. */
import { sql } from 'kysely';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { productTools, toolName } from '../../server/mcp/tools.ts';
import { chanceOf, type Chance } from '../laws/chance.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { callTool, CALLERS, makeCallers, previewIn, SAMPLES, SHUT_OUT, type CallerName, type Said } from './toolCalls.ts';

/** Versions: drafts of two regions, one that is finished, one of a database that is read-only, and one that is not there. */
const WORLDS = ['draft', 'far', 'finished', 'shut', 'nowhere'] as const;
type World = (typeof WORLDS)[number];

export interface ToolWorld {
  readonly product: TestProduct;
  readonly callers: Readonly<Record<CallerName, string | undefined>>;
  readonly versions: Readonly<Record<World, number>>;
}

/** Stands in the documents of the region `testland` alone. */
const HOMEWARD = 'Homeward';

export async function makeToolWorld(): Promise<ToolWorld> {
  const product = await startTestProduct({ CALLS_PER_SECOND: '100000' });
  const callers = await makeCallers(product);
  const here = SAMPLES.map((one): Document =>
    one.kind === 'Agency' && one.doc.Id === 'A2' ? { kind: 'Agency', doc: { ...one.doc, Name: HOMEWARD } } : one,
  );
  const versions = {
    draft: await product.version(here, 'editable'),
    far: await product.version(SAMPLES, 'editable', 'farbase'),
    finished: await product.version(here),
    shut: await product.version(here, 'editable', 'shut'),
    nowhere: 999_999,
  };
  return { product, callers, versions };
}

const DATABASES: Readonly<Record<World, string>> = { draft: 'test', far: 'farbase', finished: 'test', shut: 'shut', nowhere: 'none' };

/** What a tool is called with, about a version: edits with their samples, other tools with these. */
export function argumentsOf(name: string, { versions }: ToolWorld, world: World, sample = 0): Record<string, unknown> {
  const versionId = versions[world];
  const edit = editCatalogue.find(({ type }) => toolName(type) === name);
  if (edit !== undefined) return { versionId, ...edit.samples[sample % edit.samples.length] };
  const databaseId = DATABASES[world];
  const given: Readonly<Record<string, object>> = {
    list_databases: {},
    list_versions: { databaseId },
    list_sheet_rows: { versionId, kind: 'Agency' },
    list_records: { versionId, kind: 'Level' },
    read_stop_details: { versionId, stopIds: 'S1' },
    read_schedule: { versionId, scheduleId: 'L1' },
    read_fare: { versionId, fareId: 'F1' },
    read_documents: { versionId, key: 'Agency/A2' },
    read_uses: { versionId, Kind: 'Stop', Ids: ['S1'] },
    find_texts: { versionId, find: 'o' },
    read_validation_rule: { versionId, ruleId: 319 },
    read_entity_findings: { versionId, entity: 'Stop', entityId: 'S1' },
    read_rule_documentation: { ruleId: 319 },
    read_diff: { a: versionId, b: versionId },
    list_diff: { a: versionId, b: versionId, category: 'stops' },
    read_difference: { a: versionId, b: versionId, kind: 'Agency', id: 'A2' },
    read_release_notes: { a: versionId, b: versionId },
    read_service_change: { a: versionId, b: versionId },
    list_changesets: { databaseId, dbVersionId: versionId },
    list_changes: { dbVersionId: versionId, kind: 'Agency', entityId: 'A2' },
    begin_edit: { databaseId, versionId },
    apply_change: { versionId, preview: 'none' },
  };
  return { ...(given[name] ?? { versionId }) };
}

const PLACELESS = new Set(['list_databases', 'read_rule_documentation']);

/** What is wrong with an answer, by what the caller may do; undefined where nothing is. */
export function faultOf(name: string, caller: CallerName, world: World, said: Said): string | undefined {
  if (SHUT_OUT.includes(caller)) return said.status === 401 ? undefined : `is answered ${said.status}`;
  if (said.status !== 200) return `is answered ${said.status}`;
  if (caller === 'elsewhere' && /testland|homeward/i.test(said.text)) return 'tells of another region';
  if (said.refused || PLACELESS.has(name)) return undefined;
  // a list of nothing is no answer about what is not there, as in the access matrix
  if (world === 'nowhere') return /^\{("\w+":(\[\]|false|0),?)*\}$/.test(said.text) ? undefined : 'gets through to what is not there';
  if (caller === 'elsewhere' && world !== 'far') return 'gets through to another region';
  const tool = productTools().find((one) => one.name === name);
  if (tool?.edits !== true) return undefined;
  if (caller !== 'editor' && caller !== 'elsewhere') return 'edits without the right to';
  if (world === 'shut' || (world === 'finished' && name !== 'begin_edit')) return 'edits what cannot be edited';
  return undefined;
}

/** An argument is left out, or is something else. */
function spoilt(given: Record<string, unknown>, chance: Chance): Record<string, unknown> {
  const key = chance.pick(Object.keys(given));
  if (key === undefined) return given;
  const { [key]: _was, ...rest } = given;
  return chance.below(3) === 0 ? rest : { ...rest, [key]: chance.pick([null, '', '..', -1, 1e300, [], {}, 'x'.repeat(300), '%00', true]) };
}

/** Random calls by everybody. Faults, and how many calls did something. */
export async function randomCalls(
  of: ToolWorld,
  seed: number,
  count: number,
): Promise<{ readonly faults: readonly string[]; readonly passed: number }> {
  const { product, callers, versions } = of;
  const chance = chanceOf(seed);
  const names = productTools().map(({ name }) => name);
  const previews: { readonly id: string; readonly of: CallerName; readonly world: World }[] = [];
  const faults: string[] = [];
  let passed = 0;
  for (let n = 0; n < count; n++) {
    // half of the calls are by those who may do most
    const caller = (chance.below(2) === 0 ? chance.pick(['editor', 'elsewhere', 'reader'] as const) : chance.pick(CALLERS)) ?? 'none';
    const world = chance.pick(WORLDS) ?? 'nowhere';
    const name = chance.below(6) === 0 ? (chance.pick(['apply_change', 'undo_change'] as const) ?? '') : (chance.pick(names) ?? '');
    let given = argumentsOf(name, of, world, chance.below(4));
    const preview = name === 'apply_change' ? chance.pick(previews) : undefined;
    if (preview !== undefined) given = { versionId: versions[chance.below(4) === 0 ? world : preview.world], preview: preview.id };
    if (name === 'undo_change' && chance.below(2) === 0) given = { ...given, Rev: 1 + chance.below(30) };
    const isSpoilt = chance.below(5) === 0;
    if (isSpoilt) given = spoilt(given, chance);
    const said = await callTool(product, callers[caller], name, given);
    const asked = WORLDS.find((one) => versions[one] === given['versionId']) ?? world;
    const fault =
      (isSpoilt && said.status === 200 && said.refused ? undefined : faultOf(name, caller, asked, said)) ??
      (preview !== undefined && !said.refused && (preview.of !== caller || versions[preview.world] !== given['versionId'])
        ? 'applies what is another’s'
        : undefined) ??
      (/Something went wrong|node_modules|dmp_[\w-]{20}/.test(said.text) ? 'tells of the inside' : undefined);
    if (fault !== undefined)
      faults.push(`${caller} ${fault} (seed ${seed}, call ${n}): ${name} ${JSON.stringify(given)}: ${said.text.slice(0, 200)}`);
    if (!said.refused) passed += 1;
    const id = previewIn(said);
    if (id !== '') previews.push({ id, of: caller, world: asked });
  }
  return { faults, passed };
}

/** The programs that have changed each version, as the change log has them. */
export async function changedBy({ product, versions }: ToolWorld): Promise<Readonly<Record<World, readonly string[]>>> {
  const { rows } = await sql<{ id: number; program: string }>`
    select distinct version_id as id, coalesce(program, 'a person') as program from changeset order by 2`.execute(product.store.sql.db);
  const of = (world: World): string[] => rows.filter(({ id }) => id === versions[world]).map(({ program }) => program);
  return { draft: of('draft'), far: of('far'), finished: of('finished'), shut: of('shut'), nowhere: of('nowhere') };
}
