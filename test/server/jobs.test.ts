import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepHouse, publishNewlyCurrent } from '../../server/jobs/housekeeping.ts';
import { runVersionJob, type JobPlace } from '../../server/jobs/versionJobs.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { flatten, listHeavy } from '../../server/store/layers.ts';
import { insertLocation } from '../../server/store/deliveryLocations.ts';
import { insertExport } from '../../server/store/exports.ts';
import { insertPipeline } from '../../server/store/pipelines.ts';
import {
  beat,
  claimTask,
  type ClaimedTask,
  createRun,
  endTask,
  letGoOfTask,
  listHeld,
  listReady,
  moveRun,
  type NewRun,
  restartRun,
  takeFromWorker,
} from '../../server/store/runs.ts';
import type { Db } from '../../server/store/tables.ts';
import { listExpired } from '../../server/store/retention.ts';
import { markSaving } from '../../server/store/versions.ts';
import { listStops } from '../../src/contract/stops.ts';
import { deleteStop } from './stopCalls.ts';
import { listEdits, listVersions, readVersion } from '../../src/contract/versions.ts';
import type { RunStatus } from '../../src/domain/runs.ts';
import type { Version } from '../../src/domain/versions.ts';
import type { LiveMessage } from '../../server/live/live.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';
import { VersionActs } from './versionActs.ts';

let product: TestProduct;
let versions: VersionActs;
let place: JobPlace;
const told: LiveMessage[] = [];
const warned: string[] = [];
beforeAll(async () => {
  product = await startTestProduct();
  versions = new VersionActs(product);
  place = {
    store: product.store,
    objects: openObjects(product.dataDir, undefined),
    live: { publish: (message) => Promise.resolve(void told.push(message)) },
    warn: (message) => void warned.push(message),
  };
});
afterAll(async () => {
  await product.close();
  vi.useRealTimers();
});

const going = new AbortController().signal;
const db = () => product.store.sql.db;
const count = async (what: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${what}`.execute(db())).rows[0]?.n ?? -1;
const listed = async (): Promise<Version[]> =>
  (await product.call(listVersions, { params: { databaseId: 'test' } })).body['Versions'] as unknown as Version[];

describe('work on a version that does not succeed', () => {
  const broken = (): JobPlace => ({
    ...place,
    objects: { ...place.objects, put: () => Promise.reject(new Error('disk full at /secret/path')) },
  });

  it('is tried again, and at last the version is put back as it was and everybody is told', async () => {
    const versionId = await product.version(smallFeed());
    const before = await versions.file(versionId);
    await versions.act('archive', versionId);
    await expect(runVersionJob(broken(), versionId, false, going)).rejects.toThrow('disk full');
    expect(await versions.read(versionId)).toMatchObject({ Completed: false, Saving: 'archiving' });
    await runVersionJob(broken(), versionId, true, going);
    expect(await versions.read(versionId)).toMatchObject({ Completed: true, Saving: null, Archived: false });
    expect(await versions.file(versionId)).toBe(before);
    // What was wrong stays in the log.
    expect(told.at(-1)).toEqual({
      target: 'versionFailed',
      message: { DatabaseId: 'test', VersionId: versionId, Act: 'archive', Message: "Something went wrong. It's not your fault." },
    });
    expect(warned.at(-1)).toBe(`Version ${versionId}: archiving has failed`);
  });

  it('that was stopped goes on later', async () => {
    const versionId = await product.version(smallFeed());
    await versions.act('archive', versionId);
    const stop = new AbortController();
    stop.abort(new Error('The server stops'));
    await expect(runVersionJob(place, versionId, true, stop.signal)).rejects.toThrow('aborted');
    expect(await versions.read(versionId)).toMatchObject({ Saving: 'archiving' });
    await runVersionJob(place, versionId, false, going);
    expect(await versions.read(versionId)).toMatchObject({ Archived: true, Completed: true });
  });

  it('a version whose feed file would not hold all of it is not archived', async () => {
    const stray: Document = {
      kind: 'Track',
      doc: { ScheduleId: 'nobody', Id: 'stray', Name: 'Stray', Direction: 'Forward', Visible: true, Stops: [{ StopId: 'a' }] },
    };
    const versionId = await product.version([...smallFeed(), stray]);
    await versions.act('archive', versionId);
    await runVersionJob(place, versionId, true, going);
    expect(await versions.read(versionId)).toMatchObject({ Archived: false, Completed: true });
    expect(await product.store.getEntity(versionId, 'Track', 'nobody/stray')).toMatchObject({ doc: { Name: 'Stray' } });
  });

  it('is left to the process that has it; one that is gone loses it', async () => {
    const versionId = await product.version(smallFeed());
    await versions.act('archive', versionId);
    await sql`update version set worker = 'a process that is gone' where version_id = ${versionId}`.execute(db());
    await runVersionJob(place, versionId, false, going);
    expect(await versions.read(versionId)).toMatchObject({ Archived: true });
  });
});

describe('a finished version with many edits', () => {
  it('gets a layer of its own and nobody sees a difference: documents, counts, history, what came since', async () => {
    const source = await product.version([...smallFeed(), ...Array.from({ length: 30 }, (_, i) => stopDoc(`s${i}`))]);
    const draft = await versions.begin(source);
    for (let i = 0; i < 20; i++) await versions.rename(draft, `s${i}`, `Renamed ${i}`);
    await versions.rename(draft, 's3', 'Renamed again', 4);
    await product.call(deleteStop, { params: { versionId: draft }, body: { stopId: 'lonely' } }, { ifMatch: 0 });
    const seen = async () => [
      await versions.file(draft),
      (await product.call(readVersion, { params: { versionId: draft } })).text,
      (await product.call(listEdits, { params: { versionId: draft }, query: { since: 0 } })).text,
      (await product.call(listEdits, { params: { versionId: draft }, query: { since: 5 } })).text,
      (await product.call(listStops, { params: { versionId: draft } })).text.replaceAll(/,"Rev":\d+\}/g, '}'),
    ];
    expect(await flatten(product.store.sql, draft), 'a draft keeps its overlay: it is still edited').toBe(false);
    await versions.act('finishEdit', draft);
    const before = await seen();
    expect(await listHeavy(product.store.sql, 0.25, 5)).toContain(draft);
    expect(await flatten(product.store.sql, draft)).toBe(true);
    expect(await count(sql`overlay_row where version_id = ${draft}`)).toBe(0);
    expect(await listHeavy(product.store.sql, 0.25, 5)).not.toContain(draft);
    expect(await seen()).toEqual(before);

    // What was begun from it before and after stands on its own.
    const after = await versions.begin(draft);
    expect((await versions.rename(after, 's3', 'Once more', 0)).body).toEqual({ Rev: 1 });
    expect((await listed()).filter((one) => one.ParentId === source)).toHaveLength(1);
    expect(await versions.file(draft)).toBe(before[0]);
  });
});

describe('bringing back a version much like another', () => {
  it('costs only what differs', async () => {
    const source = await product.version(Array.from({ length: 2500 }, (_, i) => stopDoc(`like ${i}`)));
    const draft = await versions.begin(source);
    for (let i = 0; i < 8; i++) await versions.rename(draft, `like ${i * 300}`, `Renamed ${i}`);
    await product.call(deleteStop, { params: { versionId: draft }, body: { stopId: 'like 7' } }, { ifMatch: 0 });
    await versions.act('finishEdit', draft);
    const before = await versions.file(draft);
    await versions.act('archive', draft);
    await runVersionJob(place, draft, false, going);
    const placed = await count(sql`layer_row`);
    await versions.act('unArchive', draft);
    await runVersionJob(place, draft, false, going);
    await keepHouse(place, undefined, going);
    expect(await count(sql`layer_row`)).toBeLessThanOrEqual(placed);
    expect(await count(sql`overlay_row where version_id = ${draft}`)).toBe(9);
    expect(await versions.file(draft)).toBe(before);
    expect((await product.call(readVersion, { params: { versionId: draft } })).body).toMatchObject({ Counts: { Stop: 2499 } });
  });
});

describe('retention', () => {
  it('archives what is old, and nothing that is current, stored, edited, among the newest, or in a read-only database', async () => {
    await sql`update version set at = now() - interval '1 day'`.execute(db());
    const old = async (database = 'test', state: 'completed' | 'published' | 'editable' = 'completed'): Promise<number> => {
      const versionId = await product.version([stopDoc('old')], state, database);
      await sql`update version set at = now() - interval '100 days', published_at = case when published then now() - interval '100 days' end where version_id = ${versionId}`.execute(
        db(),
      );
      return versionId;
    };
    const [plain, second, current, stored, draft, shut] = [
      await old(),
      await old(),
      await old('test', 'published'),
      await old(),
      await old('test', 'editable'),
      await old('shut'),
    ];
    await versions.act('store', stored);
    await runVersionJob(place, stored, false, going);
    const newest = [await old(), await old()];
    expect(await listExpired(db(), { days: 90, keep: 0 })).toEqual([plain, second, ...newest]);
    expect(await listExpired(db(), { days: 90, keep: 2 })).toEqual([plain, second]);
    expect(await listExpired(db(), { days: 101, keep: 0 })).toEqual([]);

    expect(await keepHouse(place, { days: 90, keep: 2 }, going)).toBe(2);
    for (const versionId of [plain, second]) await runVersionJob(place, versionId, false, going);
    const archived = new Map((await listed()).map((one) => [one.Id, one.Archived]));
    expect([plain, second, current, stored, draft, ...newest].map((id) => archived.get(id))).toEqual([true, true, false, false, false, false, false]);
    expect(await product.store.readVersion(shut)).toMatchObject({ Archived: false });
    expect(await keepHouse(place, undefined, going)).toBe(0);
    expect(warned.filter((line) => line.startsWith('Housekeeping'))).toEqual([]);
  });

  it('leaves alone what somebody has archived or published since it looked', async () => {
    const before = await listExpired(db(), { days: 90, keep: 0 });
    const [first, second, third] = [await product.version(smallFeed()), await product.version(smallFeed()), await product.version(smallFeed())];
    await sql`update version set at = now() - interval '100 days' where version_id in (${first}, ${second}, ${third})`.execute(db());
    const file = await versions.file(second);
    const beside: JobPlace = {
      ...place,
      live: {
        publish: async (message) => {
          if (message.target !== 'versionListed' || message.message.Version.Id !== first) return;
          await versions.act('archive', second);
          await runVersionJob(place, second, false, going);
          await versions.act('publish', third);
        },
      },
    };
    expect(await keepHouse(beside, { days: 90, keep: 0 }, going)).toBe(before.length + 1);
    for (const versionId of [...before, first, second, third]) await runVersionJob(place, versionId, false, going);
    expect(await versions.read(third)).toMatchObject({ Archived: false, Current: true });
    await versions.act('unArchive', second);
    await runVersionJob(place, second, false, going);
    expect(await versions.file(second)).toBe(file);
  });
});

describe('the turn of the day', () => {
  it('is told: which version is current now, and which is no longer', async () => {
    const publish = async (from: string, to: string): Promise<number> => {
      const versionId = await product.version([stopDoc('a')], 'published', 'shut');
      await sql`update version set valid_from = (now() at time zone 'utc')::date + ${from}::int, valid_to = (now() at time zone 'utc')::date + ${to}::int where version_id = ${versionId}`.execute(
        db(),
      );
      return versionId;
    };
    const [fresh, over] = [await publish('0', '5'), await publish('-9', '-1')];
    told.length = 0;
    await publishNewlyCurrent(place);
    expect(told.filter(({ message }) => 'Version' in message && message.DatabaseId === 'shut')).toMatchObject([
      { target: 'versionListed', message: { Version: { Id: over, Current: false } } },
      { target: 'versionListed', message: { Version: { Id: fresh, Current: true } } },
    ]);
  });
});

describe.each(['pipeline', 'export'] as const)('runs of one %s', (what) => {
  const act = <T>(doing: (tx: Db) => Promise<T>): Promise<T> => db().transaction().execute(doing);
  const task = { name: 'Check', original_name: 'Check', s3_url: 'builtin:check', command: {}, task_type: 2, input_version_id: 1, notes: '' } as const;
  let of: Pick<NewRun, 'pipelineId' | 'exportId'>;
  beforeEach(async () => {
    of = what === 'pipeline' ? { pipelineId: await aPipeline() } : { pipelineId: null, exportId: await anExport() };
  });
  const aPipeline = (): Promise<number> => insertPipeline(db(), { name: 'Nightly', db_id: 'test', tags: [], schedule: null, tasks: [task] }, 'test');
  const anExport = async (): Promise<number> => {
    const settings = { kind: 'folder', path: 'out' } as const;
    const location = await insertLocation(db(), { region: 'testland', name: `Folder ${performance.now()}`, settings }, 'test');
    const deliveryLocation = { fileName: 'a.zip', location: location ?? 0 };
    const more = { scope: 'Database', schedule: { timeOfDay: '' }, feedInfo: { url: '', contactUrl: '' }, agencyMergingRules: [] } as const;
    return insertExport(db(), { name: 'Out', region: 'testland', DbId: 'test', deliveryLocation, ...more, agencyMergingRules: [] }, 'test');
  };
  /** A new run of two tasks. */
  const begun = async (): Promise<{ runId: number; first: number; second: number }> => {
    const run = { ...of, pipelineName: 'Nightly', databaseId: 'test', causedBy: 'test', subject: 'test', tasks: [task, task] };
    const made = await act((tx) => createRun(tx, run));
    const [first = 0, second = 0] = made?.taskRunIds ?? [];
    return { runId: made?.runId ?? 0, first, second };
  };
  const take = (taskRunId: number): Promise<ClaimedTask | undefined> => act((tx) => claimTask(tx, taskRunId, 'a worker'));
  const carryOut = async (taskRunId: number, status: 2 | 3 | 4 = 2): Promise<void> => end(await take(taskRunId), status);
  const end = async (claim: ClaimedTask | undefined, status: 2 | 3 | 4 = 2): Promise<void> => {
    if (claim === undefined) throw new Error('The task is held back');
    await act((tx) => endTask(tx, claim, { status }));
  };
  const approve = (runId: number) => act((tx) => moveRun(tx, runId, { type: 'approve' }));
  const ready = async (...among: readonly { first: number; second: number }[]): Promise<number[]> => {
    const own = new Set(among.flatMap(({ first, second }) => [first, second]));
    return (await listReady(db())).filter((id) => own.has(id));
  };

  it('one that is approved waits until the task of a later one has ended, and then goes on before it', async () => {
    const [early, late] = [await begun(), await begun()];
    await carryOut(early.first, 4);
    const going = await take(late.first);
    await approve(early.runId);
    expect(await ready(early, late)).toEqual([]);
    expect(await take(early.second)).toBeUndefined();
    await end(going);
    expect(await ready(early, late)).toEqual([early.second]);
    expect(await take(late.second)).toBeUndefined();
    await carryOut(early.second);
    expect(await ready(early, late)).toEqual([late.second]);
    await carryOut(late.second);
  });

  it('one that is resumed waits until a later one that is being stopped has stopped', async () => {
    const [early, late] = [await begun(), await begun()];
    await carryOut(early.first, 3);
    const going = await take(late.first);
    await act((tx) => moveRun(tx, late.runId, { type: 'stop' }));
    const [again = 0] = (await act((tx) => restartRun(tx, early.runId, early.first)))?.changed ?? [];
    expect(await ready({ first: again, second: 0 })).toEqual([]);
    expect(await take(again)).toBeUndefined();
    if (going) await act((tx) => letGoOfTask(tx, going));
    expect(await ready({ first: again, second: 0 })).toEqual([again]);
    await carryOut(again);
  });

  it('a later one waits for one that was approved and goes on', async () => {
    const early = await begun();
    await carryOut(early.first, 4);
    await approve(early.runId);
    const late = await begun();
    const going = await take(early.second);
    expect(await ready(early, late)).toEqual([]);
    expect(await take(late.first)).toBeUndefined();
    await end(going);
    expect(await ready(early, late)).toEqual([late.first]);
    await carryOut(late.first);
  });

  it('a task whose worker has gone is taken again whatever waits', async () => {
    const [early, late] = [await begun(), await begun()];
    await carryOut(early.first, 4);
    const going = await take(late.first);
    await approve(early.runId);
    if (going) await act((tx) => takeFromWorker(tx, going));
    expect(await ready(early, late)).toEqual([late.first]);
    await carryOut(late.first);
    expect(await ready(early, late)).toEqual([early.second]);
  });

  it('a task is not taken from a worker, nor ended for it, that has given a sign of life since it was looked for', async () => {
    const { first } = await begun();
    const going = await take(first);
    const found = (await listHeld(db(), 30)).find(({ taskRunId }) => taskRunId === first);
    if (going === undefined || found === undefined) throw new Error('The task is not held');
    expect(await beat(db(), going, null)).toBe(1);
    expect(await act((tx) => takeFromWorker(tx, found))).toBe(false);
    await expect(act((tx) => endTask(tx, found, { status: 3 }))).rejects.toThrow('no longer ours');
    await end(going);
  });

  it('one that was stopped is let go once, also where two processes find that its worker has gone', async () => {
    const { runId, first } = await begun();
    const going = await take(first);
    await act((tx) => moveRun(tx, runId, { type: 'stop' }));
    const letGo = async (): Promise<RunStatus | undefined> => going && (await act((tx) => letGoOfTask(tx, going)))?.status;
    expect([await letGo(), await letGo()]).toEqual([6, undefined]);
  });

  it.runIf(process.env['DATABASE_URL'])('of two that are taken at once one waits', async () => {
    const [early, late] = [await begun(), await begun()];
    await carryOut(early.first, 4);
    let second: Promise<ClaimedTask | undefined> | undefined;
    const first = await act(async (tx) => {
      const claim = await claimTask(tx, late.first, 'a worker');
      second = approve(early.runId).then(() => take(early.second));
      await expect.poll(() => count(sql`pg_locks where not granted and locktype = 'advisory'`)).toBe(1);
      return claim;
    });
    expect([first?.runId, await second]).toEqual([late.runId, undefined]);
  });
});

describe('many marks', () => {
  it('are all worked off once the jobs begin, each once', async () => {
    const some = await Promise.all(Array.from({ length: 6 }, (_, i) => product.version([stopDoc(`many ${i}`)])));
    for (const versionId of some)
      await db()
        .transaction()
        .execute((tx) => markSaving(tx, versionId, 'archiving'));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await product.app.jobs.start();
    await expect
      .poll(async () => (await listed()).filter((one) => some.includes(one.Id) && one.Archived).length, { timeout: 60_000 })
      .toBe(some.length);
    const tellings = () =>
      product.told.filter((one) => one.target === 'versionListed' && some.includes(one.message.Version.Id) && one.message.Version.Archived).length;
    await expect.poll(tellings, { timeout: 20_000 }).toBe(some.length);
  });

  it('that a killed process was at are taken up by another one while it runs', async () => {
    const versionId = await product.version([stopDoc('left')]);
    await sql`update version set saving = 'archiving', completed = false, worker = 'a process that is gone' where version_id = ${versionId}`.execute(
      db(),
    );
    // It looks for such work every 20 seconds.
    vi.advanceTimersByTime(20_000);
    await versions.settled(versionId);
    expect(await versions.read(versionId)).toMatchObject({ Archived: true, Saving: null });
  });
});
