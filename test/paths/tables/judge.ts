/** A path beside its table: what each step did, and what it should have done. */
import type { AnyStateMachine } from 'xstate';
import { type Path, walk } from '../edgeCover.ts';
import { faultsOf, type MachineTable, rowFor } from './machineTable.ts';

export interface JudgedStep {
  readonly from: string;
  readonly to: string;
  readonly event: { readonly type: string };
  readonly row: MachineTable['rows'][number] | undefined;
  readonly asked: readonly string[];
  /** "dragging, DROP {...}" */
  readonly words: string;
  readonly faults: readonly string[];
}

/** Whether a machine does anything on a path that its table does not say; one that throws does. */
export function isFaulty(machine: AnyStateMachine, path: Path, table: MachineTable): boolean {
  try {
    return judgedSteps(machine, path, table).some(({ faults }) => faults.length > 0);
  } catch {
    return true;
  }
}

/** Walks a path on the machine and compares every step with the table. */
export function judgedSteps(machine: AnyStateMachine, path: Path, table: MachineTable): readonly JudgedStep[] {
  const steps = walk(machine, path);
  return steps.slice(1).flatMap((step, i) => {
    const before = steps[i];
    const { event } = step;
    if (!before || !event) return [];
    const from = String(before.snapshot.value);
    const to = String(step.snapshot.value);
    const row = rowFor(table, from, event, before.snapshot.context);
    const asked = step.asked.map((command) => String(Object(command).type));
    const { type, ...data } = event;
    return [
      {
        from,
        to,
        event,
        row,
        asked,
        words: `${from}, ${type} ${JSON.stringify(data)}`,
        faults: faultsOf(row, { state: from, context: before.snapshot.context }, event, { state: to, context: step.snapshot.context, asked }),
      },
    ];
  });
}
