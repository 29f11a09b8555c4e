/**
 * The tour of somebody new: open a version, change a time, undo it, look at a finding, publish. Doing what a step says leads to the next.
 *
 *   closed --START--> version --DONE--> time --DONE--> undo --DONE--> finding --DONE--> publish --DONE--> closed
 *
 * NEXT and BACK change the step without doing it, LEAVE closes, START starts again.
 */
import { setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { changeSettings } from '../commands/settings/changeSettings.ts';
import { leaveFirstSteps, nextFirstStep, previousFirstStep, startFirstSteps } from '../commands/shell/firstStepsSteps.ts';
import { editDepartures, editDeparturesOfDays, editSheet } from '../commands/timetables/timetableEdits.ts';
import { loadValidationRule } from '../commands/validation/loadValidationRule.ts';
import { publishVersion } from '../commands/versions/publishVersion.ts';
import type { CommandInput } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';

/** What is to be done, in this order. */
export const FIRST_STEPS = ['version', 'time', 'undo', 'finding', 'publish'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export type FirstStepsEvent =
  | { readonly type: 'START' }
  | { readonly type: 'NEXT' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' }
  /** The user did what that step says, led or not. */
  | { readonly type: 'DONE'; readonly step: FirstStep };

export const firstStepsMachine = setup({
  types: { events: {} as FirstStepsEvent },
  actions: { dispatch: (_scope, _command: CommandInput) => undefined },
  guards: { did: ({ event }, step: FirstStep) => event.type === 'DONE' && event.step === step },
}).createMachine({
  id: 'firstSteps',
  initial: 'closed',
  on: {
    // it is offered by itself only until it was once begun
    START: { target: '.version', actions: { type: 'dispatch', params: () => changeSettings({ changes: { firstSteps: 'seen' } }) } },
    LEAVE: '.closed',
  },
  states: {
    closed: {},
    version: { on: { NEXT: 'time', DONE: { guard: { type: 'did', params: 'version' }, target: 'time' } } },
    time: { on: { BACK: 'version', NEXT: 'undo', DONE: { guard: { type: 'did', params: 'time' }, target: 'undo' } } },
    undo: { on: { BACK: 'time', NEXT: 'finding', DONE: { guard: { type: 'did', params: 'undo' }, target: 'finding' } } },
    finding: { on: { BACK: 'undo', NEXT: 'publish', DONE: { guard: { type: 'did', params: 'finding' }, target: 'publish' } } },
    publish: { on: { BACK: 'finding', NEXT: 'closed', DONE: { guard: { type: 'did', params: 'publish' }, target: 'closed' } } },
  },
});

/** Records that are the act of a step. */
const ACTS: Readonly<Record<string, FirstStep>> = {
  [editSheet.type]: 'time',
  [editDepartures.type]: 'time',
  [editDeparturesOfDays.type]: 'time',
  'history.undo': 'undo',
  'history.undoEntry': 'undo',
  [loadValidationRule.type]: 'finding',
  [publishVersion.type]: 'publish',
};

const STEPS: Readonly<Record<string, 'START' | 'NEXT' | 'BACK' | 'LEAVE'>> = {
  [startFirstSteps.type]: 'START',
  [nextFirstStep.type]: 'NEXT',
  [previousFirstStep.type]: 'BACK',
  [leaveFirstSteps.type]: 'LEAVE',
};

/** Which records the machine hears. */
export const firstStepsWorkflow = defineWorkflow({
  id: 'firstSteps',
  machine: firstStepsMachine,
  absentUntilUsed: true,
  route: (record, view): FirstStepsEvent | undefined => {
    const asked = STEPS[record.type];
    if (asked !== undefined) return { type: asked };
    if (record.type === 'location.open' || record.type === 'location.changed')
      return presentPlace(view).versionId === undefined ? undefined : { type: 'DONE', step: 'version' };
    const step = ACTS[record.type];
    return step && { type: 'DONE', step };
  },
});
