/** The steps of fixing the cases of a rule; `machines/fixCasesMachine.ts` follows them. */
import { z } from 'zod';
import { refusedEdit } from '../../projections/rights.ts';
import { defineStep } from '../defineStep.ts';
import { OfRule } from './loadValidationRule.ts';

/** Opens what the remedy of a rule would change. */
export const openFixCases = defineStep('fixCases.open', ({ ruleId }) => `Look at fixing the cases of rule ${ruleId}`, {
  payload: OfRule,
  samples: [{ versionId: 1, ruleId: 203, fresh: false }],
  decide: (view) => refusedEdit(view),
});

/** Leaves a document as it is, or quickFixes it too. */
export const toggleFixed = defineStep('fixCases.toggle', ({ id }) => `Fix ${id} or leave it`, {
  payload: z.object({ id: z.string() }),
  samples: [{ id: 'S9' }],
});

/** Fixes the documents that are ticked. */
export const confirmFixCases = defineStep('fixCases.confirm', 'Fix what is ticked');

/** Closes it; what is not being fixed stays as it is. */
export const closeFixCases = defineStep('fixCases.close', 'Close the fixing of cases');
