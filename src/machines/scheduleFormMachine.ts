/**
 * Making a schedule, cloning one, deleting some: a form or a question, then the edit. What the server says against it stands
 * under the input, and the form stays open.
 *
 *   closed --CREATE/CLONE--> filling --SUBMIT--> saving --DONE--> closed
 *   closed --DELETE--> asking --CONFIRM--> removing --DONE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { cloneSchedule, createSchedule, deleteSchedules } from '../commands/schedules/scheduleEdits.ts';
import {
  askCloneSchedule,
  askCreateSchedule,
  askDeleteSchedules,
  cancelScheduleForm,
  confirmScheduleForm,
  submitScheduleForm,
} from '../commands/schedules/scheduleFormSteps.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { FIRST_TRACK } from '../domain/edits/schedules.ts';
import { dataPath } from '../domain/locations.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

interface ScheduleFormContext {
  readonly databaseId: string;
  readonly versionId: number;
  /** The schedules cloned or deleted; none for a new one. */
  readonly scheduleIds: readonly string[];
  /** The track in view, which a clone keeps. */
  readonly trackId: string;
  /** Id of the schedule being made. */
  readonly newId: string;
  readonly messages: readonly string[];
}

interface Asked {
  readonly databaseId: string;
  readonly versionId: number;
  readonly scheduleIds: readonly string[];
  readonly trackId: string;
}

interface Form {
  readonly id: string;
  readonly name: string;
  readonly fromDate: string;
  readonly toDate: string;
}

export type ScheduleFormEvent =
  | ({ readonly type: 'FORM' } & Asked)
  | ({ readonly type: 'ASK' } & Asked)
  | ({ readonly type: 'SUBMIT' } & Form)
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: ScheduleFormContext = { databaseId: '', versionId: 0, scheduleIds: [], trackId: '', newId: '', messages: [] };
const WHAT = ({
  event: { databaseId, versionId, scheduleIds, trackId },
}: {
  event: Extract<ScheduleFormEvent, { type: 'FORM' | 'ASK' }>;
}): Omit<ScheduleFormContext, 'newId'> => ({
  databaseId,
  versionId,
  scheduleIds,
  trackId,
  messages: [],
});

export const scheduleFormMachine = setup({
  types: { context: {} as ScheduleFormContext, events: {} as ScheduleFormEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: {
    hasId: ({ event }) => event.type === 'SUBMIT' && event.id.trim() !== '',
  },
}).createMachine({
  id: 'scheduleForm',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { FORM: { target: 'filling', actions: assign(WHAT) }, ASK: { target: 'asking', actions: assign(WHAT) } },
    },
    filling: {
      on: {
        SUBMIT: [
          {
            guard: 'hasId',
            target: 'saving',
            actions: [
              assign(({ event }) => ({ newId: event.id.trim(), messages: [] })),
              { type: 'dispatch', params: ({ context, event }) => editOf(context, event) },
            ],
          },
          { actions: assign({ messages: ['Schedule id is required'] }) },
        ],
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    saving: {
      on: {
        ...waitingFrom('filling'),
        DONE: {
          target: 'closed',
          actions: { type: 'dispatch', params: ({ context }) => openPlace({ path: placeOfNew(context), search: '' }) },
        },
        LEAVE: 'closed',
      },
    },
    asking: {
      on: {
        CONFIRM: {
          target: 'removing',
          actions: {
            type: 'dispatch',
            params: ({ context }) => deleteSchedules({ versionId: context.versionId, scheduleIds: [...context.scheduleIds] }),
          },
        },
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    removing: {
      on: { ...waitingFrom('asking'), LEAVE: 'closed' },
    },
  },
});

/** A new schedule, or a clone of the one that was asked about. */
function editOf({ versionId, scheduleIds: [from] }: ScheduleFormContext, { id, name, fromDate, toDate }: Form): CommandInput {
  if (from !== undefined) {
    const dates = fromDate === '' && toDate === '' ? {} : { fromDate, toDate };
    return cloneSchedule({ versionId, scheduleId: from, newId: id.trim(), ...dates });
  }
  return createSchedule({ versionId, scheduleId: id.trim(), fromDate, toDate, ...(name.trim() === '' ? {} : { name: name.trim() }) });
}

/** A new schedule opens on its first track; a clone on the track that was in view. */
function placeOfNew({ databaseId, versionId, scheduleIds, trackId, newId }: ScheduleFormContext): string {
  const track = scheduleIds.length === 0 ? FIRST_TRACK : trackId;
  return dataPath({ databaseId, versionId, page: 'schedules', itemId: newId, ...(track === '' ? {} : { trackId: track, schedulePage: 'map' }) });
}

/** Which records the machine hears. */
export const scheduleFormWorkflow = defineWorkflow({
  id: 'scheduleForm',
  machine: scheduleFormMachine,
  route: (record, view, { about, snapshot }): ScheduleFormEvent | undefined => {
    const place = presentPlace(view);
    const at = { databaseId: place.databaseId ?? '', trackId: place.trackId ?? '' };
    const made = payloadOf(askCreateSchedule, record);
    if (made) return { type: 'FORM', ...at, versionId: made.versionId, scheduleIds: [] };
    const cloned = payloadOf(askCloneSchedule, record);
    if (cloned) return { type: 'FORM', ...at, ...cloned };
    const removed = payloadOf(askDeleteSchedules, record);
    if (removed) return { type: 'ASK', ...at, ...removed };
    const form = payloadOf(submitScheduleForm, record);
    if (form) return { type: 'SUBMIT', ...form };
    if (record.type === confirmScheduleForm.type) return { type: 'CONFIRM' };
    if (record.type === cancelScheduleForm.type) return { type: 'CANCEL' };
    const answer = answerTo([createSchedule, cloneSchedule, deleteSchedules], record, about);
    if (isMadeAfterAll(answer, snapshot, 'filling', 'asking')) return { type: 'CANCEL' };
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    return moved && place.versionId !== snapshot.context.versionId ? { type: 'LEAVE' } : undefined;
  },
});
