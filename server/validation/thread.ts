/** The validation thread as the server speaks to it: started when it is first needed, and ended when it was idle for long. */
import type { Worker } from 'node:worker_threads';
import type { EntityKind } from '../../src/domain/entities.ts';
import { startWorker } from '../workerUrl.ts';
import type { ChangedText, Checked, FromThread, Rechecked, ToThread } from './messages.ts';
import type { RegionFacts } from './network.ts';

/** Versions kept in memory at a time. One of 200,000 documents takes about 300 MB. */
const KEPT_VERSIONS = 5;
/** Milliseconds without a question after which the thread ends and gives its memory back. */
const IDLE = 600_000;

export class ValidationThread {
  #worker: Worker | undefined;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, { done: (answer: Checked | Rechecked) => void; failed: (error: Error) => void }>();
  /** Versions the thread knows, with the revision they are at; the one used last comes last. */
  readonly #known = new Map<number, number>();
  readonly #gaveUp: (version: number) => void;

  /** Called with versions dropped from memory: for lack of room, or because they were not used. */
  constructor(gaveUp: (version: number) => void = () => undefined) {
    this.#gaveUp = gaveUp;
  }

  /** The revision at which the thread holds a version; undefined where it does not. */
  revisionOf(version: number): number | undefined {
    return this.#known.get(version);
  }

  /** Gives it a version and has everything checked. */
  async check(
    version: number,
    region: RegionFacts,
    documents: AsyncIterable<{ readonly kind: EntityKind; readonly text: Buffer }>,
    catchUp: () => Promise<{ readonly rev: number; readonly changes: readonly ChangedText[] }>,
  ): Promise<{ readonly rev: number; readonly checked: Checked }> {
    this.forget(version);
    for (const oldest of [...this.#known.keys()].slice(0, Math.max(0, this.#known.size - KEPT_VERSIONS + 1))) {
      this.forget(oldest);
      this.#gaveUp(oldest);
    }
    this.#tell({ ask: 'begin', version, region });
    try {
      for await (const { kind, text } of documents) this.#tell({ ask: 'documents', version, kind, text: new Uint8Array(text) });
      const { rev, changes } = await catchUp();
      const checked = (await this.#ask((id) => ({ ask: 'check', id, version, changes }))) as Checked;
      this.#known.set(version, rev);
      return { rev, checked };
    } catch (error) {
      this.forget(version);
      throw error;
    }
  }

  /** Gives it change sets of a version that it holds. */
  async edit(version: number, sets: Extract<ToThread, { ask: 'edit' }>['sets']): Promise<Rechecked> {
    try {
      const answer = (await this.#ask((id) => ({ ask: 'edit', id, version, sets }))) as Rechecked;
      this.#known.delete(version);
      this.#known.set(version, sets.at(-1)?.rev ?? 0);
      return answer;
    } catch (error) {
      this.#known.delete(version);
      throw error;
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

  #ask(message: (id: number) => ToThread): Promise<Checked | Rechecked> {
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

  #start(): Worker {
    const worker = startWorker('validation/validationWorker');
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
