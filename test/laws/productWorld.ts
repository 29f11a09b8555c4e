/** The product under the laws, and a server that answers whatever the contract allows. */
import { Observable, type Subscriber } from 'rxjs';
import type { z } from 'zod';
import { commandCatalogue, eventCatalogue } from '../../src/commands/catalogue.ts';
import type { CallDescription, Definitions } from '../../src/kernel/command.ts';
import { workflowCatalogue } from '../../src/machines/catalogue.ts';
import { type AppState, initialState } from '../../src/projections/state.ts';
import { stateHash } from '../../src/kernel/hash.ts';
import { type Chance, chanceOf } from './chance.ts';
import { sampleReply } from './replySample.ts';
import type { HeldServer, World } from './world.ts';

export const product: Definitions<AppState> = {
  initial: initialState,
  commands: commandCatalogue,
  events: eventCatalogue,
  workflows: workflowCatalogue,
};

export const productWorld: World<AppState> = {
  definitions: product,
  connect: (chance) => anyServer(product, chance),
  prelude: [],
  bookkeeping: ['rev', 'back'],
};

interface Held {
  readonly call: CallDescription;
  readonly reply: () => unknown;
  readonly answer: Subscriber<unknown>;
}

/** Answers calls by what the command that makes them expects; repeats get the same answer by their key. */
export function anyServer<S>({ commands, initial }: Definitions<S>, chance: Chance): HeldServer {
  const waiting: Held[] = [];
  const given = new Map<string, unknown>();
  const take = (index: number) => waiting.splice(index, 1)[0];
  const error = (held: Held | undefined, status: number, present?: unknown) =>
    held?.answer.error({ status, messages: ['No'], url: `/${held.call.call}`, method: 'POST', ...(present !== undefined && { present }) });
  const replies = repliesByCall(commands, initial);
  return {
    waiting,
    perform: (call, { idempotencyKey }) =>
      new Observable((answer) => {
        const reply = () => {
          const schema = replies.get(call.call);
          if (!given.has(idempotencyKey)) given.set(idempotencyKey, schema ? sampleReply(schema, chanceOf(seedOf(chance.seed, call))) : {});
          return given.get(idempotencyKey);
        };
        const held: Held = { call, reply, answer };
        waiting.push(held);
        return () => {
          const at = waiting.indexOf(held);
          if (at >= 0) waiting.splice(at, 1);
        };
      }),
    answer(index) {
      const held = take(index);
      held?.answer.next(held.reply());
      held?.answer.complete();
    },
    fail: (index) => error(take(index), 503),
    overtake(index) {
      const held = take(index);
      error(held, 412, held?.reply());
    },
    forget: () => void waiting.splice(0),
  };
}

/** The same call gets the same answer within one run, whatever else was asked before. */
function seedOf(seed: number, call: CallDescription): number {
  return stateHash([seed, call.call, call.input]);
}

/** What each call is answered with, learnt from the calls that the samples make. */
function repliesByCall<S>(commands: Definitions<S>['commands'], initial: S): ReadonlyMap<string, z.core.$ZodType> {
  return new Map(
    commands.flatMap(({ definition: { call, reply, samples } }) =>
      call && reply ? samples().map((p) => [call(p, initial).call, reply] as const) : [],
    ),
  );
}
