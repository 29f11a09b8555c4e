/** Rules of the stops of tracks. */
import { metresBetween } from '../../../src/domain/coordinate.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import { createHash } from 'node:crypto';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Reads, type Rule } from '../rule.ts';
import { isBlank, loosely, metres } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { geometryOf } from '../trackGeometry.ts';

type Track = Entity<'Track'>;

/** A track is checked again with its stops. */
export const STOPS_OF_TRACK: Reads = { Stop: (_stop, net, id) => net.idsOf('trackOfStop', id) };

export const trackRules: readonly Rule[] = [
  documentRule(
    [
      329,
      'TRACK_ID_FORMAT',
      'Error',
      'Schedule!',
      'The id of a track is empty, or holds a slash, a question mark or a control character.',
      'Addresses of its pages cannot be written.',
      'Clone the track under a plain id and remove this one.',
      'Track "a/b".',
    ],
    'Track',
    (track) =>
      track.Id.trim() === '' || /[/?\p{Cc}]/u.test(track.Id)
        ? { field: 'Id', text: `The id "${track.Id}" of a track cannot be used in a URL` }
        : undefined,
  ),
  groupRule(
    [
      330,
      'TRACKS_IDENTICAL',
      'Warning',
      'Schedule',
      'Two tracks of one schedule have equal direction, stops, destinations and shape.',
      'Whoever edits one forgets the other.',
      'Move the timetables to one of them and delete the other.',
      'Tracks "a-b" and "a-b-2" alike.',
    ],
    'Track',
    {
      keys: (track) => [
        `${track.ScheduleId}\n${digest(JSON.stringify([track.Direction, track.Stops.map((stop) => [stop.StopId, stop.Destination ?? '', stop.Ignored === true]), track.Shape ?? '']))}`,
      ],
      check: (tracks) =>
        tracks.length < 2
          ? undefined
          : tracks.map((of, i): Fault => ({ of, text: `The track ${of.doc.Id} is identical to ${tracks[i === 0 ? 1 : 0]?.doc.Id}` })),
    },
  ),
  documentRule(
    [
      331,
      'TRACK_TOO_FEW_STOPS',
      'Error',
      'Schedule!',
      'The track has fewer than 2 stops that are not ignored.',
      'Nobody can ride from one stop to itself.',
      'Add stops, or delete the track.',
      'A track with one stop.',
    ],
    'Track',
    (track) => {
      const count = track.Stops.filter((stop) => stop.Ignored !== true).length;
      return count < 2 ? { field: 'Stops', text: `The track ${track.Id} has ${count === 1 ? 'one stop' : 'no stop'}` } : undefined;
    },
  ),
  relationRule(
    [
      332,
      'TRACK_STOP_UNKNOWN',
      'Error',
      'TrackStop!',
      'A stop of the track is not in the version.',
      'The times there belong to nothing; feeds with such rows are refused.',
      'Remove the stop from the track, or have it brought back.',
      'Position 3 names "Z9".',
    ],
    'Track',
    STOPS_OF_TRACK,
    (track, net) =>
      track.Stops.flatMap(({ StopId }, position): Fault[] =>
        net.get('Stop', StopId) === undefined ? [{ position, text: `The stop ${StopId || '(none)'} is not in this version` }] : [],
      ),
  ),
  relationRule(
    [
      333,
      'TRACK_STOP_WRONG_TYPE',
      'Error',
      'TrackStop!',
      'A stop of the track is a station, an exit, a generic node or a boarding area.',
      'Vehicles stop at regular stops and platforms.',
      'Put a platform in its place.',
      'A track through the station "VELMAR" instead of its platform 3.',
    ],
    'Track',
    STOPS_OF_TRACK,
    (track, net) =>
      track.Stops.flatMap(({ StopId }, position): Fault[] => {
        const stop = net.get('Stop', StopId);
        const wrong =
          stop && [STOP_TYPES.Station, STOP_TYPES.Exit, STOP_TYPES.GenericNode, STOP_TYPES.BoardingArea].some((type) => type === stop.Type);
        return wrong
          ? [
              {
                position,
                text: `${stop.Name || StopId} is ${['', 'an exit', '', 'a generic node', 'a boarding area', 'a station'][stop.Type] ?? ''}`,
              },
            ]
          : [];
      }),
  ),
  documentRule(
    [
      334,
      'TRACK_STOP_REPEATED',
      'Error',
      'TrackStop',
      'The same stop stands at two places in a row.',
      'The vehicle would leave a stop to arrive at it.',
      'Remove one of the two.',
      'Positions 4 and 5 are both "Market Street".',
    ],
    'Track',
    (track) => {
      const served = servedStops(track);
      return served.flatMap(({ stop, position }, i): Fault[] =>
        i > 0 && served[i - 1]?.stop.StopId === stop.StopId ? [{ position, text: `The stop ${stop.StopId} follows itself` }] : [],
      );
    },
  ),
  documentRule(
    [
      335,
      'TRACK_STOP_LOOP',
      'Warning',
      'TrackStop',
      'The same stop is passed twice, not in a row, and not as first and last stop.',
      'Lines that loop are real; often a stop was put into the wrong place.',
      'Look at the order of stops. Exclude the case where the line really loops.',
      '"Hospital" at positions 5 and 7.',
    ],
    'Track',
    (track) => {
      const served = servedStops(track);
      const seen = new Map<string, number>();
      return served.flatMap(({ stop, position }, i): Fault[] => {
        const before = seen.get(stop.StopId);
        seen.set(stop.StopId, i);
        if (before === undefined || before === i - 1 || (before === 0 && i === served.length - 1)) return [];
        return [{ position, text: `The stop ${stop.StopId} is already stop ${(served[before]?.position ?? 0) + 1} of the track` }];
      });
    },
  ),
  relationRule(
    [
      336,
      'TRACK_STOPS_TOO_CLOSE',
      'Warning',
      'TrackStop',
      'Two different stops in a row are less than 10 m apart.',
      'No vehicle stops twice within its own length.',
      'Remove one of them, or move it.',
      '"Market Street" and "Market Street (east)", 4 m apart.',
      { key: 'trackStopsTooCloseMetres', unit: 'm', min: 0, max: 500 },
    ],
    'Track',
    STOPS_OF_TRACK,
    (track, net, node) => {
      const { places } = geometryOf(net, node);
      return pairs(track).flatMap(([a, b]): Fault[] => {
        const [from, to] = [places[a], places[b]];
        if (!from || !to || track.Stops[a]?.StopId === track.Stops[b]?.StopId) return [];
        const far = metresBetween(from, to);
        return far < net.limits.trackStopsTooCloseMetres
          ? [{ position: b, text: `${track.Stops[b]?.StopId} is ${metres(far)} from ${track.Stops[a]?.StopId} before it` }]
          : [];
      });
    },
  ),
  relationRule(
    [
      337,
      'TRACK_STOP_OUTLIER',
      'Warning',
      'TrackStop',
      'The path through the stop is at least 2 km and more than 5 times the distance between its neighbours, on a track whose hops are mostly below 2 km.',
      'Mostly a stop of another line with a like name was chosen.',
      'Look at the track on the map and put the right stop into its place.',
      'Place 3 lies 12 km beside the line.',
      { key: 'detourMetres', unit: 'm', min: 100, max: 100_000 },
    ],
    'Track',
    STOPS_OF_TRACK,
    (track, net, node) => {
      const { places } = geometryOf(net, node);
      const served = servedStops(track).map(({ position }) => position);
      const hops = served.slice(1).flatMap((b, i) => {
        const [from, to] = [places[served[i] ?? 0], places[b]];
        return from && to ? [metresBetween(from, to)] : [];
      });
      const median = hops.toSorted((a, b) => a - b)[Math.floor(hops.length / 2)] ?? 0;
      if (median >= THRESHOLDS.usualHopMetres) return undefined;
      return served.flatMap((position, i): Fault[] => {
        const [before, at, after] = [places[served[i - 1] ?? -1], places[position], places[served[i + 1] ?? -1]];
        if (!before || !at || !after) return [];
        const through = metresBetween(before, at) + metresBetween(at, after);
        const straight = metresBetween(before, after);
        return through >= net.limits.detourMetres && through > THRESHOLDS.detourFactor * straight
          ? [{ position, text: `By way of ${track.Stops[position]?.StopId} it is ${metres(through)}, without it ${metres(straight)}` }]
          : [];
      });
    },
  ),
  documentRule(
    [
      338,
      'TRACK_STOP_DESTINATION_MISSING',
      'Warning',
      'TrackStop',
      'No destination applies at the first stop of the track.',
      'Signs have nothing to show.',
      'Type the destination at the first stop.',
      'A track whose destination begins at its third stop.',
    ],
    'Track',
    (track) => {
      const first = servedStops(track)[0];
      if (first === undefined) return undefined;
      const applies = track.Stops.slice(0, first.position + 1).some(({ Destination }) => !isBlank(Destination));
      return applies ? undefined : { position: first.position, field: 'Destination', text: 'The first stop has no destination' };
    },
  ),
  relationRule(
    [
      375,
      'TRACK_DESTINATION_IS_STOP_ON_THE_WAY',
      'Warning',
      'TrackStop',
      'The destination at the first stop is the name of a stop on the way, and not of the last one.',
      'People get on and are driven past what they took for the end.',
      'Correct the destination. Exclude the case where the sign is right, for example on a loop.',
      '"Harbour" on a trip that goes on from Harbour to Hospital.',
    ],
    'Track',
    STOPS_OF_TRACK,
    destinationOnTheWay,
  ),
];

/** The stops of a track that are not ignored, with their places. */
export function servedStops(track: Track): { readonly stop: Track['Stops'][number]; readonly position: number }[] {
  return track.Stops.flatMap((stop, position) => (stop.Ignored === true ? [] : [{ stop, position }]));
}

/** Positions of served stops in a row. */
function pairs(track: Track): (readonly [number, number])[] {
  const served = servedStops(track);
  return served.slice(1).map(({ position }, i) => [served[i]?.position ?? 0, position] as const);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function destinationOnTheWay(track: Track, net: Network): Fault | undefined {
  const served = servedStops(track);
  const [first, ...others] = served;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const destination = track.Stops.slice(0, first.position + 1).findLast(({ Destination }) => !isBlank(Destination))?.Destination;
  // a loop ends where it began
  if (destination === undefined || first.stop.StopId === last.stop.StopId) return undefined;
  const isNamed = (id: string): boolean => loosely(net.get('Stop', id)?.Name ?? '') === loosely(destination);
  const on = isNamed(last.stop.StopId) ? undefined : others.find(({ stop }) => isNamed(stop.StopId));
  return (
    on && {
      position: first.position,
      field: 'Destination',
      text: `The destination "${destination}" is the stop ${on.position + 1} of ${track.Stops.length}`,
    }
  );
}
