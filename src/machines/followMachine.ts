/**
 * Following a colleague: the page goes where theirs goes, until the user goes elsewhere or stops.
 *
 *   off --START--> following --STOP, LEAVE--> off
 *   following --MOVE--> following, on the colleague's page
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { followTo, startFollowing, stopFollowing } from '../commands/shell/followSteps.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';

/** The page of the colleague; empty before the first. */
interface FollowContext {
  readonly path: string;
}

export type FollowEvent =
  | { readonly type: 'START' }
  | { readonly type: 'MOVE'; readonly path: string }
  /** The user went somewhere else. */
  | { readonly type: 'LEAVE' }
  | { readonly type: 'STOP' };

export const followMachine = setup({
  types: { context: {} as FollowContext, events: {} as FollowEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign({ path: '' }),
  },
}).createMachine({
  id: 'follow',
  context: { path: '' },
  initial: 'off',
  states: {
    off: { entry: 'forget', on: { START: 'following' } },
    following: {
      on: {
        MOVE: {
          actions: [
            assign(({ event }) => ({ path: event.path })),
            { type: 'dispatch', params: ({ event }) => openPlace({ path: event.path, search: '' }) },
          ],
        },
        LEAVE: 'off',
        STOP: 'off',
      },
    },
  },
});

/** Which records the machine hears. */
export const followWorkflow = defineWorkflow({
  id: 'follow',
  machine: followMachine,
  absentUntilUsed: true,
  route: (record, view, { snapshot }): FollowEvent | undefined => {
    if (record.type === startFollowing.type) return { type: 'START' };
    if (record.type === stopFollowing.type) return { type: 'STOP' };
    const to = payloadOf(followTo, record);
    if (to) return { type: 'MOVE', path: to.path };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    return view.location.path === snapshot.context.path ? undefined : { type: 'LEAVE' };
  },
});
