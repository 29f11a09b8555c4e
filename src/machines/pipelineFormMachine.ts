/**
 * Making, changing and removing a pipeline. What is filled in is in the draft, where each step is undone by itself; the machine
 * knows what is asked about and what is being saved.
 *
 *   closed --OPEN--> editing --SUBMIT--> saving --CLOSED--> closed
 *                    editing --REMOVE (Import)--> askingImport --CONFIRM--> editing
 *                    editing --CANCEL (changed)--> discarding --CONFIRM--> closed
 *   closed --DELETE--> askingDelete --CONFIRM--> deleting --DELETED--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { createPipeline, deletePipeline, updatePipeline } from '../commands/pipelines/pipelineEdits.ts';
import {
  askDeletePipeline,
  askRemoveTask,
  cancelPipelineForm,
  closePipelineForm,
  confirmPipelineForm,
  openPipelineForm,
  PIPELINE_SCOPE,
  pipelineDraft,
  removePipelineTask,
  submitPipelineForm,
} from '../commands/pipelines/pipelineFormSteps.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { isImport, type PipelineForm, pipelineFaults, pipelineFormOf, pipelineInputOf, sameForm } from '../domain/pipelineForm.ts';
import type { FieldError } from '../domain/regions.ts';
import { type CallError, type CommandInput, payloadOf, type Refusal } from '../kernel/command.ts';
import type { AppState } from '../projections/state.ts';

export interface PipelineFormContext {
  /** The pipeline that is changed or removed; null for a new one. */
  readonly id: number | null;
  /** The task that is asked about. */
  readonly key: number | null;
  /** It was tried to save: what is missing is shown. */
  readonly tried: boolean;
  /** What the server found wrong, by field. */
  readonly errors: readonly FieldError[];
  readonly messages: readonly string[];
}

interface Failure {
  readonly errors: readonly FieldError[];
  readonly messages: readonly string[];
}

export type PipelineFormEvent =
  | { readonly type: 'OPEN'; readonly id: number | null }
  | { readonly type: 'REMOVE'; readonly key: number; readonly isImport: boolean }
  /** Null where something is missing. */
  | { readonly type: 'SUBMIT'; readonly save: CommandInput | null }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL'; readonly changed: boolean }
  /** What was filled in is saved. */
  | { readonly type: 'CLOSED' }
  | { readonly type: 'DELETE'; readonly id: number }
  | { readonly type: 'DELETED' }
  | ({ readonly type: 'FAILED' } & Failure);

const NOTHING: PipelineFormContext = { id: null, key: null, tried: false, errors: [], messages: [] };
const CLOSE = { type: 'dispatch', params: () => closePipelineForm({}) } as const;
const FAILURE = ({ event }: { event: Extract<PipelineFormEvent, { type: 'FAILED' }> }): Failure => ({
  errors: event.errors,
  messages: event.messages,
});

export const pipelineFormMachine = setup({
  types: { context: {} as PipelineFormContext, events: {} as PipelineFormEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    isImport: ({ event }) => event.type === 'REMOVE' && event.isImport,
    canSave: ({ event }) => event.type === 'SUBMIT' && event.save !== null,
    isChanged: ({ event }) => event.type === 'CANCEL' && event.changed,
  },
}).createMachine({
  id: 'pipelineForm',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        OPEN: { target: 'editing', actions: assign(({ event }) => ({ ...NOTHING, id: event.id })) },
        DELETE: { target: 'askingDelete', actions: assign(({ event }) => ({ ...NOTHING, id: event.id })) },
      },
    },
    editing: {
      on: {
        // opened again: what was filled in has been replaced
        OPEN: { actions: assign(({ event }) => ({ ...NOTHING, id: event.id })) },
        REMOVE: [
          { guard: 'isImport', target: 'askingImport', actions: assign(({ event }) => ({ key: event.key })) },
          { actions: { type: 'dispatch', params: ({ event }) => removePipelineTask({ key: event.key }) } },
        ],
        SUBMIT: [
          {
            guard: 'canSave',
            target: 'saving',
            actions: [
              assign({ tried: true, errors: [], messages: [] }),
              { type: 'dispatch', params: ({ event }) => event.save ?? closePipelineForm({}) },
            ],
          },
          { actions: assign({ tried: true }) },
        ],
        CANCEL: [
          { guard: 'isChanged', target: 'discarding' },
          { target: 'closed', actions: CLOSE },
        ],
        // somebody else was first, and mine was saved anyway
        CLOSED: 'closed',
      },
    },
    askingImport: {
      on: {
        CONFIRM: {
          target: 'editing',
          actions: [{ type: 'dispatch', params: ({ context }) => removePipelineTask({ key: context.key ?? -1 }) }, assign({ key: null })],
        },
        CANCEL: { target: 'editing', actions: assign({ key: null }) },
      },
    },
    discarding: {
      on: {
        CONFIRM: { target: 'closed', actions: CLOSE },
        CANCEL: 'editing',
      },
    },
    saving: {
      on: {
        CLOSED: 'closed',
        FAILED: { target: 'editing', actions: assign(FAILURE) },
      },
    },
    askingDelete: {
      on: {
        CONFIRM: {
          target: 'deleting',
          actions: [assign({ messages: [] }), { type: 'dispatch', params: ({ context }) => deletePipeline({ id: context.id ?? 0 }) }],
        },
        CANCEL: 'closed',
      },
    },
    deleting: {
      on: {
        DELETED: { target: 'closed', actions: { type: 'dispatch', params: () => openPlace({ path: '/pipelines', search: '' }) } },
        FAILED: { target: 'askingDelete', actions: assign(FAILURE) },
      },
    },
  },
});

/** Which records the machine hears. */
export const pipelineFormWorkflow = defineWorkflow({
  id: 'pipelineForm',
  machine: pipelineFormMachine,
  route: (record, view, { about, drafts }): PipelineFormEvent | undefined => {
    const draft = pipelineDraft.of({ drafts }, PIPELINE_SCOPE);
    const opened = payloadOf(openPipelineForm, record);
    if (opened) return { type: 'OPEN', id: opened.id };
    const asked = payloadOf(askDeletePipeline, record);
    if (asked) return { type: 'DELETE', id: asked.id };
    const removed = payloadOf(askRemoveTask, record);
    if (removed) {
      const task = draft?.tasks.find(({ key }) => key === removed.key);
      return task && { type: 'REMOVE', key: task.key, isImport: isImport(task) };
    }
    if (record.type === submitPipelineForm.type) return { type: 'SUBMIT', save: draft ? saveOf(draft) : null };
    if (record.type === confirmPipelineForm.type) return { type: 'CONFIRM' };
    if (record.type === cancelPipelineForm.type) return { type: 'CANCEL', changed: draft !== undefined && !sameForm(draft, storedForm(view, draft)) };
    for (const { type } of [createPipeline, updatePipeline, deletePipeline]) {
      if (record.type === `${type}.refused`) return { type: 'FAILED', errors: [], messages: [(record.payload as Refusal).message] };
      if (about?.type === type && record.type === `${type}.failed`) {
        const { fields = [], messages } = (record.payload as { error: CallError }).error;
        return { type: 'FAILED', errors: fields, messages: fields.length > 0 ? [] : messages };
      }
    }
    if (about?.type === deletePipeline.type && record.type === `${deletePipeline.type}.answered`) return { type: 'DELETED' };
    return record.type === closePipelineForm.type ? { type: 'CLOSED' } : undefined;
  },
});

/** The form at its opening. */
function storedForm(view: AppState, { id, db_id }: PipelineForm): PipelineForm {
  return pipelineFormOf(id === null ? undefined : (view.pipelines.details[String(id)]?.value ?? undefined), id === null ? '' : db_id);
}

/** The command that saves a form; null where something is missing. */
function saveOf(form: PipelineForm): CommandInput | null {
  const input = pipelineInputOf(form);
  if (pipelineFaults(input).length > 0) return null;
  return form.id === null ? createPipeline(input) : updatePipeline({ id: form.id, rev: form.rev, input });
}
