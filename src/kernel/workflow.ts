import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, InputFrom } from 'xstate';
import type { LogRecord } from './record.ts';
import type { OpenDraft } from './state.ts';

/** What a workflow may look at beside the record, when it decides which event its machine gets. */
export interface RouteContext {
  /** The command whose outcome the record is. */
  readonly about?: { readonly id: string; readonly type: string; readonly payload: unknown };
  readonly drafts: Readonly<Record<string, OpenDraft>>;
  /** The workflow's own snapshot before the record. */
  readonly snapshot: AnyMachineSnapshot;
}

/**
 * A workflow of more than one step: a pure machine and the records it listens to. The machine has no invoke, no after and
 * no actors; its only output is actions of type 'dispatch' whose params are what one dispatches.
 */
export interface WorkflowDefinition<S, M extends AnyStateMachine, E extends EventFromLogic<M> = EventFromLogic<M>> {
  readonly id: string;
  readonly machine: M;
  readonly input?: InputFrom<M>;
  /** Its snapshot stands in no state before it is used: for machines that came later than logs which are to replay exactly. */
  readonly absentUntilUsed?: true;
  route(record: LogRecord, view: S, context: RouteContext): E | undefined;
}

/** A workflow whose machine does not matter here. */
export interface AnyWorkflow<S> {
  readonly id: string;
  readonly machine: AnyStateMachine;
  readonly input?: unknown;
  readonly absentUntilUsed?: true;
  route(record: LogRecord, view: S, context: RouteContext): { readonly type: string } | undefined;
}
