/** The street engine as the server asks it: one call after another, in a process of its own that may end or hang without harm to others. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from '../../surroundings.ts';
import { environmentOf, processFile } from '../../workerUrl.ts';
import { type EngineMethod, EngineReply } from './engineCalls.ts';
import { installedEngine } from './enginePackage.ts';
import { type MadeStreets, madeStamp, readMade, streetsFolder } from './madeStreets.ts';

/** The engine has no answer to this question, such as no street near a place. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The engine ended, hung or is overrun. The next call is answered again. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed';
}

export interface StreetEngine {
  /** What is in use; undefined while nothing was made, or the engine is not installed. */
  made(): MadeStreets | undefined;
  /** Throws NoAnswer or EngineFailed. */
  ask(method: EngineMethod, query: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): void;
}

export interface EngineOptions {
  readonly dataDir: string;
  /** Milliseconds that a call may take once it is begun. */
  readonly patience?: number;
  /** Milliseconds without a call after which the process ends, to give its memory back. */
  readonly idle?: number;
  /** Calls that may wait for one another. */
  readonly longest?: number;
  /** The program of the process and the engine it holds. Default: ours, with the engine that is installed. */
  readonly child?: { readonly file: string; readonly execArgv: readonly string[]; readonly engine: string };
}

interface Waiting {
  readonly id: number;
  readonly method: EngineMethod;
  readonly query: Readonly<Record<string, unknown>>;
  readonly done: (answer: unknown) => void;
  readonly failed: (error: Error) => void;
}

export function openStreetEngine({ dataDir, patience = 6000, idle = 900_000, longest = 500, child: given }: EngineOptions): StreetEngine {
  const queue: Waiting[] = [];
  let [nextId, stamp] = [1, -1];
  let made: MadeStreets | undefined;
  let engine: string | undefined;
  let process: ChildProcess | undefined;
  let asked: { readonly call: Waiting; readonly timer: NodeJS.Timeout } | undefined;
  let resting: NodeJS.Timeout | undefined;

  /** A new build is noticed at the next call; the process that has the one before open goes. */
  const look = (): void => {
    const now = madeStamp(dataDir);
    if (now === stamp) return;
    stamp = now;
    made = readMade(dataDir);
    engine = made && (given?.engine ?? installedEngine(dataDir));
    if (!asked) retire();
  };
  const retire = (): void => {
    const old = process;
    process = undefined;
    if (old?.connected === true) old.disconnect();
  };
  const start = (folder: string): ChildProcess => {
    const { file, execArgv } = given ?? processFile('geo/streets/streetsWorker');
    const started = fork(file, [engine ?? '', join(streetsFolder(dataDir), folder)], {
      // No settings of the server, and so none of its secrets. One thread: a call at a time; few arenas: memory that is given back.
      env: { ...environmentOf(/^PATH$/), UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      execArgv: [...execArgv, '--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let words = '';
    started.stderr?.on('data', (part: Buffer) => (words = (words + part.toString()).slice(-2000)));
    started.on('message', (message) => {
      const reply = EngineReply.safeParse(message);
      if (process !== started || !reply.success || reply.data.id !== asked?.call.id) return;
      const { text, error } = reply.data;
      settle(({ done, failed }) => (text === undefined ? failed(new NoAnswer(error ?? 'No answer')) : done(JSON.parse(text))));
    });
    const gone = (why: string): void => {
      if (process !== started) return;
      process = undefined;
      settle(({ failed }) => failed(new EngineFailed(`The street engine ended (${why}). Try again.`)));
    };
    started.on('error', (error) => gone(error.message));
    started.on('exit', (code, signal) => {
      const last = words.trim().split('\n').at(-1) ?? '';
      gone([signal ?? code, last].filter((part) => part !== '').join(': '));
    });
    started.unref();
    started.channel?.unref();
    return started;
  };
  /** Ends the call that is asked, and begins the next. */
  const settle = (end: (call: Waiting) => void): void => {
    if (!asked) return;
    const { call, timer } = asked;
    clearTimeout(timer);
    asked = undefined;
    end(call);
    next();
  };
  const next = (): void => {
    if (asked) return;
    clearTimeout(resting);
    const call = queue.shift();
    if (!call) {
      resting = setTimeout(retire, idle).unref();
      return;
    }
    const before = made?.folder;
    look();
    if (made?.folder !== before) retire();
    if (!made || engine === undefined) {
      call.failed(new EngineFailed('There are no streets any more.'));
      next();
      return;
    }
    process ??= start(made.folder);
    const timer = setTimeout(() => {
      const hung = process;
      process = undefined;
      hung?.kill('SIGKILL');
      settle(({ failed }) => failed(new EngineFailed(`The street engine did not answer in ${patience / 1000} seconds. Try again.`)));
    }, patience);
    asked = { call, timer };
    const { id, method, query } = call;
    process.send({ id, method, query }, (error) => {
      // The exit code says why the process ended.
      if (error && asked?.call === call && process === undefined)
        settle(({ failed }) => failed(new EngineFailed('The street engine ended. Try again.')));
    });
  };
  return {
    made() {
      look();
      return engine === undefined ? undefined : made;
    },
    ask: (method, query) =>
      new Promise((done, failed) => {
        if (queue.length >= longest) {
          failed(new EngineFailed('The street engine has too many calls to answer. Try again in a minute.'));
          return;
        }
        queue.push({ id: nextId++, method, query, done, failed });
        next();
      }),
    close() {
      clearTimeout(resting);
      const ended = new EngineFailed('The server is stopping.');
      for (const { failed } of queue.splice(0)) failed(ended);
      const hung = process;
      settle(({ failed }) => failed(ended));
      process = undefined;
      hung?.kill('SIGKILL');
    },
  };
}
