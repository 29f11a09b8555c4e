/** Days of the week and calendars in the language of the screens. */
import { formatDays } from '../../domain/days.ts';
import type { CalendarException } from '../../domain/model/schedule.ts';
import { said } from '../language/language.ts';

import { texts } from './texts.ts';

/** A bitmask of days: `Mon–Fri`, `Sat, Sun`, `Every day`. */
export function shownDays(mask: number): string {
  return formatDays(mask)
    .split(/(–|, )/)
    .map((part) => said(part))
    .join('');
}

/** What runs on a day that differs from the weekly pattern. */
export function shownException({ RunAs }: Pick<CalendarException, 'RunAs'>): string {
  if (RunAs === 0) return texts.noService;
  return RunAs === 127 ? texts.allTimetablesRun : texts.runsAsOn({ days: shownDays(RunAs) });
}
