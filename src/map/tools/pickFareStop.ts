import { closeFareCheck, takeJourneyStop } from '../../commands/fares/fareCheckSteps.ts';
import { cancelFareCondition, takeFareStop } from '../../commands/fares/fareConditionSteps.ts';
import type { ToolDeclaration } from './mapTools.ts';
import { pickStopTool } from './pickStopTool.ts';

/** Picks a stop of the journey that the fare check is about; taken up by `pickJourneyStop`. */
export const pickJourneyStopDeclaration: ToolDeclaration = {
  id: 'pickJourneyStop',
  isInHand: ({ workflows }) => workflows['fareCheck']?.value === 'picking',
  hint: () => 'Click the stop of the journey. Escape leaves.',
  take: ({ dispatch }) =>
    pickStopTool({
      onPick: (stopId) => dispatch(takeJourneyStop({ stopId })),
      onCancel: () => dispatch(closeFareCheck({})),
    }),
};

/** Picks a stop for a condition of a fare; taken up by `pickFareStop`. */
export const pickFareStopDeclaration: ToolDeclaration = {
  id: 'pickFareStop',
  isInHand: ({ workflows }) => workflows['fareCondition']?.value === 'picking',
  hint: () => 'Click the stop of the condition. Escape leaves.',
  take: ({ dispatch }) =>
    pickStopTool({
      onPick: (stopId) => dispatch(takeFareStop({ stopId })),
      onCancel: () => dispatch(cancelFareCondition({})),
    }),
};
