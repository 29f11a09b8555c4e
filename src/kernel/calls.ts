import { Observable, type Subscriber, type Unsubscribable } from 'rxjs';
import { z } from 'zod';
import { messageOf } from './intake.ts';
import { stateHash } from './hash.ts';
import type { CallDescription, CallError, CommandDefinition } from './command.ts';
import type { Perform, PerformContext } from './kernel.ts';
import type { PendingCommand } from './state.ts';

const CallErrorShape = z.object({
  status: z.number(),
  messages: z.array(z.string()),
  url: z.string(),
  method: z.string(),
  present: z.unknown().optional(),
  fields: z.array(z.object({ Field: z.string(), Message: z.string() })).optional(),
});

/** What running calls tell; one for all calls, for a command goes by many times a second. */
export interface CallPort {
  /** The lane has let it go: the kernel now records `.sent`, which computes the call, and answers it through `begin`. */
  go(pending: PendingCommand, begin: (call: CallDescription | undefined) => void): void;
  answered(pending: PendingCommand, reply: unknown): void;
  failed(pending: PendingCommand, error: CallError): void;
  /** Unsubscribed before there was an outcome. */
  aborted(pending: PendingCommand): void;
}

/** One call in its lane: completes when its outcome is known. */
export function callRun<S>(
  command: CommandDefinition<S, unknown, unknown>,
  pending: PendingCommand,
  perform: Perform,
  context: PerformContext,
  port: CallPort,
): Observable<never> {
  return new Observable<never>((lane) => {
    const run = new Run(command, pending, port, lane);
    lane.add(run);
    port.go(pending, (call) => run.begin(call, perform, context));
  });
}

/** A call between its lane's go and its outcome. Answers to a run that is over change nothing. */
class Run<S> implements Unsubscribable {
  private over = false;
  private name = '';

  constructor(
    private readonly command: CommandDefinition<S, unknown, unknown>,
    private readonly pending: PendingCommand,
    private readonly port: CallPort,
    private readonly lane: Subscriber<never>,
  ) {}

  begin(call: CallDescription | undefined, perform: Perform, context: PerformContext): void {
    if (!call) return this.end();
    this.name = call.call;
    try {
      this.lane.add(perform(call, context).subscribe(this));
    } catch (thrown) {
      this.error(thrown);
    }
  }

  next(answer: unknown): void {
    if (this.over) return;
    const reply = this.command.reply && z.safeParse(this.command.reply, answer);
    if (reply?.error) return this.error(`The answer to ${this.name} could not be understood: ${messageOf(reply.error)}`);
    this.over = true;
    this.port.answered(this.pending, reply ? reply.data : answer);
    this.lane.complete();
  }

  error(error: unknown): void {
    if (this.over) return;
    this.over = true;
    this.port.failed(this.pending, callErrorOf(error, this.name));
    this.lane.complete();
  }

  complete(): void {
    this.error(`There was no answer to ${this.name}`);
  }

  unsubscribe(): void {
    if (this.over) return;
    this.over = true;
    this.port.aborted(this.pending);
  }

  private end(): void {
    this.over = true;
    this.lane.complete();
  }
}

/** What is in a `.sent` record: enough to see whether a replay would have made the same call. */
export function callSummary({ call, input, ifMatch }: CallDescription): { call: string; input: number; ifMatch?: number | '*' } {
  return { call, input: stateHash(input), ...(ifMatch !== undefined && { ifMatch }) };
}

function callErrorOf(error: unknown, call: string): CallError {
  const parsed = CallErrorShape.safeParse(error);
  // Not 0: a call that waits for the network would be repeated without a pause.
  if (!parsed.success) return { status: -1, messages: [messageOf(error)], url: call, method: '' };
  const { status, messages, url, method, present, fields } = parsed.data;
  return { status, messages, url, method, ...(present !== undefined && { present }), ...(fields !== undefined && { fields }) };
}
