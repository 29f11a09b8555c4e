/**
 * Simulated time and chance for everything in this process. Installed, it replaces the clocks, timers and random numbers of the platform:
 * a timer fires when the world says so, and the same seed gives the same numbers. `setImmediate`, `nextTick` and promises stay real.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import zlib from 'node:zlib';
import { chanceOf } from '../laws/chance.ts';
import { deliverNext, installThreads, threadsWork } from './threads.ts';

/** A simulated process or page: its timers and messages end with it. */
export interface Owner {
  readonly name: string;
  alive: boolean;
  /** Milliseconds by which its wall clock is ahead of the world's. */
  skew: number;
  /** It does nothing for a while, as a process that is paused: its timers fire afterwards. */
  stalled?: boolean;
  /** Takes what it writes on its console. */
  readonly says?: (text: string) => void;
}

interface Timer {
  readonly id: number;
  at: number;
  readonly every: number | undefined;
  readonly after: number;
  readonly owner: Owner | undefined;
  readonly run: () => void;
}

/** Milliseconds since 1970 at which every world begins: 2 March 2026, 08:00 UTC. */
export const BEGINNING = Date.UTC(2026, 2, 2, 8);

const owners = new AsyncLocalStorage<Owner>();
const timers = new Map<number, Timer>();
let now = BEGINNING;
let nextId = 1;
let random = chanceOf(1);

/** The real waiting for the next turn of the event loop. */
const turn = setImmediate;

/** The simulated time, in milliseconds since 1970. */
export function worldTime(): number {
  return now;
}

/** Begins a world: the time of the beginning, no timers, chance of that seed. */
export function beginTime(seed: number): void {
  now = BEGINNING;
  timers.clear();
  nextId = 1;
  random = chanceOf(seed ^ 0x5bd1e995);
}

/** Runs something as part of an owner: what it starts belongs to that owner. */
export function asOwner<T>(owner: Owner, run: () => T): T {
  return owners.run(owner, run);
}

/** Who is running now. */
export function presentOwner(): Owner | undefined {
  return owners.getStore();
}

/** Drops the timers of owners that are gone, and answers when the next one is due; undefined where there is none. */
export function nextDue(): number | undefined {
  let due: number | undefined;
  for (const [id, { at, owner }] of timers) {
    if (owner?.alive === false) timers.delete(id);
    else if (owner?.stalled !== true && (due === undefined || at < due)) due = at;
  }
  return due;
}

/** Moves the time on, at most to the next timer, which then fires. Answers whether one fired. */
export function advance(to: number): boolean {
  const due = nextDue();
  if (due === undefined || due > to) {
    now = Math.max(now, to);
    return false;
  }
  now = Math.max(now, due);
  const [first] = [...timers.values()].filter(({ at, owner }) => at <= now && owner?.stalled !== true).toSorted((a, b) => a.at - b.at || a.id - b.id);
  if (first === undefined) return false;
  if (first.every === undefined) timers.delete(first.id);
  else first.at = now + first.every;
  if (first.owner === undefined) first.run();
  else owners.run(first.owner, first.run);
  return true;
}

let settling: Promise<void> | undefined;

/** Lets everything run that can run without a timer, a message or a statement. */
export function settle(): Promise<void> {
  settling ??= run().finally(() => (settling = undefined));
  return settling;
}

/** Lets everything run until some work is done that needs no timer, message or statement. */
export async function settled<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = (): void => void (isOver = true);
  work.then(over, over);
  do await settle();
  while (!isOver);
  return work;
}

async function run(): Promise<void> {
  for (let quiet = 0; quiet < 4 || threadsWork();) {
    if (quiet >= 4) {
      await deliverNext();
      quiet = 0;
    }
    await new Promise<void>((done) => turn(done));
    quiet = goesOn() ? 0 : quiet + 1;
  }
}

/** Whether something goes on in the next turn, or in another thread of which `threads.ts` does not know. */
function goesOn(): boolean {
  const others = threadsWork() ? /Immediate/ : /Req|ZLIB|Job|Immediate/i;
  return process.getActiveResourcesInfo().some((name) => others.test(name) && !name.endsWith('Wrap'));
}

class SimulatedTimer {
  readonly #id: number;
  constructor(id: number) {
    this.#id = id;
  }
  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => false;
  refresh(): this {
    const timer = timers.get(this.#id);
    if (timer) timer.at = now + timer.after;
    return this;
  }
  close(): this {
    timers.delete(this.#id);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.#id;
  }
  [Symbol.dispose](): void {
    this.close();
  }
}

function begin(run: (...args: unknown[]) => void, ms: unknown, repeat: boolean, args: unknown[]): SimulatedTimer {
  const id = nextId++;
  const after = Math.max(1, Number(ms) || 0);
  timers.set(id, { id, at: now + after, after, every: repeat ? after : undefined, owner: owners.getStore(), run: () => run(...args) });
  return new SimulatedTimer(id);
}

function end(timer: unknown): void {
  if (timer instanceof SimulatedTimer || typeof timer === 'number') timers.delete(Number(timer));
}

const SYNCHRONOUS = [
  ['gzip', zlib.gzipSync],
  ['gunzip', zlib.gunzipSync],
  ['deflate', zlib.deflateSync],
  ['inflate', zlib.inflateSync],
  ['deflateRaw', zlib.deflateRawSync],
  ['inflateRaw', zlib.inflateRawSync],
] as const;

const RealDate = Date;
let installed = false;

/** Takes over the clocks, timers and random numbers of this process, once and for good. */
export function installClock(): void {
  if (installed) return;
  installed = true;
  const wall = (): number => now + (owners.getStore()?.skew ?? 0);
  // A class of its own, so that `new Date()` reads the simulated clock and everything else stays as it is.
  const SimulatedDate = new Proxy(RealDate, {
    construct: (target, args: unknown[], made) => (args.length === 0 ? new target(wall()) : Reflect.construct(target, args, made)),
    apply: () => new RealDate(wall()).toString(),
    get: (target, key) => (key === 'now' ? wall : Reflect.get(target, key)),
  });
  const set = (on: object, values: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(values)) Object.defineProperty(on, name, { value, configurable: true, writable: true });
  };
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = random.below(256);
    return view;
  };
  const randomBytes = (size: number): Buffer => fill(Buffer.alloc(size));
  const randomUUID = (): string => {
    const hex = randomBytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const timing = {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => begin(run, ms, false, args),
    setInterval: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => begin(run, ms, true, args),
    clearTimeout: end,
    clearInterval: end,
  };
  set(globalThis, { Date: SimulatedDate, ...timing });
  set(globalThis.performance, { now: () => now - BEGINNING });
  set(Math, { random: () => random.next() });
  set(globalThis.crypto, { getRandomValues: fill, randomUUID });
  set(crypto, { randomBytes, randomUUID, randomFillSync: fill });
  set(timersPromises, {
    setTimeout: (ms?: number, value?: unknown, options?: { signal?: AbortSignal }) =>
      new Promise((resolve, reject) => {
        const timer = begin(() => resolve(value), ms, false, []);
        const { signal } = options ?? {};
        const stop = (): void => (end(timer), reject(signal?.reason));
        if (signal?.aborted) stop();
        else signal?.addEventListener('abort', stop, { once: true });
      }),
  });
  installThreads();
  // Other threads would end at another time in each run.
  for (const [name, sync] of SYNCHRONOUS) {
    const inThisThread = (data: zlib.InputType, ...rest: unknown[]): void => {
      const done = rest.at(-1) as (error: Error | null, result?: Buffer) => void;
      const options = rest.length > 1 ? (rest[0] as zlib.ZlibOptions) : {};
      turn(() => {
        try {
          done(null, sync(data, options));
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      });
    };
    set(zlib, { [name]: inThisThread });
  }
  set(AbortSignal, {
    timeout(ms: number) {
      const late = new AbortController();
      begin(() => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms, false, []);
      return late.signal;
    },
  });
  syncBuiltinESMExports();
}
