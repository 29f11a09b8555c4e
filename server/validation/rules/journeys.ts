/** Rules of how a timetable gets along its track: speeds, stays and durations. */
import { metresBetween } from '../../../src/domain/coordinate.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import { trackKey, type Network } from '../network.ts';
import { relationRule, type Fault, type Found, type Reads, type Rule } from '../rule.ts';
import { metres, shown } from '../texts.ts';
import { basicType, fastestOf, longestOf, THRESHOLDS } from '../thresholds.ts';
import { geometryOf } from '../trackGeometry.ts';
import { nameOf } from './timetables.ts';

type Timetable = Entity<'Timetable'>;

/** With its track, the places of its stops, and the vehicle type of its schedule. */
const JOURNEY: Reads = {
  Track: (_track, net, id) => net.idsOf('timetableOfTrack', id),
  Stop: (_stop, net, id) => net.linked('trackOfStop', id).flatMap((track) => net.idsOf('timetableOfTrack', track.id)),
  Schedule: (_schedule, net, id) => net.idsOf('timetableOfSchedule', id),
};
const SCHEDULE: Reads = { Schedule: (_schedule, net, id) => net.idsOf('timetableOfSchedule', id) };

/** GTFS route_type. */
const FERRY = 4;

export const journeyRules: readonly Rule[] = [
  relationRule(
    [
      355,
      'TIMETABLE_HOP_ZERO_DURATION',
      'Warning',
      'TrackStop',
      'Two stops in a row that are more than 500 m apart have the same time.',
      'Mostly minutes were rounded, or a time was copied.',
      'Correct one of the times.',
      'Two stops 1.2 km apart, both at 08:12.',
      { key: 'zeroHopMetres', unit: 'm', min: 50, max: 10_000 },
    ],
    'Timetable',
    JOURNEY,
    (timetable, net) =>
      hops(timetable, net).flatMap((hop): Fault[] =>
        hop.next && hop.seconds === 0 && hop.metres > net.limits.zeroHopMetres
          ? [{ ...placeOf(hop), text: `${nameOf(timetable)}: ${metres(hop.metres)} in no time` }]
          : [],
      ),
  ),
  relationRule(
    [
      356,
      'TIMETABLE_HOP_TOO_FAST',
      'Warning',
      'TrackStop',
      'The speed between two timed stops in a row is over what its vehicle type can do: tram 100, subway, bus, trolleybus and monorail 150, rail 500, ferry 80, cable tram 30, aerial lift and funicular 50, others 200 km/h. Times on whole minutes may be a minute off.',
      'Passengers miss the vehicle, or a place is wrong.',
      'Correct the time or the place of the stop.',
      '4 km in 60 s by bus.',
    ],
    'Timetable',
    JOURNEY,
    (timetable, net) => {
      const fastest = fastestOf(net.get('Schedule', timetable.ScheduleId)?.VehicleType);
      return hops(timetable, net).flatMap((hop): Fault[] => {
        const kmh = speedOf(hop.metres, hop.seconds, hop.minutes);
        return kmh > fastest
          ? [
              {
                ...placeOf(hop),
                text: `${nameOf(timetable)}: ${metres(hop.metres)} in ${hop.seconds} s is ${shown(Math.round(kmh))} km/h, over ${fastest}`,
              },
            ]
          : [];
      });
    },
  ),
  relationRule(
    [
      357,
      'TIMETABLE_FAR_STOPS_TOO_FAST',
      'Error',
      'Schedule',
      'The same speeds are passed over two timed stops that are more than 10 km apart along the track.',
      'Over such a distance rounding explains nothing: times or places are wrong.',
      'Correct the times or the places of the stops.',
      '24 km in 5 minutes by bus.',
    ],
    'Timetable',
    JOURNEY,
    (timetable, net) => farTooFast(timetable, net),
  ),
  relationRule(
    [
      358,
      'TIMETABLE_HOP_TOO_SLOW',
      'Warning',
      'TrackStop',
      'The speed between two stops in a row that are more than 200 m apart is below 1 km/h.',
      'Mostly hours were typed for minutes.',
      'Correct the time. Exclude the case where the vehicle really waits on its way.',
      '600 m in 2 hours.',
      { key: 'slowKmh', unit: 'km/h', min: 0, max: 20 },
    ],
    'Timetable',
    JOURNEY,
    (timetable, net) =>
      hops(timetable, net).flatMap((hop): Fault[] =>
        hop.next && hop.metres > THRESHOLDS.slowHopMetres && hop.seconds > 0 && (hop.metres / hop.seconds) * 3.6 < net.limits.slowKmh
          ? [{ ...placeOf(hop), text: `${nameOf(timetable)}: ${metres(hop.metres)} in ${shown(hop.seconds / 60)} minutes` }]
          : [],
      ),
  ),
  relationRule(
    [
      359,
      'TIMETABLE_DWELL_TOO_LONG',
      'Warning',
      'TrackStop',
      'The vehicle stays at a stop on its way for over 30 minutes (rail and ferry: 3 hours).',
      'Mostly a departure was typed an hour late.',
      'Correct the times.',
      '08:10 to 09:15 at "Harbour".',
    ],
    'Timetable',
    JOURNEY,
    (timetable, net) => {
      const basic = basicType(net.get('Schedule', timetable.ScheduleId)?.VehicleType);
      const longest = basic === 2 || basic === 4 ? THRESHOLDS.longDwell : THRESHOLDS.dwell;
      return timetable.ArrivalOffsets.flatMap((arrival, i): Fault[] => {
        const departure = timetable.DepartureOffsets[i] ?? null;
        if (i === 0 || i === timetable.ArrivalOffsets.length - 1 || arrival === null || departure === null || departure - arrival <= longest)
          return [];
        const stopId = net.get('Track', trackKey(timetable))?.Stops[i]?.StopId;
        return [
          { position: i, stopId, field: 'DepartureOffsets', text: `${nameOf(timetable)} waits for ${shown((departure - arrival) / 60)} minutes` },
        ];
      });
    },
  ),
  relationRule(
    [
      374,
      'FERRY_BIKES_NOT_SAID',
      'Warning',
      'Schedule',
      'The timetable of a ferry does not say whether bikes are taken.',
      'On a ferry that is a question of going or not going.',
      'Choose whether bikes are allowed.',
      'A ferry whose trips say nothing of bikes.',
    ],
    'Timetable',
    SCHEDULE,
    (timetable, net) => {
      if (basicType(net.get('Schedule', timetable.ScheduleId)?.VehicleType) !== FERRY || timetable.Departures.length === 0) return undefined;
      const unsaid = timetable.Departures.filter(({ bikesAllowed }) => (bikesAllowed ?? timetable.BikesAllowed ?? 0) === 0).length;
      return unsaid === 0
        ? undefined
        : {
            field: 'BikesAllowed',
            text: `${nameOf(timetable)}: ${unsaid} of ${timetable.Departures.length} departures do not say whether bikes are taken`,
          };
    },
  ),
  relationRule(
    [
      360,
      'TIMETABLE_DURATION_TOO_LONG',
      'Warning',
      'Schedule',
      'The whole trip takes over 6 hours by tram, subway or bus, 36 hours by coach or ferry, 96 hours by rail.',
      'Mostly a time after midnight was typed wrongly.',
      'Correct the times.',
      '23 hours by bus.',
    ],
    'Timetable',
    SCHEDULE,
    (timetable, net) => {
      const seconds = durationOf(timetable);
      const longest = longestOf(net.get('Schedule', timetable.ScheduleId)?.VehicleType);
      return seconds !== undefined && seconds > longest
        ? { field: 'ArrivalOffsets', text: `${nameOf(timetable)} takes ${shown(seconds / 3600)} hours, over ${longest / 3600}` }
        : undefined;
    },
  ),
  relationRule(
    [
      361,
      'TIMETABLE_DURATION_TOO_SHORT',
      'Warning',
      'Schedule',
      'The whole trip takes no time, or less than a minute for over 500 m.',
      'The times were never typed.',
      'Type the times.',
      '12 stops, all at 08:00.',
      { key: 'shortestTrip', unit: 's', min: 0, max: 3600 },
    ],
    'Timetable',
    JOURNEY,
    (timetable, net) => {
      const seconds = durationOf(timetable);
      const track = net.node('Track', trackKey(timetable));
      if (seconds === undefined || seconds < 0 || !track || timetable.ArrivalOffsets.length < 2) return undefined;
      const far = geometryOf(net, track).hops.reduce((sum, hop) => sum + (Number.isNaN(hop) ? 0 : hop), 0);
      const short = seconds === 0 || (seconds < net.limits.shortestTrip && far > THRESHOLDS.shortestTripMetres);
      return short ? { field: 'ArrivalOffsets', text: `${nameOf(timetable)} takes ${seconds} s for ${metres(far)}` } : undefined;
    },
  ),
];

interface Hop {
  readonly position: number;
  readonly stopId: string | undefined;
  readonly metres: number;
  readonly seconds: number;
  /** Both times are on whole minutes. */
  readonly minutes: boolean;
  /** The two follow each other on the track. */
  readonly next: boolean;
}

function placeOf({ position, stopId }: Hop): Pick<Fault, 'position' | 'stopId' | 'field'> {
  return { position, stopId, field: 'ArrivalOffsets' };
}

/** From each timed stop to the next timed one. */
function hops(timetable: Timetable, net: Network): readonly Hop[] {
  const node = net.node('Timetable', `${trackKey(timetable)}/${timetable.Number}`);
  const compute = (): Hop[] => {
    const track = net.node('Track', trackKey(timetable));
    if (!track) return [];
    const { places } = geometryOf(net, track);
    const found: Hop[] = [];
    let before = -1;
    for (let i = 0; i < timetable.ArrivalOffsets.length; i++) {
      const arrival = timetable.ArrivalOffsets[i] ?? null;
      if (arrival === null || track.doc.Stops[i]?.Ignored === true) continue;
      if (before >= 0) {
        const left = timetable.DepartureOffsets[before] ?? timetable.ArrivalOffsets[before] ?? 0;
        const [from, to] = [places[before], places[i]];
        if (from && to) {
          const minutes = left % 60 === 0 && arrival % 60 === 0;
          found.push({
            position: i,
            stopId: track.doc.Stops[i]?.StopId,
            metres: metresBetween(from, to),
            seconds: arrival - left,
            minutes,
            next: i === before + 1,
          });
        }
      }
      before = i;
    }
    return found;
  };
  return node?.doc === timetable ? net.cached(node, 'hops', compute) : compute();
}

/** Kilometres per hour. Negative times have a rule of their own; no time at all without the slack of minutes is none either. */
function speedOf(far: number, seconds: number, minutes: boolean): number {
  const taken = seconds + (minutes ? THRESHOLDS.minuteSlack : 0);
  return taken <= 0 || seconds < 0 ? 0 : (far / taken) * 3.6;
}

function farTooFast(timetable: Timetable, net: Network): Found {
  const track = net.node('Track', trackKey(timetable));
  if (!track) return undefined;
  const along = geometryOf(net, track).hops;
  let total = 0;
  for (const hop of along) total += Number.isNaN(hop) ? 0 : hop;
  if (total <= THRESHOLDS.farMetres) return undefined;
  const fastest = fastestOf(net.get('Schedule', timetable.ScheduleId)?.VehicleType);
  const timed: { at: number; far: number; arrival: number; departure: number }[] = [];
  let far = 0;
  for (let i = 0; i < timetable.ArrivalOffsets.length; i++) {
    const hop = i === 0 ? 0 : (along[i - 1] ?? 0);
    far += Number.isNaN(hop) ? 0 : hop;
    const arrival = timetable.ArrivalOffsets[i] ?? null;
    if (arrival !== null) timed.push({ at: i, far, arrival, departure: timetable.DepartureOffsets[i] ?? arrival });
  }
  let to = 0;
  for (const from of timed) {
    while (to < timed.length && (timed[to]?.far ?? 0) - from.far <= THRESHOLDS.farMetres) to++;
    const end = timed[to];
    if (!end) return undefined;
    const seconds = end.arrival - from.departure;
    const kmh = speedOf(end.far - from.far, seconds, from.departure % 60 === 0 && end.arrival % 60 === 0);
    if (kmh > fastest)
      return {
        field: 'ArrivalOffsets',
        position: end.at,
        text: `${nameOf(timetable)}: ${metres(end.far - from.far)} from stop ${from.at + 1} to ${end.at + 1} in ${seconds} s is ${shown(Math.round(kmh))} km/h, over ${fastest}`,
      };
  }
  return undefined;
}

function durationOf({ ArrivalOffsets, DepartureOffsets }: Timetable): number | undefined {
  const [start, end] = [DepartureOffsets[0] ?? ArrivalOffsets[0] ?? null, ArrivalOffsets.at(-1) ?? null];
  return start === null || end === null ? undefined : end - start;
}
