/** Rules of timetables: their days, offsets and access. */
import type { Entity } from '../../../src/domain/entities.ts';
import { formatDays } from '../../../src/domain/days.ts';
import { trackKey, type Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Reads, type Rule } from '../rule.ts';
import { meet, runningDays } from '../running.ts';

type Timetable = Entity<'Timetable'>;

const TRACK: Reads = { Track: (_track, net, id) => net.idsOf('timetableOfTrack', id) };
const SCHEDULE: Reads = { Schedule: (_schedule, net, id) => net.idsOf('timetableOfSchedule', id) };

export const timetableRules: readonly Rule[] = [
  relationRule(
    [
      348,
      'TIMETABLE_DAYS_EMPTY',
      'Warning',
      'Schedule',
      'The timetable runs on no day of the week, and no exception makes it run.',
      'Its departures are in no planner.',
      'Choose its days.',
      'A timetable without a day.',
    ],
    'Timetable',
    SCHEDULE,
    (timetable, net) => {
      if (timetable.Days !== 0) return undefined;
      const exceptions = net.get('Schedule', timetable.ScheduleId)?.Calendar.Exceptions ?? [];
      return exceptions.some(({ RunAs }) => RunAs === 127) ? undefined : { field: 'Days', text: `${nameOf(timetable)} runs on no day` };
    },
  ),
  groupRule(
    [
      349,
      'TIMETABLE_DUPLICATE',
      'Warning',
      'Schedule',
      'Two timetables of one track share a day and have identical offsets and departures.',
      'Every departure is offered twice.',
      'Delete one of them.',
      'Timetables 1 and 2 of "a-b" alike.',
    ],
    'Timetable',
    {
      keys: byTrack,
      on: { Schedule: (_schedule, net, id) => net.idsOf('trackOfSchedule', id) },
      check: (timetables, net) =>
        timetables.flatMap((of, i): Fault[] => {
          const other = timetables.find(
            (one, j) => i !== j && of.doc.Departures.length > 0 && sameTimes(of.doc, one.doc) && shareDay(net, of.doc, one.doc),
          );
          return other === undefined ? [] : [{ of, text: `${nameOf(of.doc)} has the same times as ${nameOf(other.doc)} on a common day` }];
        }),
    },
  ),
  documentRule(
    [
      350,
      'TIMETABLE_WITHOUT_DEPARTURES',
      'Warning',
      'Schedule',
      'The timetable has no departure.',
      'It does nothing.',
      'Type departures, or delete the timetable.',
      'A timetable made today, still empty.',
    ],
    'Timetable',
    (timetable) => (timetable.Departures.length === 0 ? { field: 'Departures', text: `${nameOf(timetable)} has no departure` } : undefined),
  ),
  relationRule(
    [
      351,
      'TIMETABLE_OFFSETS_COUNT',
      'Error',
      'Schedule!',
      'The number of arrival offsets is not that of the stops of the track.',
      'Times stand at the wrong stops.',
      'Edit the times of the timetable: each stop has one.',
      '11 offsets on a track of 12 stops.',
    ],
    'Timetable',
    TRACK,
    (timetable, net) => {
      const stops = net.get('Track', trackKey(timetable))?.Stops.length;
      return stops === undefined || timetable.ArrivalOffsets.length === stops
        ? undefined
        : { field: 'ArrivalOffsets', text: `${nameOf(timetable)} has ${timetable.ArrivalOffsets.length} times for ${stops} stops` };
    },
  ),
  documentRule(
    [
      352,
      'TIMETABLE_FIRST_OR_LAST_OFFSET_MISSING',
      'Error',
      'Schedule!',
      'The first or the last stop has no arrival offset.',
      'A trip has to begin and to end at some time; only those between may be left to interpolation.',
      'Type the time.',
      'No time at the last stop.',
    ],
    'Timetable',
    (timetable) => {
      const { ArrivalOffsets: times } = timetable;
      if (times.length === 0) return undefined;
      const missing = [...(times[0] == null ? ['first'] : []), ...(times.at(-1) == null ? ['last'] : [])];
      return missing.length > 0
        ? { field: 'ArrivalOffsets', text: `${nameOf(timetable)} has no time at the ${missing.join(' and the ')} stop` }
        : undefined;
    },
  ),
  documentRule(
    [
      353,
      'TIMETABLE_OFFSETS_DECREASING',
      'Error',
      'Schedule!',
      'An arrival is before the departure from an earlier stop, or a departure before its own arrival.',
      'The vehicle would travel back in time; feeds with such rows are refused.',
      'Correct the times.',
      'Arrival 08:12 after departure 08:15.',
    ],
    'Timetable',
    (timetable) => {
      let last = -Infinity;
      for (let i = 0; i < timetable.ArrivalOffsets.length; i++) {
        const [arrival, departure] = [timetable.ArrivalOffsets[i] ?? null, timetable.DepartureOffsets[i] ?? null];
        if (arrival !== null && arrival < last)
          return {
            field: 'ArrivalOffsets',
            position: i,
            text: `${nameOf(timetable)} arrives at stop ${i + 1} ${last - arrival} s before it leaves the stop before`,
          };
        if (arrival !== null && departure !== null && departure < arrival)
          return {
            field: 'DepartureOffsets',
            position: i,
            text: `${nameOf(timetable)} leaves stop ${i + 1} ${arrival - departure} s before it arrives`,
          };
        last = departure ?? arrival ?? last;
      }
      return undefined;
    },
  ),
  documentRule(
    [
      354,
      'TIMETABLE_TIMEPOINT_WITHOUT_TIME',
      'Error',
      'Schedule!',
      'A stop is a timepoint, and has no arrival offset.',
      'A timepoint is where the time is kept: it needs one.',
      'Type the time, or make it no timepoint.',
      'Stop 5 is a timepoint without a time.',
    ],
    'Timetable',
    (timetable) =>
      (timetable.Timepoints ?? []).flatMap((kept, i): Fault[] =>
        kept === 1 && timetable.ArrivalOffsets[i] == null
          ? [{ field: 'Timepoints', position: i, text: `Stop ${i + 1} of ${nameOf(timetable)} is a timepoint without a time` }]
          : [],
      ),
  ),
  documentRule(
    [
      362,
      'TIMETABLE_NO_BOARDING',
      'Warning',
      'Schedule',
      'Nobody may board at any stop before the last, or alight at any stop after the first.',
      'Nobody can use the trip.',
      'Correct the access of its stops.',
      'No pickup at any stop.',
    ],
    'Timetable',
    (timetable) => {
      const count = timetable.ArrivalOffsets.length;
      if (count < 2) return undefined;
      const [pickups, dropOffs] = [kindsOf(timetable.PickupIntervals, count), kindsOf(timetable.DropOffIntervals, count)];
      if (pickups.slice(0, -1).every((kind) => kind === 1))
        return { field: 'PickupIntervals', text: `Boarding is not allowed at any stop of ${nameOf(timetable)}` };
      return dropOffs.slice(1).every((kind) => kind === 1)
        ? { field: 'DropOffIntervals', text: `Alighting is not allowed at any stop of ${nameOf(timetable)}` }
        : undefined;
    },
  ),
  documentRule(
    [
      363,
      'TIMETABLE_ACCESS_INTERVAL_INVALID',
      'Error',
      'Schedule!',
      'An interval of access has an unknown kind, lies outside of the track, or overlaps another of its list.',
      'It is unclear where passengers may board and alight.',
      'Edit the access of the timetable.',
      'Pickup from stop 8 to 14 on a track of 12 stops.',
    ],
    'Timetable',
    (timetable) => LISTS.flatMap((field) => intervalFaults(timetable, field)),
  ),
  relationRule(
    [
      364,
      'TIMETABLE_CONTINUOUS_WITHOUT_SHAPE',
      'Warning',
      'Schedule',
      'Passengers may board or alight along the way, and the track has no shape.',
      'It is unclear along which path.',
      'Draw the shape of the track.',
      'Continuous pickup on a track without a shape.',
    ],
    'Timetable',
    TRACK,
    (timetable, net) => {
      const used = [...(timetable.ContinuousPickupIntervals ?? []), ...(timetable.ContinuousDropOffIntervals ?? [])].some(([, , kind]) => kind !== 1);
      const track = net.get('Track', trackKey(timetable));
      return used && track && (track.Shape ?? '') === ''
        ? { field: 'ContinuousPickupIntervals', text: `${nameOf(timetable)} stops along the way, and the track ${track.Id} has no shape` }
        : undefined;
    },
  ),
];

const LISTS = ['PickupIntervals', 'DropOffIntervals', 'ContinuousPickupIntervals', 'ContinuousDropOffIntervals'] as const;

/** The key of rules that look at the timetables of a track together. */
export function byTrack(timetable: Timetable): readonly string[] {
  return [trackKey(timetable)];
}

/** A timetable in words. */
export function nameOf(timetable: Timetable): string {
  return `Timetable ${timetable.Number} of ${timetable.TrackId} (${formatDays(timetable.Days)})`;
}

function kindsOf(intervals: Timetable['PickupIntervals'], count: number): number[] {
  const kinds = Array.from({ length: count }, () => 0);
  for (const [from, to, kind] of intervals ?? []) for (let i = from; i < Math.min(to, count); i++) kinds[i] = kind;
  return kinds;
}

function intervalFaults(timetable: Timetable, field: (typeof LISTS)[number]): Fault[] {
  const count = timetable.ArrivalOffsets.length;
  let end = 0;
  return (timetable[field] ?? [])
    .toSorted(([a], [b]) => a - b)
    .flatMap(([from, to, kind]): Fault[] => {
      const why =
        kind < 0 || kind > 3
          ? `has the unknown kind ${kind}`
          : from < 0 || to > count || from >= to
            ? `does not lie on the ${count} stops`
            : from < end
              ? 'overlaps another'
              : undefined;
      end = Math.max(end, to);
      return why === undefined ? [] : [{ field, text: `${field} ${from + 1} to ${to} of ${nameOf(timetable)} ${why}` }];
    });
}

function sameTimes(a: Timetable, b: Timetable): boolean {
  return (
    a.Departures.length === b.Departures.length &&
    JSON.stringify([a.ArrivalOffsets, a.DepartureOffsets]) === JSON.stringify([b.ArrivalOffsets, b.DepartureOffsets]) &&
    JSON.stringify(timesOf(a)) === JSON.stringify(timesOf(b))
  );
}

function timesOf({ Departures }: Timetable) {
  return Departures.map(({ Type, Time, FromTime, ToTime, Frequency }) => [Type, Time, FromTime, ToTime, Frequency]);
}

/** Whether two timetables of one schedule run on a common day. */
export function shareDay(net: Network, a: Timetable, b: Timetable): boolean {
  const [first, second] = [net.node('Schedule', a.ScheduleId), net.node('Schedule', b.ScheduleId)];
  if (!first || !second) return (a.Days & b.Days) !== 0;
  return meet(runningDays(net, first, a.Days), runningDays(net, second, b.Days));
}
