/**
 * The question before an act on a version that needs one: publishing, finishing an edit, archiving and deleting a draft ask for a yes, cloning
 * asks for a name. The other acts of a version's life ask nothing and are commands by themselves.
 *
 *   idle --ASK--> confirming --CONFIRM--> idle          idle --ASK--> naming --NAME--> idle
 *
 * Being under way and having failed are no states here: many versions can be worked on at once, so they stand in lists per
 * version (`projections/versionLife.ts`). What makes the act impossible while it is asked (a colleague was quicker) leads to
 * `refused`, which says why.
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { archiveVersion } from '../commands/versions/archiveVersion.ts';
import { cloneVersion } from '../commands/versions/cloneVersion.ts';
import { deleteDraft } from '../commands/versions/deleteDraft.ts';
import { finishEdit } from '../commands/versions/finishEdit.ts';
import {
  askArchive,
  askClone,
  askDeleteDraft,
  askFinishEdit,
  askMakeCurrent,
  askPublish,
  cancelVersionAct,
  confirmVersionAct,
  nameClone,
} from '../commands/versions/lifecycleSteps.ts';
import { makeVersionCurrent } from '../commands/versions/makeVersionCurrent.ts';
import { publishVersion } from '../commands/versions/publishVersion.ts';
import { VersionName } from '../domain/versions.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { refusalIn, VERSION_GONE } from '../projections/versionLife.ts';
import { versionOf } from '../projections/versions.ts';

/** The acts that ask. */
export type AskedAct = 'publish' | 'makeCurrent' | 'finishEdit' | 'archive' | 'deleteDraft' | 'clone';

interface VersionLifecycleContext {
  readonly act: AskedAct | null;
  readonly databaseId: string;
  readonly versionId: number;
  readonly messages: readonly string[];
}

export type VersionLifecycleEvent =
  | { readonly type: 'ASK'; readonly act: AskedAct; readonly databaseId: string; readonly versionId: number }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'NAME'; readonly name: string }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'REFUSE'; readonly message: string };

const NOTHING: VersionLifecycleContext = { act: null, databaseId: '', versionId: 0, messages: [] };
const WHAT = ({ event }: { event: Extract<VersionLifecycleEvent, { type: 'ASK' }> }): VersionLifecycleContext => ({
  act: event.act,
  databaseId: event.databaseId,
  versionId: event.versionId,
  messages: [],
});
const WHY = ({ event }: { event: Extract<VersionLifecycleEvent, { type: 'REFUSE' }> }): Pick<VersionLifecycleContext, 'messages'> => ({
  messages: [event.message],
});

/** The act that was asked about. */
function confirmed({ act, databaseId, versionId }: VersionLifecycleContext): CommandInput {
  const on = { databaseId, versionId };
  if (act === 'publish') return publishVersion(on);
  if (act === 'makeCurrent') return makeVersionCurrent(on);
  if (act === 'archive') return archiveVersion(on);
  return act === 'finishEdit' ? finishEdit(on) : deleteDraft(on);
}

export const versionLifecycleMachine = setup({
  types: { context: {} as VersionLifecycleContext, events: {} as VersionLifecycleEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    asksForName: ({ event }) => event.type === 'ASK' && event.act === 'clone',
    isName: ({ event }) => event.type === 'NAME' && VersionName.safeParse(event.name).success,
  },
}).createMachine({
  id: 'versionLifecycle',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        ASK: [
          { guard: 'asksForName', target: 'naming', actions: assign(WHAT) },
          { target: 'confirming', actions: assign(WHAT) },
        ],
      },
    },
    confirming: {
      on: {
        CONFIRM: {
          target: 'idle',
          actions: {
            type: 'dispatch',
            params: ({ context }) => confirmed(context),
          },
        },
        CANCEL: 'idle',
        LEAVE: 'idle',
        REFUSE: { target: 'refused', actions: assign(WHY) },
      },
    },
    naming: {
      on: {
        NAME: [
          {
            guard: 'isName',
            target: 'idle',
            actions: {
              type: 'dispatch',
              params: ({ context: { databaseId, versionId }, event }) => cloneVersion({ databaseId, versionId, name: event.name.trim() }),
            },
          },
          { actions: assign(({ event }) => ({ messages: VersionName.safeParse(event.name).error?.issues.map((issue) => issue.message) ?? [] })) },
        ],
        CANCEL: 'idle',
        LEAVE: 'idle',
        REFUSE: { target: 'refused', actions: assign(WHY) },
      },
    },
    refused: {
      on: { CANCEL: 'idle', LEAVE: 'idle' },
    },
  },
});

const QUESTIONS = [
  [askPublish, 'publish'],
  [askMakeCurrent, 'makeCurrent'],
  [askFinishEdit, 'finishEdit'],
  [askArchive, 'archive'],
  [askDeleteDraft, 'deleteDraft'],
  [askClone, 'clone'],
] as const;

/** Which records the machine hears. */
export const versionLifecycleWorkflow = defineWorkflow({
  id: 'versionLifecycle',
  machine: versionLifecycleMachine,
  route: (record, view, { snapshot }): VersionLifecycleEvent | undefined => {
    for (const [question, act] of QUESTIONS) {
      const on = payloadOf(question, record);
      if (on) return { type: 'ASK', act, ...on };
    }
    if (record.type === confirmVersionAct.type) return { type: 'CONFIRM' };
    const named = payloadOf(nameClone, record);
    if (named) return { type: 'NAME', name: named.name };
    if (record.type === cancelVersionAct.type) return { type: 'CANCEL' };
    if (record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started') return { type: 'LEAVE' };

    const { act, versionId }: VersionLifecycleContext = snapshot.context;
    if (act === null || snapshot.value === 'refused') return undefined;
    const version = versionOf(view, versionId);
    const message = version ? refusalIn(view, act, version) : VERSION_GONE;
    return message === undefined ? undefined : { type: 'REFUSE', message };
  },
});
