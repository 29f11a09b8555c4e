/**
 * Keeps the command log of this tab in IndexedDB, so that a reload or a crash loses nothing that was not shown as sent.
 *
 * Records go in as segments (one JSON text of many records: 200 times cheaper than one entry a record), at most half a second
 * after they were made, at once after a command that the server has to hear of, and on `pagehide`. There the transaction is
 * committed by hand: without it the browser throws the last segment away on navigation.
 */
import { z } from 'zod';
import { answer, done, openDatabase } from './logDatabase.ts';
import { beginSession, forgetOldSessions, openSessions, replaceContent, sessionRows, SessionRow, settle, touchSession } from './logSessions.ts';
import type { Sealing } from './sealing.ts';
import { referenced } from '../kernel/bodies.ts';
import type { Kernel, Recovered } from '../kernel/kernel.ts';
import type { LogRecord, SessionHeader } from '../kernel/record.ts';
import { holdsUnsent } from '../kernel/unsent.ts';

/** What an earlier page left of a session. */
export interface Found {
  readonly header: SessionHeader;
  readonly owner: string | undefined;
  readonly recovered: Recovered;
  /** Reads the records before `recovered`, for a report; undefined where there are none. */
  readonly earlier?: () => Promise<Recovered>;
}

/** The log of one tab, kept across reloads. */
export interface LogStore {
  /** What an earlier page of this session left; undefined for a new session, and for one that another tab has taken up. */
  recover(session: string): Promise<Found | undefined>;
  /** Starts keeping the kernel's records. `owner` is the account whose edits they are. Returns how to stop. */
  keep(kernel: Kernel<unknown>, owner?: string): () => void;
  /** Sessions of an account, but the present one, whose unsent edits nobody has taken up; oldest first. Some may still be open. */
  openSessions(owner: string): Promise<readonly string[]>;
  /** Notes that nothing of a session is left to be sent. */
  settle(session: string): Promise<void>;
  /** Writes what is not written yet; resolves when it is on disk. */
  flush(): Promise<void>;
  /**
   * Ends keeping, and leaves nothing of an account that can be read: what has nothing to be sent is deleted, the rest is sealed
   * until its owner signs in again, or deleted where it cannot be sealed.
   */
  leave(owner: string): Promise<void>;
}

const FLUSH_AFTER_MS = 500;
/** Pause after a new beginning that failed too, as where the disk stays full. */
const TRY_AGAIN_AFTER_MS = 30_000;
/** How often it is noted that a session is in use. */
const TOUCH_AFTER_MS = 24 * 3_600_000;
/** Records after which the state is kept again for a reload: folding this many takes about 50 ms. */
const RESTORE_AFTER = 250;
/** Characters of a kept state that cost a reload as much as folding one record: a large state is kept less often. */
const STATE_PER_RECORD = 8000;
const SegmentRow = z.object({ session: z.string(), from: z.number(), json: z.string() });
const BodyRow = z.object({ session: z.string(), hash: z.string(), json: z.string() });

/** Characters of the records of a session, and of the answers beside them. */
export interface LogSize {
  readonly records: number;
  readonly bodies: number;
}

/** What of a session is on the disk when a page takes it up, and how many records that page has folded. */
interface KeptSize extends LogSize {
  readonly folded: number;
}

/** What tells that the page is being left or hidden. */
export interface PageEvents {
  readonly window: EventTarget;
  readonly document: EventTarget;
}

/**
 * Opens the store; rejects where the browser has no IndexedDB or refuses it (the product then works without).
 * `limit` is how much of a session is kept before it is folded into a checkpoint.
 */
export async function openLogStore(
  factory: IDBFactory,
  sealing?: Sealing,
  limit: LogSize = { records: 8_000_000, bodies: 32_000_000 },
  page: PageEvents = { window, document },
): Promise<LogStore> {
  const database = await openDatabase(factory);
  const recovered = new Map<string, KeptSize>();
  const keeping = keeper(database, limit, recovered, page);
  return {
    async recover(session) {
      await unseal(database, session, sealing);
      return recover(database, session, recovered);
    },
    openSessions: (owner) => openSessions(database, owner),
    settle: (session) => settle(database, session),
    ...keeping,
    leave: async (owner) => leave(database, owner, await keeping.end(), sealing),
  };
}

async function recover(database: IDBDatabase, session: string, sizes: Map<string, KeptSize>): Promise<Found | undefined> {
  const tx = database.transaction(['sessions', 'segments', 'bodies'], 'readonly');
  const head = SessionRow.safeParse(await answer(tx.objectStore('sessions').get(session)));
  if (!head.success || head.data.settled === true) return undefined;
  const { header, owner, restore } = head.data;
  if (restore === undefined) {
    const recovered = await recoverWhole(database, session, sizes);
    return recovered && { header, owner, recovered };
  }
  const rows = await answer(tx.objectStore('segments').getAll(IDBKeyRange.bound([session, restore.seq], [session, []])));
  const segments = z.array(SegmentRow).parse(rows);
  const records = segments.flatMap(({ json }) => parseRecords(json));
  const hashes = [...new Set(records.flatMap((record) => referenced(record) ?? []))];
  const bodies = z.array(BodyRow).parse(await Promise.all(hashes.map((hash) => answer(tx.objectStore('bodies').get([session, hash])))));
  sizes.set(session, { records: restore.size.records + lengthOf(segments), bodies: restore.size.bodies, folded: records.length });
  return {
    header,
    owner,
    recovered: { records, bodies: bodies.map((body) => [body.hash, JSON.parse(body.json)] as const), checkpoint: JSON.parse(restore.checkpoint) },
    earlier: async () => {
      const whole = await recoverWhole(database, session, new Map());
      if (whole === undefined) return { records: [], bodies: [] };
      return { ...whole, records: whole.records.filter(({ seq }) => seq < restore.seq) };
    },
  };
}

/** Everything that is kept of a session, from its first record or its checkpoint on. */
async function recoverWhole(database: IDBDatabase, session: string, sizes: Map<string, KeptSize>): Promise<Recovered | undefined> {
  const tx = database.transaction(['sessions', 'segments', 'bodies'], 'readonly');
  const range = IDBKeyRange.bound([session], [session, []]);
  const [row, segments, bodies] = await Promise.all([
    answer(tx.objectStore('sessions').get(session)),
    answer(tx.objectStore('segments').getAll(range)),
    answer(tx.objectStore('bodies').getAll(range)),
  ]);
  const head = SessionRow.safeParse(row);
  if (!head.success || head.data.settled === true) return undefined;
  const kept = { segments: z.array(SegmentRow).parse(segments), bodies: z.array(BodyRow).parse(bodies) };
  const { checkpoint } = head.data;
  const records = kept.segments.flatMap((segment) => parseRecords(segment.json));
  sizes.set(session, { records: lengthOf(kept.segments), bodies: lengthOf(kept.bodies), folded: records.length });
  return {
    records,
    bodies: kept.bodies.map((body) => [body.hash, JSON.parse(body.json)] as const),
    ...(checkpoint === null ? {} : { checkpoint: JSON.parse(checkpoint) }),
  };
}

function lengthOf(rows: readonly { readonly json: string }[]): number {
  return rows.reduce((sum, { json }) => sum + json.length, 0);
}

/** The session that this page kept, and whether something of it is still to be sent. */
interface Ended {
  readonly session: string | undefined;
  readonly unsent: boolean;
}

async function leave(database: IDBDatabase, owner: string, present: Ended, sealing: Sealing | undefined): Promise<void> {
  const rows = (await sessionRows(database.transaction('sessions', 'readonly').objectStore('sessions'))).filter((row) => row.owner === owner);
  for (const row of rows) {
    if (row.sealed !== undefined) continue;
    const isSent = row.settled === true || (row.session === present.session && !present.unsent);
    try {
      await replaceContent(database, row, isSent ? undefined : await sealing?.seal(JSON.stringify(await contentOf(database, row))));
    } catch (error) {
      console.warn('The log of a session could not be sealed, and is deleted', error);
      await replaceContent(database, row, undefined);
    }
  }
}

const Content = z.object({ checkpoint: z.string().nullable(), segments: z.array(SegmentRow), bodies: z.array(BodyRow) });

async function contentOf(database: IDBDatabase, { session, checkpoint }: SessionRow): Promise<z.infer<typeof Content>> {
  const tx = database.transaction(['segments', 'bodies'], 'readonly');
  const range = IDBKeyRange.bound([session], [session, []]);
  const [segments, bodies] = await Promise.all([answer(tx.objectStore('segments').getAll(range)), answer(tx.objectStore('bodies').getAll(range))]);
  return { checkpoint, ...Content.pick({ segments: true, bodies: true }).parse({ segments, bodies }) };
}

/** Restores a sealed session. Rejects if it cannot be opened; it is kept then. */
async function unseal(database: IDBDatabase, session: string, sealing: Sealing | undefined): Promise<void> {
  const row = SessionRow.safeParse(await answer(database.transaction('sessions', 'readonly').objectStore('sessions').get(session)));
  if (!row.success || row.data.sealed === undefined) return;
  const { sealed, ...rest } = row.data;
  if (sealing === undefined) throw new Error('The log of this session is sealed');
  const { checkpoint, segments, bodies } = Content.parse(JSON.parse(await sealing.open(sealed)));
  const tx = database.transaction(['sessions', 'segments', 'bodies'], 'readwrite');
  for (const segment of segments) tx.objectStore('segments').put(segment);
  for (const body of bodies) tx.objectStore('bodies').put(body);
  tx.objectStore('sessions').put({ ...rest, checkpoint });
  await done(tx);
}

function keeper(
  database: IDBDatabase,
  limit: LogSize,
  recovered: ReadonlyMap<string, KeptSize>,
  page: PageEvents,
): Pick<LogStore, 'keep' | 'flush'> & { end(): Promise<Ended> } {
  let stop: (() => void) | undefined;
  let waiting: LogRecord[] = [];
  /** Answers that the waiting records refer to, and the hashes of those on the disk. */
  let bodies = new Map<string, unknown>();
  let written = new Set<string>();
  let size = { records: 0, bodies: 0 };
  /** Records since the last state from which a reload can continue, and how many there may be: folding them must not be felt. */
  let sinceRestore = 0;
  let restoreAfter = RESTORE_AFTER;
  /** A write has failed: the disk lacks records, and only a new beginning is whole again. */
  let lacking = false;
  /** When it was last noted that the session is in use. */
  let touched = 0;
  let kernel: Kernel<unknown> | undefined;
  let owned: { readonly owner?: string } = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeIn = (ms: number): void => void (timer ??= setTimeout(() => void write('idle'), ms));
  const isFull = (): boolean => size.records > limit.records || size.bodies > limit.bodies;

  /**
   * Starts the write in this very call, for `pagehide` does not wait; the promise tells when it is on disk, or that it failed. In the
   * midst of a commit what follows from a record is still to come, and no checkpoint would hold it: a new beginning waits for `idle`.
   */
  async function write(when: 'now' | 'idle'): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!kernel) return;
    const again = lacking || (when === 'idle' && isFull());
    const state = when === 'idle' && sinceRestore + waiting.length >= restoreAfter;
    if (!again && !state && waiting.length === 0) return;
    try {
      const tx = database.transaction(['sessions', 'segments', 'bodies'], 'readwrite', { durability: 'relaxed' });
      if (again) beginAnew(tx, kernel);
      else if (waiting.length > 0) append(tx, kernel.header.session);
      if (!again && state) await keepState(tx, kernel);
      tx.commit();
      touchDaily(kernel.header.session);
      if (isFull() || sinceRestore >= restoreAfter) writeIn(FLUSH_AFTER_MS);
      await done(tx);
    } catch (error) {
      warnOf(error);
      lacking = true;
      forgetWaiting();
      writeIn(again ? TRY_AGAIN_AFTER_MS : FLUSH_AFTER_MS);
    }
  }

  function append(tx: IDBTransaction, session: string): void {
    const json = JSON.stringify(waiting);
    tx.objectStore('segments').put({ session, from: waiting[0]?.seq, json });
    size.records += json.length;
    sinceRestore += waiting.length;
    for (const [hash, body] of bodies) {
      const text = JSON.stringify(body);
      tx.objectStore('bodies').put({ session, hash, json: text });
      written.add(hash);
      size.bodies += text.length;
    }
    forgetWaiting();
  }

  /** Keeps the present state, for a reload to continue from; the records before it stay. */
  async function keepState(tx: IDBTransaction, of: Kernel<unknown>): Promise<void> {
    const sessions = tx.objectStore('sessions');
    const state = of.checkpoint();
    const checkpoint = JSON.stringify(state);
    const row = SessionRow.safeParse(await answer(sessions.get(of.header.session)));
    if (row.success) sessions.put({ ...row.data, restore: { checkpoint, seq: state.seq, size } });
    sinceRestore = 0;
    restoreAfter = Math.max(RESTORE_AFTER, checkpoint.length / STATE_PER_RECORD);
  }

  function touchDaily(session: string): void {
    if (Date.now() - touched < TOUCH_AFTER_MS) return;
    touched = Date.now();
    touchSession(database, session).catch(warnOf);
  }

  function forgetWaiting(): void {
    waiting = [];
    bodies = new Map();
  }

  /** Folds everything so far into a checkpoint; records, and answers that they refer to, go. */
  function beginAnew(tx: IDBTransaction, of: Kernel<unknown>): void {
    const { session } = of.header;
    // Before anything is deleted: what was is kept where this fails.
    const checkpoint = JSON.stringify(of.checkpoint());
    const range = IDBKeyRange.bound([session], [session, []]);
    tx.objectStore('segments').delete(range);
    tx.objectStore('bodies').delete(range);
    tx.objectStore('sessions').put({ session, header: of.header, touched: Date.now(), checkpoint, ...owned });
    forgetWaiting();
    written = new Set();
    size = { records: 0, bodies: 0 };
    sinceRestore = 0;
    lacking = false;
    touched = Date.now();
  }

  return {
    keep(of, owner) {
      kernel = of;
      owned = owner === undefined ? {} : { owner };
      written = new Set([...of.bodies.entries()].map(([hash]) => hash));
      const { folded = 0, ...kept } = recovered.get(of.header.session) ?? {};
      size = { records: 0, bodies: 0, ...kept };
      sinceRestore = folded;
      touched = Date.now();
      beginSession(database, of.header, owned).catch(warnOf);
      const records = of.records$.subscribe((record) => {
        // What is lacking comes with a checkpoint, and this too.
        if (lacking) return writeIn(TRY_AGAIN_AFTER_MS);
        waiting.push(record);
        const hash = referenced(record);
        // Held from now on: the kernel may drop it before it is written.
        if (hash !== undefined && !written.has(hash) && of.bodies.has(hash)) bodies.set(hash, of.bodies.get(hash));
        if (record.kind === 'command' && of.snapshot().pending.some((one) => one.id === record.id && one.write)) void write('now');
        else writeIn(FLUSH_AFTER_MS);
      });
      const leaving = (): void => {
        touchDaily(of.header.session);
        void write('now');
      };
      page.window.addEventListener('pagehide', leaving);
      page.document.addEventListener('visibilitychange', leaving);
      forgetOldSessions(database, of.header.session, owner).catch(warnOf);
      stop = () => {
        records.unsubscribe();
        page.window.removeEventListener('pagehide', leaving);
        page.document.removeEventListener('visibilitychange', leaving);
        void write('now');
      };
      return stop;
    },
    flush: () => write('idle'),
    async end() {
      const present = { session: kernel?.header.session, unsent: kernel !== undefined && holdsUnsent(kernel.snapshot()) };
      stop?.();
      await write('now');
      kernel = undefined;
      return present;
    },
  };
}

/** The product works on: what is lost is what a reload would take up. */
function warnOf(error: unknown): void {
  console.warn('The log of this tab could not be written', error);
}

function parseRecords(json: string): LogRecord[] {
  const parsed: unknown = JSON.parse(json);
  return RecordRow.array().parse(parsed);
}

const RecordRow: z.ZodType<LogRecord> = z.object({
  seq: z.int().min(0),
  id: z.string(),
  kind: z.enum(['command', 'event']),
  type: z.string(),
  v: z.int(),
  payload: z.unknown(),
  at: z.number(),
  root: z.string(),
  cause: z.string().exactOptional(),
  scope: z.string().exactOptional(),
  gesture: z.string().exactOptional(),
  key: z.string().exactOptional(),
  seen: z.unknown().exactOptional(),
  after: z.object({ v: z.int(), state: z.number(), changed: z.array(z.tuple([z.array(z.string()), z.number()])) }).exactOptional(),
});
