/** A read from the server: the same four statuses, supersession and error everywhere. */
import type { Draft } from 'immer';
import { z } from 'zod';
import { request, type CallRequest, type Route } from '../contract/route.ts';
import type { VersionParams } from '../contract/versions.ts';
import { VersionId } from '../domain/versions.ts';
import type { CallError, Command, CommandInput } from '../kernel/command.ts';
import type { AppState, Load } from '../projections/state.ts';
import { isReadable, versionOf } from '../projections/versions.ts';
import { defineCommand } from './define.ts';

/** What a load is: its command, where the result goes, and what follows from it. */
interface LoadDeclaration<P, R, T> {
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
  /** Failures that are shown in place of the loaded data, and not in the list of errors as well. */
  quiet?: (error: CallError) => boolean;
  /** Not started by the user: a server that cannot be reached is reported by the user's own calls only. */
  background?: boolean;
}

/**
 * Declares a load. A newer one on the same lane supersedes an older one: the older request is aborted and changes nothing.
 * `slot` finds where the result goes; undefined where nobody waits for it any more (the version was left).
 */
export function defineLoad<P, R, T>(type: string, load: LoadDeclaration<P, R, T>): Command<AppState, P, R> {
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

const OF_VERSION = z.object({ versionId: VersionId });
type OfVersion = z.infer<typeof OF_VERSION>;

/** Declares a load that needs only the id of a version: the reply of `route`, one request per version at a time. */
export function defineVersionLoad<Q extends z.core.$ZodType, B extends z.core.$ZodType, R, T>(
  type: string,
  label: string | ((versionId: number) => string),
  route: Route<typeof VersionParams, Q, B, z.core.$ZodType<R>>,
  load: Omit<LoadDeclaration<OfVersion, NoInfer<R>, T>, 'payload' | 'samples' | 'label' | 'lane' | 'call' | 'reply'> & { query?: z.input<Q> },
): Command<AppState, OfVersion, R> {
  const { query, ...rest } = load;
  return defineLoad<OfVersion, R, T>(type, {
    payload: OF_VERSION,
    samples: () => [{ versionId: 1 }],
    label: ({ versionId }) => (typeof label === 'string' ? label : label(versionId)),
    lane: ({ versionId }) => String(versionId),
    call: ({ versionId }) => request(route, { params: { versionId }, ...(query === undefined ? {} : { query }) }),
    reply: route.reply,
    ...rest,
  });
}

/**
 * The reads of these that are under way, to be requested again: what a live message has just changed may not be in an answer that
 * was read before it. For `next` of an event, whose `apply` cannot see what is under way: it has only what was confirmed.
 */
export function askedAgain(loads: Iterable<Load<unknown> | undefined>): readonly CommandInput[] {
  return [...loads].flatMap((load) => (load?.asked ? [load.asked] : []));
}

/** A version in the archive, or on the way there or back, cannot be read now: its page says so, and asks again once it can. */
export function isNotNow({ status }: CallError): boolean {
  return status === 409;
}

/** Whether the version became readable while the answer was under way. Nothing retries then, so the page offers a retry. */
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
