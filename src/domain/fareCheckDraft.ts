/** The journey of the fare check while it is put together, and what it comes to. */
import { z } from 'zod';
import { isCalendarDate } from './date.ts';
import type { AskedJourney } from './fareCheck.ts';
import { parseServiceTime } from './time.ts';

/** The journey as typed and chosen: one line less than stops. */
export const FareCheckDraft = z.object({
  stops: z.array(z.string()).min(2).max(11),
  lines: z.array(z.string()).min(1).max(10),
  date: z.string().max(20),
  departs: z.string().max(20),
  arrives: z.string().max(20),
  priorGroup: z.string().max(255),
  priorStop: z.string().max(255),
  priorLine: z.string().max(255),
});
export type FareCheckDraft = z.infer<typeof FareCheckDraft>;

/** Nothing chosen yet. */
export const EMPTY_JOURNEY: FareCheckDraft = {
  stops: ['', ''],
  lines: [''],
  date: '',
  departs: '08:00',
  arrives: '',
  priorGroup: '',
  priorStop: '',
  priorLine: '',
};

/** What is wrong with a journey, by its fields: `stops/0`, `lines/1`, `date`. */
export type JourneyFaults = Readonly<Record<string, string>>;

/** The journey that a draft comes to, or what is missing. */
export function journeyOf(draft: FareCheckDraft): { readonly journey: AskedJourney } | { readonly faults: JourneyFaults } {
  const departs = parseServiceTime(draft.departs);
  const arrives = draft.arrives.trim() === '' ? undefined : parseServiceTime(draft.arrives);
  const faults: Record<string, string> = {};
  for (const [at, stop] of draft.stops.entries()) if (stop === '') faults[`stops/${at}`] = 'Choose a stop';
  for (const [at, line] of draft.lines.entries()) if (line === '') faults[`lines/${at}`] = 'Choose a line';
  if (!isCalendarDate(draft.date)) faults['date'] = 'Enter a date as YYYY-MM-DD';
  if (departs === undefined) faults['departs'] = 'Enter a time such as 8:05';
  if (draft.arrives.trim() !== '' && arrives === undefined) faults['arrives'] = 'Enter a time such as 8:35';
  else if (arrives !== undefined && departs !== undefined && arrives < departs) faults['arrives'] = 'It arrives before it departs';
  if (departs === undefined || Object.keys(faults).length > 0) return { faults };
  const { priorGroup: group, priorStop: stop, priorLine: line } = draft;
  const prior = { ...(group && { FareGroupId: group }), ...(stop && { StopId: stop }), ...(line && { Transport: line }) };
  const journey: AskedJourney = {
    Rides: draft.lines.map((Transport, at) => ({ Transport, FromStop: draft.stops[at] ?? '', ToStop: draft.stops[at + 1] ?? '' })),
    Date: draft.date,
    DepartTime: departs,
    ...(arrives === undefined ? {} : { ArrivalTime: arrives }),
    ...(Object.keys(prior).length === 0 ? {} : { PriorRide: prior }),
  };
  return { journey };
}
