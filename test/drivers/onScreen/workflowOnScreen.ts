import type { Page } from '@playwright/test';
import type { HeldCalls } from '../heldCalls.ts';
import type { MapDriver } from '../mapDriver.ts';

/** What a walk through a workflow on the real screen has in its hands. */
export interface Surroundings {
  readonly page: Page;
  readonly map: MapDriver;
  /** The workflow's writes, held until the walk says how each ends. */
  readonly held: HeldCalls;
  /** Address of the version that the walk edits. */
  readonly base: string;
}

/** The stops that the machine holds before an event, where it holds any. */
export interface Ends {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** How a user does each event of a workflow, and how each of its states looks. */
export interface WorkflowOnScreen<Event extends { readonly type: string }, State extends string> {
  /** Goes to where the workflow can begin. */
  begin(): Promise<void>;
  /**
   * Does an event in a state. One that a user cannot do there (nothing to press, nothing to answer) is not skipped: the
   * executor makes sure that it cannot be done.
   */
  readonly events: { readonly [K in Event['type']]: (event: Extract<Event, { type: K }>, state: State, context: Ends) => Promise<void> };
  /** Expects the screen of a state; `messages` are those that the machine holds for the user. */
  readonly states: { readonly [K in State]: (context: { readonly messages?: readonly string[] }) => Promise<void> };
  /** How many calls must have left the browser, of so many that the machine asked for and so many that were answered. */
  sent(asked: number, answered: number): number;
  /** Ends the walk: what the screen shows now is what the server holds. */
  end(): Promise<void>;
}

/** The executor of any workflow, by the names of its events and states. */
export interface AnyWorkflowOnScreen extends Pick<WorkflowOnScreen<never, never>, 'begin' | 'sent' | 'end'> {
  readonly events: Readonly<Record<string, (event: never, state: never, context: Ends) => Promise<void>>>;
  readonly states: Readonly<Record<string, (context: { readonly messages?: readonly string[] }) => Promise<void>>>;
}

/** Makes the executor of one workflow. */
export type OnScreen = (surroundings: Surroundings) => AnyWorkflowOnScreen;
