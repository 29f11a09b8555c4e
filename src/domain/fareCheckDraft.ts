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
  /** Of each change: when one arrives and departs, and where one boards again; '' for not given and the same stop. */
  changes: z
    .array(z.object({ arrives: z.string().max(20), departs: z.string().max(20), boards: z.string().max(255) }))
    .max(9)
    .optional(),
  category: z.string().max(255).optional(),
  medium: z.string().max(255).optional(),
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

/** Place of the first boarding stop among those that are picked on the map, behind the stops of the journey. */
export const FIRST_BOARDING = 20;

/** A change of which nothing is given. */
export const NO_CHANGE = { arrives: '', departs: '', boards: '' } as const;

/** What is wrong with a journey, by its fields: `stops/0`, `lines/1`, `date`, `changes/0/departs`. */
export type JourneyFaults = Readonly<Record<string, string>>;

/** The journey that a draft comes to, or what is missing. */
export function journeyOf(draft: FareCheckDraft): { readonly journey: AskedJourney } | { readonly faults: JourneyFaults } {
  const faults: Record<string, string> = {};
  const timeAt = (field: string, text: string, example: string): number | undefined => {
    const time = text.trim() === '' ? undefined : parseServiceTime(text);
    if (time === undefined && (text.trim() !== '' || field === 'departs')) faults[field] = `Enter a time such as ${example}`;
    return time;
  };
  const departs = timeAt('departs', draft.departs, '8:05');
  const arrives = timeAt('arrives', draft.arrives, '8:35');
  const changes = draft.lines.slice(1).map((_line, at) => {
    const given = draft.changes?.[at] ?? NO_CHANGE;
    return {
      arrives: timeAt(`changes/${at}/arrives`, given.arrives, '8:35'),
      departs: timeAt(`changes/${at}/departs`, given.departs, '8:40'),
      boards: given.boards,
    };
  });
  for (const [at, stop] of draft.stops.entries()) if (stop === '') faults[`stops/${at}`] = 'Choose a stop';
  for (const [at, line] of draft.lines.entries()) if (line === '') faults[`lines/${at}`] = 'Choose a line';
  if (!isCalendarDate(draft.date)) faults['date'] = 'Enter a date as YYYY-MM-DD';
  const order = [
    { field: 'departs', time: departs },
    ...changes.flatMap((change, at) => [
      { field: `changes/${at}/arrives`, time: change.arrives },
      { field: `changes/${at}/departs`, time: change.departs },
    ]),
    { field: 'arrives', time: arrives },
  ];
  let last = 0;
  for (const { field, time } of order) {
    if (time !== undefined && time < last)
      faults[field] ??= field.endsWith('departs') ? 'It departs before it arrives' : 'It arrives before it departs';
    last = Math.max(last, time ?? 0);
  }
  if (departs === undefined || Object.keys(faults).length > 0) return { faults };
  const { priorGroup: group, priorStop: stop, priorLine: line, category = '', medium = '' } = draft;
  const prior = { ...(group && { FareGroupId: group }), ...(stop && { StopId: stop }), ...(line && { Transport: line }) };
  const journey: AskedJourney = {
    Rides: draft.lines.map((Transport, at) => {
      const [before, after] = [changes[at - 1], changes[at]];
      return {
        Transport,
        FromStop: before?.boards || (draft.stops[at] ?? ''),
        ToStop: draft.stops[at + 1] ?? '',
        ...(before?.departs === undefined ? {} : { DepartTime: before.departs }),
        ...(after?.arrives === undefined ? {} : { ArrivalTime: after.arrives }),
      };
    }),
    Date: draft.date,
    DepartTime: departs,
    ...(arrives === undefined ? {} : { ArrivalTime: arrives }),
    ...(Object.keys(prior).length === 0 ? {} : { PriorRide: prior }),
    ...(category === '' ? {} : { RiderCategoryId: category }),
    ...(medium === '' ? {} : { FareMediaId: medium }),
  };
  return { journey };
}
