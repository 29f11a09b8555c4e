/** What the laws need to know: an application, and a server that answers when told to. */
import type { CallDescription, CommandInput, Definitions } from '../../src/kernel/command.ts';
import { createKernel, type Kernel, type Perform, type Recovered } from '../../src/kernel/kernel.ts';
import type { Chance } from './chance.ts';

/** A server held in the hand. */
export interface HeldServer {
  readonly perform: Perform;
  /** Calls received and not yet answered; aborted ones are gone. */
  readonly waiting: readonly { readonly call: CallDescription }[];
  answer(index: number): void;
  fail(index: number): void;
  /** Answers 412, as if somebody else had been faster; leaves it where that makes no sense. */
  overtake?(index: number): void;
  /** Somebody else changes something: the live message that tells of it, when it is told at all. */
  meddle?(chance: Chance): CommandInput | undefined;
  /** The connection is gone: what was held is forgotten, what was done stays done. */
  forget(): void;
}

/** An application under the laws. */
export interface World<S> {
  readonly definitions: Definitions<S>;
  connect(chance: Chance): HeldServer;
  /** Dispatched and answered first, so that there is something to work on. */
  readonly prelude: readonly CommandInput[];
  /** Commands the sessions say more often than others. */
  readonly busy?: readonly CommandInput[];
  /** Payload keys that an inverse may have otherwise than the act: revisions, and whether to bring it into view. */
  readonly bookkeeping?: readonly string[];
  /** Commands that the server of this world does not carry out, so that their undo gives nothing back. */
  readonly unmodelled?: readonly string[];
  /** The part of a state that undo has to give back: without revisions and counters. */
  readonly essence?: (state: S) => unknown;
}

export const header = { session: 'law', schema: 1, build: 'test', startedAt: '2026-01-01T00:00:00Z', locale: 'en', role: 'editor' };

/** Makes a kernel of that world; the clock counts its readings. */
export function kernelOf<S>({ definitions }: World<S>, perform: Perform, restore?: Recovered): Kernel<S> {
  let at = 0;
  return createKernel<S>({ ...definitions, perform, header, clock: () => at++, ...(restore && { restore }) });
}

/** A kernel of that world with its prelude done. */
export function preparedKernel<S>(world: World<S>, server: HeldServer, perform: Perform = server.perform): Kernel<S> {
  const kernel = kernelOf(world, perform);
  for (const input of world.prelude) {
    kernel.dispatch(input);
    answerAll(server);
  }
  return kernel;
}

/** Answers whatever waits, and what follows from that; throws when it never ends. */
export function answerAll(server: HeldServer): void {
  for (let i = 0; server.waiting.length > 0; i++) {
    if (i > 2000) throw new Error('The commands follow each other without end');
    server.answer(0);
  }
}

/** As it would be after a trip through a file. */
export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
