/** What the forms of fares are in acts of the user. */
import {
  cancelFareCondition,
  changeFareCondition,
  chooseFareCondition,
  openFareCondition,
  pickFareStop,
  submitFareCondition,
  takeFareStop,
} from '../../src/commands/fares/fareConditionSteps.ts';
import { changeJourney, closeFareCheck, openFareCheck, pickJourneyStop, takeJourneyStop } from '../../src/commands/fares/fareCheckSteps.ts';
import { askCreateFare, cancelFareForm, submitFareForm } from '../../src/commands/fares/fareFormSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { FareCheckEvent } from '../../src/machines/fareCheckMachine.ts';
import type { FareConditionEvent } from '../../src/machines/fareConditionMachine.ts';
import type { FareFormEvent } from '../../src/machines/fareFormMachine.ts';
import { acting, type FakeScreen } from './fakeParts.ts';

let rev = 5000;

export const FARE_CONDITION_CALLS = ['fare.setConditions', 'fare.editRules'];

export const actOnFareForm = acting<FareFormEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      if (isClosed(screen, 'fareForm')) kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/fares', search: '' }));
      kernel.dispatch(askCreateFare({ versionId: event.versionId }));
    },
    SUBMIT: ({ form }) => submitFareForm({ ...form }),
    CANCEL: () => cancelFareForm({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '' }),
    DONE: () => screen.answer('fare.create', () => ({ Rev: ++rev, NoChange: true })),
    FAILED: ({ messages }) => screen.fail('fare.create', { status: 409, messages, url: '/', method: 'POST' }),
  };
});

export const actOnFareCondition = acting<FareConditionEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      if (isClosed(screen, 'fareCondition')) kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/fares/${event.fareId}`, search: '' }));
      kernel.dispatch(openFareCondition({ versionId: event.versionId, fareId: event.fareId, condition: event.condition, draft: event.draft }));
    },
    CHOOSE: ({ condition }) => chooseFareCondition({ condition }),
    BACK: () => chooseFareCondition({ condition: null }),
    CHANGE: ({ draft }) => changeFareCondition({ draft }),
    PICK: ({ at }) => pickFareStop({ at }),
    PICKED: ({ stopId }) => takeFareStop({ stopId }),
    SUBMIT: (event) => {
      const { conditions, rules, faults } = event;
      kernel.dispatch(
        submitFareCondition({
          ...(conditions && { conditions }),
          ...(rules && { rules: { add: [...rules.add], remove: [...rules.remove] } }),
          ...(faults && { faults: [...faults] }),
        }),
      );
    },
    CANCEL: () => cancelFareCondition({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/fares', search: '' }),
    DONE: () => {
      for (const call of FARE_CONDITION_CALLS) screen.answer(call, () => ({ Rev: ++rev, NoChange: true }));
    },
    FAILED: (event) => {
      for (const call of FARE_CONDITION_CALLS) screen.fail(call, { status: 409, messages: event.messages, url: '/', method: 'POST' });
    },
  };
});

export const actOnFareCheck = acting<FareCheckEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      if (isClosed(screen, 'fareCheck')) kernel.dispatch(openPlace({ path: `/data/db/demo/v/${event.versionId}/fares`, search: '' }));
      kernel.dispatch(openFareCheck({ versionId: event.versionId }));
    },
    CHANGE: ({ draft }) => changeJourney({ draft }),
    PICK: ({ at }) => pickJourneyStop({ at }),
    PICKED: ({ stopId }) => takeJourneyStop({ stopId }),
    CLOSE: () => closeFareCheck({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '' }),
  };
});

function isClosed({ kernel }: FakeScreen, workflow: string): boolean {
  return kernel.workflow(workflow).getSnapshot().value === 'closed';
}
