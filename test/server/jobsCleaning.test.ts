import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVersionJob, type JobPlace } from '../../server/jobs/versionJobs.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { collect } from '../../server/store/cleaning.ts';
import { flatten } from '../../server/store/layers.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import { deleteStop, editStopField } from './stopCalls.ts';
import { type Chance, chanceOf } from '../laws/chance.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';
import { VersionActs } from './versionActs.ts';

/** Acts of one run; `DMP_TEST_ACTS=3000 DMP_TEST_SEED=7 npx vitest run --project server test/server/jobsCleaning.test.ts` for a long one. */
const ACTS = Number(process.env['DMP_TEST_ACTS'] ?? 120);
const SEED = Number(process.env['DMP_TEST_SEED'] ?? 20_261);

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

describe('collecting what nobody points at', () => {
  it(
    `never takes what somebody needs, whatever is done beside it, and in the end leaves nothing else (seed ${SEED}, ${ACTS} acts)`,
    { timeout: 60_000 + ACTS * 1000 },
    async () => {
      const world = new World(product, chanceOf(SEED));
      for (let i = 0; i < 3; i++) await world.upload();
      let over = false;
      const collecting = (async () => {
        let collected = 0;
        for (; !over; await pause(1)) collected += (await collect(product.store.sql)).documents;
        return collected;
      })();
      // Two people at once, on versions of their own and on each other's.
      await Promise.all(
        [1, 2].map(async () => {
          for (let i = 0; i < ACTS / 2; i++) await world.act();
        }),
      );
      over = true;
      expect(await collecting).toBeGreaterThan(0);
      await world.check();

      await collect(product.store.sql);
      await world.check();
      expect(await world.strays()).toEqual({ documents: 0, layers: 0, rows: 0, files: 0 });
      expect(await world.missing()).toEqual({ layer: 0, overlay: 0, history: 0 });
      console.log(`acts: ${JSON.stringify(world.done)}`);
    },
  );
});

interface Known {
  editable: boolean;
  archived: boolean;
  /** Names of its stops by id; undefined where a removal of the version is under way. */
  stops: Map<string, string>;
}

/** What the versions should hold, beside what they do. Each version is acted on by one at a time. */
class World {
  readonly done: Record<string, number> = {};
  readonly #product: TestProduct;
  readonly #chance: Chance;
  readonly #versions: VersionActs;
  readonly #place: JobPlace;
  readonly #known = new Map<number, Known>();
  readonly #busy = new Set<number>();
  #names = 0;

  constructor(product: TestProduct, chance: Chance) {
    this.#product = product;
    this.#chance = chance;
    this.#versions = new VersionActs(product);
    this.#place = {
      store: product.store,
      objects: openObjects(product.dataDir, undefined),
      live: { publish: () => Promise.resolve() },
      warn: () => undefined,
    };
  }

  async act(): Promise<void> {
    const acts: Record<string, () => Promise<boolean>> = {
      upload: () => this.upload(),
      abort: () => this.#abort(),
      edit: () => this.#edit(),
      remove: () => this.#remove(),
      restore: () => this.#restore(),
      begin: () => this.#begin(),
      finish: () => this.#finish(),
      deleteDraft: () => this.#deleteDraft(),
      archive: () => this.#archive(),
      unArchive: () => this.#unArchive(),
      flatten: () => this.#flatten(),
    };
    const often = [...Object.keys(acts), 'edit', 'edit', 'edit', 'remove', 'restore', 'begin', 'deleteDraft', 'archive', 'unArchive'];
    const name = this.#chance.pick(often) ?? 'edit';
    if (await acts[name]?.()) this.done[name] = (this.done[name] ?? 0) + 1;
  }

  /** Names come again and again, so that a document that was just let go is needed once more. */
  #name(): string {
    return `Name ${this.#names++ % 7}`;
  }

  async upload(): Promise<boolean> {
    const stops = new Map(Array.from({ length: 12 }, (_, i) => [`s${i}`, this.#name()]));
    const writer = await this.#product.store.beginVersion({ databaseId: 'test', name: 'v', source: 'test', author: 'test', state: 'completed' });
    for (const [id, name] of stops) await writer.add('Stop', stop(id, name));
    await writer.addRawFile('extra.txt', Buffer.from(this.#name()));
    this.#known.set((await writer.finish()).versionId, { editable: false, archived: false, stops });
    return true;
  }

  async #abort(): Promise<boolean> {
    const writer = await this.#product.store.beginVersion({ databaseId: 'test', name: 'v', source: 'test', author: 'test', state: 'completed' });
    for (let i = 0; i < 5; i++) await writer.add('Stop', stop(`s${i}`, this.#name()));
    await writer.addRawFile('extra.txt', Buffer.from(this.#name()));
    await writer.abort();
    return true;
  }

  #edit(): Promise<boolean> {
    return this.#with(
      ({ editable }) => editable,
      async (versionId, known) => {
        const id = this.#chance.pick([...known.stops.keys()]);
        if (id === undefined) return;
        const name = this.#name();
        const answer = await this.#product.call(
          editStopField,
          { params: { versionId, field: 'name' }, body: { stopId: id, value: name } },
          { ifMatch: await this.#rev(versionId, id) },
        );
        expect(answer.status, answer.text).toBe(200);
        known.stops.set(id, name);
      },
    );
  }

  #remove(): Promise<boolean> {
    return this.#with(
      ({ editable, stops }) => editable && stops.size > 2,
      async (versionId, known) => {
        const id = this.#chance.pick([...known.stops.keys()]) ?? '';
        const answer = await this.#product.call(
          deleteStop,
          { params: { versionId }, body: { stopId: id } },
          { ifMatch: await this.#rev(versionId, id) },
        );
        expect(answer.status, answer.text).toBe(200);
        this.#removed.set(`${versionId} ${id}`, known.stops.get(id) ?? '');
        known.stops.delete(id);
      },
    );
  }

  /** Undo of a removal: the document that only the history points at must still be there. */
  async #restore(): Promise<boolean> {
    const key = this.#chance.pick([...this.#removed.keys()]);
    if (key === undefined) return false;
    const [version = '', id = ''] = key.split(' ');
    const name = this.#removed.get(key) ?? '';
    return this.#with(
      ({ editable }, versionId) => editable && versionId === Number(version),
      async (versionId, known) => {
        if (known.stops.has(id)) return;
        const { rows } = await sql<{ rev: number }>`
          select max(rev) as rev from change where version_id = ${versionId} and kind = 3 and id = ${id} and after_bid is null`.execute(
          this.#product.store.sql.db,
        );
        const answer = await this.#product.call(revertChangeset, { params: { versionId, rev: rows[0]?.rev ?? 0 } });
        expect(answer.status, answer.text).toBe(200);
        known.stops.set(id, name);
      },
    );
  }
  readonly #removed = new Map<string, string>();

  #begin(): Promise<boolean> {
    return this.#with(
      ({ archived }) => !archived,
      async (versionId, known) => {
        const answer = known.editable ? await this.#versions.clone(versionId, 'copy') : await this.#versions.act('beginEdit', versionId);
        this.#known.set(answer.body['EditableDbVersionId'] ?? 0, { editable: true, archived: false, stops: new Map(known.stops) });
      },
    );
  }

  #finish(): Promise<boolean> {
    return this.#with(
      ({ editable }) => editable,
      async (versionId, known) => {
        await this.#versions.act('finishEdit', versionId);
        known.editable = false;
      },
    );
  }

  #deleteDraft(): Promise<boolean> {
    return this.#with(
      ({ editable }) => editable && this.#known.size > 4,
      async (versionId) => {
        expect((await this.#versions.act('deleteDraft', versionId)).status).toBe(200);
        this.#known.delete(versionId);
      },
    );
  }

  #archive(): Promise<boolean> {
    return this.#with(
      ({ editable, archived }) => !editable && !archived,
      async (versionId, known) => {
        await this.#versions.act('archive', versionId);
        await runVersionJob(this.#place, versionId, false, new AbortController().signal);
        known.archived = true;
      },
    );
  }

  #unArchive(): Promise<boolean> {
    return this.#with(
      ({ archived }) => archived,
      async (versionId, known) => {
        await this.#versions.act('unArchive', versionId);
        await runVersionJob(this.#place, versionId, false, new AbortController().signal);
        known.archived = false;
      },
    );
  }

  #flatten(): Promise<boolean> {
    return this.#with(
      ({ editable, archived }) => !editable && !archived,
      async (versionId) => void (await flatten(this.#product.store.sql, versionId)),
    );
  }

  async #rev(versionId: number, id: string): Promise<number> {
    return (await this.#product.store.getEntity(versionId, 'Stop', id))?.rev ?? -1;
  }

  async #with(fits: (known: Known, versionId: number) => boolean, act: (versionId: number, known: Known) => Promise<void>): Promise<boolean> {
    const found = this.#chance.pick([...this.#known].filter(([id, known]) => !this.#busy.has(id) && fits(known, id)));
    if (!found) return false;
    const [versionId, known] = found;
    this.#busy.add(versionId);
    try {
      await act(versionId, known);
      if (this.#known.has(versionId) && !known.archived) await this.#checkOne(versionId, known);
      return true;
    } finally {
      this.#busy.delete(versionId);
    }
  }

  async #checkOne(versionId: number, { stops }: Known): Promise<void> {
    const seen = new Map<string, string>();
    for await (const { Id, Name } of this.#product.store.readEntities(versionId, 'Stop')) seen.set(Id, Name);
    expect(seen, `version ${versionId}`).toEqual(stops);
  }

  /** Every version holds exactly what it should; archived ones are brought back for it. */
  async check(): Promise<void> {
    for (const [versionId, known] of this.#known) {
      if (known.archived) {
        await this.#versions.act('unArchive', versionId);
        await runVersionJob(this.#place, versionId, false, new AbortController().signal);
        known.archived = false;
      }
      await this.#checkOne(versionId, known);
    }
  }

  /** What is left although nobody points at it. */
  async strays(): Promise<Record<string, number>> {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from blob b where not exists (select from layer_row l where l.bid = b.bid) and not exists (select from overlay_row o where o.bid = b.bid)
          and not exists (select from change c where c.before_bid = b.bid or c.after_bid = b.bid)) as documents,
        (select count(*)::int from layer l where not exists (select from version v where v.base = l.layer_id)) as layers,
        (select count(*)::int from layer_row r where not exists (select from layer l where l.layer_id = r.layer_id)) as rows,
        (select count(*)::int from file_content f where not exists (select from version_file v where v.hash = f.hash)) as files`.execute(
      this.#product.store.sql.db,
    );
    return rows[0] ?? {};
  }

  /** What is pointed at and gone. */
  async missing(): Promise<Record<string, number>> {
    const gone = (bid: string) => sql.raw(`${bid} is not null and not exists (select from blob b where b.bid = ${bid})`);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from layer_row l where ${gone('l.bid')}) as layer, (select count(*)::int from overlay_row o where ${gone('o.bid')}) as overlay,
        (select count(*)::int from change c where (${gone('c.before_bid')}) or (${gone('c.after_bid')})) as history`.execute(
      this.#product.store.sql.db,
    );
    return rows[0] ?? {};
  }
}

function stop(id: string, name: string) {
  const { doc } = stopDoc(id, { Name: name });
  return doc as Extract<typeof doc, { WheelchairBoarding: number }>;
}
