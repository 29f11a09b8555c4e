import { expect, type Page } from '@playwright/test';
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

/** What the drivers of several workflows do alike. */
export function commonOnScreen({ page, held }: Surroundings) {
  const errors = page.getByTestId('errors');
  const nothingToAnswer = (): Promise<void> =>
    expect(page.getByRole('contentinfo', { name: 'Status' }).getByText(/^(All saved|Form not saved)$/)).toBeVisible();
  return {
    errors,
    /** A failure that is told twice, in its place and among the errors, is taken note of. */
    async dismissErrors(): Promise<void> {
      if (await errors.isVisible()) await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
    },
    nothingToAnswer,
    /** Answers what is held; where nothing is, makes sure that nothing waits for an answer. */
    answer: (how: () => Promise<void>): Promise<void> => (held.waiting === 0 ? nothingToAnswer() : how()),
    /** Lets what is still held go to the server. */
    async letGo(): Promise<void> {
      while (held.waiting > 0) await held.release();
      await nothingToAnswer();
    },
  };
}
