/**
 * Changing a calendar of the network: strokes, holidays and periods are collected, and saved as one edit for everybody that follows.
 *
 *   idle --PRESS--> painting --RELEASE--> collected --SAVE--> saving --DONE--> idle
 *   idle, collected --ADD--> collected --BACK--> collected, or idle where nothing was before
 */
import { assign, setup } from 'xstate';
import { changeNetworkCalendar, createNetworkCalendar } from '../commands/calendars/networkCalendarEdits.ts';
import {
  addToNetworkCalendar,
  cancelNetworkCalendar,
  pressNetworkDate,
  reachNetworkDate,
  releaseNetworkDates,
  saveNetworkCalendar,
  takeBackNetworkChange,
} from '../commands/calendars/networkCalendarSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import { datesBetween } from '../domain/activeDates.ts';
import type { CalendarDay } from '../domain/model/networkCalendar.ts';
import { type CalendarChange, joinedChange } from '../domain/networkCalendar.ts';
import { type CommandInput, payloadOf, refusalOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, why } from './answers.ts';

export interface NetworkCalendarContext {
  readonly versionId: number;
  /** Empty where the calendar is still to be made. */
  readonly calendarId: string;
  /** First and present date of the stroke, in either order; empty while there is none. */
  readonly from: string;
  readonly to: string;
  readonly brush: Omit<CalendarDay, 'Date'> | null;
  /** What is to be saved. */
  readonly change: CalendarChange;
  /** What it was before each act, the latest first: they are taken back one by one. */
  readonly earlier: readonly CalendarChange[];
  readonly messages: readonly string[];
}

interface At {
  readonly versionId: number;
  readonly calendarId: string;
}

export type NetworkCalendarEvent =
  | ({ readonly type: 'PRESS'; readonly from: string; readonly to: string; readonly brush: Omit<CalendarDay, 'Date'> | null } & At)
  | { readonly type: 'REACH'; readonly date: string }
  | { readonly type: 'RELEASE' }
  | ({ readonly type: 'ADD'; readonly change: CalendarChange } & At)
  | { readonly type: 'BACK' }
  | { readonly type: 'SAVE'; readonly name: string; readonly scheduleIds: readonly string[] }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: NetworkCalendarContext = { versionId: 0, calendarId: '', from: '', to: '', brush: null, change: {}, earlier: [], messages: [] };

/** Acts that can be taken back before they are saved. */
const MOST_STEPS = 100;

export const networkCalendarMachine = setup({
  types: { context: {} as NetworkCalendarContext, events: {} as NetworkCalendarEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
    press: assign(({ context, event }) => {
      if (event.type !== 'PRESS') return {};
      const { versionId, calendarId, from, to, brush } = event;
      return { versionId, calendarId, from, to, brush, messages: [], ...(isSame(context, event) ? {} : { change: {}, earlier: [] }) };
    }),
    lift: assign({ from: '', to: '', brush: null }),
    add: assign(({ context, event }) => {
      if (event.type !== 'ADD') return {};
      const { versionId, calendarId, change } = event;
      const { change: before, earlier } = isSame(context, event) ? context : NOTHING;
      return { versionId, calendarId, messages: [], ...joined(before, earlier, change) };
    }),
    back: assign(({ context: { change, earlier } }) => ({ change: earlier[0] ?? change, earlier: earlier.slice(1), messages: [] })),
  },
  guards: {
    isFirst: ({ context: { earlier } }) => earlier[0] !== undefined && Object.keys(earlier[0]).length === 0,
    hasChange: ({ context: { change } }) => Object.keys(change).length > 0,
  },
}).createMachine({
  id: 'networkCalendar',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: { PRESS: { target: 'painting', actions: 'press' }, ADD: { target: 'collected', actions: 'add' } },
    },
    painting: {
      on: {
        REACH: { actions: assign(({ event }) => ({ to: event.date })) },
        RELEASE: {
          target: 'collected',
          actions: [assign(({ context }) => joined(context.change, context.earlier, strokeOf(context))), 'lift'],
        },
        CANCEL: [{ guard: 'hasChange', target: 'collected', actions: 'lift' }, { target: 'idle' }],
        LEAVE: 'idle',
      },
    },
    collected: {
      on: {
        PRESS: { target: 'painting', actions: 'press' },
        ADD: { actions: 'add' },
        BACK: [{ guard: 'isFirst', target: 'idle' }, { actions: 'back' }],
        SAVE: {
          target: 'saving',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, calendarId, change }, event: { name, scheduleIds } }) => {
                const all = { versionId, ...change, scheduleIds: [...scheduleIds] };
                return calendarId === '' ? createNetworkCalendar({ ...all, name }) : changeNetworkCalendar({ ...all, calendarId });
              },
            },
          ],
        },
        CANCEL: 'idle',
        LEAVE: 'idle',
      },
    },
    saving: {
      on: { DONE: 'idle', FAILED: { target: 'collected', actions: 'why' }, LEAVE: 'idle' },
    },
  },
});

/** Whether what was collected belongs to the calendar of an event. */
function isSame(context: NetworkCalendarContext, { versionId, calendarId }: At): boolean {
  return context.versionId === versionId && context.calendarId === calendarId;
}

/** An act after others; one that has no effect is no step. */
function joined(before: CalendarChange, earlier: readonly CalendarChange[], act: CalendarChange): Pick<NetworkCalendarContext, 'change' | 'earlier'> {
  const change = joinedChange(before, act);
  return JSON.stringify(change) === JSON.stringify(before)
    ? { change: before, earlier }
    : { change, earlier: [before, ...earlier].slice(0, MOST_STEPS) };
}

function strokeOf({ from, to, brush }: NetworkCalendarContext): CalendarChange {
  const dates = datesBetween(from, to);
  return brush === null ? { clear: dates } : { put: dates.map((date) => ({ Date: date, ...brush })) };
}

/** Which records the machine hears. */
export const networkCalendarWorkflow = defineWorkflow({
  id: 'networkCalendar',
  machine: networkCalendarMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): NetworkCalendarEvent | undefined => {
    const press = payloadOf(pressNetworkDate, record);
    if (press) return { type: 'PRESS', ...press };
    const reach = payloadOf(reachNetworkDate, record);
    if (reach) return { type: 'REACH', ...reach };
    if (record.type === releaseNetworkDates.type) return { type: 'RELEASE' };
    const added = payloadOf(addToNetworkCalendar, record);
    if (added) return { type: 'ADD', ...added };
    if (record.type === takeBackNetworkChange.type) return { type: 'BACK' };
    const saved = payloadOf(saveNetworkCalendar, record);
    if (saved) return { type: 'SAVE', ...saved };
    if (record.type === cancelNetworkCalendar.type) return { type: 'CANCEL' };
    const edits = [createNetworkCalendar, changeNetworkCalendar];
    // what is so already is as good as saved
    if (edits.some((edit) => refusalOf(edit, record)?.code === 'edit.same')) return { type: 'DONE' };
    const answer = answerTo(edits, record, about);
    if (answer) return answer;
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    // what is not saved stays while one looks at other pages of the version
    const { versionId } = presentPlace(view);
    return versionId === snapshot.context.versionId ? undefined : { type: 'LEAVE' };
  },
});
