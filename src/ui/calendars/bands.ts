/** Colours of the periods of a calendar. */
import { hexColour } from '../../domain/colours.ts';
import type { CalendarPeriod, DayType } from '../../domain/model/networkCalendar.ts';

/** Told apart without red and green, and seen on a light ground and a dark one. */
const COLOURS = ['#3987e5', '#d95926', '#c98500', '#8a63d2', '#199e70', '#d55181'];

/** The colour of a period: that of its day type, else one by its place in the list. */
export function bandOf(period: CalendarPeriod, nth: number, dayTypes: readonly DayType[]): string {
  const type = dayTypes.find(({ Id }) => Id === period.DayTypeId);
  return hexColour(type?.Color) ?? COLOURS[nth % COLOURS.length] ?? '';
}

/** A colour for a new day type: the last that none has, as periods have the first ones. */
export function unusedColour(dayTypes: readonly DayType[]): string {
  const used = new Set(dayTypes.map(({ Color }) => hexColour(Color)?.toLowerCase()));
  return (COLOURS.findLast((one) => !used.has(one)) ?? COLOURS[0] ?? '').slice(1).toUpperCase();
}
