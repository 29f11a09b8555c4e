/**
 * Work that other threads of the platform do for this one: files and ciphers. In a world its results come one at a time, in the order in which it was
 * begun, when nothing else goes on; so they do not depend on how fast a thread is. Compression is done in this thread.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import fs from 'node:fs';
import zlib from 'node:zlib';

interface Work {
  /** Hands over the result; undefined while the thread is at it. */
  deliver: (() => void) | undefined;
}

/** The real waiting for the next turn of the event loop. */
const turn = setImmediate;

const begun: Work[] = [];
let isOrdered = false;

/** Set within work that consists of other work, which is not put in order by itself. */
const within = new AsyncLocalStorage<true>();

/** From now on results come in the order in which the work was begun, and only when `deliverNext` is called; or they come as they are made again. */
export function orderThreads(ordered: boolean): void {
  isOrdered = ordered;
  if (!ordered) for (const { deliver } of begun.splice(0)) deliver?.();
}

/** Whether a result is awaited. */
export function threadsWork(): boolean {
  return begun.length > 0;
}

/** Waits for the result of the work that was begun first, and hands it over. */
export async function deliverNext(): Promise<void> {
  const [first] = begun;
  while (first?.deliver === undefined && begun.length > 0) await new Promise<void>((done) => turn(done));
  begun.shift();
  first?.deliver?.();
}

function isPlain(): boolean {
  return !isOrdered || within.getStore() === true;
}

function inOrder<T>(work: () => T | Promise<T>): T | Promise<T> {
  if (isPlain()) return work();
  return new Promise<T>((resolve, reject) => {
    const one: Work = { deliver: undefined };
    begun.push(one);
    const ended = (deliver: () => void): void => {
      if (begun.includes(one)) one.deliver = deliver;
      else deliver();
    };
    Promise.resolve(within.run(true, work)).then(
      (value) => ended(() => resolve(value)),
      (error: unknown) => ended(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}

/** The same for a function that calls back. */
function calledBackInOrder(self: unknown, real: (...args: unknown[]) => unknown, args: unknown[]): unknown {
  const last: unknown = args.at(-1);
  if (isPlain() || typeof last !== 'function') return Reflect.apply(real, self, args);
  const one: Work = { deliver: undefined };
  begun.push(one);
  const back = AsyncResource.bind((...results: unknown[]) => void Reflect.apply(last, undefined, results));
  const ended = (...results: unknown[]): void => {
    if (begun.includes(one)) one.deliver = () => back(...results);
    else back(...results);
  };
  try {
    return within.run(true, () => Reflect.apply(real, self, [...args.slice(0, -1), ended]));
  } catch (error) {
    begun.splice(begun.indexOf(one), 1);
    throw error;
  }
}

type Wrap = (self: unknown, real: (...args: unknown[]) => unknown, args: unknown[]) => unknown;

function replace(on: object, name: string, wrap: Wrap): void {
  const real: unknown = Reflect.get(on, name);
  if (typeof real !== 'function') throw new Error(`There is no function ${name}`);
  const value = function (this: unknown, ...args: unknown[]): unknown {
    return wrap(this, (...given) => Reflect.apply(real, this, given), args);
  };
  const { name: _name, length: _length, prototype: _prototype, ...rest } = Object.getOwnPropertyDescriptors(real);
  Object.defineProperties(value, rest);
  Object.defineProperty(on, name, { configurable: true, writable: true, value });
}

const promised: Wrap = (_self, real, args) => inOrder(() => real(...args));

/** What an opened file does in another thread. */
const OF_FILES = [
  'appendFile',
  'chmod',
  'close',
  'datasync',
  'read',
  'readFile',
  'readv',
  'stat',
  'sync',
  'truncate',
  'utimes',
  'write',
  'writeFile',
  'writev',
];

/** Functions of files that begin something that does not end by itself. */
const ENDLESS = new Set(['watch', 'watchFile', 'exists']);

/** Takes over files, ciphers and compression of this process, once and for good. Modules that have imported them by name need `syncBuiltinESMExports`. */
export function installThreads(): void {
  const functionsOf = (on: object): readonly string[] =>
    Object.keys(on).filter((name) => typeof Reflect.get(on, name) === 'function' && !ENDLESS.has(name));
  for (const name of functionsOf(fs.promises)) if (name !== 'open') replace(fs.promises, name, promised);
  replace(fs.promises, 'open', async (_self, real, args) => {
    const file: unknown = await inOrder(() => real(...args));
    if (typeof file === 'object' && file !== null) for (const name of OF_FILES) replace(file, name, promised);
    return file;
  });
  const isCallingBack = (name: string): boolean => !name.endsWith('Sync') && Reflect.has(fs, `${name}Sync`);
  for (const name of functionsOf(fs).filter(isCallingBack)) replace(fs, name, (self, real, args) => calledBackInOrder(self, real, args));
  const { subtle } = globalThis.crypto;
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(subtle)))
    if (name !== 'constructor' && typeof Reflect.get(subtle, name) === 'function') replace(subtle, name, promised);
  compressHere();
}

/** What a stream of zlib is at. */
interface Packing {
  readonly back: (self: unknown) => void;
  isWriting: boolean;
  isClosing: boolean;
}

/** Streams of zlib compress in this thread, a turn after they are asked. */
function compressHere(): void {
  const handle: unknown = Reflect.get(zlib.createDeflateRaw(), '_handle');
  if (typeof handle !== 'object' || handle === null) throw new Error('Streams of zlib have no handle');
  const proto: unknown = Object.getPrototypeOf(handle);
  if (typeof proto !== 'object' || proto === null) throw new Error('Handles of zlib have no prototype');
  const streams = new WeakMap<object, Packing>();
  const of = (self: unknown): Packing | undefined => (typeof self === 'object' && self !== null ? streams.get(self) : undefined);
  // one of its arguments is called back when a write has been carried out
  replace(proto, 'init', (self, real, args) => {
    const back = args.find((one) => typeof one === 'function');
    if (typeof self === 'object' && self !== null && typeof back === 'function')
      streams.set(self, { back: (one) => void Reflect.apply(back, one, []), isWriting: false, isClosing: false });
    return real(...args);
  });
  replace(proto, 'close', (self, real) => {
    const stream = of(self);
    if (stream?.isWriting === true) stream.isClosing = true;
    else real();
  });
  replace(proto, 'write', (self, _real, args) => {
    const stream = of(self);
    if (typeof self !== 'object' || self === null || stream === undefined) throw new Error('A stream of zlib has not been initialised');
    stream.isWriting = true;
    turn(
      AsyncResource.bind(() => {
        const isWell = writtenHere(self, args);
        stream.isWriting = false;
        // after an error nothing is called back
        if (isWell) stream.back(self);
        const close: unknown = Reflect.get(self, 'close');
        if (stream.isClosing && typeof close === 'function') Reflect.apply(close, self, []);
      }),
    );
  });
}

/** Answers whether it could be compressed; otherwise the stream has been told. */
function writtenHere(self: object, args: readonly unknown[]): boolean {
  const [writeSync, onerror]: unknown[] = [Reflect.get(self, 'writeSync'), Reflect.get(self, 'onerror')];
  if (typeof writeSync !== 'function' || typeof onerror !== 'function') throw new Error('Handles of zlib have no writeSync');
  let isWell = true;
  Reflect.set(self, 'onerror', (...told: unknown[]) => {
    isWell = false;
    Reflect.apply(onerror, self, told);
  });
  Reflect.apply(writeSync, self, args);
  Reflect.set(self, 'onerror', onerror);
  return isWell;
}
