/** The steps of painting the dates of a calendar; `machines/paintCalendarMachine.ts` follows them and issues `editExceptions`. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Paints a date (`to`); `from` is the previous date of the same stroke. `runAs`: days bitmask, null as usual. */
export const pressDate = defineStep('paintCalendar.press', ({ to }) => `Paint ${to}`, {
  payload: z.object({
    versionId: VersionId,
    scheduleId: z.string(),
    from: z.string(),
    to: z.string(),
    runAs: z.int().min(0).max(127).nullable(),
  }),
  samples: [{ versionId: 1, scheduleId: 'L1', from: '2026-12-24', to: '2026-12-24', runAs: 64 }],
});

/** Draws the stroke on to a date. */
export const reachDate = defineStep('paintCalendar.reach', ({ date }) => `Paint on to ${date}`, {
  payload: z.object({ date: z.string() }),
  samples: [{ date: '2026-12-26' }],
});

/** Lifts the brush: what lies under the stroke is written. */
export const releaseDates = defineStep('paintCalendar.release', 'End painting');

/** Gives the stroke up; nothing is written. */
export const cancelPainting = defineStep('paintCalendar.cancel', 'Give up painting');
