/** The steps of painting the dates of a calendar; `machines/paintCalendarMachine.ts` follows them and issues `editExceptions`. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';

/** Puts the brush on a date (`to`); `from` is another one where the stroke goes on from there. `runAs`: days bitmask, null as usual. */
export const pressDate = defineCommand('paintCalendar.press', {
  payload: z.object({
    versionId: VersionId,
    scheduleId: z.string(),
    from: z.string(),
    to: z.string(),
    runAs: z.int().min(0).max(127).nullable(),
  }),
  samples: () => [{ versionId: 1, scheduleId: 'L1', from: '2026-12-24', to: '2026-12-24', runAs: 64 }],
  label: ({ to }) => `Paint ${to}`,
  inverse: 'none',
  keep: 'all',
});

/** Draws the stroke on to a date. */
export const reachDate = defineCommand('paintCalendar.reach', {
  payload: z.object({ date: z.string() }),
  samples: () => [{ date: '2026-12-26' }],
  label: ({ date }) => `Paint on to ${date}`,
  inverse: 'none',
  keep: 'all',
});

/** Lifts the brush: what lies under the stroke is written. */
export const releaseDates = defineCommand('paintCalendar.release', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'End painting',
  inverse: 'none',
  keep: 'all',
});

/** Gives the stroke up; nothing is written. */
export const cancelPainting = defineCommand('paintCalendar.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Give up painting',
  inverse: 'none',
  keep: 'all',
});
