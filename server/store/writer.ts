import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { KIND_NUMBERS, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { dropUnfinished } from './cleaning.ts';
import { clearStaging, settleStaged } from './layerMatch.ts';
import { prepareLayerStops } from './layerStops.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import { markPublished } from './publishing.ts';
import { BatchBuilder, type DocumentBatch } from './documentBatch.ts';
import { prepareDocument, uuidOf } from './prepare.ts';
import type { FinishedVersion, ImportMessage, NewVersion, NewVersionState, VersionWriter } from './store.ts';
import type { Db } from './tables.ts';
import { knowsMany, writeBatch, type Place } from './writeBatch.ts';

/** Starts writing a version of a database; see VersionWriter. */
export async function beginVersion(engine: Engine, input: NewVersion): Promise<VersionWriter> {
  const { rows } = await sql<{ version_id: number; base: number }>`
    with l as (insert into layer default values returning layer_id)
    insert into version(database_id, name, source, author, base, writer, at, restores, source_hash)
    select ${input.databaseId}, ${input.name}, ${input.source}, ${input.author}, layer_id, ${engine.instance},
      coalesce(${input.date ?? null}::timestamptz, now()), ${input.restores ?? null}::int, ${input.sourceHash ?? null}::uuid from l
    returning version_id, base`.execute(engine.db);
  const [row] = rows;
  if (!row) throw new Error('The version could not be begun');
  return new BatchWriter(engine, input, row.version_id, row.base);
}

class BatchWriter implements VersionWriter {
  readonly versionId: number;
  readonly #engine: Engine;
  readonly #input: NewVersion;
  readonly #layerId: number;
  readonly #counts = new Map<number, number>();
  readonly #messages: ImportMessage[] = [];
  /** Documents that do not fill a batch yet. */
  readonly #builder = new BatchBuilder();
  /** The batches on their way, one after the other. */
  #sending: Promise<void> = Promise.resolve();
  #failure: unknown;
  #state: 'open' | 'finished' | 'aborted' = 'open';
  /** Whether the documents are staged, to be compared with the layers of other versions; undefined before the first batch. */
  #staged: boolean | undefined;
  /** Whether the store had none of the last batch. */
  #allNew = true;
  /** The layer it stands on, once it is visible. */
  #base: number | undefined;

  constructor(engine: Engine, input: NewVersion, versionId: number, layerId: number) {
    this.#engine = engine;
    this.#input = input;
    this.versionId = versionId;
    this.#layerId = layerId;
  }

  add<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined {
    this.#check();
    this.#builder.add(prepareDocument(kind, doc));
    if (!this.#builder.isFull) return undefined;
    const earlier = this.#sending;
    void this.#send(this.#builder.take());
    // While one batch is on its way the next gathers.
    return earlier.then(() => this.#check());
  }

  async addBatch(batch: DocumentBatch): Promise<void> {
    this.#check();
    await this.#send(batch);
    this.#check();
  }

  async addRawFile(name: string, bytes: Uint8Array): Promise<void> {
    this.#check();
    const hash = uuidOf(createHash('sha256').update(bytes).digest('hex'));
    await this.#engine.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
      await sql`
        insert into file_content(hash, bytes) values (${hash}, ${Buffer.from(bytes)}::bytea)
        on conflict (hash) do update set hash = excluded.hash`.execute(tx);
      await sql`insert into version_file(version_id, name, hash, size) values (${this.versionId}, ${name}, ${hash}, ${bytes.byteLength})`.execute(tx);
    });
  }

  reportMessage(message: ImportMessage): void {
    this.#messages.push(message);
  }

  async finish(): Promise<FinishedVersion> {
    const finished = await this.show();
    await this.settle();
    return finished;
  }

  async show(also?: (tx: Db) => Promise<void>): Promise<FinishedVersion> {
    if (!this.#builder.isEmpty) void this.#send(this.#builder.take());
    await this.#sending;
    this.#check();
    const counts = Object.fromEntries([...this.#counts].toSorted(([a], [b]) => a - b));
    const n = [...this.#counts.values()].reduce((sum, one) => sum + one, 0);
    const { versionId } = this;
    const base = this.#staged === true ? await settleStaged(this.#engine, { versionId, databaseId: this.#input.databaseId, n }) : this.#layerId;
    await this.#engine.db.transaction().execute(async (tx) => {
      const state = STATES[this.#input.state];
      // A layer of another version has its figures.
      await sql`update layer set n = ${n}, counts = ${JSON.stringify(counts)}::jsonb where layer_id = ${base} and n = 0`.execute(tx);
      await this.#writeMessages(tx);
      await sql`
        update version set completed = true, writer = null, editable = ${state.editable}, archived = ${state.archived}
        where version_id = ${versionId}`.execute(tx);
      if (state.published) await markPublished(tx, versionId, null);
      await also?.(tx);
    });
    this.#state = 'finished';
    this.#base = base;
    if (this.#staged === true) await clearStaging(this.#engine, [versionId]);
    return {
      versionId,
      counts: Object.fromEntries(
        Object.entries(KIND_NUMBERS).flatMap(([name, number]) => (this.#counts.has(number) ? [[name, this.#counts.get(number) ?? 0]] : [])),
      ),
    };
  }

  async settle(): Promise<void> {
    if (this.#base === undefined) return;
    await this.#tellPlanner();
    await prepareLayerStops(this.#engine, this.#base);
    this.#engine.afterBulkLoad();
  }

  async abort(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'aborted';
    await this.#sending;
    await clearStaging(this.#engine, [this.versionId]);
    await dropUnfinished(this.#engine, [this.versionId]);
  }

  /** Sends a batch after those on their way. Never fails: `#check` tells. */
  #send(batch: DocumentBatch): Promise<void> {
    for (const [kind, n] of batch.counts) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + n);
    this.#sending = this.#sending.then(async () => {
      if (this.#failure === undefined && this.#state === 'open') await this.#write(batch).catch((error: unknown) => (this.#failure = error));
    });
    return this.#sending;
  }

  async #write(batch: DocumentBatch): Promise<void> {
    // A feed whose beginning is new to the store goes straight into its layer: the first one gets no slower by being compared.
    this.#staged ??= await knowsMany(this.#engine.db, batch);
    this.#allNew = await writeBatch(this.#engine, this.#place(), batch, this.#allNew && !this.#staged);
  }

  #place(): Place {
    return this.#staged === true ? { stagedFor: this.versionId } : { layerId: this.#layerId };
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#state !== 'open') throw new Error(`The version is ${this.#state} already`);
  }

  /**
   * Until the planner knows of a layer it takes it for two rows: stops were read in 740 ms instead of 250, and of 10,000 tracks just
   * removed from it each was compared with each (23 s). Takes 0.2 s where the store holds a million rows, 20 ms where it is small.
   */
  async #tellPlanner(): Promise<void> {
    const total = [...this.#counts.values()].reduce((sum, n) => sum + n, 0);
    if (total < 1000) return;
    await sql`analyze layer_row(layer_id, kind, bid)`.execute(this.#engine.db);
    await sql`analyze blob(bid, kind, hash)`.execute(this.#engine.db);
  }

  async #writeMessages(tx: Db): Promise<void> {
    for (let from = 0; from < this.#messages.length; from += 5000) {
      const rows = this.#messages.slice(from, from + 5000).map((message, i) => ({ ...message, seq: from + i }));
      await sql`
        insert into import_message(version_id, seq, severity, file, line, reason, "row")
        select ${this.versionId}::int, m.seq, m.severity, m.file, m.line, m.reason, m."row"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m(seq int, severity text, file text, line int, reason text, "row" jsonb)`.execute(tx);
    }
  }
}

const STATES: Record<NewVersionState, { editable: boolean; published: boolean; archived: boolean }> = {
  editable: { editable: true, published: false, archived: false },
  completed: { editable: false, published: false, archived: false },
  published: { editable: false, published: true, archived: false },
  archived: { editable: false, published: false, archived: true },
};
