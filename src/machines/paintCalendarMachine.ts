/**
 * Painting dates of a calendar: one stroke is one edit, however many dates it goes over.
 *
 *   idle --PRESS--> painting --REACH--> painting --RELEASE--> idle
 */
import { assign, setup } from 'xstate';
import { editExceptions } from '../commands/calendars/calendarEdits.ts';
import { cancelPainting, pressDate, reachDate, releaseDates } from '../commands/calendars/paintCalendarSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import { datesBetween } from '../domain/activeDates.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';

interface PaintCalendarContext {
  readonly versionId: number;
  readonly scheduleId: string;
  /** First and present date of the stroke, in either order; empty while there is none. */
  readonly from: string;
  readonly to: string;
  /** What the dates run as: a days bitmask, null as their weekday does. */
  readonly runAs: number | null;
}

export type PaintCalendarEvent =
  | ({ readonly type: 'PRESS' } & PaintCalendarContext)
  | { readonly type: 'REACH'; readonly date: string }
  | { readonly type: 'RELEASE' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' };

const NOTHING: PaintCalendarContext = { versionId: 0, scheduleId: '', from: '', to: '', runAs: null };

export const paintCalendarMachine = setup({
  types: { context: {} as PaintCalendarContext, events: {} as PaintCalendarEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
}).createMachine({
  id: 'paintCalendar',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        PRESS: {
          target: 'painting',
          actions: assign(({ event: { versionId, scheduleId, from, to, runAs } }) => ({ versionId, scheduleId, from, to, runAs })),
        },
      },
    },
    painting: {
      on: {
        REACH: { actions: assign(({ event }) => ({ to: event.date })) },
        RELEASE: {
          target: 'idle',
          actions: {
            type: 'dispatch',
            params: ({ context: { versionId, scheduleId, from, to, runAs } }) =>
              editExceptions({ versionId, scheduleIds: [scheduleId], dates: datesBetween(from, to).map((date) => ({ Date: date, RunAs: runAs })) }),
          },
        },
        CANCEL: 'idle',
        LEAVE: 'idle',
      },
    },
  },
});

/** Which records the machine hears. */
export const paintCalendarWorkflow = defineWorkflow({
  id: 'paintCalendar',
  machine: paintCalendarMachine,
  route: (record, view, { snapshot }): PaintCalendarEvent | undefined => {
    const press = payloadOf(pressDate, record);
    if (press) return { type: 'PRESS', ...press };
    const reach = payloadOf(reachDate, record);
    if (reach) return { type: 'REACH', ...reach };
    if (record.type === releaseDates.type) return { type: 'RELEASE' };
    if (record.type === cancelPainting.type) return { type: 'CANCEL' };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const { versionId, itemId } = presentPlace(view);
    return versionId === snapshot.context.versionId && itemId === snapshot.context.scheduleId ? undefined : { type: 'LEAVE' };
  },
});
