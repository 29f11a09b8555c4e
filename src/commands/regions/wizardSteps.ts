/** The steps of the region wizard; `machines/regionWizardMachine.ts` follows them and issues what saves. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { REGION_STEPS } from '../../domain/regions.ts';
import { NO_WIZARD } from '../../projections/regionWizard.ts';
import { defineCommand } from '../define.ts';

const Nothing = z.object({});

/** Goes to a step, where the others hold nothing unsaved and nothing wrong. */
export const goToRegionStep = defineCommand('region.goToStep', {
  payload: z.object({ step: z.enum(REGION_STEPS) }),
  samples: () => REGION_STEPS.map((step) => ({ step })),
  label: ({ step }) => `Go to ${step}`,
  inverse: 'none',
  keep: 'all',
});

/** Has the region made. */
export const submitRegion = defineCommand('region.submit', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Create region',
  inverse: 'none',
  keep: 'all',
});

/** Has what the present step holds saved; general data only after it is confirmed. */
export const saveRegionStep = defineCommand('region.saveStep', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Save changes',
  inverse: 'none',
  keep: 'all',
});

/** Confirms that general data shall be saved. */
export const confirmRegionSave = defineCommand('region.confirmSave', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Confirm saving',
  inverse: 'none',
  keep: 'all',
});

/** Does not save, or does not close, after all. */
export const cancelRegionSave = defineCommand('region.cancelSave', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Go on with the region',
  inverse: 'none',
  keep: 'all',
});

/** Wants to close the wizard: asked about where something is not saved. */
export const leaveRegionWizard = defineCommand('region.leaveWizard', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Leave the region',
  inverse: 'none',
  keep: 'all',
});

/** Closes the wizard; what was not saved is forgotten. */
export const closeRegionWizard = defineCommand('region.closeWizard', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Close the region',
  apply: (base) => {
    base.regionWizard = castDraft(NO_WIZARD);
  },
  inverse: 'none',
  keep: 'all',
});
