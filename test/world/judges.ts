/** What has to be true of a world that has come to rest. Each judge answers sentences that say what is not. */
import { z } from 'zod';
import { revertChangeset } from '../../src/commands/changes/revertChangeset.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import { ENTITY_SCHEMAS, type EntityKind, entityId } from '../../src/domain/entities.ts';
import { checkpointOf } from '../../src/kernel/checkpoint.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { replay } from '../../src/kernel/replay.ts';
import { idOfKey } from '../../src/kernel/table.ts';
import { presentPlace } from '../../src/projections/versions.ts';
import { definitions } from '../../src/machines/definitions.ts';
import { createCheckingDesk } from '../../server/validation/checkingDesk.ts';
import { regionFacts } from '../../server/validation/validator.ts';
import { type FindingBook, readParts } from '../../server/validation/findingBook.ts';
import { readCheckInput } from '../../server/store/findings.ts';
import { kindOfNumber } from '../../src/domain/entities.ts';
import { storeOn } from '../../server/store/openStore.ts';
import type { Owner } from './clock.ts';
import { judgeCalls } from './callJudges.ts';
import { judgeComparer } from './comparerJudge.ts';
import { judgeJobs } from './jobJudges.ts';
import { judgeRecords, revOf } from './recordJudges.ts';
import { judgeRights } from './rightsJudges.ts';
import { sorted } from './sorted.ts';
import { type Tab, VERSION } from './tab.ts';
import type { World } from './world.ts';

const entityKinds = Object.keys(ENTITY_SCHEMAS) as EntityKind[];

type Documents = ReadonlyMap<string, string>;

const ChangeSet = z.object({
  rev: z.number(),
  subject: z.string(),
  call: z.string(),
  command_id: z.string().nullable(),
  undone_by: z.number().nullable(),
});
type ChangeSet = z.infer<typeof ChangeSet>;

/** What the database holds, read without the world noticing. */
export interface Truth {
  readonly rev: number;
  readonly documents: Documents;
  readonly sets: readonly ChangeSet[];
}

export async function readTruth(world: World): Promise<Truth> {
  const owner: Owner = { name: 'judge', alive: true, skew: 0 };
  const store = storeOn(world.database.engineFor(owner, world.agenda));
  return world.until(
    (async () => {
      const documents = new Map<string, string>();
      for (const kind of entityKinds)
        for await (const doc of store.readEntities(VERSION, kind)) documents.set(`${kind} ${entityId(kind, doc)}`, sorted(doc));
      const sets = await store.sql.db
        .selectFrom('changeset')
        .select(['rev', 'subject', 'call', 'command_id', 'undone_by'])
        .where('version_id', '=', VERSION)
        .orderBy('rev')
        .execute();
      const { rev } = await store.sql.db.selectFrom('version').select('rev').where('version_id', '=', VERSION).executeTakeFirstOrThrow();
      return { rev, documents, sets: z.array(ChangeSet).parse(sets) };
    })(),
  );
}

/** All judges over a world at rest. The last of them undoes everything: nothing may be asked of the world after that. */
export async function judge(world: World, base: Truth): Promise<readonly string[]> {
  const truth = await readTruth(world);
  const told = [
    ...faults(world),
    ...acknowledged(world, truth),
    ...refused(world, truth),
    ...judgeRecords(world),
    ...(await undoneOnly(world)),
    ...(await judgeCalls(world)),
    ...sameDocuments(world, truth),
    ...(world.has('rights') ? await judgeRights(world) : []),
    // before other pages are opened, while runs that are due go on
    ...(world.has('jobs') ? await judgeJobs(world) : []),
    ...(await sameAsFresh(world)),
    ...(await sameFindings(world)),
    ...(await judgeComparer(world, base, truth)),
    ...replays(world),
  ];
  return told.length > 0 ? told : undoneAgain(world, base);
}

/** Nothing broke: no fold threw, nothing was rejected unnoticed, no call failed inside the server. */
function faults(world: World): readonly string[] {
  const told = [...world.agenda.faults, ...world.rejections, ...world.network.disorder];
  for (const { owner, records, troubles } of world.everyTab) {
    told.push(...troubles);
    for (const { type, payload } of records) {
      if (type === 'core.fault') told.push(`${owner.name}: ${JSON.stringify(payload).slice(0, 300)}`);
      const error = type.endsWith('.failed') ? Failed.safeParse(payload).data?.error : undefined;
      // 401: the page has to be left for signing in, and to make the call again
      if (error && [500, -1, 401].includes(error.status))
        told.push(`${owner.name}: ${type} ${error.status} ${error.url}: ${error.messages.join(' ')}`);
    }
  }
  return told;
}

const Failed = z.object({ error: z.object({ status: z.number(), url: z.string(), messages: z.array(z.string()) }) });

/** Every acknowledged edit is in the change log once, in the order of its page; and nothing else is there. */
function acknowledged(world: World, { sets }: Truth): readonly string[] {
  const told: string[] = [];
  const byCommand = new Map<string, ChangeSet[]>();
  for (const set of sets) byCommand.set(set.command_id ?? `none ${set.rev}`, [...(byCommand.get(set.command_id ?? `none ${set.rev}`) ?? []), set]);
  for (const [command, same] of byCommand) if (same.length > 1) told.push(`${command} is in the change log ${same.length} times`);
  const known = new Set<string>();
  const sessions = new Map<string, { commands: Map<string, LogRecord>; answered: { command: LogRecord; rev: number }[] }>();
  for (const { kernel, records } of world.everyTab) {
    const { session } = kernel.header;
    const of = sessions.get(session) ?? { commands: new Map<string, LogRecord>(), answered: [] };
    sessions.set(session, of);
    for (const record of records) {
      if (record.kind === 'command') {
        of.commands.set(record.id, record);
        known.add(record.key ?? record.id);
      }
      const command = record.type.endsWith('.answered') && record.cause !== undefined ? of.commands.get(record.cause) : undefined;
      if (command === undefined || (editNamed(command.type) === undefined && !command.type.endsWith('.revert'))) continue;
      const rev = revOf(kernel.bodies, record);
      if (rev !== undefined) of.answered.push({ command, rev });
    }
  }
  for (const { answered } of sessions.values()) {
    for (const { command, rev } of answered) {
      const key = command.key ?? command.id;
      const [set] = byCommand.get(key) ?? [];
      const at = sets.find((one) => one.rev === rev);
      if (set === undefined ? at?.command_id === key : set.rev !== rev)
        told.push(`${command.type} ${key} was answered with revision ${rev}, the change log has it at ${set?.rev ?? 'none'}`);
    }
  }
  for (const set of sets)
    if (set.command_id !== null && !known.has(set.command_id)) told.push(`Nobody made the change set ${set.rev} (${set.command_id})`);
  return told;
}

/** An edit that was refused is not in the change log; one for which the server had no room is told to its person in the words of the product. */
function refused(world: World, { sets }: Truth): readonly string[] {
  const kept = new Map(sets.map(({ command_id, rev }) => [command_id, rev]));
  const ends = world.everyTab.flatMap(({ owner, records }) => {
    const commands = new Map(records.filter(({ kind }) => kind === 'command').map((record) => [record.id, record]));
    return records.map(({ type, cause = '', payload }) => ({ owner, type, payload, key: commands.get(cause)?.key ?? cause }));
  });
  // a page that crashed before its disk had the refusal makes the call again when it comes back
  const answered = new Set(ends.filter(({ type }) => type.endsWith('.answered')).map(({ key }) => key));
  return ends.flatMap(({ owner, type, payload, key }) => {
    const error = type.endsWith('.failed') ? Failed.safeParse(payload).data?.error : undefined;
    if (error === undefined) return [];
    const rev = answered.has(key) ? undefined : kept.get(key);
    const isTold = error.status !== 507 || error.messages.some((text) => text.includes('disk of the server is full'));
    return [
      ...(isTold ? [] : [`${owner.name} is not told why ${type}`]),
      ...(rev === undefined ? [] : [`${owner.name}: ${type} ${error.status}, and the change log has it at ${rev} (${key})`]),
    ];
  });
}

/** An undo changes no fields but those that the undone change set has changed. One over a conflict brings a removed document back whole. */
async function undoneOnly(world: World): Promise<readonly string[]> {
  const rows = z.array(Changed).parse(await world.database.peek(CHANGES));
  const fieldsOf = new Map(rows.map(({ rev, kind, id, before, after }) => [`${rev} ${kind} ${id}`, changedFields(before, after)]));
  const undone = new Map(
    world.everyTab.flatMap(({ kernel, records }) => {
      const reverts = new Map(
        records.flatMap(({ id, type, payload }) =>
          type === revertChangeset.type ? [[id, z.int().parse(Reflect.get(Object(payload), 'rev'))] as const] : [],
        ),
      );
      return records.flatMap((record) => {
        const of = record.type === `${revertChangeset.type}.answered` ? reverts.get(record.cause ?? '') : undefined;
        const rev = of === undefined ? undefined : revOf(kernel.bodies, record);
        return of === undefined || rev === undefined ? [] : [[rev, of] as const];
      });
    }),
  );
  return rows.flatMap(({ rev, kind, id, call, before }) => {
    const of = call === 'revertChangeset' ? undone.get(rev) : undefined;
    const [made, taken] = [fieldsOf.get(`${of} ${kind} ${id}`), fieldsOf.get(`${rev} ${kind} ${id}`)];
    const more = taken?.filter((field) => made?.includes(field) === false) ?? [];
    return of === undefined || before === null || made?.includes(WHOLE) || more.length === 0
      ? []
      : [`Change set ${rev} undoes ${of}, and changes ${more.join(', ')} of ${kindOfNumber(kind)} ${id} too`];
  });
}

const Document = z.record(z.string(), z.json()).nullable();
const Changed = z.object({ rev: z.number(), call: z.string(), kind: z.number(), id: z.string(), before: Document, after: Document });
const CHANGES = `select c.rev, s.call, c.kind, c.id, b.doc as before, a.doc as after from change c
  join changeset s using (version_id, rev) left join blob b on b.bid = c.before_bid left join blob a on a.bid = c.after_bid
  where version_id = ${VERSION} order by c.rev, c.seq`;
/** Stands for all fields of a document that was made or removed. */
const WHOLE = '';

function changedFields(before: z.infer<typeof Document>, after: z.infer<typeof Document>): readonly string[] {
  if (before === null || after === null) return [WHOLE];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => sorted(before[field]) !== sorted(after[field]));
}

/** Every page holds the documents of the database, at its revision. */
function sameDocuments(world: World, truth: Truth): readonly string[] {
  const told: string[] = [];
  for (const { owner, kernel } of world.tabs) {
    const { view } = kernel.snapshot();
    const version = view.versions[VERSION];
    // a page elsewhere hears nothing of the version; it catches up when it is opened again
    if (version === undefined || presentPlace(view).versionId !== VERSION) continue;
    const position = version.heard;
    if (position.upTo !== null && position.upTo !== truth.rev)
      told.push(`${owner.name} is at revision ${position.upTo}, the version at ${truth.rev}`);
    for (const [kind, table] of Object.entries(version.docs.tables)) {
      for (const [key, held] of table.buckets.flatMap((bucket) => Object.entries(bucket))) {
        if (held.outdated === true) continue;
        const name = `${kind} ${idOfKey(key)}`;
        const there = truth.documents.get(name);
        const here = held.doc === null ? undefined : sorted(held.doc);
        if (here !== there) told.push(`${owner.name} holds ${name} as ${here ?? 'removed'}, the database as ${there ?? 'removed'}`);
      }
    }
  }
  return told;
}

/** A page that is opened now shows what the pages show that were there all the time. */
async function sameAsFresh(world: World): Promise<readonly string[]> {
  const told: string[] = [];
  const there = world.tabs.slice();
  const opened = await world.openFresh(there);
  if (opened.length < there.length) return world.troubles;
  for (const [i, tab] of there.entries()) {
    const fresh = opened[i];
    if (fresh === undefined) continue;
    for (const [name, of] of Object.entries(SHOWN)) {
      const [here, now] = [of(tab), of(fresh)];
      if (here !== undefined && now !== undefined && here !== now)
        told.push(`${tab.owner.name} shows other ${name} than a fresh page:\n  ${firstDifference(here, now)}`);
    }
    fresh.end('leave');
  }
  world.tabs = there;
  return told;
}

/** Parts of what is shown; undefined where a page has not loaded it. */
const SHOWN: Readonly<Record<string, (tab: Tab) => string | undefined>> = {
  stops: ({ kernel }) => loaded(kernel.snapshot().view.versions[VERSION]?.stops),
  schedules: ({ kernel }) => loaded(kernel.snapshot().view.versions[VERSION]?.schedules),
  agencies: ({ kernel }) => loaded(kernel.snapshot().view.versions[VERSION]?.agencies),
  fares: ({ kernel }) => loaded(kernel.snapshot().view.versions[VERSION]?.fares),
  translations: ({ kernel }) => loaded(kernel.snapshot().view.versions[VERSION]?.translations),
};

function loaded(load: { readonly status: string; readonly value: unknown } | undefined): string | undefined {
  if (load?.status !== 'succeeded') return undefined;
  // the revision in a row is kept only where the document is not held
  return sorted(JSON.parse(JSON.stringify(load.value, (key, value: unknown) => (key === 'Rev' ? undefined : value))));
}

/** What the server says of a version's findings is what a full check finds. */
async function sameFindings(world: World): Promise<readonly string[]> {
  if (world.servers.length === 0) return ['There is no server'];
  const store = storeOn(world.database.engineFor({ name: 'judge', alive: true, skew: 0 }, world.agenda));
  return world.until(
    (async () => {
      const input = await readCheckInput(store.sql.db, VERSION);
      if (input === undefined) return ['The version is not there'];
      const desk = createCheckingDesk();
      desk({ ask: 'begin', version: VERSION, region: regionFacts(input.region) });
      for (const kind of entityKinds) {
        const all: unknown[] = [];
        for await (const doc of store.readEntities(VERSION, kind)) all.push(doc);
        desk({ ask: 'documents', id: 1, version: VERSION, kind, text: new TextEncoder().encode(JSON.stringify(all)) });
      }
      const answer = desk({ ask: 'check', id: 2, version: VERSION, changes: [] });
      if (answer === undefined || !('parts' in answer)) return [`The full check failed: ${JSON.stringify(answer)}`];
      const full = readParts(answer.parts);
      const told: string[] = [];
      for (const { owner, app } of world.servers) {
        const known = await app.validator.book(VERSION);
        // a version that was never edited is checked when somebody asks for its findings
        if (known === undefined && input.rev > 0) told.push(`${owner.name} has never checked the version`);
        if (known !== undefined) told.push(...differences(full, known.book, owner.name));
      }
      return told;
    })(),
  );
}

type Found = ReturnType<typeof readParts>;

function differences(full: Found, book: Pick<FindingBook, 'rules' | 'subjects'>, server: string): readonly string[] {
  const told: string[] = [];
  for (const rule of new Set([...book.rules(), ...full.keys()])) {
    const there = new Map([...book.subjects(rule)].map(({ subject, count, cases }) => [subject, JSON.stringify([count, cases])]));
    const here = new Map([...(full.get(rule) ?? new Map())].map(([subject, { count, cases }]) => [subject, JSON.stringify([count, cases])]));
    for (const subject of new Set([...there.keys(), ...here.keys()]))
      if (there.get(subject) !== here.get(subject))
        told.push(`Rule ${rule} finds ${here.get(subject) ?? 'nothing'} at ${subject}, ${server} says ${there.get(subject) ?? 'nothing'}`);
  }
  return told;
}

/** The log of each page replays to its state. */
function replays(world: World): readonly string[] {
  const told: string[] = [];
  for (const { owner, kernel } of world.tabs) {
    const log = JSON.parse(JSON.stringify({ ...kernel.log(), bodies: [...kernel.bodies.entries()] })) as ReturnType<typeof kernel.log>;
    const again = replay(log, definitions);
    for (const divergence of again.divergences.slice(0, 1))
      told.push(`The log of ${owner.name} does not replay: ${JSON.stringify(divergence).slice(0, 300)}`);
    const [lived, replayed] = [checkpointOf(kernel.snapshot()), checkpointOf(again.kernelState)].map((one) =>
      sorted(JSON.parse(JSON.stringify(one))),
    );
    if (lived !== replayed) told.push(`The log of ${owner.name} replays to another state:\n  ${firstDifference(lived ?? '', replayed ?? '')}`);
  }
  return told;
}

/** Undoing every change set, the newest first, gives the base back. */
async function undoneAgain(world: World, base: Truth): Promise<readonly string[]> {
  const { sets } = await readTruth(world);
  const told: string[] = [];
  for (const { rev, undone_by, call } of sets.toReversed()) {
    if (undone_by !== null || call === 'revertChangeset') continue;
    const answer = await world.call('mia', 'POST', `/storage/ui/db/version/${VERSION}/changesets/${rev}/revert`, { force: true });
    if (answer.status !== 200) told.push(`Change set ${rev} cannot be undone: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  const after = await readTruth(world);
  for (const key of new Set([...base.documents.keys(), ...after.documents.keys()]))
    if (base.documents.get(key) !== after.documents.get(key))
      told.push(`Undoing everything leaves ${key} as ${after.documents.get(key) ?? 'removed'}, it was ${base.documents.get(key) ?? 'not there'}`);
  return told;
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 80);
  return `${a.slice(from, at + 160)}\n  ${b.slice(from, at + 160)}`;
}
