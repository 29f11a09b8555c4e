/** What machines that send one edit and wait for its answer have in common. */
import { failureOf, refusalOf } from '../kernel/command.ts';
import type { LogRecord } from '../kernel/record.ts';

/** What came of an edit. */
export type Answer = { readonly type: 'DONE' } | { readonly type: 'FAILED'; readonly messages: readonly string[] };

/** A state that waits: it closes once all is done, and goes back to where the edit was sent from with why it was not. */
export function waitingFrom<State extends string>(back: State) {
  return { DONE: 'closed', FAILED: { target: back, actions: 'why' } } as const;
}

/** Keeps why an edit was not made. */
export function why({ event }: { readonly event: { readonly type: string } }): { readonly messages?: readonly string[] } {
  return isFailure(event) ? { messages: event.messages } : {};
}

/** What a record says came of one of these edits; one that is known to be impossible here is refused before anything is sent. */
export function answerTo(
  edits: readonly { readonly type: string }[],
  record: LogRecord,
  about: { readonly type: string } | undefined,
): Answer | undefined {
  for (const edit of edits) {
    const refusal = refusalOf(edit, record);
    if (refusal) return { type: 'FAILED', messages: [refusal.message] };
    // the outcome of an edit that is no longer awaited changes nothing
    if (about?.type !== edit.type) continue;
    const failure = failureOf(edit, record);
    if (failure) return { type: 'FAILED', messages: failure.messages };
    if (record.type === `${edit.type}.answered`) return { type: 'DONE' };
  }
  return undefined;
}

/**
 * Whether an edit that was refused is made after all while its form is there again, in one of these states: somebody else was first, and
 * the user has settled the conflict beside the form by applying mine anyway. The form has nothing more to ask.
 */
export function isMadeAfterAll(
  answer: Answer | undefined,
  { value, context }: { readonly value: unknown; readonly context: { readonly messages: readonly string[] } },
  ...states: readonly string[]
): boolean {
  return answer?.type === 'DONE' && context.messages.length > 0 && typeof value === 'string' && states.includes(value);
}

function isFailure(event: { readonly type: string }): event is Extract<Answer, { readonly type: 'FAILED' }> {
  return event.type === 'FAILED' && 'messages' in event;
}
