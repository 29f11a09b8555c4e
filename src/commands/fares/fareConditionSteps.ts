/** The steps of the editor of a fare's conditions; `machines/fareConditionMachine.ts` follows them and issues the edits. */
import { z } from 'zod';
import { ConditionChoice, FareConditionDraft, StopPick } from '../../domain/fareConditionDraft.ts';
import { FareConditionValues } from '../../domain/fareConditions.ts';
import { FareRule } from '../../domain/model/fare.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit, whyNoEdit } from '../../projections/rights.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the editor: of a condition, or with the choice of one. */
export const openFareCondition = defineStep('fareCondition.open', ({ fareId }) => `Edit conditions of fare ${fareId}`, {
  payload: z.object({ versionId: VersionId, fareId: z.string(), condition: ConditionChoice.nullable(), draft: FareConditionDraft }),
  samples: [
    { versionId: 1, fareId: 'F1', condition: null, draft: {} },
    { versionId: 1, fareId: 'F1', condition: 'ValidAfterStops' as const, draft: { stops: ['S1'] } },
  ],
  action: {
    title: 'Add condition to fare',
    icon: 'plus',
    key: 'Alt+Shift+KeyC',
    group: 'Fares',
    payload: (view) => {
      const { versionId, page, itemId } = presentPlace(view);
      if (versionId === undefined || page !== 'fares' || itemId === undefined) return { why: 'Open a fare first' };
      return whyNoEdit(view) ?? { versionId, fareId: itemId, condition: null, draft: {} };
    },
  },
  decide: (view) => refusedEdit(view),
});

/** Chooses the condition to set; null goes back to the choice. */
export const chooseFareCondition = defineStep(
  'fareCondition.choose',
  ({ condition }) => (condition === null ? 'Choose another condition' : `Choose condition ${condition}`),
  {
    payload: z.object({ condition: ConditionChoice.nullable() }),
    samples: [{ condition: 'BetweenStops' as const }, { condition: null }],
  },
);

/** Changes what the editor holds; what is not named stays. */
export const changeFareCondition = defineStep('fareCondition.change', 'Change the condition', {
  payload: z.object({ draft: FareConditionDraft }),
  samples: [{ draft: { from: 'S1' } }],
});

/** Takes up the tool that picks a stop on the map. */
export const pickFareStop = defineStep('fareCondition.pick', 'Pick a stop on the map', {
  payload: z.object({ at: StopPick }),
  samples: [{ at: 'to' as const }],
});

/** The stop that was clicked on the map. */
export const takeFareStop = defineStep('fareCondition.picked', ({ stopId }) => `Take stop ${stopId}`, {
  payload: z.object({ stopId: z.string() }),
  samples: [{ stopId: 'S2' }],
});

/** Saves what the editor holds: conditions, or rows of transports and zones; `faults` say why it cannot be saved yet. */
export const submitFareCondition = defineStep('fareCondition.submit', 'Save the condition', {
  payload: z.object({
    conditions: FareConditionValues.optional(),
    rules: z.object({ add: z.array(FareRule), remove: z.array(FareRule) }).optional(),
    faults: z.array(z.string()).optional(),
  }),
  samples: [{ conditions: { NumberOfStops: 3 } }, { faults: ['Choose a stop'] }],
});

/** Puts the map tool down, or closes the editor; nothing is saved. */
export const cancelFareCondition = defineStep('fareCondition.cancel', 'Close the editor of the condition');
