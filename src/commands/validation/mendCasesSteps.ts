/** The steps of mending the cases of a rule; `machines/mendCasesMachine.ts` follows them. */
import { z } from 'zod';
import { refusedEdit } from '../../projections/rights.ts';
import { defineStep } from '../defineStep.ts';
import { OfRule } from './loadValidationRule.ts';

/** Opens what the remedy of a rule would change. */
export const openMendCases = defineStep('mendCases.open', ({ ruleId }) => `Look at mending the cases of rule ${ruleId}`, {
  payload: OfRule,
  samples: [{ versionId: 1, ruleId: 203, fresh: false }],
  decide: (view) => refusedEdit(view),
});

/** Leaves a document as it is, or mends it too. */
export const toggleMended = defineStep('mendCases.toggle', ({ id }) => `Mend ${id} or leave it`, {
  payload: z.object({ id: z.string() }),
  samples: [{ id: 'S9' }],
});

/** Mends the documents that are ticked. */
export const confirmMendCases = defineStep('mendCases.confirm', 'Mend what is ticked');

/** Closes it; what is not being mended stays as it is. */
export const closeMendCases = defineStep('mendCases.close', 'Close the mending of cases');
