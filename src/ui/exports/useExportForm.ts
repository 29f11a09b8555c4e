import { useWorkflow } from '../../kernel/react.tsx';
import type { exportFormMachine } from '../../machines/exportFormMachine.ts';
import type { SnapshotFrom } from 'xstate';

type Snapshot = SnapshotFrom<typeof exportFormMachine>;

/** What the form of an export, or the question about one, waits for. */
export function useExportFormState(): Snapshot['value'] {
  return useWorkflow('exportForm', (snapshot): Snapshot['value'] => snapshot.value);
}

/** One thing that the form knows. */
export function useExportForm<K extends keyof Snapshot['context']>(key: K): Snapshot['context'][K] {
  return useWorkflow('exportForm', (snapshot): Snapshot['context'][K] => snapshot.context[key]);
}
