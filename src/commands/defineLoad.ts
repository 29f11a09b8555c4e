/** A read from the server: the same four statuses, supersession and error everywhere. */
import type { Draft } from 'immer';
import type { z } from 'zod';
import type { CallRequest } from '../contract/route.ts';
import type { CallError, Command, CommandInput } from '../kernel/command.ts';
import type { AppState, Load } from '../projections/state.ts';
import { isReadable, versionOf } from '../projections/versions.ts';
import { defineCommand } from './define.ts';

/**
 * Declares a load. A newer one on the same lane supersedes an older one: the older request is aborted and changes nothing.
 * `slot` finds where the result goes; undefined where nobody waits for it any more (the version was left).
 */
export function defineLoad<P, R, T>(
  type: string,
  load: {
    payload: z.core.$ZodType<P>;
    samples: () => readonly NoInfer<P>[];
    label: (p: NoInfer<P>) => string;
    lane?: (p: NoInfer<P>) => string;
    slot: (state: Draft<AppState>, p: NoInfer<P>) => Draft<Load<T>> | undefined;
    call: (p: NoInfer<P>) => CallRequest;
    reply: z.core.$ZodType<R>;
    value: (reply: NoInfer<R>, p: NoInfer<P>) => T | null;
    /** `before` is what was loaded until now. */
    answered?: (base: Draft<AppState>, p: NoInfer<P>, reply: NoInfer<R>, before: Draft<Load<T>>['value']) => void;
    next?: (p: NoInfer<P>, reply: NoInfer<R>, view: AppState) => readonly CommandInput[];
    keepReply?: 'all' | readonly string[];
    /** Which failures are told where the load stands, and not in the list of errors too. */
    quiet?: (error: CallError) => boolean;
    /** Nobody asked for it just now: that the server cannot be reached is told by what the user does, not by this. */
    background?: boolean;
  },
): Command<AppState, P, R> {
  const lane = (p: P): string => `${type}/${load.lane?.(p) ?? ''}`;
  return defineCommand<P, R>(type, {
    payload: load.payload,
    samples: load.samples,
    label: load.label,
    lane,
    policy: 'latest',
    call: load.call,
    reply: load.reply,
    sent: (view, p) => {
      wasReached(view, lane(p));
      const slot = load.slot(view, p);
      if (slot) Object.assign(slot, { status: 'loading', asked: { type, payload: p } });
    },
    answered: (base, p, reply) => {
      wasReached(base, lane(p));
      const slot = load.slot(base, p);
      if (!slot) return;
      const before = slot.value;
      Object.assign(slot, { status: 'succeeded', value: load.value(reply, p), messages: [] } satisfies Load<T>);
      load.answered?.(base, p, reply, before);
    },
    failed: (base, p, error) => {
      const slot = load.slot(base, p);
      if (slot && isAway(error)) base.unreached[lane(p)] = { type, payload: p, status: error.status };
      else wasReached(base, lane(p));
      if (!slot) return;
      const later = isNotNow(error) && !isReadableNow(base, p);
      slot.status = later ? 'idle' : 'failed';
      slot.messages = later ? [] : [...error.messages];
    },
    quiet: (error) => isNotNow(error) || load.quiet?.(error) === true || (load.background === true && isAway(error)),
    inverse: 'none',
    keep: 'all',
    keepReply: load.keepReply ?? 'all',
    ...(load.next ? { next: load.next } : {}),
  });
}

/**
 * The reads of these that are under way, to be asked for again: what a live message has just changed may not be in an answer that
 * was read before it. For `next` of an event, whose `apply` cannot see what is under way: it has only what was confirmed.
 */
export function askedAgain(loads: Iterable<Load<unknown> | undefined>): readonly CommandInput[] {
  return [...loads].flatMap((load) => (load?.asked ? [load.asked] : []));
}

/** A version in the archive, or on the way there or back, cannot be read now: its page says so, and asks again once it can. */
export function isNotNow({ status }: CallError): boolean {
  return status === 409;
}

/** Whether the version was told to be back while the answer was on its way: nobody would ask again, so the page offers to. */
function isReadableNow(base: Draft<AppState>, p: unknown): boolean {
  const versionId: unknown = typeof p === 'object' && p !== null ? Reflect.get(p, 'versionId') : undefined;
  const version = typeof versionId === 'number' ? versionOf(base, versionId) : undefined;
  return version !== undefined && isReadable(version);
}

/** Whether a read failed because the server, or its database, could not be reached. */
export function isAway({ status }: CallError): boolean {
  return [0, 502, 503, 504].includes(status);
}

/** The read of that lane has an answer, though it may be a failure, or it is under way: it need not be made again. */
export function wasReached(base: Draft<AppState>, lane: string): void {
  // Most of the time there is none, and a draft that is only read costs nothing.
  if (base.unreached[lane] !== undefined) delete base.unreached[lane];
}
