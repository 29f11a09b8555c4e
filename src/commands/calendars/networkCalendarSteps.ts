/** The steps of changing a calendar of the network; `machines/networkCalendarMachine.ts` collects them and issues one edit. */
import { z } from 'zod';
import { CalendarDay } from '../../domain/model/networkCalendar.ts';
import { CalendarChange } from '../../domain/networkCalendar.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { defineStep } from '../defineStep.ts';

/** What a brush leaves on a date; null takes away what stands there. */
const Brush = CalendarDay.omit({ Date: true }).nullable();

/** A calendar of a version; an empty id is one that is still to be made. */
const At = { versionId: VersionId, calendarId: z.string() };

/** Paints a date (`to`); `from` is the previous date of the same stroke. */
export const pressNetworkDate = defineStep('networkCalendar.press', ({ to }) => `Paint ${to} in the calendar`, {
  payload: z.object({ ...At, from: z.string(), to: z.string(), brush: Brush }),
  samples: [{ versionId: 1, calendarId: 'NC1', from: '2026-12-25', to: '2026-12-25', brush: { RunAs: 64 } }],
  decide: (view) => refusedEdit(view),
});

/** Draws the stroke on to a date. */
export const reachNetworkDate = defineStep('networkCalendar.reach', ({ date }) => `Paint on to ${date} in the calendar`, {
  payload: z.object({ date: z.string() }),
  samples: [{ date: '2026-12-26' }],
});

/** Lifts the brush: the dates under the stroke are among what is to be saved. */
export const releaseNetworkDates = defineStep('networkCalendar.release', 'End painting in the calendar');

/** Adds dates or periods to what is to be saved: holidays that were chosen, a period that was typed. */
export const addToNetworkCalendar = defineStep('networkCalendar.add', 'Change the calendar', {
  payload: z.object({ ...At, change: CalendarChange }),
  samples: [{ versionId: 1, calendarId: 'NC1', change: { put: [{ Date: '2026-12-25', RunAs: 64, Name: 'Christmas Day' }] } }],
  decide: (view) => refusedEdit(view),
});

/** Takes the last of the changes back that are not saved yet. */
export const takeBackNetworkChange = defineStep('networkCalendar.takeBack', 'Take back the last change of the calendar');

/** Saves all of it, for the calendar and the schedules that follow it. */
export const saveNetworkCalendar = defineStep('networkCalendar.save', 'Save the calendar', {
  payload: z.object({ name: z.string().max(200), scheduleIds: z.array(z.string()).max(5000) }),
  samples: [{ name: '', scheduleIds: ['L2'] }],
});

/** Gives up the stroke, or else all that is not saved. */
export const cancelNetworkCalendar = defineStep('networkCalendar.cancel', 'Discard changes of the calendar');
