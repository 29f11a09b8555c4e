/** The validation thread as the server speaks to it: started when it is first needed, and ended when it was idle for long. */
import type { Worker } from 'node:worker_threads';
import type { EntityKind } from '../../src/domain/entities.ts';
import { clearTimeout, setTimeout } from '../surroundings.ts';
import { startWorker } from '../workerUrl.ts';
import type { ChangedText, Checked, Failed, FromThread, Rechecked, ToThread } from './messages.ts';
import type { RegionFacts } from './network.ts';

/** Versions kept in memory at a time. */
const KEPT_VERSIONS = 5;
/** Share of the thread's memory that the JSON of the documents of all of them may take: what is held of it is up to three times as large. */
const KEPT_SHARE = 0.3;
/** Memory of the thread in MB. It fails with more, and the server keeps running; with less than it may take it collects its garbage earlier. */
const MEMORY_MB = 768;
/** Milliseconds without a question after which the thread ends and gives its memory back. */
const IDLE = 600_000;

type Answer = Exclude<FromThread, Failed>;

/** What is needed of the thread itself. */
export type CheckingWorker = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;

/** Starts the thread that checks; it fails when it needs more than so many megabytes. */
export function startChecking(memoryMb: number): CheckingWorker {
  return startWorker('validation/validationWorker', { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
}

export class ValidationThread {
  #worker: CheckingWorker | undefined;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>();
  /** Versions the thread knows, with the revision they are at; the one used last comes last. */
  readonly #known = new Map<number, { readonly rev: number; readonly bytes: number }>();
  readonly #gaveUp: (version: number) => void;

  readonly #memoryMb: number;
  readonly #startWorker: typeof startChecking;

  /** `gaveUp` is called with versions dropped from memory: for lack of room, or because they were not used. */
  constructor(gaveUp: (version: number) => void = () => undefined, memoryMb = MEMORY_MB, start = startChecking) {
    this.#gaveUp = gaveUp;
    this.#memoryMb = memoryMb;
    this.#startWorker = start;
  }

  /** The revision at which the thread holds a version; undefined where it does not. */
  revisionOf(version: number): number | undefined {
    return this.#known.get(version)?.rev;
  }

  /** Gives it a version and has everything checked. */
  async check(
    version: number,
    region: RegionFacts,
    documents: AsyncIterable<{ readonly kind: EntityKind; readonly text: Buffer }>,
    catchUp: () => Promise<{ readonly rev: number; readonly changes: readonly ChangedText[] }>,
  ): Promise<{ readonly rev: number; readonly checked: Checked }> {
    this.forget(version);
    this.#makeRoom(0);
    this.#tell({ ask: 'begin', version, region });
    let bytes = 0;
    let taken: Promise<unknown> = Promise.resolve();
    try {
      for await (const { kind, text } of documents) {
        bytes += text.length;
        this.#makeRoom(bytes);
        // One page is read while the thread takes the one before: more would pile up where it is slower.
        await taken;
        taken = this.#ask((id) => ({ ask: 'documents', id, version, kind, text: new Uint8Array(text) }));
        taken.catch(() => undefined);
      }
      await taken;
      const { rev, changes } = await catchUp();
      const checked = (await this.#ask((id) => ({ ask: 'check', id, version, changes }))) as Checked;
      this.#known.set(version, { rev, bytes });
      return { rev, checked };
    } catch (error) {
      this.forget(version);
      throw error;
    }
  }

  /** Gives it change sets of a version that it holds. */
  async edit(version: number, sets: Extract<ToThread, { ask: 'edit' }>['sets']): Promise<Rechecked> {
    try {
      const bytes = this.#known.get(version)?.bytes ?? 0;
      const answer = (await this.#ask((id) => ({ ask: 'edit', id, version, sets }))) as Rechecked;
      this.#known.delete(version);
      this.#known.set(version, { rev: sets.at(-1)?.rev ?? 0, bytes });
      return answer;
    } catch (error) {
      this.#known.delete(version);
      throw error;
    }
  }

  /** Holds from now on as revision 0 of `to` what it holds of `from`. */
  rename(from: number, to: number): void {
    const held = this.#known.get(from);
    if (held === undefined) return;
    this.#known.delete(from);
    this.forget(to);
    this.#known.set(to, { rev: 0, bytes: held.bytes });
    this.#tell({ ask: 'rename', version: from, to });
  }

  /** Drops the versions used longest ago until one more has room whose documents take so many bytes. */
  #makeRoom(bytes: number): void {
    let sum = [...this.#known.values()].reduce((total, one) => total + one.bytes, bytes);
    for (const [oldest, one] of this.#known) {
      if (this.#known.size < KEPT_VERSIONS && sum <= this.#memoryMb * 1e6 * KEPT_SHARE) return;
      sum -= one.bytes;
      this.forget(oldest);
      this.#gaveUp(oldest);
    }
  }

  forget(version: number): void {
    if (this.#known.delete(version)) this.#tell({ ask: 'drop', version });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    for (const version of this.#known.keys()) this.#gaveUp(version);
    this.#known.clear();
    this.#fail(new Error('The validation thread was stopped'));
    await worker?.terminate();
  }

  #ask(message: (id: number) => ToThread): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#tell(message(id));
    });
  }

  #tell(message: ToThread): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#waiting.size === 0 && void this.stop(), IDLE).unref();
    const worker = (this.#worker ??= this.#start());
    if (message.ask === 'documents') worker.postMessage(message, [message.text.buffer as ArrayBuffer]);
    else worker.postMessage(message);
  }

  #start(): CheckingWorker {
    const worker = this.#startWorker(this.#memoryMb);
    worker.unref();
    worker.on('message', (answer: FromThread) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('failed' in answer) waiting?.failed(new Error(answer.failed));
      else waiting?.done(answer);
    });
    const gone = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#known.clear();
      this.#fail(error);
    };
    worker.on('error', gone);
    worker.on('exit', (code) => gone(new Error(`The validation thread ended with code ${code}`)));
    return worker;
  }

  #fail(error: Error): void {
    for (const { failed } of this.#waiting.values()) failed(error);
    this.#waiting.clear();
  }
}
