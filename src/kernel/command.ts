import type { Draft } from 'immer';
import { z } from 'zod';
import type { DraftKind } from './draftKind.ts';
import type { LogRecord } from './record.ts';
import type { KernelState } from './state.ts';
import type { AnyWorkflow, WorkflowDefinition } from './workflow.ts';
import type { AnyStateMachine, EventFromLogic } from 'xstate';

/** How a lane treats a second command while the first is under way. */
export type Policy = 'latest' | 'queue' | 'once' | 'parallel';

/** What one dispatches: the name of an intent and its data. */
export interface CommandInput<P = unknown> {
  readonly type: string;
  readonly payload: P;
}

/** A call to the outside as plain JSON; `effects` perform it. */
export interface CallDescription {
  readonly call: string;
  readonly input: unknown;
  /** Revision the call is valid for; sent as If-Match. */
  readonly ifMatch?: number | '*';
}

/** Why a call failed, in the server's words; `status` 0 means that no answer came, -1 that it could not be understood or the call not be made. */
export interface CallError {
  readonly status: number;
  readonly messages: readonly string[];
  readonly url: string;
  readonly method: string;
  /** The present state, with a 412. */
  readonly present?: unknown;
  /** What is wrong with which field of what was sent, where the server says it that way. */
  readonly fields?: readonly { readonly Field: string; readonly Message: string }[] | undefined;
}

/** Why a command was not even tried. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Why an action cannot be used now, as shown beside its disabled button. */
export interface Unavailable {
  readonly why: string;
}

/** A button, a key and a palette entry, all from one declaration. */
export interface CommandAction<S, P> {
  readonly title: string;
  readonly icon: string;
  /** `event.code` form: 'Ctrl+KeyZ', 'BracketLeft'. */
  readonly key?: string;
  readonly group: string;
  /** Further words by which a person may look for it. */
  readonly words?: string;
  payload(view: S, state: KernelState<S>): P | Unavailable;
}

/**
 * What a command does to a locally edited document. Without `call` it happens at once; with `call`, when the answer came.
 * `open` alone starts the document afresh; beside `edit` it is used only where the scope has no document yet.
 */
export interface DraftEdit<S, P, R, D> {
  readonly kind: DraftKind<D>;
  scope(p: P): string;
  open?(p: P, base: S, reply: R | undefined): D;
  edit?(doc: Draft<D>, p: P): void;
  /** Ends the draft: its document and its undo stack go. */
  readonly close?: boolean;
}

/**
 * Everything there is to say about one user intent; all functions are pure. Schemas are of zod's core type: TypeScript compares
 * those twenty times quicker than `z.ZodType`, which counts with some four hundred declarations.
 */
export interface CommandBody<S, P, R, D> {
  /** Schema version of the payload, 1 when not given. */
  readonly v?: number;
  /** `{1: old => new}` lifts a payload of version 1 to version 2. */
  readonly upcast?: Readonly<Record<number, (old: unknown) => unknown>>;
  readonly payload: z.core.$ZodType<P>;
  /** At least one payload that could be dispatched; the laws run over them. */
  samples(view?: S): readonly NoInfer<P>[];
  /** "Move stop Market Street": names the act in undo, in the status strip and in the log. */
  label(p: NoInfer<P>, view: S): string;
  /** One payload that says what two acts of a gesture come to: its label names their common undo. Without it that of the last act does. */
  joined?(earlier: NoInfer<P>, later: NoInfer<P>): NoInfer<P>;
  readonly action?: CommandAction<S, NoInfer<P>>;
  /** A refusal is recorded (`<type>.refused`) and shown; nothing else happens. */
  decide?(view: S, p: NoInfer<P>): Refusal | undefined;
  /** The lane it runs in; the command's type when not given. */
  lane?(p: NoInfer<P>): string;
  /** Purely local commands: folded at once. Never together with `call`. */
  apply?(base: Draft<S>, p: NoInfer<P>): void;
  readonly draft?: DraftEdit<S, NoInfer<P>, NoInfer<R>, D>;
  /** Shown from the dispatch to the outcome; gone by itself when the command fails. */
  preview?(view: Draft<S>, p: NoInfer<P>): void;
  /** What the user had before their eyes when they said it, such as revisions; kept with the command until its outcome. */
  seen?(p: NoInfer<P>, base: S): unknown;
  /**
   * Once this one, taken up from a closed tab, is made: what another one of that tab, which waits, has seen by now. `seen` is what that one
   * had seen, `before` the base just before the answer.
   */
  seenSince?(seen: unknown, made: { readonly payload: NoInfer<P>; readonly seen: unknown; readonly reply: NoInfer<R>; readonly before: S }): unknown;
  /**
   * Evaluated when the lane lets the command go, against `base` then: take revisions from there, not from the payload.
   * `seen` is what `seen` answered when the command was said.
   */
  call?(p: NoInfer<P>, base: S, seen?: unknown): CallDescription;
  /** Parses the answer. */
  readonly reply?: z.core.$ZodType<R>;
  /** Shown while the call is under way, e.g. status 'loading'; like `preview` it is laid over the base and gone with the outcome. */
  sent?(view: Draft<S>, p: NoInfer<P>): void;
  /** `isOwn` says whether a command id is one of this session's. */
  answered?(base: Draft<S>, p: NoInfer<P>, reply: NoInfer<R>, known: { isOwn(commandId: string | null): boolean }): void;
  failed?(base: Draft<S>, p: NoInfer<P>, error: CallError): void;
  /** True where a failure is no news for the user: it is in the log, and not in the list of errors. */
  quiet?(error: CallError): boolean;
  /**
   * The command that takes this one back; undefined where there is nothing to undo; 'none' where it cannot be undone;
   * 'draft' where the draft's own stack does it. `before` is the base just before the answer was folded in.
   */
  readonly inverse: 'none' | 'draft' | Lenient<[p: NoInfer<P>, reply: NoInfer<R>, before: S], CommandInput | undefined>;
  /** e.g. `version/42`. Without it the command never enters an undo list. */
  undoScope?(p: NoInfer<P>): string;
  /** The fields it changes: 'stop/17/Name'. A longer path lies within a shorter one. */
  touches?(p: NoInfer<P>): readonly string[];
  /**
   * After a 412: true when somebody else changed something else, so that the same intent can be sent again by itself.
   * `before` is the base without the present state.
   */
  commutes?(p: NoInfer<P>, present: unknown, held: { readonly before: S; readonly seen: unknown }): boolean;
  /** The same intent on the present revision ("apply mine anyway"). */
  rebase?(p: NoInfer<P>, present: unknown): NoInfer<P>;
  /** Folds the present state (412) into the base. */
  conflict?(base: Draft<S>, p: NoInfer<P>, present: unknown): void;
  /**
   * Changes of others in the answer, oldest first: undo entries naming one of their fields become stale. `before` is
   * the base just before the answer, `isOwn` says whether a command id is one of this session's; `madeLater` are command ids of own edits that were made on top of the change.
   */
  changesOfOthers?(
    p: NoInfer<P>,
    reply: NoInfer<R>,
    known: { readonly before: S; isOwn(commandId: string | null): boolean },
  ): readonly { readonly fields: readonly string[]; readonly reason: string; readonly madeLater: ReadonlySet<string> }[];
  /** Commands that follow by themselves, once it is answered (or, without `call`, at once). */
  next?(p: NoInfer<P>, reply: NoInfer<R>, view: S): readonly CommandInput[];
  /** Dotted paths of the payload that never enter the log ('password'). */
  readonly secrets?: readonly string[];
  /** Dotted paths of the reply that never enter the log. */
  readonly replySecrets?: readonly string[];
  /** Dotted paths of the payload that may leave the machine in a report; nothing else does. */
  readonly keep?: 'all' | readonly string[];
  /** The same for the reply. */
  readonly keepReply?: 'all' | readonly string[];
}

/** How the lane is shared; a write can never be `latest`, for the server would have applied both. */
export type CommandFlow =
  | { readonly write: true; readonly policy?: Exclude<Policy, 'latest'> }
  | { readonly write?: false; readonly policy?: Policy };

/** One declaration: what `defineCommand` takes. */
export type CommandDefinition<S, P, R, D = unknown> = CommandBody<S, P, R, D> & CommandFlow;

/** A declared command: call it with a payload to get what one dispatches. */
export interface Command<S, P, R = unknown> {
  (payload: P): CommandInput<P>;
  readonly type: string;
  readonly definition: CommandDefinition<S, P, R>;
}

/** A declared command whose payload and answer do not matter here: what a catalogue holds. */
export interface AnyCommand<S> {
  readonly type: string;
  readonly definition: CommandDefinition<S, unknown, unknown>;
}

/** A fact from outside: a live message, a change of location, a tick. */
export interface EventDefinition<S, P> {
  readonly v?: number;
  readonly upcast?: Readonly<Record<number, (old: unknown) => unknown>>;
  readonly payload: z.core.$ZodType<P>;
  samples(view?: S): readonly NoInfer<P>[];
  apply?(base: Draft<S>, p: NoInfer<P>): void;
  /** Remote facts: the fields somebody else changed; undo entries naming one of these become stale. */
  touched?(p: NoInfer<P>): readonly string[];
  /** Why, in the user's words: "Anna renamed this stop". */
  reason?(p: NoInfer<P>, view: S): string;
  next?(p: NoInfer<P>, view: S): readonly CommandInput[];
  readonly secrets?: readonly string[];
  readonly keep?: 'all' | readonly string[];
}

/** A declared fact: call it with a payload to get what `kernel.receive` takes. */
export interface Fact<S, P> {
  (payload: P): CommandInput<P>;
  readonly type: string;
  readonly definition: EventDefinition<S, P>;
}

/** A declared fact whose payload does not matter here. */
export interface AnyFact<S> {
  readonly type: string;
  readonly definition: EventDefinition<S, unknown>;
}

/** All that a kernel, a replayer or a law needs to know about an application. */
export interface Definitions<S> {
  readonly initial: S;
  readonly commands: readonly AnyCommand<S>[];
  readonly events: readonly AnyFact<S>[];
  readonly workflows: readonly AnyWorkflow<S>[];
  /** Top-level keys of the state that may leave the machine in a report's checkpoint. */
  readonly keepState?: 'all' | readonly string[];
  /** Who the state names beyond e-mail addresses, which are recognised by themselves, and how else the person of an address is written. */
  readonly people?: { inState(state: S): readonly string[]; aliases(address: string): readonly string[] };
}

/** The declaring functions, bound to the application's state. */
export interface Define<S> {
  defineCommand<P, R = unknown, D = unknown>(type: string, definition: CommandDefinition<S, P, R, D>): Command<S, P, R>;
  defineEvent<P>(type: string, definition: EventDefinition<S, P>): Fact<S, P>;
  /** Whether it was declared here as a command, or as a fact: a catalogue picks them out of modules. */
  isCommand(value: unknown): value is AnyCommand<S>;
  isFact(value: unknown): value is AnyFact<S>;
  defineWorkflow<M extends AnyStateMachine, const E extends EventFromLogic<M>>(definition: WorkflowDefinition<S, M, E>): WorkflowDefinition<S, M, E>;
}

/**
 * Binds the declaring functions to the application's state type: `const { defineCommand } = createDefine<AppState>()`.
 * A command that names itself or its counterpart in `inverse` or `next` writes the return type down,
 * `inverse: (p): CommandInput => moveStop({ ... })`, or TypeScript goes round in circles.
 */
export function createDefine<S>(): Define<S> {
  const commands = new WeakSet<object>();
  const facts = new WeakSet<object>();
  return {
    isCommand: (value): value is AnyCommand<S> => typeof value === 'function' && commands.has(value),
    isFact: (value): value is AnyFact<S> => typeof value === 'function' && facts.has(value),
    defineCommand<P, R, D>(type: string, definition: CommandDefinition<S, P, R, D>): Command<S, P, R> {
      if (definition.apply && definition.call) throw new Error(`${type}: apply is for local commands, call for the server's; one of them must go`);
      const command = Object.assign((payload: P) => ({ type, payload }), { type, definition: withoutDraftType(definition) });
      commands.add(command);
      return command;
    },
    defineEvent<P>(type: string, definition: EventDefinition<S, P>): Fact<S, P> {
      const fact = Object.assign((payload: P) => ({ type, payload }), { type, definition });
      facts.add(fact);
      return fact;
    },
    defineWorkflow: (definition) => definition,
  };
}

/**
 * The type of a draft's document holds the functions of one definition together; a catalogue need not know it. Said aloud,
 * because whether TypeScript finds it out by itself depends on the order in which it checks the files.
 */
function withoutDraftType<S, P, R, D>(definition: CommandDefinition<S, P, R, D>): CommandDefinition<S, P, R> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  return definition as unknown as CommandDefinition<S, P, R>;
}

/** What a command makes of a payload from elsewhere; undefined where it is none of this command's. */
export function parsePayload<S, P, R>(command: Command<S, P, R>, payload: unknown): P | undefined {
  return z.safeParse(command.definition.payload, payload).data;
}

/** The payload, when the record is this command. */
export function payloadOf<S, P, R>(command: Command<S, P, R>, record: LogRecord): P | undefined {
  return record.type === command.type ? (record.payload as P) : undefined;
}

/** The answer, when the record is this command's answer. */
export function answerOf<S, P, R>(command: Command<S, P, R>, record: LogRecord): R | undefined {
  return record.type === `${command.type}.answered` ? (record.payload as { reply: R }).reply : undefined;
}

/** The failure, when the record is this command's failure. */
export function failureOf(command: { readonly type: string }, record: LogRecord): CallError | undefined {
  return record.type === `${command.type}.failed` ? (record.payload as { error: CallError }).error : undefined;
}

/** The refusal, when the record is this command's refusal. */
export function refusalOf(command: { readonly type: string }, record: LogRecord): Refusal | undefined {
  return record.type === `${command.type}.refused` ? (record.payload as Refusal) : undefined;
}

/** The data of a fact, when the record is this fact. */
export function factOf<S, P>(fact: Fact<S, P>, record: LogRecord): P | undefined {
  return record.type === fact.type ? (record.payload as P) : undefined;
}

/** A function whose parameters are compared leniently, so that typed commands fit one catalogue. */
type Lenient<A extends readonly unknown[], T> = { call(...args: A): T }['call'];
