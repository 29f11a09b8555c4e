/** Rules of transfers. */
import { metresBetween } from '../../../src/domain/coordinate.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import { trackKey, type Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Found, type Reads, type Rule } from '../rule.ts';
import { isBlank, metres, shown } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { alike } from './agencies.ts';

const STOPS: Reads = { Stop: (_stop, net, id) => net.idsOf('transferOfStop', id) };
/** Transfers between trips read the timetable, the track and the line of each. */
const TRIPS: Reads = {
  Timetable: (timetable, net) => transfersOfTimetable(timetable, net),
  Track: (_track, net, id) => (tripsAreNamed(net) ? net.linked('timetableOfTrack', id) : []).flatMap(({ doc }) => transfersOfTimetable(doc, net)),
  Schedule: (schedule, net) =>
    tripsAreNamed(net) ? net.linked('timetableOfSchedule', schedule.Id).flatMap(({ doc }) => transfersOfTimetable(doc, net)) : [],
  Stop: ({ ParentId }, net, id) => [...net.idsOf('transferOfStop', id), ...net.idsOf('transferOfStop', ParentId ?? undefined)],
};

function transfersOfTimetable(timetable: Entity<'Timetable'>, net: Network): readonly string[] {
  if (!tripsAreNamed(net)) return [];
  return timetable.Departures.flatMap(({ TripId }) => net.idsOf('transferOfTrip', TripId));
}

/** Whether any transfer names a trip: in most versions none does. */
function tripsAreNamed(net: Network): boolean {
  return net.summary('transfers of trips', ['Transfer'], () =>
    [...net.all('Transfer')].some(({ doc }) => !isBlank(doc.TripIdFrom) || !isBlank(doc.TripIdTo)),
  );
}

/** Types by their GTFS numbers: 2 is the one that carries a time, 4 and 5 are in-seat transfers between trips. */
const WAIT = 2;
const IN_SEAT: readonly number[] = [4, 5];
const TRANSFER_TYPES: readonly number[] = [0, 1, 2, 3, 4, 5];

export const transferRules: readonly Rule[] = [
  relationRule(
    [
      601,
      'TRANSFER_STOP_UNKNOWN',
      'Error',
      'Transfer!',
      'An end of the transfer is empty or not in the version. In-seat transfers between trips may leave their stops out.',
      'A transfer to nowhere is dropped by consumers, or has the feed refused.',
      'Remove the transfer, or have the stop brought back.',
      'A transfer to the stop "P9", which was removed.',
    ],
    'Transfer',
    STOPS,
    (transfer, net) =>
      ends(transfer).flatMap(([field, id]): Fault[] => {
        if (isBlank(id))
          return isBetweenTrips(transfer) ? [] : [{ field, text: `This transfer has no ${field === 'StopIdFrom' ? 'from' : 'to'} stop` }];
        return net.get('Stop', id) === undefined ? [{ field, text: `The stop ${id} is not in this version` }] : [];
      }),
  ),
  relationRule(
    [
      602,
      'TRANSFER_STOP_WRONG_TYPE',
      'Error',
      'Transfer!',
      'An end of the transfer is an exit, a generic node or a boarding area.',
      'Passengers change between stops, platforms and stations only.',
      'Remove the transfer and make one between the platforms.',
      'A transfer from the exit "VEL-E1".',
    ],
    'Transfer',
    STOPS,
    (transfer, net) =>
      ends(transfer).flatMap(([field, id]): Fault[] => {
        const stop = net.get('Stop', id);
        const wrong = stop && [STOP_TYPES.Exit, STOP_TYPES.GenericNode, STOP_TYPES.BoardingArea].some((type) => type === stop.Type);
        return wrong
          ? [{ field, text: `${stop.Name || stop.Id} is ${['', 'an exit', '', 'a generic node', 'a boarding area'][stop.Type] ?? ''}` }]
          : [];
      }),
  ),
  documentRule(
    [
      603,
      'TRANSFER_TYPE_INVALID',
      'Error',
      'Transfer!',
      'The type of the transfer is none of the defined ones (0 to 5).',
      'Nobody knows what it says.',
      'Choose a type.',
      'transfer_type 7.',
    ],
    'Transfer',
    ({ Type }) => (TRANSFER_TYPES.includes(Type) ? undefined : { field: 'Type', text: `Unknown transfer type ${Type}` }),
  ),
  documentRule(
    [
      604,
      'TRANSFER_TIME_MISSING',
      'Error',
      'Transfer!',
      'The transfer asks for a minimum time, and the time is empty.',
      'Planners fall back to a guess, and passengers miss their connection.',
      'Type the time.',
      'A timed connection without a time.',
    ],
    'Transfer',
    ({ Type, Time }) => (Type === WAIT && Time === undefined ? { field: 'Time', text: 'This transfer has no minimum time' } : undefined),
  ),
  documentRule(
    [
      605,
      'TRANSFER_TIME_INVALID',
      'Error',
      'Transfer!',
      'The time of the transfer is negative.',
      'Nobody changes before arriving.',
      'Type the time.',
      'Time -60.',
    ],
    'Transfer',
    ({ Time, Extra }) => {
      const written = Number(Extra?.['min_transfer_time'] ?? 0);
      const time = Time ?? (written < 0 ? written : undefined);
      return time !== undefined && time < 0 ? { field: 'Time', text: `The time is ${time} s` } : undefined;
    },
  ),
  documentRule(
    [
      606,
      'TRANSFER_TIME_NOT_APPLICABLE',
      'Warning',
      'Transfer',
      'A time is set, and the type of the transfer does not use it.',
      'Some consumers use it all the same, others do not.',
      'Remove the time, or choose the type that waits.',
      'A recommended transfer with a time of 120 s.',
    ],
    'Transfer',
    ({ Type, Time }) =>
      Time !== undefined && Type !== WAIT ? { field: 'Time', text: `The time of ${Time} s has no meaning for this type` } : undefined,
  ),
  documentRule(
    [
      607,
      'TRANSFER_TIME_TOO_LONG',
      'Warning',
      'Transfer',
      'The time of the transfer is over 2 hours.',
      'Mostly minutes were taken for seconds twice.',
      'Type the time, or exclude the case.',
      '10,800 s.',
      { key: 'transferSeconds', unit: 's', min: 60, max: 86_400 },
    ],
    'Transfer',
    ({ Time }, limits) =>
      Time !== undefined && Time > limits.transferSeconds ? { field: 'Time', text: `The time is ${shown(Time / 3600)} h` } : undefined,
  ),
  relationRule(
    [
      608,
      'TRANSFER_DISTANCE_LARGE',
      'Warning',
      'Transfer',
      'The ends are more than 2 km and at most 10 km apart.',
      'Hardly anybody walks that far to change.',
      'Look at it on the map; remove it, or exclude the case.',
      'A transfer over 3.4 km.',
      { key: 'transferMetres', unit: 'm', min: 50, max: 20_000 },
    ],
    'Transfer',
    STOPS,
    (transfer, net) => farApart(transfer, net, net.limits.transferMetres, net.limits.transferTooFarMetres),
  ),
  relationRule(
    [
      609,
      'TRANSFER_DISTANCE_TOO_LARGE',
      'Error',
      'Transfer',
      'The ends are more than 10 km apart.',
      'Nobody walks that far to change: a stop is wrong.',
      'Look at it on the map; choose the right stop, or remove the transfer.',
      'A transfer over 24 km.',
      { key: 'transferTooFarMetres', unit: 'm', min: 500, max: 100_000 },
    ],
    'Transfer',
    STOPS,
    (transfer, net) => farApart(transfer, net, net.limits.transferTooFarMetres, Infinity),
  ),
  relationRule(
    [
      610,
      'TRANSFER_WALK_TOO_FAST',
      'Warning',
      'Transfer',
      'The time, with 2 minutes added, is less than the straight distance takes at 2 m/s.',
      'Only a runner would make it.',
      'Type a longer time.',
      '60 s for 800 m.',
      { key: 'transferSlack', unit: 's', min: 0, max: 3600 },
    ],
    'Transfer',
    STOPS,
    (transfer, net) => {
      const far = distance(transfer, net);
      if (far === undefined || transfer.Time === undefined || transfer.Type !== WAIT) return undefined;
      const least = far / THRESHOLDS.transferWalk;
      return transfer.Time + net.limits.transferSlack < least
        ? { field: 'Time', text: `${shown(transfer.Time)} s are too short for ${metres(far)}: at 2 m/s the walk takes ${shown(least)} s` }
        : undefined;
    },
  ),
  groupRule(
    [
      611,
      'TRANSFER_DUPLICATE',
      'Error',
      'Transfer!',
      'Two transfers have the same ends and the same lines or trips.',
      'It is unclear which of them applies.',
      'Remove one of them.',
      'Two transfers from "A" to "B".',
    ],
    'Transfer',
    {
      keys: (one) => [JSON.stringify([one.StopIdFrom, one.StopIdTo, one.RouteIdFrom, one.RouteIdTo, one.TripIdFrom, one.TripIdTo])],
      check: (transfers) => alike(transfers, (other) => ({ text: `The transfer ${other.id} has the same ends` })),
    },
  ),
  relationRule(
    [
      612,
      'TRANSFER_STOP_NOT_OF_TRIP',
      'Error',
      'Transfer',
      'A trip of the transfer does not call at the stop at that end, nor at a stop of that station.',
      'Nobody can change there: stop or trip is wrong.',
      'Choose the right stop, or remove the transfer.',
      'From "Harbour" by a trip that does not go there.',
    ],
    'Transfer',
    TRIPS,
    (transfer, net) =>
      tripEnds(transfer).flatMap(({ field, stop, trip }): Fault[] => {
        const stops = stopsOfTrip(net, trip);
        return isBlank(stop) || stops === undefined || stops.some((one) => isAt(net, one, stop ?? ''))
          ? []
          : [{ field, text: `The trip ${trip} does not call at ${stop}` }];
      }),
  ),
  relationRule(
    [
      613,
      'TRANSFER_IN_SEAT_VEHICLE_TYPES_DIFFER',
      'Warning',
      'Transfer',
      'The trips of an in-seat transfer are of lines with different vehicle types.',
      'People cannot stay in a bus that goes on as a ferry.',
      'Choose the right trips, or correct the vehicle type of a line.',
      'A bus trip that goes on as a tram.',
    ],
    'Transfer',
    TRIPS,
    (transfer, net) => {
      if (!IN_SEAT.includes(transfer.Type)) return undefined;
      const [from, to] = [transfer.TripIdFrom, transfer.TripIdTo].map((trip) => scheduleOfTrip(net, trip)?.VehicleType);
      return from !== undefined && to !== undefined && from !== to ? { text: `The vehicle types are ${from} and ${to}` } : undefined;
    },
  ),
  relationRule(
    [
      614,
      'TRANSFER_IN_SEAT_MID_TRIP',
      'Warning',
      'Transfer',
      'An in-seat transfer is not from the last stop of a trip to the first stop of the next.',
      'A vehicle goes on as another trip where the trip ends.',
      'Choose the last stop of the first trip, and the first stop of the second.',
      'From the third of five stops.',
    ],
    'Transfer',
    TRIPS,
    (transfer, net) =>
      !IN_SEAT.includes(transfer.Type)
        ? undefined
        : tripEnds(transfer).flatMap(({ field, stop, trip }): Fault[] => {
            const stops = stopsOfTrip(net, trip);
            if (isBlank(stop) || stops === undefined || !stops.some((one) => isAt(net, one, stop ?? ''))) return [];
            const expected = field === 'StopIdFrom' ? stops.at(-1) : stops[0];
            return expected === undefined || isAt(net, expected, stop ?? '')
              ? []
              : [{ field, text: `${stop} is not the ${field === 'StopIdFrom' ? 'last' : 'first'} stop of the trip ${trip}` }];
          }),
  ),
];

function ends(transfer: Entity<'Transfer'>): readonly (readonly ['StopIdFrom' | 'StopIdTo', string | undefined])[] {
  return [
    ['StopIdFrom', transfer.StopIdFrom],
    ['StopIdTo', transfer.StopIdTo],
  ];
}

function isBetweenTrips({ Type, TripIdFrom, TripIdTo }: Entity<'Transfer'>): boolean {
  return IN_SEAT.includes(Type) && !isBlank(TripIdFrom) && !isBlank(TripIdTo);
}

function distance(transfer: Entity<'Transfer'>, net: Network): number | undefined {
  const [from, to] = [net.get('Stop', transfer.StopIdFrom)?.Coordinate, net.get('Stop', transfer.StopIdTo)?.Coordinate];
  return from && to ? metresBetween(from, to) : undefined;
}

function farApart(transfer: Entity<'Transfer'>, net: Network, over: number, upTo: number): Found {
  const far = distance(transfer, net);
  return far !== undefined && far > over && far <= upTo ? { text: `The ends are ${metres(far)} apart` } : undefined;
}

function tripEnds({ StopIdFrom, StopIdTo, TripIdFrom, TripIdTo }: Entity<'Transfer'>) {
  return [
    { field: 'StopIdFrom', stop: StopIdFrom, trip: TripIdFrom },
    { field: 'StopIdTo', stop: StopIdTo, trip: TripIdTo },
  ] as const;
}

/** The timetable that has a trip; undefined where no trip is named, or where it is in none. */
function timetableOfTrip(net: Network, trip: string | undefined): Entity<'Timetable'> | undefined {
  return isBlank(trip) ? undefined : net.linked('timetableOfTrip', trip ?? '')[0]?.doc;
}

function scheduleOfTrip(net: Network, trip: string | undefined): Entity<'Schedule'> | undefined {
  return net.get('Schedule', timetableOfTrip(net, trip)?.ScheduleId);
}

function stopsOfTrip(net: Network, trip: string | undefined): readonly string[] | undefined {
  const timetable = timetableOfTrip(net, trip);
  return timetable && net.get('Track', trackKey(timetable))?.Stops.map(({ StopId }) => StopId);
}

/** Whether a stop is another, or belongs to that station. */
function isAt(net: Network, stop: string, other: string): boolean {
  return stop === other || net.get('Stop', stop)?.ParentId === other;
}
