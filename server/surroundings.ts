/**
 * Time and chance: the only place of the server that asks the platform for them; the lint rule `house/surroundings` sees to it. Each
 * function asks at the moment of its call, so a simulation can replace the platform's clocks, timers and random numbers.
 */
import { randomBytes as bytesOfNode, randomUUID as uuidOfNode } from 'node:crypto';
import { setImmediate as turnOfNode, setTimeout as pauseOfNode } from 'node:timers/promises';
import type { TimerOptions } from 'node:timers';

/** The time of day in milliseconds since 1970. It jumps when somebody sets the clock: measure with `elapsed`. */
export function timeNow(): number {
  return Date.now();
}

/** Milliseconds on a clock that never goes back and begins anywhere: the difference of two says how long something took. */
export function elapsed(): number {
  return performance.now();
}

/** Runs something once after so many milliseconds. */
export function setTimeout<Args extends unknown[]>(run: (...args: Args) => void, ms?: number, ...args: Args): NodeJS.Timeout {
  return globalThis.setTimeout(run, ms, ...args);
}

/** Takes back a `setTimeout`. */
export function clearTimeout(timer: NodeJS.Timeout | undefined): void {
  globalThis.clearTimeout(timer);
}

/** Runs something again and again, every so many milliseconds. */
export function setInterval<Args extends unknown[]>(run: (...args: Args) => void, ms?: number, ...args: Args): NodeJS.Timeout {
  return globalThis.setInterval(run, ms, ...args);
}

/** Ends a `setInterval`. */
export function clearInterval(timer: NodeJS.Timeout | undefined): void {
  globalThis.clearInterval(timer);
}

/** Runs something in the next turn of the event loop. */
export function setImmediate<Args extends unknown[]>(run: (...args: Args) => void, ...args: Args): NodeJS.Immediate {
  return globalThis.setImmediate(run, ...args);
}

/** Waits so many milliseconds and answers `value`. `signal` ends it with an error; with `ref: false` the process does not live on for it. */
export function pause<T = void>(ms: number, value?: T, options?: TimerOptions): Promise<T> {
  return pauseOfNode(ms, value, options);
}

/** Waits for the next turn of the event loop: others may work in between. */
export function turn(): Promise<void> {
  return turnOfNode();
}

/** A signal that says after so many milliseconds that the time is up. */
export function timeUp(ms: number): AbortSignal {
  return AbortSignal.timeout(ms);
}

/** A new id that nobody else has: a random UUID (version 4). */
export function randomUUID(): string {
  return uuidOfNode();
}

/** So many random bytes, fit for secrets. */
export function randomBytes(size: number): Buffer {
  return bytesOfNode(size);
}
