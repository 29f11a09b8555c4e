/** The steps of excluding; `machines/excludingMachine.ts` follows them. The mode itself is in the address: `excluding=true`. */
import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Selects an entity of the rule, or lets it go; the schedules of a family go together. */
export const selectCases = defineStep('excluding.select', ({ ids, selected }) => `${selected ? 'Select' : 'Unselect'} ${ids.length}`, {
  payload: z.object({ ids: z.array(z.string()), selected: z.boolean() }),
  samples: [{ ids: ['S1'], selected: true }],
});

/** Excludes what is selected, or takes its exclusion back. */
export const confirmExcluding = defineStep('excluding.confirm', ({ removed }) => (removed ? 'Remove excluded cases' : 'Exclude'), {
  payload: z.object({ removed: z.boolean() }),
  samples: [{ removed: false }],
});
