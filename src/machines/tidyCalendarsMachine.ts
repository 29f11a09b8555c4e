/**
 * Calendars rewritten, with every trip on its dates: a preview of simpler ones, or of one that many schedules share, then one edit.
 *
 *   closed --SIMPLIFY, SHARE--> previewing --APPLY--> saving --DONE--> closed
 */
import { assign, setup } from 'xstate';
import type { z } from 'zod';
import { shareExceptions, simplifyCalendars } from '../commands/calendars/sameTripsEdits.ts';
import {
  applyShared,
  applySimplified,
  askShareExceptions,
  askSimplifyCalendars,
  closeTidyCalendars,
} from '../commands/calendars/tidyCalendarsSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import type * as edits from '../domain/edits/sameTrips.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

export interface TidyCalendarsContext {
  readonly versionId: number;
  /** Which preview is open. */
  readonly what: 'simplify' | 'share' | '';
  readonly messages: readonly string[];
}

export type TidyCalendarsEvent =
  | { readonly type: 'SIMPLIFY'; readonly versionId: number }
  | { readonly type: 'SHARE'; readonly versionId: number }
  | { readonly type: 'APPLY'; readonly simplified: z.output<typeof edits.simplifyCalendars.payload> }
  | { readonly type: 'APPLY'; readonly shared: z.output<typeof edits.shareExceptions.payload> }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: TidyCalendarsContext = { versionId: 0, what: '', messages: [] };

export const tidyCalendarsMachine = setup({
  types: { context: {} as TidyCalendarsContext, events: {} as TidyCalendarsEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
}).createMachine({
  id: 'tidyCalendars',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        SIMPLIFY: { target: 'previewing', actions: assign(({ event: { versionId } }) => ({ versionId, what: 'simplify' as const })) },
        SHARE: { target: 'previewing', actions: assign(({ event: { versionId } }) => ({ versionId, what: 'share' as const })) },
      },
    },
    previewing: {
      on: {
        APPLY: {
          target: 'saving',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId }, event }) =>
                'shared' in event ? shareExceptions({ versionId, ...event.shared }) : simplifyCalendars({ versionId, ...event.simplified }),
            },
          ],
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    saving: {
      on: { ...waitingFrom('previewing'), LEAVE: 'closed' },
    },
  },
});

/** Which records the machine hears. */
export const tidyCalendarsWorkflow = defineWorkflow({
  id: 'tidyCalendars',
  machine: tidyCalendarsMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): TidyCalendarsEvent | undefined => {
    const simplify = payloadOf(askSimplifyCalendars, record);
    if (simplify) return { type: 'SIMPLIFY', ...simplify };
    const share = payloadOf(askShareExceptions, record);
    if (share) return { type: 'SHARE', ...share };
    const simplified = payloadOf(applySimplified, record);
    if (simplified) return { type: 'APPLY', simplified };
    const shared = payloadOf(applyShared, record);
    if (shared) return { type: 'APPLY', shared };
    if (record.type === closeTidyCalendars.type) return { type: 'CLOSE' };
    const answer = answerTo([simplifyCalendars, shareExceptions], record, about);
    if (isMadeAfterAll(answer, snapshot, 'previewing')) return { type: 'CLOSE' };
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    return moved && presentPlace(view).versionId !== snapshot.context.versionId ? { type: 'LEAVE' } : undefined;
  },
});
