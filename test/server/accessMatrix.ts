/** Makes every call of the product in the name of everybody, and compares what comes back with the table of who may do what. */
import { sql } from 'kysely';
import { readAccount } from '../../src/contract/account.ts';
import { createApiToken, revokeApiToken } from '../../src/contract/apiTokens.ts';
import { createRun } from '../../server/store/runs.ts';
import { insertPipeline } from '../../server/store/pipelines.ts';
import { createReviewLink, revokeReviewLink } from '../../src/contract/reviewLinks.ts';
import { deleteDraft, finishEdit } from '../../src/contract/versions.ts';
import { hashOfToken } from '../../server/auth/apiTokens.ts';
import { smallFeed } from './smallFeed.ts';
import { accessRowOf, scopeOfCall, type AccessRow, type RowScope } from './accessTable.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';
import { editStopField } from './stopCalls.ts';

/** One cell: who calls what, the status that came back, and what is wrong with it. */
export interface AccessCell {
  readonly call: string;
  readonly column: string;
  readonly status: number;
  readonly fault: string | undefined;
}

export interface AccessMatrix {
  /** Routes that the table has no line for. */
  readonly unlisted: readonly string[];
  readonly cells: readonly AccessCell[];
}

/** Ids of one of everything. */
type World = Readonly<Record<'region' | 'database' | 'version' | 'pipeline' | 'run' | 'task' | 'set' | 'change', string>>;
type WorldName = 'own' | 'other' | 'read-only' | 'unknown';

interface Column {
  readonly as: Person | TokenName | LinkName;
  readonly world: WorldName;
  /** What the specification expects of a row: undefined where the column says nothing of it. */
  readonly expect: (row: AccessRow, scope: RowScope) => Expected | undefined;
}

/** A status, or: it gets through (whatever its contents then lead to), or it is refused without anything being done. */
type Expected = 401 | 403 | 404 | 410 | 'through' | 'refused' | 'through, seeing nothing';

const OPEN = new Set(['anyone']);
const PLACELESS = new Set(['nothing', 'filtered']);

const unless =
  (open: ReadonlySet<string>, status: 401 | 403): Column['expect'] =>
  ({ who }) =>
    open.has(who) ? 'through' : status;
/** Read-only rights do not change anything. */
const changes = ({ who }: AccessRow): boolean => who === 'editor' || who === 'publisher' || who === 'administrator';
const looking = (row: AccessRow): Expected => (changes(row) ? 403 : 'through');
const limitedTo =
  (inside: boolean): Column['expect'] =>
  ({ who, names }) => {
    if (who === 'anyone' || who === 'signedIn' || names === 'nothing') return 'through';
    if (names === 'filtered') return inside ? 'through' : 'through, seeing nothing';
    if (names === 'installation') return 403;
    return inside ? 'through' : 404;
  };

/** A program gets through where its token has the scope. */
const withScopes =
  (...scopes: readonly RowScope[]): Column['expect'] =>
  (_row, scope) =>
    scope === 'none' || scopes.includes(scope) ? 'through' : 403;

/** A review link opens its own calls and nothing else, but what is open to anybody. */
const withLink =
  (own: Expected): Column['expect'] =>
  ({ who }) =>
    who === 'anyone' ? 'through' : who === 'guest' ? own : 401;

/** Everybody, in the order they are printed. */
const COLUMNS: Readonly<Record<string, Column>> = {
  nobody: { as: 'nobody', world: 'own', expect: unless(OPEN, 401) },
  forged: { as: 'forger', world: 'own', expect: unless(OPEN, 401) },
  expired: { as: 'expired', world: 'own', expect: unless(OPEN, 401) },
  'no role': { as: 'norole', world: 'own', expect: unless(new Set(['anyone', 'signedIn']), 403) },
  unverified: { as: 'unverified', world: 'own', expect: unless(new Set(['anyone', 'signedIn']), 403) },
  viewer: { as: 'viewer', world: 'own', expect: looking },
  editor: { as: 'editor', world: 'own', expect: () => 'through' },
  'editor, no publishing': { as: 'quietEditor', world: 'own', expect: ({ who }) => (who === 'publisher' ? 403 : undefined) },
  'editor, no administrator': { as: 'quietEditor', world: 'own', expect: ({ who }) => (who === 'administrator' ? 403 : undefined) },
  'read-only data': {
    as: 'editor',
    world: 'read-only',
    expect: ({ who, names }) => (who === 'editor' && ['database', 'version', 'pipeline', 'run', 'task'].includes(names) ? 'refused' : undefined),
  },
  'unknown data': {
    as: 'editor',
    world: 'unknown',
    expect: ({ who, names }) => (PLACELESS.has(names) || names === 'installation' || who === 'anyone' ? undefined : 'refused'),
  },
  'viewer of region': { as: 'localViewer', world: 'own', expect: (row, scope) => (changes(row) ? 403 : limitedTo(true)(row, scope)) },
  'editor of region': { as: 'localEditor', world: 'own', expect: limitedTo(true) },
  '... elsewhere': {
    as: 'localEditor',
    world: 'other',
    expect: (row, scope) => (PLACELESS.has(row.names) ? undefined : limitedTo(false)(row, scope)),
  },
  '... nowhere': {
    as: 'localEditor',
    world: 'unknown',
    expect: (row, scope) => (PLACELESS.has(row.names) ? undefined : limitedTo(false)(row, scope)),
  },
  'program, read': { as: 'readToken', world: 'own', expect: withScopes('read') },
  'program, edit': { as: 'editToken', world: 'own', expect: withScopes('read', 'edit') },
  'program, run': { as: 'runToken', world: 'own', expect: withScopes('read', 'run') },
  'program, all scopes': { as: 'wideToken', world: 'own', expect: withScopes('read', 'edit', 'run', 'publish') },
  'program, expired token': { as: 'expiredToken', world: 'own', expect: unless(OPEN, 401) },
  'program, revoked token': { as: 'revokedToken', world: 'own', expect: unless(OPEN, 401) },
  'program of a viewer': {
    as: 'viewersToken',
    world: 'own',
    expect: (row, scope) => (scope === 'person' ? 403 : looking(row)),
  },
  'program of a former editor': {
    as: 'formerEditorsToken',
    world: 'own',
    expect: (row, scope) => (scope === 'person' ? 403 : looking(row)),
  },
  'program in its region': {
    as: 'regionToken',
    world: 'own',
    expect: (row, scope) => (scope === 'person' ? 403 : limitedTo(true)(row, scope)),
  },
  'program elsewhere': {
    as: 'regionToken',
    world: 'other',
    expect: (row, scope) => (PLACELESS.has(row.names) ? undefined : scope === 'person' ? 403 : limitedTo(false)(row, scope)),
  },
  'review link': { as: 'openLink', world: 'own', expect: withLink('through') },
  'review link, elsewhere': { as: 'openLink', world: 'other', expect: withLink('through') },
  'review link, revoked': { as: 'revokedLink', world: 'own', expect: withLink(410) },
  'review link, expired': { as: 'expiredLink', world: 'own', expect: withLink(410) },
  'review link, draft finished': { as: 'finishedLink', world: 'own', expect: withLink(410) },
  'review link, draft discarded': { as: 'discardedLink', world: 'own', expect: withLink(410) },
  'review link, unknown': { as: 'unknownLink', world: 'own', expect: withLink(404) },
  'claim missing': { as: 'lostEditor', world: 'own', expect: limitedTo(false) },
  'claim malformed': { as: 'oddEditor', world: 'own', expect: limitedTo(false) },
};

/** API tokens of programs; all but the last two are of the editor, and `regionToken` is limited to the own region. */
const TOKENS = {
  readToken: { scopes: ['read'] },
  editToken: { scopes: ['edit'] },
  runToken: { scopes: ['run'] },
  wideToken: { scopes: ['read', 'edit', 'run', 'publish'] },
  expiredToken: { scopes: ['read', 'edit', 'run', 'publish'] },
  revokedToken: { scopes: ['read', 'edit', 'run', 'publish'] },
  regionToken: { scopes: ['read', 'edit', 'run', 'publish'] },
  viewersToken: { scopes: ['read', 'edit', 'run', 'publish'] },
  formerEditorsToken: { scopes: ['read', 'edit', 'run', 'publish'] },
} as const;
type TokenName = keyof typeof TOKENS;

/** Secrets of review links of drafts in the own region. */
const LINKS = ['openLink', 'revokedLink', 'expiredLink', 'finishedLink', 'discardedLink', 'unknownLink'] as const;
type LinkName = (typeof LINKS)[number];

const isToken = (as: Person | TokenName | LinkName): as is TokenName | LinkName => Object.hasOwn(TOKENS, as) || LINKS.some((name) => name === as);

/** Names of the columns. */
export const ACCESS_COLUMNS = Object.keys(COLUMNS);

/** Starts a product of its own and makes all calls. */
export async function runAccessMatrix(): Promise<AccessMatrix> {
  const routes: { method: string; path: string }[] = [];
  const product = await startTestProduct(
    // thousands of calls from one address, as fast as they go
    { PUBLIC_FEEDS_URL: 'https://data.example', CALLS_PER_SECOND: '10000' },
    {
      hub: true,
      publishRole: 'dmp.publisher',
      regionsRole: 'dmp.publisher',
      onRoute: ({ method, url }) => routes.push(...[method].flat().map((one) => ({ method: one, path: url }))),
    },
  );
  try {
    const worlds = await makeWorlds(product);
    const tokens = { ...(await makeTokens(product)), ...(await makeLinks(product)) };
    const listed = routes.filter(({ path }) => !ITSELF.some((own) => path.startsWith(own)));
    const unlisted = listed.filter(({ method, path }) => accessRowOf(method, path) === undefined).map(({ method, path }) => `${method} ${path}`);
    const order = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];
    const cells: AccessCell[] = [];
    for (const route of listed.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
      const row = accessRowOf(route.method, route.path);
      if (row === undefined) continue;
      for (const [column, { as, world, expect }] of Object.entries(COLUMNS)) {
        // no account and no token of a program takes the place of a review link
        const stranger = row.who === 'guest' && !column.startsWith('review link');
        const expected = stranger ? 401 : expect(row, scopeOfCall(route.method, route.path, row));
        if (expected === undefined) continue;
        const removes = row.method === 'DELETE' && row.names === 'pipeline' && world === 'own';
        const ids = removes ? { ...worlds.own, pipeline: String(await aPipeline(product, worlds.own.database)) } : worlds[world];
        const { status, text } = await make(product, tokens, route, row, as, ids);
        cells.push({ call: `${route.method} ${route.path}`, column, status, fault: faultOf(row, column, expected, status, text) });
      }
    }
    return { unlisted, cells };
  } finally {
    await product.close();
  }
}

/** Guarded by what they are themselves: sign-in, and the socket of live messages with its own tokens (auth and live tests). */
const ITSELF = ['/oidc/', '/live/'];

async function make(
  product: TestProduct,
  tokens: Tokens,
  { method, path }: { method: string; path: string },
  row: AccessRow,
  as: Person | TokenName | LinkName,
  ids: World,
): Promise<{ status: number; text: string }> {
  const named = (text: string): string => text.replaceAll(/\$(\w+)/g, (whole, name: string) => (isPlace(name) ? ids[name] : whole));
  const parameter = (name: string): string => {
    if (name === 'id' && isPlace(row.names)) return ids[row.names];
    const place = name.replace(/Id$/, '');
    return isPlace(place) ? ids[place] : '1';
  };
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameter(name))).replace('*', 'sound.zip') + named(row.query);
  const answer = await product.app.inject({
    method,
    url,
    headers: as === 'nobody' ? {} : { authorization: isToken(as) ? `Bearer ${tokens[as]}` : await headerOf(product, as) },
    ...(row.body === undefined ? {} : { payload: JSON.parse(named(row.body)) as object }),
  });
  return { status: answer.statusCode, text: answer.payload };
}

type Tokens = Readonly<Record<TokenName | LinkName, string>>;

/** Makes the links, each of a draft of its own. */
async function makeLinks(product: TestProduct): Promise<Readonly<Record<LinkName, string>>> {
  const { db } = product.store.sql;
  const secretOf = (name: LinkName): string => `dmpl_${name.padEnd(43, '0')}`;
  for (const name of LINKS) {
    if (name === 'unknownLink') continue;
    const versionId = await product.version(smallFeed(), 'editable');
    const made = await product.call(createReviewLink, {
      params: { versionId },
      body: { Label: name, Days: 14, Comments: true, Hash: hashOfToken(secretOf(name)) },
    });
    const { Id } = createReviewLink.reply.parse(made.body);
    if (name === 'revokedLink') await product.call(revokeReviewLink, { params: { versionId, linkId: Id } });
    if (name === 'expiredLink') await sql`update review_link set expires = now() where link_id = ${Id}`.execute(db);
    if (name === 'finishedLink') await product.call(finishEdit, { params: { databaseId: 'test', versionId } });
    if (name === 'discardedLink') await product.call(deleteDraft, { params: { databaseId: 'test', versionId } });
  }
  return Object.fromEntries(LINKS.map((name) => [name, secretOf(name)])) as Record<LinkName, string>;
}

async function makeTokens(product: TestProduct): Promise<Readonly<Record<TokenName, string>>> {
  const make = async (name: TokenName | 'spare', as: Person, regions: string[] | null = null): Promise<{ token: string; id: number }> => {
    const scopes = name === 'spare' ? ['read' as const] : [...TOKENS[name].scopes];
    const answer = await product.call(createApiToken, { body: { label: name, days: 30, scopes, regions } }, { as });
    const { token, created } = createApiToken.reply.required().parse(answer.body);
    return { token, id: created.id };
  };
  // number 1, which the calls of the table revoke
  await make('spare', 'editor');
  const revoked = await make('revokedToken', 'editor');
  await product.call(revokeApiToken, { params: { tokenId: revoked.id } });
  const expired = await make('expiredToken', 'editor');
  await sql`update api_token set expires = now() - interval '1 second' where token_id = ${expired.id}`.execute(product.store.sql.db);
  const formerEditors = await make('formerEditorsToken', 'formerEditor');
  product.demote('formerEditor');
  await product.call(readAccount, {}, { as: 'formerEditor' });
  return {
    readToken: (await make('readToken', 'editor')).token,
    editToken: (await make('editToken', 'editor')).token,
    runToken: (await make('runToken', 'editor')).token,
    wideToken: (await make('wideToken', 'editor')).token,
    expiredToken: expired.token,
    revokedToken: revoked.token,
    regionToken: (await make('regionToken', 'editor', ['testland'])).token,
    viewersToken: (await make('viewersToken', 'viewer')).token,
    formerEditorsToken: formerEditors.token,
  };
}

/** Signing a token takes longer than most calls. */
const headers = new WeakMap<TestProduct, Map<Person, Promise<string>>>();

function headerOf(product: TestProduct, as: Person): Promise<string> {
  const signed = headers.get(product) ?? new Map<Person, Promise<string>>();
  headers.set(product, signed);
  const known = signed.get(as) ?? product.token(as).then((token) => `Bearer ${token}`);
  signed.set(as, known);
  return known;
}

function isPlace(name: string): name is keyof World {
  return ['region', 'database', 'version', 'pipeline', 'run', 'task', 'set', 'change'].includes(name);
}

/** Words of the other region, which nobody limited to the own one may read. */
const OTHERS = /farland|farbase/i;
const ALL_REGIONS = /farland|farbase|testland/i;
/** How a call is answered whose place is not seen. */
const NO_PLACE = /There is no (region|database|version|pipeline|run|task run|change set|change) \S+\."/;

function faultOf(row: AccessRow, column: string, expected: Expected, status: number, text: string): string | undefined {
  const got = `answered ${status} ${text.slice(0, 120)}`;
  if (typeof expected === 'number') return status === expected ? undefined : `has to be ${expected}, ${got}`;
  if (expected === 'refused')
    return (status >= 400 && status < 500 && status !== 401) || isEmpty(row, text) ? undefined : `has to be refused, ${got}`;
  const foreign = status === 403 && text.includes('"foreign_connection"');
  if (status === 401 || (status === 403 && !foreign) || status >= 500) return `has to get through, ${got}`;
  if (row.who === 'anyone') return undefined;
  if (column === 'editor of region' || column === 'viewer of region') {
    if (NO_PLACE.test(text)) return `has to see its own region, ${got}`;
    if (OTHERS.test(text)) return `tells of another region: ${text.slice(0, 300)}`;
  }
  if (expected === 'through, seeing nothing' && ALL_REGIONS.test(text)) return `tells of a region: ${text.slice(0, 300)}`;
  if (column === 'editor' && row.names === 'filtered' && /ui\/(regions|dbs|pipelines)$/.test(row.path) && !OTHERS.test(text))
    return `has to tell of all regions, ${got}`;
  return undefined;
}

/** A list that holds nothing, of a thing that is not there. */
function isEmpty({ method }: AccessRow, text: string): boolean {
  return method === 'GET' && /^\{("\w+":(\[\]|false|0),?)*\}$/.test(text);
}

async function makeWorlds(product: TestProduct): Promise<Readonly<Record<WorldName, World>>> {
  const { store } = product;
  await store.createRegion({
    Key: 'farland',
    Name: 'Farland',
    CountryCode: 'NO',
    LanguageCode: 'no',
    Timezone: 'Europe/Oslo',
    Currency: 'NOK',
    Bounds: null,
  });
  await store.createDatabase({ Id: 'farbase', Name: 'Farbase', RegionKey: 'farland' });
  return {
    own: await worldOf(product, 'testland', 'test'),
    other: await worldOf(product, 'farland', 'farbase'),
    'read-only': await worldOf(product, 'testland', 'shut', false),
    unknown: {
      region: 'nowhere',
      database: 'nowhere',
      version: '99999999999',
      pipeline: '99999999999',
      run: '99999999999',
      task: '99999999999',
      set: '99999999999',
      change: '99999999999',
    },
  };
}

async function worldOf(product: TestProduct, region: string, database: string, edits = true): Promise<World> {
  const { db } = product.store.sql;
  const version = await product.version(smallFeed(), edits ? 'editable' : 'completed', database);
  if (edits) {
    const edit = { params: { versionId: version, field: 'name' }, body: { stopId: 'a', value: `${database} changed` } } as const;
    await product.call(editStopField, edit, { ifMatch: 0 });
  }
  const pipeline = await aPipeline(product, database);
  const made = await createRun(db, {
    pipelineId: pipeline,
    pipelineName: `of ${database}`,
    databaseId: database,
    causedBy: 'test',
    subject: 'test',
    tasks: [TASK],
  });
  const set = await db.selectFrom('changeset').select('set_id').where('version_id', '=', version).executeTakeFirst();
  const change = await db.selectFrom('change').select('change_id').where('version_id', '=', version).executeTakeFirst();
  return {
    region,
    database,
    version: String(version),
    pipeline: String(pipeline),
    run: String(made?.runId ?? 0),
    task: String(made?.taskRunIds[0] ?? 0),
    set: String(set?.set_id ?? 0),
    change: String(change?.change_id ?? 0),
  };
}

const TASK = {
  name: 'Drop unused',
  original_name: 'Drop unused',
  s3_url: 'builtin:drop-unused',
  task_type: 2,
  command: {},
  input_version_id: null,
  notes: '',
} as const;

function aPipeline({ store }: TestProduct, db_id: string): Promise<number> {
  return insertPipeline(store.sql.db, { name: `of ${db_id}`, db_id, tags: [db_id], schedule: null, tasks: [TASK] }, 'test');
}
