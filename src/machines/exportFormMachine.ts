/**
 * The form of an export, and the questions that are asked about exports. The draft keeps what was typed, step by step; the machine
 * knows only which step may come next. The address says which form is open.
 *
 *   viewing --START--> editing --SUBMIT--> saving --SAVED--> viewing
 *   editing --ASK_RULE--> askingRule --CONFIRM--> editing        editing --LEAVE_FORM--> discarding --CONFIRM--> viewing
 *   viewing --ASK_DELETE--> asking --CONFIRM--> removing --REMOVED--> viewing
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { closeExportDraft, draftOf, exportDraft, exportScope, openExportDraft, removeMergingRule } from '../commands/exports/exportDraft.ts';
import {
  askDeleteExport,
  askDeleteRule,
  cancelExportQuestion,
  confirmExportQuestion,
  exportSaved,
  leaveExportForm,
  submitExport,
} from '../commands/exports/exportFormSteps.ts';
import { exportPlace, exportToEdit, viewSearch } from '../commands/exports/exportPlace.ts';
import { createExport, deleteExport, updateExport, writeOf } from '../commands/exports/exportWrites.ts';
import { loadExport, loadExportConfiguration, loadExports } from '../commands/exports/loadExports.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { sameJson } from '../domain/sameJson.ts';
import { answerOf, type CallError, type CommandInput, failureOf, payloadOf } from '../kernel/command.ts';
import type { AppState } from '../projections/state.ts';

interface ExportFormContext {
  /** The export whose form is open, or that is asked about; null for a new one. */
  readonly exportId: number | null;
  /** The rule that is asked about. */
  readonly ruleId: string;
  /** Whether faults are shown: the form was sent once. */
  readonly tried: boolean;
  /** What the server said against the export as a whole. */
  readonly messages: readonly string[];
  /** What it said against fields, by their paths. */
  readonly faults: Readonly<Record<string, string>>;
}

export type ExportFormEvent =
  | { readonly type: 'START'; readonly exportId: number | null }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'SUBMIT'; readonly write: CommandInput | null }
  | { readonly type: 'SAVED'; readonly exportId: number }
  | { readonly type: 'FAILED'; readonly messages: readonly string[]; readonly faults: Readonly<Record<string, string>> }
  | { readonly type: 'LEAVE_FORM'; readonly changed: boolean }
  | { readonly type: 'ASK_RULE'; readonly ruleId: string }
  | { readonly type: 'ASK_DELETE'; readonly exportId: number }
  | { readonly type: 'REMOVED' }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL' };

const NOTHING: ExportFormContext = { exportId: null, ruleId: '', tried: false, messages: [], faults: {} };
const CLOSE = [
  {
    type: 'dispatch',
    params: ({ context }: { context: ExportFormContext }) => openPlace({ path: '/exports', search: viewSearch(context.exportId) }),
  },
  { type: 'dispatch', params: ({ context }: { context: ExportFormContext }) => closeExportDraft({ exportId: context.exportId }) },
] as const;
const WHY = ({ event }: { event: Extract<ExportFormEvent, { type: 'FAILED' }> }): Pick<ExportFormContext, 'messages' | 'faults'> => ({
  messages: event.messages,
  faults: event.faults,
});

const OPEN = ({ event }: { event: Extract<ExportFormEvent, { type: 'START' }> }): CommandInput => openExportDraft({ exportId: event.exportId });

export const exportFormMachine = setup({
  types: { context: {} as ExportFormContext, events: {} as ExportFormEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    begin: assign(({ event }) => (event.type === 'START' ? { ...NOTHING, exportId: event.exportId } : {})),
  },
  guards: {
    canBeSaved: ({ event }) => event.type === 'SUBMIT' && event.write !== null,
    isOther: ({ context, event }) => event.type === 'START' && event.exportId !== context.exportId,
    isThis: ({ context, event }) => event.type === 'SAVED' && event.exportId === context.exportId,
    hasChanges: ({ event }) => event.type === 'LEAVE_FORM' && event.changed,
  },
}).createMachine({
  id: 'exportForm',
  context: NOTHING,
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'forget',
      on: {
        START: { target: 'editing', actions: ['begin', { type: 'dispatch', params: OPEN }] },
        ASK_DELETE: { target: 'asking', actions: assign(({ event }) => ({ exportId: event.exportId })) },
      },
    },
    editing: {
      on: {
        SUBMIT: [
          {
            guard: 'canBeSaved',
            target: 'saving',
            actions: [
              assign({ messages: [], faults: {} }),
              { type: 'dispatch', params: ({ context, event }) => event.write ?? closeExportDraft({ exportId: context.exportId }) },
            ],
          },
          { actions: assign({ tried: true, messages: [], faults: {} }) },
        ],
        LEAVE_FORM: [
          { guard: 'hasChanges', target: 'discarding' },
          { target: 'viewing', actions: [...CLOSE] },
        ],
        ASK_RULE: { target: 'askingRule', actions: assign(({ event }) => ({ ruleId: event.ruleId })) },
        START: { guard: 'isOther', target: 'editing', actions: ['begin', { type: 'dispatch', params: OPEN }] },
        // the typed values stay in the draft for the next visit of the form
        LEAVE: 'viewing',
        // somebody else was first, and mine was saved anyway
        SAVED: { guard: 'isThis', target: 'viewing', actions: [...CLOSE] },
      },
    },
    askingRule: {
      on: {
        START: { guard: 'isOther', target: 'editing', actions: ['begin', { type: 'dispatch', params: OPEN }] },
        CONFIRM: {
          target: 'editing',
          actions: {
            type: 'dispatch',
            params: ({ context }) => removeMergingRule({ exportId: context.exportId, ruleId: context.ruleId }),
          },
        },
        CANCEL: 'editing',
        LEAVE: 'viewing',
      },
    },
    discarding: {
      on: {
        START: { guard: 'isOther', target: 'editing', actions: ['begin', { type: 'dispatch', params: OPEN }] },
        CONFIRM: { target: 'viewing', actions: [...CLOSE] },
        CANCEL: 'editing',
        LEAVE: 'viewing',
      },
    },
    saving: {
      on: {
        SAVED: {
          target: 'viewing',
          actions: [
            { type: 'dispatch', params: ({ event }) => openPlace({ path: '/exports', search: viewSearch(event.exportId) }) },
            { type: 'dispatch', params: ({ context }) => closeExportDraft({ exportId: context.exportId }) },
          ],
        },
        FAILED: { target: 'editing', actions: assign(WHY) },
        LEAVE: { target: 'savingAway' },
      },
    },
    // the user has gone on while it is saved: nothing takes them back
    savingAway: {
      on: {
        SAVED: { target: 'viewing', actions: { type: 'dispatch', params: ({ context }) => closeExportDraft({ exportId: context.exportId }) } },
        FAILED: 'viewing',
      },
    },
    asking: {
      on: {
        CONFIRM: {
          target: 'removing',
          actions: { type: 'dispatch', params: ({ context }) => deleteExport({ id: context.exportId ?? 0 }) },
        },
        CANCEL: 'viewing',
        LEAVE: 'viewing',
      },
    },
    removing: {
      on: {
        REMOVED: { target: 'viewing', actions: { type: 'dispatch', params: openPlace({ path: '/exports', search: '' }) } },
        FAILED: { target: 'asking', actions: assign(WHY) },
      },
    },
  },
});

/** Which records the machine hears. */
export const exportFormWorkflow = defineWorkflow({
  id: 'exportForm',
  machine: exportFormMachine,
  route: (record, view, { about, drafts, snapshot }): ExportFormEvent | undefined => {
    const { exportId } = snapshot.context;
    const toDelete = payloadOf(askDeleteExport, record);
    if (toDelete) return { type: 'ASK_DELETE', exportId: toDelete.id };
    const rule = payloadOf(askDeleteRule, record);
    if (rule) return { type: 'ASK_RULE', ruleId: rule.ruleId };
    if (record.type === confirmExportQuestion.type) return { type: 'CONFIRM' };
    if (record.type === cancelExportQuestion.type) return { type: 'CANCEL' };
    const draft = exportDraft.of({ drafts }, exportScope({ exportId }));
    if (record.type === submitExport.type) return { type: 'SUBMIT', write: draft === undefined ? null : writeOf(exportId, draft.rev, draft.form) };
    if (record.type === leaveExportForm.type)
      return { type: 'LEAVE_FORM', changed: draft !== undefined && !sameJson(draft.form, draftOf(view, exportId).form) };
    const saved = payloadOf(exportSaved, record);
    if (saved) return { type: 'SAVED', exportId: saved.exportId };
    if (answerOf(deleteExport, record)) return { type: 'REMOVED' };
    const failure = failureOf(createExport, record) ?? failureOf(updateExport, record) ?? failureOf(deleteExport, record);
    if (failure && about !== undefined) return { type: 'FAILED', ...whyOf(failure) };
    return placeEvent(record.type, view, snapshot.value, exportId);
  },
});

/** What the address means: it opens the form, or leaves it, or leaves what is asked about. */
function placeEvent(type: string, view: AppState, state: unknown, exportId: number | null): ExportFormEvent | undefined {
  const isMove = type === 'location.open' || type === 'location.changed' || type === 'app.started';
  const toEdit = exportToEdit(view);
  if (state === 'viewing') return (isMove || LOADS.has(type)) && toEdit !== undefined ? { type: 'START', exportId: toEdit } : undefined;
  if (!isMove || state === 'removing' || state === 'savingAway') return undefined;
  if (state === 'asking') return exportPlace(view)?.exportId === exportId && toEdit === undefined ? undefined : { type: 'LEAVE' };
  if (toEdit === exportId) return undefined;
  return toEdit === undefined || state === 'saving' ? { type: 'LEAVE' } : { type: 'START', exportId: toEdit };
}

/** What the server has against what was sent: beside the fields it names, else over the form. */
function whyOf({ messages, fields }: CallError): Pick<ExportFormContext, 'messages' | 'faults'> {
  if (fields === undefined || fields.length === 0) return { messages, faults: {} };
  // one may name a list's element as [0]
  const faults = Object.fromEntries(fields.map(({ Field, Message }) => [Field.replaceAll(/\[(\d+)\]/g, '/$1'), Message]));
  return { messages: fields.filter(({ Field }) => Field === '').map(({ Message }) => Message), faults };
}

const LOADS: ReadonlySet<string> = new Set([loadExport, loadExports, loadExportConfiguration].map(({ type }) => `${type}.answered`));
