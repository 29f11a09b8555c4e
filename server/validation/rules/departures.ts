/** Rules of departures, blocks and vehicles. */
import type { Entity } from '../../../src/domain/entities.ts';
import { formatServiceTime } from '../../../src/domain/time.ts';
import { trackKey, type Network, type Node } from '../network.ts';
import { documentRule, groupRule, versionRule, type Fault, type Rule } from '../rule.ts';
import { meet, runningDays } from '../running.ts';
import { isBlank } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { byTrack, nameOf, shareDay } from './timetables.ts';

type Timetable = Entity<'Timetable'>;
type Departure = Timetable['Departures'][number];

export const departureRules: readonly Rule[] = [
  documentRule(
    [
      365,
      'DEPARTURE_TIME_INVALID',
      'Error',
      'Schedule!',
      'The start of a departure is missing, negative or after 48:00:00. Later stops may be beyond it.',
      'Nobody knows when it leaves.',
      'Type the time.',
      'A departure at 73:10.',
    ],
    'Timetable',
    (timetable) =>
      timetable.Departures.flatMap((departure, i): Fault[] =>
        (departure.Type === 'Exact' ? (['Time'] as const) : (['FromTime', 'ToTime'] as const)).flatMap((field): Fault[] => {
          const time = departure[field];
          if (time !== undefined && time >= 0 && time <= THRESHOLDS.latestStart) return [];
          return [
            {
              field,
              text: `Departure ${i + 1} of ${nameOf(timetable)}${time === undefined ? ` has no ${field}` : ` is at ${formatServiceTime(time)}`}`,
            },
          ];
        }),
      ),
  ),
  groupRule(
    [
      366,
      'DEPARTURE_DUPLICATE',
      'Warning',
      'Schedule',
      'Two exact departures of one track at the same time run on a common day.',
      'Planners offer the same ride twice.',
      'Delete one of them. Exclude the case where two vehicles really leave together.',
      'Two departures at 08:05 on Mondays.',
    ],
    'Timetable',
    {
      keys: byTrack,
      on: { Schedule: (_schedule, net, id) => net.idsOf('trackOfSchedule', id) },
      check: (timetables, net) => {
        const seen = new Map<number, Node<'Timetable'>[]>();
        return timetables.flatMap((of): Fault[] =>
          of.doc.Departures.flatMap(({ Type, Time }): Fault[] => {
            if (Type !== 'Exact' || Time === undefined) return [];
            const others = seen.get(Time) ?? [];
            seen.set(Time, [...others, of]);
            const other = others.find((one) => shareDay(net, one.doc, of.doc));
            return other === undefined
              ? []
              : [
                  {
                    of,
                    field: 'Departures',
                    text: `${formatServiceTime(Time)} of ${nameOf(of.doc)} is also a departure of ${other === of ? 'the same timetable' : nameOf(other.doc)} on a common day`,
                  },
                ];
          }),
        );
      },
    },
  ),
  documentRule(
    [
      367,
      'DEPARTURE_INTERVAL_REVERSED',
      'Error',
      'Schedule!',
      'An interval departure ends at or before its beginning.',
      'Nothing ever leaves.',
      'Correct the times.',
      'Every 10 minutes from 18:00 to 06:00.',
    ],
    'Timetable',
    (timetable) =>
      intervals(timetable).flatMap(({ FromTime = 0, ToTime = 0 }): Fault[] =>
        ToTime <= FromTime
          ? [{ field: 'ToTime', text: `${nameOf(timetable)} runs from ${formatServiceTime(FromTime)} to ${formatServiceTime(ToTime)}` }]
          : [],
      ),
  ),
  documentRule(
    [
      368,
      'DEPARTURE_FREQUENCY_INVALID',
      'Error',
      'Schedule!',
      'The headway of an interval departure is not above 0, or longer than the interval.',
      'It is unclear how often it leaves.',
      'Type the headway in minutes.',
      'Every 90 minutes from 08:00 to 09:00.',
    ],
    'Timetable',
    (timetable) =>
      intervals(timetable).flatMap(({ FromTime = 0, ToTime = 0, Frequency = 0 }): Fault[] =>
        Frequency <= 0 || (ToTime > FromTime && Frequency > ToTime - FromTime)
          ? [
              {
                field: 'Frequency',
                text: `${nameOf(timetable)} leaves every ${Frequency} s from ${formatServiceTime(FromTime)} to ${formatServiceTime(ToTime)}`,
              },
            ]
          : [],
      ),
  ),
  groupRule(
    [
      369,
      'DEPARTURE_INTERVALS_OVERLAP',
      'Error',
      'Schedule',
      'Two interval departures of one trip, or of one timetable, overlap in time. Touching ends are allowed.',
      'It is unclear how often it leaves in that time.',
      'Let one end where the other begins.',
      'Every 10 minutes from 06:00 to 10:00, and every 20 from 09:00.',
    ],
    'Timetable',
    {
      keys: (timetable) => [trackKey(timetable), ...new Set(intervals(timetable).flatMap(({ TripId }) => (isBlank(TripId) ? [] : [`\n${TripId}`])))],
      check: (timetables, _net, key) =>
        key.startsWith('\n')
          ? overlapsOfTrip(timetables, key.slice(1))
          : timetables.flatMap((of) => overlapping(intervals(of.doc).map((departure) => ({ of, departure })))),
    },
  ),
  groupRule(
    [
      370,
      'DEPARTURE_TRIP_ID_DUPLICATE',
      'Error',
      'Schedule!',
      'Two departures have the same trip id, and are not interval departures of one timetable.',
      'A trip id names one trip; the feed is refused.',
      'Give one of them another trip id.',
      'Trip "4711" at 08:05 and at 09:05.',
    ],
    'Timetable',
    {
      keys: (timetable) => new Set(timetable.Departures.flatMap(({ TripId }) => (isBlank(TripId) ? [] : [TripId ?? '']))),
      check: (timetables, _net, trip) => sameTrip(timetables, trip),
    },
  ),
  groupRule(
    [
      371,
      'BLOCK_TRIPS_OVERLAP',
      'Error',
      'Schedule',
      'Two trips of one block with a common running date overlap in time.',
      'One vehicle cannot make both.',
      'Correct the block of one of them, or its times.',
      'Block "7": one trip to 08:40, the next from 08:30.',
    ],
    'Timetable',
    {
      keys: (timetable) => new Set(timetable.Departures.flatMap((departure) => blockOf(timetable, departure) ?? [])),
      on: {
        Schedule: (_schedule, net, id) =>
          net.linked('timetableOfSchedule', id).flatMap(({ doc }) => doc.Departures.flatMap((departure) => blockOf(doc, departure) ?? [])),
      },
      check: (timetables, net, block) => blockOverlaps(timetables, net, block),
    },
  ),
  versionRule(
    [
      372,
      'VEHICLE_CATEGORY_INVALID',
      'Error',
      'VehicleCategory!',
      'A vehicle category has no id or no name, or is referred to and does not exist.',
      'It is unclear which vehicle is meant.',
      'Have the category added or named at its source.',
      'A boarding row of the category "long", which does not exist.',
    ],
    ['VehicleCategory', 'VehicleBoarding', 'VehicleCoupling'],
    (net) => [
      ...sorted(net.all('VehicleCategory')).flatMap((of): Fault[] => [
        ...(isBlank(of.doc.Id) ? [{ of, field: 'Id', text: 'The id is empty' }] : []),
        ...(isBlank(of.doc.Name) ? [{ of, field: 'Name', text: 'This category has no name' }] : []),
      ]),
      ...sorted(net.all('VehicleBoarding')).flatMap((of): Fault[] =>
        net.get('VehicleCategory', of.doc.VehicleCategoryId) === undefined
          ? [{ of, text: `A boarding row names the category ${of.doc.VehicleCategoryId || '(none)'}, which does not exist` }]
          : [],
      ),
    ],
  ),
  versionRule(
    [
      373,
      'VEHICLE_COUPLING_INVALID',
      'Error',
      'VehicleCategory!',
      'Vehicle couplings form a cycle, are deeper than 3 levels, repeat a place under a parent, or name an unknown category.',
      'It is unclear which parts the vehicle has.',
      'Have the couplings corrected at their source.',
      'A train made of a coach made of the train.',
    ],
    ['VehicleCategory', 'VehicleCoupling'],
    (net) => couplingFaults(net),
  ),
];

function intervals(timetable: Timetable): Departure[] {
  return timetable.Departures.filter(({ Type }) => Type === 'Interval');
}

interface Placed {
  readonly of: Node<'Timetable'>;
  readonly departure: Departure;
}

/** A fault for each interval that begins before an earlier one ends. */
function overlapping(list: readonly Placed[]): Fault[] {
  let last: Placed | undefined;
  return list
    .toSorted((a, b) => (a.departure.FromTime ?? 0) - (b.departure.FromTime ?? 0))
    .flatMap((one): Fault[] => {
      const before = last;
      const ends = before?.departure.ToTime ?? 0;
      if (before === undefined || (one.departure.ToTime ?? 0) > ends) last = one;
      if (before === undefined || (one.departure.FromTime ?? 0) >= ends) return [];
      return [
        {
          of: one.of,
          field: 'FromTime',
          text: `${nameOf(one.of.doc)}: ${span(one.departure)} overlaps ${span(before.departure)}${before.of === one.of ? '' : ` of ${nameOf(before.of.doc)}`}`,
        },
      ];
    });
}

function span({ FromTime = 0, ToTime = 0 }: Departure): string {
  return `${formatServiceTime(FromTime)}–${formatServiceTime(ToTime)}`;
}

/** Overlaps within one timetable are found by its track. */
function overlapsOfTrip(timetables: readonly Node<'Timetable'>[], trip: string): Fault[] {
  if (timetables.length < 2) return [];
  return overlapping(timetables.flatMap((of) => intervals(of.doc).flatMap((departure) => (departure.TripId === trip ? [{ of, departure }] : []))));
}

function sameTrip(timetables: readonly Node<'Timetable'>[], trip: string): Fault[] {
  const [first] = timetables;
  if (timetables.length > 1)
    return timetables.map((of): Fault => ({
      of,
      field: 'TripId',
      text: `The trip ${trip} is in ${timetables.length} timetables; this is ${nameOf(of.doc)}`,
    }));
  const same = first?.doc.Departures.filter(({ TripId }) => TripId === trip) ?? [];
  if (first === undefined || same.length < 2 || same.every(({ Type }) => Type === 'Interval')) return [];
  return [{ of: first, field: 'TripId', text: `The trip ${trip} leaves ${same.length} times in ${nameOf(first.doc)}` }];
}

function blockOf(timetable: Timetable, departure: Departure): string | undefined {
  const block = departure.blockId ?? timetable.BlockId;
  return isBlank(block) ? undefined : block;
}

function blockOverlaps(timetables: readonly Node<'Timetable'>[], net: Network, block: string): Fault[] {
  const trips = timetables.flatMap((of) => {
    const schedule = net.node('Schedule', of.doc.ScheduleId);
    const [start, end] = [of.doc.DepartureOffsets[0] ?? 0, of.doc.ArrivalOffsets.at(-1) ?? null];
    if (!schedule || end === null) return [];
    return of.doc.Departures.flatMap((departure) =>
      departure.Type === 'Exact' && departure.Time !== undefined && blockOf(of.doc, departure) === block
        ? [{ of, schedule, from: departure.Time + start, to: departure.Time + end, trip: departure.TripId ?? '' }]
        : [],
    );
  });
  trips.sort((a, b) => a.from - b.from || a.to - b.to || (a.trip < b.trip ? -1 : 1));
  const faults: Fault[] = [];
  let open: typeof trips = [];
  for (const trip of trips) {
    open = open.filter((one) => one.to > trip.from);
    const other = open.find((one) => meet(runningDays(net, one.schedule, one.of.doc.Days), runningDays(net, trip.schedule, trip.of.doc.Days)));
    if (other)
      faults.push({
        of: trip.of,
        field: 'BlockId',
        text: `Block ${block}: ${trip.trip || nameOf(trip.of.doc)} leaves at ${formatServiceTime(trip.from)}, and ${other.trip || nameOf(other.of.doc)} is under way until ${formatServiceTime(other.to)}`,
      });
    open.push(trip);
  }
  return faults;
}

function couplingFaults(net: Network): Fault[] {
  const couplings = sorted(net.all('VehicleCoupling'));
  const children = new Map<string, string[]>();
  const places = new Set<string>();
  const faults: Fault[] = [];
  for (const of of couplings) {
    const { ParentId, ChildId, ChildSequence } = of.doc;
    children.set(ParentId, [...(children.get(ParentId) ?? []), ChildId]);
    for (const id of new Set([ParentId, ChildId]))
      if (net.get('VehicleCategory', id) === undefined)
        faults.push({ of, text: `A coupling names the category ${id || '(none)'}, which does not exist` });
    const place = `${ParentId}\n${ChildSequence}`;
    if (places.has(place)) faults.push({ of, field: 'ChildSequence', text: `Two children of ${ParentId} have the sequence ${ChildSequence}` });
    places.add(place);
  }
  const reported = new Set<string>();
  for (const of of couplings) {
    const top = of.doc.ParentId;
    if (reported.has(top)) continue;
    reported.add(top);
    const depth = depthOf(top, children, new Set());
    if (depth === Infinity) faults.push({ of, text: `The couplings of ${top} form a cycle` });
    else if (depth > THRESHOLDS.couplingLevels)
      faults.push({ of, text: `The couplings of ${top} are ${depth} levels deep; at most ${THRESHOLDS.couplingLevels} are allowed` });
  }
  return faults;
}

/** Levels from a category down, itself included; Infinity where it contains itself. */
function depthOf(id: string, children: ReadonlyMap<string, readonly string[]>, above: ReadonlySet<string>): number {
  if (above.has(id)) return Infinity;
  const within = new Set(above).add(id);
  return 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => depthOf(child, children, within)));
}

function sorted<T extends { readonly id: string }>(nodes: Iterable<T>): T[] {
  return [...nodes].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
