/**
 * Running a task by hand. What is filled in is in the draft; the address opens and leaves the form. A task that has begun leads to
 * its log, unless the user has gone on meanwhile.
 *
 *   closed --OPEN--> filling --SUBMIT (complete)--> starting --STARTED--> closed, at the log
 *                    filling --LEAVE--> closed          starting --FAILED--> filling
 *                                                       starting --LEAVE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { runTask } from '../commands/tasks/runTask.ts';
import { changeTaskRunForm, closeTaskRunForm, openTaskRunForm, submitTaskRun, TASK_RUN_SCOPE, taskRunDraft } from '../commands/tasks/taskRunSteps.ts';
import { placeOf } from '../domain/locations.ts';
import type { FieldError } from '../domain/regions.ts';
import { taskToRunOf } from '../domain/taskRunForm.ts';
import { answerOf, type CallError, type CommandInput, type Refusal } from '../kernel/command.ts';
import type { AppState } from '../projections/state.ts';
import { taskViewOf } from '../projections/taskAddress.ts';

export interface TaskRunContext {
  /** The template in the address; null: none is chosen there. */
  readonly template: string | null;
  /** It was tried to run it: what is missing is shown. */
  readonly tried: boolean;
  /** What the server found wrong, by field. */
  readonly errors: readonly FieldError[];
  readonly messages: readonly string[];
}

export type TaskRunEvent =
  | { readonly type: 'OPEN'; readonly template: string | null }
  /** Null where something is missing. */
  | { readonly type: 'SUBMIT'; readonly run: CommandInput | null }
  | { readonly type: 'STARTED'; readonly taskRunId: number }
  | { readonly type: 'FAILED'; readonly errors: readonly FieldError[]; readonly messages: readonly string[] }
  | { readonly type: 'LEAVE' };

const NOTHING: TaskRunContext = { template: null, tried: false, errors: [], messages: [] };
const CLOSE = { type: 'dispatch', params: () => closeTaskRunForm({}) } as const;

export const taskRunMachine = setup({
  types: { context: {} as TaskRunContext, events: {} as TaskRunEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    isOther: ({ context, event }) => event.type === 'OPEN' && event.template !== context.template,
    canRun: ({ context, event }) => event.type === 'SUBMIT' && event.run !== null && context.template !== null,
  },
}).createMachine({
  id: 'taskRun',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: {
          target: 'filling',
          actions: [
            assign(({ event }) => ({ template: event.template })),
            { type: 'dispatch', params: ({ event }) => openTaskRunForm({ template: event.template }) },
          ],
        },
      },
    },
    filling: {
      on: {
        OPEN: {
          guard: 'isOther',
          actions: [
            assign(({ event }) => ({ ...NOTHING, template: event.template })),
            { type: 'dispatch', params: ({ event }) => changeTaskRunForm({ template: event.template ?? '' }) },
          ],
        },
        SUBMIT: [
          {
            guard: 'canRun',
            target: 'starting',
            actions: [
              assign({ tried: true, errors: [], messages: [] }),
              { type: 'dispatch', params: ({ event }) => event.run ?? closeTaskRunForm({}) },
            ],
          },
          { actions: assign({ tried: true }) },
        ],
        LEAVE: { target: 'closed', actions: CLOSE },
      },
    },
    starting: {
      on: {
        STARTED: {
          target: 'closed',
          actions: [CLOSE, { type: 'dispatch', params: ({ event }) => openPlace({ path: `/log/${event.taskRunId}`, search: '' }) }],
        },
        FAILED: { target: 'filling', actions: assign(({ event }) => ({ errors: event.errors, messages: event.messages })) },
        // the user has gone on while it is begun: nothing takes them to the log
        LEAVE: { target: 'closed', actions: CLOSE },
      },
    },
  },
});

/** Which records the machine hears. */
export const taskRunWorkflow = defineWorkflow({
  id: 'taskRun',
  machine: taskRunMachine,
  route: (record, view, { about, drafts, snapshot }): TaskRunEvent | undefined => {
    if (record.type === submitTaskRun.type) {
      const form = taskRunDraft.of({ drafts }, TASK_RUN_SCOPE);
      const task = form && taskToRunOf(form);
      return { type: 'SUBMIT', run: task === undefined ? null : runTask(task) };
    }
    const started = answerOf(runTask, record);
    if (started) return { type: 'STARTED', taskRunId: started.task_run_id };
    if (record.type === `${runTask.type}.refused`) return { type: 'FAILED', errors: [], messages: [(record.payload as Refusal).message] };
    if (about?.type === runTask.type && record.type === `${runTask.type}.failed`) {
      const { fields = [], messages } = (record.payload as { error: CallError }).error;
      return { type: 'FAILED', errors: fields, messages: fields.length > 0 ? [] : messages };
    }
    const isMove = record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started';
    return isMove ? placeEvent(view, String(snapshot.value)) : undefined;
  },
});

/** What the address means: it opens the form, or leaves it. */
function placeEvent(view: AppState, state: string): TaskRunEvent | undefined {
  const at = taskViewOf(view.location.search);
  const isOpen = placeOf(view.location.path).section === 'tasks' && at.dialog === 'run';
  if (isOpen) return state === 'closed' || state === 'filling' ? { type: 'OPEN', template: at.template ?? null } : undefined;
  return state === 'filling' || state === 'starting' ? { type: 'LEAVE' } : undefined;
}
