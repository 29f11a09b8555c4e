import type { AnyMachineSnapshot } from 'xstate';
import type { CommandInput } from './command.ts';
import type { Patch } from './diff.ts';

/** How a command came about: by itself, or as the undo or redo of an entry. */
export type Mode = 'do' | 'undo' | 'redo';

/** A command that waits for its turn or its answer. */
export interface PendingCommand {
  /** Id of the command's record. */
  readonly id: string;
  readonly seq: number;
  readonly type: string;
  readonly payload: unknown;
  readonly label: string;
  readonly root: string;
  readonly at: number;
  readonly write: boolean;
  readonly status: 'waiting' | 'sent';
  readonly mode: Mode;
  /** The undo entry it undoes or redoes. */
  readonly entry?: string;
  readonly scope?: string;
  readonly gesture?: string;
  /** What its gesture comes to up to here. */
  readonly joined?: Joined;
  readonly touches: readonly string[];
  /** The undo that waits for this command's answer. */
  readonly undoneBy?: { readonly id: string; readonly root: string };
  /** How often the same intent was sent again by itself after somebody else's change. */
  readonly attempt: number;
  /** Its Idempotency-Key, where that is not its own id: it was taken up from a closed tab. */
  readonly key?: string;
  /** What the user had before their eyes, as the command's `seen` says it. */
  readonly seen?: unknown;
}

/** The acts of one gesture as one: a payload of their command, and how it is called. */
export interface Joined {
  readonly payload: unknown;
  readonly label: string;
}

/** A locally edited document. */
export interface OpenDraft {
  readonly kind: string;
  readonly document: unknown;
}

/** Something that can be undone or redone. */
export interface HistoryEntry {
  /** Id of the command's record. */
  readonly id: string;
  readonly seq: number;
  readonly label: string;
  readonly at: number;
  readonly gesture?: string;
  /** What its gesture comes to up to here. */
  readonly joined?: Joined;
  /** Fields it changed. */
  readonly touches: readonly string[];
  /** Server edits: the command that undoes it (or, on the redo list, does it again). */
  readonly command?: CommandInput;
  /** Drafts: what takes the document back, and what brings it forth again. */
  readonly back?: readonly Patch[];
  readonly forth?: readonly Patch[];
  /** Why it should not be undone unseen: somebody else changed the same. */
  readonly stale?: { readonly reason: string; readonly by: string };
  /** The Idempotency-Key of its command, where that is not the entry's id. */
  readonly key?: string;
  /** Being undone or redone just now. */
  readonly busy?: boolean;
}

/** What can be undone and redone in one scope, oldest first. */
export interface ScopeHistory {
  readonly undo: readonly HistoryEntry[];
  readonly redo: readonly HistoryEntry[];
}

/** Something that went wrong and is shown until it is cleared. */
export interface ErrorEntry {
  /** Id of the record that reported it. */
  readonly id: string;
  /** Id of the record that it all began with: what the user did. Not in reports of builds that did not note it. */
  readonly root?: string;
  readonly kind: 'failed' | 'refused' | 'fault';
  /** The command's type. */
  readonly type: string;
  /** The command's label, empty where there is none. */
  readonly label: string;
  readonly messages: readonly string[];
  readonly at: number;
  readonly code?: string;
  readonly status?: number;
  readonly url?: string;
  readonly method?: string;
}

/** Somebody else changed what this command wanted to change. */
export interface ConflictEntry {
  /** Id of the command's record. */
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly at: number;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly mode: Mode;
  readonly entry?: string;
  readonly touches: readonly string[];
  readonly scope?: string;
  readonly gesture?: string;
  /** What the user had before their eyes when they said it. */
  readonly seen?: unknown;
}

/** What a command, once derived, has to take over from the record that asked for it. */
export interface Task {
  readonly mode: Mode;
  readonly entry?: string;
  readonly scope?: string;
  readonly attempt: number;
}

/** The whole state: a pure function of the log. */
export interface KernelState<S> {
  /** Number of records so far. */
  readonly seq: number;
  /** The state confirmed by the server. */
  readonly base: S;
  /** The base with the previews of all pending commands, in order. The same object as `base` when nothing is pending. */
  readonly view: S;
  readonly pending: readonly PendingCommand[];
  readonly drafts: Readonly<Record<string, OpenDraft>>;
  readonly workflows: Readonly<Record<string, AnyMachineSnapshot>>;
  readonly history: Readonly<Record<string, ScopeHistory>>;
  readonly errors: readonly ErrorEntry[];
  readonly conflicts: readonly ConflictEntry[];
  /** Commands still to be dispatched for an undo, a redo or a repeat, by the id of the record that asked. */
  readonly tasks: Readonly<Record<string, readonly Task[]>>;
}

/** An undo list as one reads it: what each entry is, and what is in its way. */
export interface HistoryLine {
  readonly id: string;
  readonly label: string;
  readonly at: number;
  readonly state: 'ready' | 'waiting' | 'sent' | 'busy';
  readonly stale?: string;
  /** Later acts on the same fields: they would have to be undone first. */
  readonly blockedBy: readonly { readonly id: string; readonly label: string }[];
}

/** What the next undo or redo would do. */
export interface NextStep {
  readonly id: string;
  readonly label: string;
  /** When it was done, or undone, in milliseconds of the session. */
  readonly at: number;
  readonly stale?: string;
}
