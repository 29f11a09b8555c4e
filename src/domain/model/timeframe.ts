/** Times of the day of GTFS Fares v2: leg rules name groups of them. */
import { z } from 'zod';
import { parseServiceTime } from '../time.ts';
import { FARES_V2 } from './fareAreas.ts';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const Text = z.string().optional();

export const TimeframeKind = defineKind(
  'Timeframe',
  {
    words: ['timeframe', 'timeframes'],
    array: 'Timeframes',
    file: 'timeframes.txt',
    identity: ['Id'],
    header: ['timeframe_group_id', 'start_time', 'end_time', 'service_id'],
    named: 'GroupId',
    younger: true,
    records: {
      page: 'timeframes',
      icon: 'history',
      ids: 'made',
      prefix: 'TF',
      hint: 'A timeframe is a time of the day on the days of a service, such as the morning peak; leg rules name its group.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: [] }, 'Made from what it holds.'),
    GroupId: field(z.string(), {
      holds: 'text',
      label: 'Group',
      help: 'The same for all timeframes of a group. Leg rules name it: peak.',
      gtfs: 'timeframe_group_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    StartTime: field(Text, {
      holds: 'clockTime',
      label: 'From',
      help: 'When it begins: 06:00. From midnight where both times are empty.',
      gtfs: 'start_time',
      edit: true,
      column: WIDTHS.narrow,
    }),
    EndTime: field(Text, {
      holds: 'clockTime',
      label: 'Until',
      help: 'When it ends, that moment not included: 09:00. Until 24:00 where both times are empty.',
      gtfs: 'end_time',
      edit: true,
      column: WIDTHS.narrow,
    }),
    ServiceId: field(z.string(), {
      holds: 'text',
      label: 'Days of',
      help: 'Service id of a trip: the timeframe holds on the days of that service.',
      gtfs: 'service_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
  },
);

/** What is wrong between the times of a timeframe after some fields changed: at which field, and why. */
export function timeframeConflict(
  { StartTime, EndTime }: { readonly StartTime?: unknown; readonly EndTime?: unknown },
  changed: readonly string[],
  isNew: boolean,
): { readonly field: string; readonly message: string } | undefined {
  const given = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const late = [
    ['StartTime', StartTime],
    ['EndTime', EndTime],
  ].find(([key, time]) => changed.includes(String(key)) && given(time) && (parseServiceTime(time) ?? 0) > DAY);
  if (late) return { field: String(late[0]), message: 'A timeframe ends at 24:00 at the latest' };
  // one field is saved at a time: either may come first
  if (isNew && given(StartTime) !== given(EndTime))
    return { field: given(StartTime) ? 'EndTime' : 'StartTime', message: 'Give both times, or none for the whole day' };
  const field = ['EndTime', 'StartTime'].find((key) => changed.includes(key));
  if (field !== undefined && given(StartTime) && given(EndTime) && (parseServiceTime(EndTime) ?? 0) <= (parseServiceTime(StartTime) ?? 0))
    return { field, message: 'The timeframe ends before it begins' };
  return undefined;
}

const DAY = 86_400;
