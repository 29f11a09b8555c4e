/**
 * Taking over the changes of another version into a draft: the other version is chosen, both are compared, every conflict is decided, and
 * one change set takes over. Where one of them has changed since the comparison, both are compared again.
 *
 *   closed --OPEN--> choosing --CHOOSE--> comparing --COMPARED--> deciding --TAKE--> saving --DONE--> done
 *                                         comparing <------------------------MOVED------+--FAILED--> deciding, with why
 */
import { assign, setup } from 'xstate';
import {
  chooseBranch,
  closeTakeOver,
  compareBranches,
  confirmTakeOver,
  decideAllConflicts,
  decideConflict,
  openTakeOver,
} from '../commands/changes/takeOverSteps.ts';
import { loadTakeOver, takeOver } from '../commands/changes/takeOver.ts';
import { defineWorkflow } from '../commands/define.ts';
import { type ConflictName, conflictKey, type Side, type TakeOverPreview } from '../domain/takeOver.ts';
import { answerOf, type CommandInput, failureOf, parsePayload, payloadOf } from '../kernel/command.ts';
import { presentPlace, versionOf } from '../projections/versions.ts';
import { type Answer, answerTo, why } from './answers.ts';

export interface TakeOverContext {
  readonly versionId: number;
  readonly from: number | null;
  /** Revisions that were compared. */
  readonly fromRev: number;
  readonly rev: number;
  /** There is something to take over or to decide. */
  readonly differs: boolean;
  /** The conflicts that are listed, and whether there are more. */
  readonly conflicts: readonly ConflictName[];
  readonly more: boolean;
  /** By the key of the conflict. */
  readonly decisions: Readonly<Record<string, Side>>;
  /** The side of all that were not decided one by one. */
  readonly rest: Side | null;
  readonly messages: readonly string[];
}

export type TakeOverEvent =
  | { readonly type: 'OPEN'; readonly versionId: number }
  | { readonly type: 'CHOOSE'; readonly from: number }
  | { readonly type: 'COMPARE' }
  | {
      readonly type: 'COMPARED';
      readonly from: number;
      readonly fromRev: number;
      readonly rev: number;
      readonly differs: boolean;
      readonly conflicts: readonly ConflictName[];
      readonly more: boolean;
    }
  | { readonly type: 'DECIDE'; readonly key: string; readonly side: Side }
  | { readonly type: 'DECIDE_ALL'; readonly side: Side }
  | { readonly type: 'TAKE'; readonly name: string }
  | { readonly type: 'MOVED'; readonly messages: readonly string[] }
  | Answer
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' };

const UNCOMPARED = { fromRev: 0, rev: 0, differs: false, conflicts: [], more: false, decisions: {}, rest: null, messages: [] } as const;
const NOTHING: TakeOverContext = { versionId: 0, from: null, ...UNCOMPARED };

const takeOverSetup = setup({
  types: { context: {} as TakeOverContext, events: {} as TakeOverEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
    moved: assign(({ event }) => (event.type === 'MOVED' ? { ...UNCOMPARED, messages: event.messages } : {})),
  },
  guards: {
    isChosen: ({ context: { from }, event }) => event.type === 'COMPARED' && event.from === from,
    isListed: ({ context: { conflicts }, event }) => event.type === 'DECIDE' && conflicts.some((one) => conflictKey(one) === event.key),
    isDecided: ({ context }) => context.differs && undecided(context) === 0,
  },
});

/** How many conflicts have no side yet; those that are not listed count as one. */
export function undecided({ conflicts, more, decisions, rest }: Pick<TakeOverContext, 'conflicts' | 'more' | 'decisions' | 'rest'>): number {
  if (rest !== null) return 0;
  return conflicts.filter((one) => decisions[conflictKey(one)] === undefined).length + Number(more);
}

const COMPARE = {
  type: 'dispatch',
  params: ({ context: { versionId, from } }: { context: TakeOverContext }) => loadTakeOver({ versionId, from: from ?? 0 }),
} as const;
const CHOOSE = {
  target: 'comparing',
  actions: [takeOverSetup.assign(({ event }) => (event.type === 'CHOOSE' ? { ...UNCOMPARED, from: event.from } : {})), COMPARE],
} as const;
const LEAVE = { CLOSE: 'closed', LEAVE: 'closed' } as const;

export const takeOverMachine = takeOverSetup.createMachine({
  id: 'takeOver',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'choosing', actions: assign(({ event: { versionId } }) => ({ versionId })) } },
    },
    choosing: { on: { CHOOSE, ...LEAVE } },
    comparing: {
      on: {
        CHOOSE,
        COMPARED: {
          guard: 'isChosen',
          target: 'deciding',
          actions: assign(({ event: { fromRev, rev, differs, conflicts, more } }) => ({ fromRev, rev, differs, conflicts, more })),
        },
        FAILED: { target: 'choosing', actions: 'why' },
        ...LEAVE,
      },
    },
    deciding: {
      on: {
        CHOOSE,
        COMPARE: { target: 'comparing', actions: [assign(UNCOMPARED), COMPARE] },
        DECIDE: {
          guard: 'isListed',
          actions: assign(({ context, event: { key, side } }) => ({ decisions: { ...context.decisions, [key]: side }, messages: [] })),
        },
        DECIDE_ALL: {
          actions: assign(({ context: { conflicts }, event: { side } }) => ({
            decisions: Object.fromEntries(conflicts.map((one) => [conflictKey(one), side])),
            rest: side,
            messages: [],
          })),
        },
        TAKE: {
          guard: 'isDecided',
          target: 'saving',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, from, fromRev, rev, conflicts, decisions, rest }, event: { name } }) =>
                takeOver({
                  versionId,
                  from: from ?? 0,
                  name,
                  fromRev,
                  rev,
                  decisions: conflicts.flatMap(({ Kind, Id, Path }) => {
                    const side = decisions[conflictKey({ Kind, Id, Path })];
                    return side === undefined ? [] : [{ Kind, Id, Path, Side: side }];
                  }),
                  ...(rest !== null && { rest }),
                }),
            },
          ],
        },
        ...LEAVE,
      },
    },
    saving: {
      on: { DONE: 'done', MOVED: { target: 'comparing', actions: ['moved', COMPARE] }, FAILED: { target: 'deciding', actions: 'why' }, ...LEAVE },
    },
    done: { on: LEAVE },
  },
});

/** Which records the machine receives. */
export const takeOverWorkflow = defineWorkflow({
  id: 'takeOver',
  machine: takeOverMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): TakeOverEvent | undefined => {
    const opened = payloadOf(openTakeOver, record);
    if (opened) return { type: 'OPEN', ...opened };
    const chosen = payloadOf(chooseBranch, record);
    if (chosen) return { type: 'CHOOSE', ...chosen };
    if (record.type === compareBranches.type) return { type: 'COMPARE' };
    const decided = payloadOf(decideConflict, record);
    if (decided) return { type: 'DECIDE', ...decided };
    const all = payloadOf(decideAllConflicts, record);
    if (all) return { type: 'DECIDE_ALL', ...all };
    const { versionId, from } = snapshot.context;
    if (record.type === confirmTakeOver.type) return { type: 'TAKE', name: versionOf(view, from ?? 0)?.Version ?? `#${from}` };
    if (record.type === closeTakeOver.type) return { type: 'CLOSE' };
    const compared = answerOf(loadTakeOver, record);
    const asked = parsePayload(loadTakeOver, about?.payload);
    if (compared && asked) return comparedEvent(compared);
    // the versions are not as they were compared
    const failure = about?.type === takeOver.type ? failureOf(takeOver, record) : undefined;
    if (failure?.status === 409) return { type: 'MOVED', messages: failure.messages };
    const answer = answerTo(snapshot.value === 'saving' ? [takeOver] : [loadTakeOver], record, about);
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started';
    const place = presentPlace(view);
    if (moved && (place.databaseId === undefined || (place.versionId ?? versionId) !== versionId)) return { type: 'LEAVE' };
    // a page that was loaded again has no comparison
    return record.type === 'app.started' && from !== null && snapshot.value !== 'saving' ? { type: 'CHOOSE', from } : undefined;
  },
});

function comparedEvent({ From, FromRev, Rev, Documents, Conflicts, ConflictCount }: TakeOverPreview): TakeOverEvent {
  return {
    type: 'COMPARED',
    from: From,
    fromRev: FromRev,
    rev: Rev,
    differs: Documents + ConflictCount > 0,
    conflicts: Conflicts.map(({ Kind, Id, Path }) => ({ Kind, Id, Path })),
    more: ConflictCount > Conflicts.length,
  };
}
