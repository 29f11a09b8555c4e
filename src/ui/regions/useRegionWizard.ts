import { useWorkflow } from '../../kernel/react.tsx';
import type { RegionWizardContext } from '../../machines/regionWizardMachine.ts';

/** Where the region wizard is. */
export type WizardState = 'closed' | 'filling' | 'confirming' | 'discarding' | 'creating' | 'saving';

/** Whether the wizard is open, and what it waits for. */
export function useWizardState(): WizardState {
  return useWorkflow('regionWizard', (snapshot): WizardState => snapshot.value);
}

/** One thing that the wizard knows: its mode, or its step. */
export function useWizard<K extends keyof RegionWizardContext>(key: K): RegionWizardContext[K] {
  return useWorkflow('regionWizard', (snapshot): RegionWizardContext[K] => snapshot.context[key]);
}
