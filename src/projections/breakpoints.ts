/** Where a replay that plays is to stop. */
import { sameJson } from '../domain/sameJson.ts';
import type { LogRecord } from '../kernel/record.ts';
import type { KernelState } from '../kernel/state.ts';
import { parsePath, readableState, valueAt } from './readableState.ts';

/** A place to stop at: a record of that type, or a change of what stands at that path of the state. */
export interface Breakpoint {
  readonly of: 'type' | 'path';
  readonly text: string;
  readonly on: boolean;
}

/** What a replay stopped at. */
export interface BreakpointHit {
  readonly breakpoint: Breakpoint;
  readonly record: LogRecord;
  /** What stood at the path before the record and after it. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What is wrong with a breakpoint that is to be added to those; undefined where nothing is. */
export function breakpointProblem(list: readonly Breakpoint[], { of, text }: Breakpoint): 'empty' | 'there' | 'noPath' | undefined {
  if (text.trim() === '') return 'empty';
  if (of === 'path' && parsePath(text) === undefined) return 'noPath';
  return list.some((one) => one.of === of && one.text === text.trim()) ? 'there' : undefined;
}

/** The first of the breakpoints that a record hits. */
export type HitOf<S extends object> = (record: LogRecord, before: KernelState<S>, after: KernelState<S>) => BreakpointHit | undefined;

/** Reads the breakpoints that are on once; what it returns is asked for every record. */
export function breakpointHits<S extends object>(list: readonly Breakpoint[]): HitOf<S> {
  const tests = list
    .filter(({ on }) => on)
    .map((breakpoint): HitOf<S> => {
      if (breakpoint.of === 'type') {
        const type = typePattern(breakpoint.text);
        return (record) => (type.test(record.type) ? { breakpoint, record } : undefined);
      }
      const path = parsePath(breakpoint.text) ?? [];
      return (record, stateBefore, stateAfter) => {
        const before = valueAt(readableState(stateBefore), path);
        const after = valueAt(readableState(stateAfter), path);
        return Object.is(before, after) || sameJson(before, after) ? undefined : { breakpoint, record, before, after };
      };
    });
  return (record, before, after) => {
    for (const test of tests) {
      const hit = test(record, before, after);
      if (hit) return hit;
    }
    return undefined;
  };
}

/** `stop.move` is the command alone, `failed` every type that ends so, `stop.*` whatever begins so. */
function typePattern(text: string): RegExp {
  const body = text
    .trim()
    .replace(/[.+?^${}()|[\]\\]/gu, '\\$&')
    .replaceAll('*', '.*');
  return new RegExp(`(^|\\.)${body}$`, 'iu');
}
