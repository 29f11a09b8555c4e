/** The steps of excluding; `machines/excludingMachine.ts` follows them. The mode itself is in the address: `excluding=true`. */
import { z } from 'zod';
import { defineCommand } from '../define.ts';

/** Selects an entity of the rule, or lets it go; the schedules of a family go together. */
export const selectCases = defineCommand('excluding.select', {
  payload: z.object({ ids: z.array(z.string()), selected: z.boolean() }),
  samples: () => [{ ids: ['S1'], selected: true }],
  label: ({ ids, selected }) => `${selected ? 'Select' : 'Unselect'} ${ids.length}`,
  inverse: 'none',
  keep: 'all',
});

/** Excludes what is selected, or takes its exclusion back. */
export const confirmExcluding = defineCommand('excluding.confirm', {
  payload: z.object({ removed: z.boolean() }),
  samples: () => [{ removed: false }],
  label: ({ removed }) => (removed ? 'Remove excluded cases' : 'Exclude'),
  inverse: 'none',
  keep: 'all',
});
