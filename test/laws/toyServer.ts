/** A server for the toy application that answers only when told to, in any order. */
import { Observable, type Subscriber } from 'rxjs';
import type { CallDescription, CallError } from '../../src/kernel/command.ts';
import type { Perform } from '../../src/kernel/kernel.ts';
import type { ToyStop } from './toyCatalogue.ts';

interface Waiting {
  readonly key: string;
  readonly call: CallDescription;
  readonly answer: Subscriber<unknown>;
  readonly secrets: readonly (string | undefined)[];
}

/** How a held call is let go: as the server does it, as an error, or with a chosen reply. */
export interface ToyServer {
  readonly perform: Perform;
  /** Calls the server has received and not yet answered; aborted ones are gone. */
  readonly waiting: readonly Waiting[];
  readonly keys: readonly string[];
  readonly stops: Map<string, ToyStop>;
  answer(index?: number, reply?: unknown): void;
  fail(index?: number, error?: Partial<CallError>): void;
  answerAll(): void;
  /** A new connection after a reload: what was held is forgotten, what was applied stays. */
  forget(): void;
}

/** Makes one, with stops s1, s2, s3. */
export function toyServer(): ToyServer {
  const stops = new Map<string, ToyStop>(['First', 'Second', 'Third'].map((name, i) => [`s${i + 1}`, { id: `s${i + 1}`, name, x: i, rev: 1 }]));
  const removed = new Map<string, ToyStop>();
  const replies = new Map<string, unknown>();
  const waiting: Waiting[] = [];
  const keys: string[] = [];

  const perform: Perform = (call, { idempotencyKey, secret }) =>
    new Observable((answer) => {
      const ref = JSON.stringify(call.input).match(/"\$secret":"([^"]+)"/)?.[1];
      const held = { key: idempotencyKey, call, answer, secrets: ref === undefined ? [] : [secret(ref)] };
      keys.push(idempotencyKey);
      waiting.push(held);
      return () => {
        const at = waiting.indexOf(held);
        if (at >= 0) waiting.splice(at, 1);
      };
    });

  function applied({ call, key }: Waiting): unknown {
    if (replies.has(key)) return replies.get(key);
    const reply = handled(call);
    replies.set(key, reply);
    return reply;
  }

  function handled({ call, input, ifMatch }: CallDescription): unknown {
    const given = Object(input) as { id: string; name?: string; x?: number; text?: string };
    const stop = stops.get(given.id);
    const { id } = given;
    switch (call) {
      case 'loadStops':
        return { stops: [...stops.values()] };
      case 'search':
        return { found: [...stops.values()].filter((s) => s.name.toLowerCase().includes(given.text ?? '')).map((s) => s.id) };
      case 'editStop': {
        if (!stop) throw notFound(call);
        if (stop.rev !== ifMatch) throw conflict(call, stop);
        const { name = stop.name, x = stop.x } = given;
        stops.set(id, { ...stop, name, x, rev: stop.rev + 1 });
        return { rev: stop.rev + 1 };
      }
      case 'createStop': {
        if (stop) throw { status: 409, messages: ['There is a stop of that name'], url: `/api/${call}`, method: 'POST' } satisfies CallError;
        const rev = (removed.get(id)?.rev ?? 0) + 1;
        stops.set(id, { id, name: given.name ?? '', x: 0, rev });
        return { rev };
      }
      case 'removeStop':
        if (!stop) throw notFound(call);
        if (stop.rev !== ifMatch) throw conflict(call, stop);
        stops.delete(id);
        removed.set(id, { ...stop, rev: stop.rev + 1 });
        return { stop };
      case 'restoreStop': {
        const back = removed.get(id);
        if (!back || stop) throw notFound(call);
        stops.set(id, { ...back, rev: back.rev + 1 });
        return { stop: { ...back, rev: back.rev + 1 } };
      }
      case 'signIn':
        return { token: 'tok-secret-1' };
      default:
        return {};
    }
  }

  const server: ToyServer = {
    perform,
    waiting,
    keys,
    stops,
    answer(index = 0, reply) {
      const held = waiting[index];
      if (!held) throw new Error('No call is waiting there');
      waiting.splice(index, 1);
      try {
        const answer = reply ?? applied(held);
        held.answer.next(answer);
        held.answer.complete();
      } catch (error) {
        held.answer.error(error);
      }
    },
    fail(index = 0, error = {}) {
      const [held] = waiting.splice(index, 1);
      held?.answer.error({ status: 503, messages: ['The server is resting'], url: `/api/${held.call.call}`, method: 'POST', ...error });
    },
    answerAll() {
      for (let i = 0; waiting.length > 0 && i < 10_000; i++) server.answer(0);
    },
    forget() {
      waiting.length = 0;
    },
  };
  return server;
}

function conflict(call: string, present: ToyStop): CallError {
  return { status: 412, messages: ['Somebody else has changed it'], url: `/api/${call}`, method: 'PATCH', present };
}

function notFound(call: string): CallError {
  return { status: 404, messages: ['There is no such stop'], url: `/api/${call}`, method: 'PATCH' };
}
