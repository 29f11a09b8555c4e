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
import type { FakeScreen } from './fakeParts.ts';

let rev = 5000;

export const FARE_CONDITION_CALLS = ['fare.setConditions', 'fare.editRules'];

export function actOnFareForm(screen: FakeScreen, event: FareFormEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      if (isClosed(screen, 'fareForm')) kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/fares', search: '' }));
      kernel.dispatch(askCreateFare({ versionId: event.versionId }));
      return;
    case 'SUBMIT':
      kernel.dispatch(submitFareForm({ ...event.form }));
      return;
    case 'CANCEL':
      kernel.dispatch(cancelFareForm({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '' }));
      return;
    case 'DONE':
      screen.answer('fare.create', () => ({ Rev: ++rev, NoChange: true }));
      return;
    case 'FAILED':
      screen.fail('fare.create', { status: 409, messages: event.messages, url: '/', method: 'POST' });
  }
}

export function actOnFareCondition(screen: FakeScreen, event: FareConditionEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      if (isClosed(screen, 'fareCondition')) kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/fares/${event.fareId}`, search: '' }));
      kernel.dispatch(openFareCondition({ versionId: event.versionId, fareId: event.fareId, condition: event.condition, draft: event.draft }));
      return;
    case 'CHOOSE':
      kernel.dispatch(chooseFareCondition({ condition: event.condition }));
      return;
    case 'BACK':
      kernel.dispatch(chooseFareCondition({ condition: null }));
      return;
    case 'CHANGE':
      kernel.dispatch(changeFareCondition({ draft: event.draft }));
      return;
    case 'PICK':
      kernel.dispatch(pickFareStop({ at: event.at }));
      return;
    case 'PICKED':
      kernel.dispatch(takeFareStop({ stopId: event.stopId }));
      return;
    case 'SUBMIT': {
      const { conditions, rules, faults } = event;
      kernel.dispatch(
        submitFareCondition({
          ...(conditions && { conditions }),
          ...(rules && { rules: { add: [...rules.add], remove: [...rules.remove] } }),
          ...(faults && { faults: [...faults] }),
        }),
      );
      return;
    }
    case 'CANCEL':
      kernel.dispatch(cancelFareCondition({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/fares', search: '' }));
      return;
    case 'DONE':
      for (const call of FARE_CONDITION_CALLS) screen.answer(call, () => ({ Rev: ++rev, NoChange: true }));
      return;
    case 'FAILED':
      for (const call of FARE_CONDITION_CALLS) screen.fail(call, { status: 409, messages: event.messages, url: '/', method: 'POST' });
  }
}

export function actOnFareCheck(screen: FakeScreen, event: FareCheckEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      if (isClosed(screen, 'fareCheck')) kernel.dispatch(openPlace({ path: `/data/db/demo/v/${event.versionId}/fares`, search: '' }));
      kernel.dispatch(openFareCheck({ versionId: event.versionId }));
      return;
    case 'CHANGE':
      kernel.dispatch(changeJourney({ draft: event.draft }));
      return;
    case 'PICK':
      kernel.dispatch(pickJourneyStop({ at: event.at }));
      return;
    case 'PICKED':
      kernel.dispatch(takeJourneyStop({ stopId: event.stopId }));
      return;
    case 'CLOSE':
      kernel.dispatch(closeFareCheck({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '' }));
  }
}

function isClosed({ kernel }: FakeScreen, workflow: string): boolean {
  return kernel.workflow(workflow).getSnapshot().value === 'closed';
}
