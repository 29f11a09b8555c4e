/** The steps of the region wizard; `machines/regionWizardMachine.ts` follows them and issues what saves. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { REGION_STEPS } from '../../domain/regions.ts';
import { NO_WIZARD } from '../../projections/regionWizard.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';

/** Goes to a step, where the others hold nothing unsaved and nothing wrong. */
export const goToRegionStep = defineCommand('region.goToStep', {
  payload: z.object({ step: z.enum(REGION_STEPS) }),
  samples: () => REGION_STEPS.map((step) => ({ step })),
  label: ({ step }) => `Go to ${step}`,
  inverse: 'none',
  keep: 'all',
});

/** Has the region made. */
export const submitRegion = defineStep('region.submit', 'Create region');

/** Has what the present step holds saved; general data only after it is confirmed. */
export const saveRegionStep = defineStep('region.saveStep', 'Save changes');

/** Confirms that general data shall be saved. */
export const confirmRegionSave = defineStep('region.confirmSave', 'Confirm saving');

/** Does not save, or does not close, after all. */
export const cancelRegionSave = defineStep('region.cancelSave', 'Go on with the region');

/** Wants to close the wizard: asked about where something is not saved. */
export const leaveRegionWizard = defineStep('region.leaveWizard', 'Leave the region');

/** Closes the wizard; what was not saved is forgotten. */
export const closeRegionWizard = defineStep('region.closeWizard', 'Close the region', {
  apply: (base) => {
    base.regionWizard = castDraft(NO_WIZARD);
  },
});
