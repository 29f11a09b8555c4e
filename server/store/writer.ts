import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { KIND_NUMBERS, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { sqlState, type Engine } from './engine.ts';
import { dropUnfinished } from './cleaning.ts';
import { kindOfNumber } from './entities.ts';
import { prepareLayerStops } from './layerStops.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import { markPublished } from './publishing.ts';
import { prepareDocument, uuidOf, type PreparedDocument } from './prepare.ts';
import type { FinishedVersion, ImportMessage, NewVersion, NewVersionState, VersionWriter } from './store.ts';
import type { Db } from './tables.ts';

/** Starts writing a version of a database; see VersionWriter. */
export async function beginVersion(engine: Engine, input: NewVersion): Promise<VersionWriter> {
  const { rows } = await sql<{ version_id: number; base: number }>`
    with l as (insert into layer default values returning layer_id)
    insert into version(database_id, name, source, author, base, writer, at, restores)
    select ${input.databaseId}, ${input.name}, ${input.source}, ${input.author}, layer_id, ${engine.instance},
      coalesce(${input.date ?? null}::timestamptz, now()), ${input.restores ?? null}::int from l
    returning version_id, base`.execute(engine.db);
  const [row] = rows;
  if (!row) throw new Error('The version could not be begun');
  return new BatchWriter(engine, input, row.version_id, row.base);
}

/** Rows and characters of JSON that go to the database at a time: more only costs memory. */
const BATCH_ROWS = 2000;
const BATCH_CHARACTERS = 4_000_000;

class BatchWriter implements VersionWriter {
  readonly versionId: number;
  readonly #engine: Engine;
  readonly #input: NewVersion;
  readonly #layerId: number;
  readonly #counts = new Map<number, number>();
  readonly #messages: ImportMessage[] = [];
  #batch: PreparedDocument[] = [];
  #characters = 0;
  /** The batch on its way; a second one gathers meanwhile. */
  #sending: Promise<void> = Promise.resolve();
  #failure: unknown;
  #state: 'open' | 'finished' | 'aborted' = 'open';

  constructor(engine: Engine, input: NewVersion, versionId: number, layerId: number) {
    this.#engine = engine;
    this.#input = input;
    this.versionId = versionId;
    this.#layerId = layerId;
  }

  add<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined {
    return this.#take(prepareDocument(kind, doc)) ? this.#send() : undefined;
  }

  addPrepared(documents: readonly PreparedDocument[]): Promise<void> | undefined {
    let full = false;
    for (const document of documents) full = this.#take(document) || full;
    return full ? this.#send() : undefined;
  }

  async addRawFile(name: string, bytes: Uint8Array): Promise<void> {
    this.#check();
    const hash = uuidOf(createHash('sha256').update(bytes).digest('hex'));
    await this.#engine.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
      await sql`
        insert into file_content(hash, bytes) values (${hash}, decode(${Buffer.from(bytes).toString('base64')}, 'base64'))
        on conflict (hash) do update set hash = excluded.hash`.execute(tx);
      await sql`insert into version_file(version_id, name, hash, size) values (${this.versionId}, ${name}, ${hash}, ${bytes.byteLength})`.execute(tx);
    });
  }

  reportMessage(message: ImportMessage): void {
    this.#messages.push(message);
  }

  async finish(): Promise<FinishedVersion> {
    await this.#send();
    await this.#sending;
    this.#check();
    const counts = Object.fromEntries([...this.#counts].toSorted(([a], [b]) => a - b));
    await this.#engine.db.transaction().execute(async (tx) => {
      const state = STATES[this.#input.state];
      const total = [...this.#counts.values()].reduce((sum, n) => sum + n, 0);
      await sql`update layer set n = ${total}, counts = ${JSON.stringify(counts)}::jsonb where layer_id = ${this.#layerId}`.execute(tx);
      await this.#writeMessages(tx);
      await sql`
        update version set completed = true, writer = null, editable = ${state.editable}, archived = ${state.archived}
        where version_id = ${this.versionId}`.execute(tx);
      if (state.published) await markPublished(tx, this.versionId, null);
    });
    this.#state = 'finished';
    await this.#tellPlanner();
    await prepareLayerStops(this.#engine, this.#layerId);
    this.#engine.afterBulkLoad();
    return {
      versionId: this.versionId,
      counts: Object.fromEntries(Object.entries(KIND_NUMBERS).flatMap(([name, number]) => (this.#counts.has(number) ? [[name, this.#counts.get(number) ?? 0]] : []))),
    };
  }

  async abort(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'aborted';
    this.#batch = [];
    await this.#sending;
    await dropUnfinished(this.#engine, [this.versionId]);
  }

  #take(document: PreparedDocument): boolean {
    this.#check();
    this.#batch.push(document);
    this.#characters += document.json.length;
    this.#counts.set(document.kind, (this.#counts.get(document.kind) ?? 0) + 1);
    return this.#batch.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS;
  }

  /** Sends the gathered batch after the one on its way; answers when that earlier one has arrived. */
  #send(): Promise<void> {
    const earlier = this.#sending;
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length > 0) {
      this.#sending = earlier.then(async () => {
        if (this.#failure === undefined && this.#state === 'open') await writeBatch(this.#engine, this.#layerId, batch).catch((error: unknown) => (this.#failure = error));
      });
    }
    return earlier.then(() => this.#check());
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#state !== 'open') throw new Error(`The version is ${this.#state} already`);
  }

  /** Until the planner knows of a large layer it takes it for two rows: its stops were read in 740 ms instead of 250. */
  async #tellPlanner(): Promise<void> {
    const total = [...this.#counts.values()].reduce((sum, n) => sum + n, 0);
    if (total < 20_000) return;
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

async function writeBatch(engine: Engine, layerId: number, batch: readonly PreparedDocument[]): Promise<void> {
  refuseDuplicates(batch);
  // In the order of their hashes, so that two writers of the same documents do not wait for each other in a circle.
  const rows = batch.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  try {
    await engine.db.transaction().execute(async (tx) => {
      // Shared with every writer, against the removal of unused documents (cleaning.ts).
      await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
      // As one JSON text: faster on PGlite than arrays, COPY or VALUES (61-71 against 40-52 thousand rows a second). New
      // documents are placed by the same statement: joining them by hash afterwards took as long again.
      const fresh = await sql`
        with ins as (
          insert into blob(hash, kind, id, doc, refs, brief, trips)
          select d.h, d.k, d.i, d.d, d.r, d.b, d.t
          from jsonb_to_recordset(${jsonOf(rows)}::jsonb) d(h uuid, k smallint, i text, d jsonb, r text[], b text, t text)
          on conflict (hash) do nothing returning bid, kind, id)
        insert into layer_row(layer_id, kind, id, bid) select ${layerId}::int, kind, id, bid from ins`.execute(tx);
      const missing = batch.length - Number(fresh.numAffectedRows ?? 0);
      if (missing > 0) await placeKnown(tx, layerId, batch, missing);
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new Error(duplicateMessage(error), { cause: error });
    throw error;
  }
}

/** Places the documents of a batch that the store had already. */
async function placeKnown(tx: Db, layerId: number, batch: readonly PreparedDocument[], missing: number): Promise<void> {
  const placed = await sql`
    insert into layer_row(layer_id, kind, id, bid)
    select ${layerId}::int, r.kind, r.id, b.bid
    from unnest(${batch.map((row) => row.kind)}::smallint[], ${batch.map((row) => row.id)}::text[], ${batch.map((row) => row.hash)}::uuid[]) r(kind, id, hash)
      join blob b on b.hash = r.hash
    where not exists (select from layer_row l where l.layer_id = ${layerId} and l.kind = r.kind and l.id = r.id and l.bid = b.bid)`.execute(tx);
  if (Number(placed.numAffectedRows ?? 0) !== missing) throw new Error('Two documents of one kind are the same');
}

function refuseDuplicates(batch: readonly PreparedDocument[]): void {
  const seen = new Set<string>();
  for (const { kind, id } of batch) {
    const key = `${kind} ${id}`;
    if (seen.has(key)) throw new Error(`Two documents of ${kindOfNumber(kind)} have the id ${id}`);
    seen.add(key);
  }
}

/** The documents' own JSON goes in as it is; only the frame around it is made here. */
function jsonOf(rows: readonly PreparedDocument[]): string {
  const parts = rows.map(
    (row) =>
      `{"h":"${row.hash}","k":${row.kind},"i":${JSON.stringify(row.id)},"d":${row.json}` +
      `${row.refs.length > 0 ? `,"r":${JSON.stringify(row.refs)}` : ''}${row.brief === null ? '' : `,"b":${JSON.stringify(row.brief)}`}` +
      `${row.trips === null ? '' : `,"t":${JSON.stringify(row.trips)}`}}`,
  );
  return `[${parts.join(',')}]`;
}

function duplicateMessage(error: unknown): string {
  const detail: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'detail') : undefined;
  const match = typeof detail === 'string' ? /\(layer_id, kind, id\)=\(\d+, (\d+), (.*)\)/s.exec(detail) : null;
  return match ? `Two documents of ${kindOfNumber(Number(match[1]))} have the id ${match[2] ?? ''}` : 'Two documents have the same id';
}

const STATES: Record<NewVersionState, { editable: boolean; published: boolean; archived: boolean }> = {
  editable: { editable: true, published: false, archived: false },
  completed: { editable: false, published: false, archived: false },
  published: { editable: false, published: true, archived: false },
  archived: { editable: false, published: false, archived: true },
};
