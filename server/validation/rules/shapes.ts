/** Rules of the shapes of tracks. */
import { metresBetween } from '../../../src/domain/coordinate.ts';
import { documentRule, relationRule, type Fault, type Reads, type Rule } from '../rule.ts';
import { isBlank, metres } from '../texts.ts';
import { isAirOrFerry, THRESHOLDS } from '../thresholds.ts';
import { decodeShape, metresToShape, geometryOf, type Shape } from '../trackGeometry.ts';
import { servedStops, STOPS_OF_TRACK } from './tracks.ts';

/** With its stops and with the vehicle type of its schedule. */
const STOPS_AND_TYPE: Reads = { ...STOPS_OF_TRACK, Schedule: (_schedule, net, id) => net.idsOf('trackOfSchedule', id) };

export const shapeRules: readonly Rule[] = [
  documentRule(
    [
      339,
      'TRACK_SHAPE_MISSING',
      'Warning',
      'Schedule',
      'A visible track has no shape.',
      'Maps show straight lines from stop to stop.',
      'Draw the shape of the track.',
      'Track "a-b" without a shape.',
    ],
    'Track',
    (track) => (track.Visible && isBlank(track.Shape) ? { field: 'Shape', text: `The track ${track.Id} has no shape` } : undefined),
  ),
  documentRule(
    [
      340,
      'TRACK_SHAPE_UNDECODABLE',
      'Error',
      'Schedule!',
      'The shape is no encoded polyline of precision 5.',
      'No map can show it, and it cannot be exported.',
      'Draw the shape again.',
      'A shape that was cut in the middle of a number.',
    ],
    'Track',
    (track) =>
      !isBlank(track.Shape) && decodeShape(track.Shape ?? '') === null
        ? { field: 'Shape', text: `The shape of the track ${track.Id} cannot be decoded` }
        : undefined,
  ),
  relationRule(
    [
      341,
      'TRACK_SHAPE_TOO_FEW_POINTS',
      'Error',
      'Schedule!',
      'The shape has fewer than 2 different points.',
      'That is no line.',
      'Draw the shape again.',
      'A shape of one point.',
    ],
    'Track',
    {},
    (track, net, node) => {
      const { shape } = geometryOf(net, node);
      if (!shape || shape.lats.some((lat, i) => lat !== shape.lats[0] || shape.lngs[i] !== shape.lngs[0])) return undefined;
      return { field: 'Shape', text: `The shape of the track ${track.Id} has ${shape.lats.length === 0 ? 'no point' : 'one point'}` };
    },
  ),
  relationRule(
    [
      342,
      'TRACK_SHAPE_POINT_OUTLIER',
      'Error',
      'Schedule',
      'A point of the shape is no place on earth, or a segment of it is longer than 10 km and more than 3 times the longest hop of two stops in a row. Air and ferry are exempt.',
      'Mostly a digit of one point was mistyped: the line jumps away and back.',
      'Move the point on the map, or draw that part again.',
      'A segment of 480 km on a bus line.',
      { key: 'shapeSegmentMetres', unit: 'm', min: 500, max: 200_000 },
    ],
    'Track',
    STOPS_AND_TYPE,
    (track, net, node) => {
      const { shape, hops } = geometryOf(net, node);
      if (!shape) return undefined;
      const bad = shape.lats.findIndex((lat, i) => Math.abs(lat) > 90 || Math.abs(shape.lngs[i] ?? 0) > 180);
      if (bad >= 0) return { field: 'Shape', text: `Point ${bad + 1} of the shape of ${track.Id} is not a valid coordinate` };
      if (isAirOrFerry(net.get('Schedule', track.ScheduleId)?.VehicleType)) return undefined;
      const longest = hops.reduce((most, hop) => (hop > most ? hop : most), 0);
      const limit = Math.max(net.limits.shapeSegmentMetres, THRESHOLDS.shapeSegmentFactor * longest);
      for (let i = 1; i < shape.lats.length; i++) {
        const far = metresBetween(pointOf(shape, i - 1), pointOf(shape, i));
        if (far > limit) return { field: 'Shape', text: `The shape of ${track.Id} jumps ${metres(far)} from point ${i} to the next` };
      }
      return undefined;
    },
  ),
  relationRule(
    [
      343,
      'TRACK_SHAPE_REVERSED',
      'Warning',
      'Schedule',
      'The first stop is nearer to the end of the shape than to its start, and the last stop nearer to the start, both by more than 100 m.',
      'The shape was drawn for the way back: vehicles seem to run backwards.',
      'Draw the shape again in the order of the stops.',
      'The shape of "b-a" on the track "a-b".',
    ],
    'Track',
    STOPS_OF_TRACK,
    (track, net, node) => {
      const { shape, places } = geometryOf(net, node);
      const [first, last] = [places.at(0), places.at(-1)];
      if (!shape || shape.lats.length < 2 || !first || !last) return undefined;
      const [start, end] = [pointOf(shape, 0), pointOf(shape, shape.lats.length - 1)];
      const by = THRESHOLDS.reversedMetres;
      const reversed = metresBetween(first, start) - metresBetween(first, end) > by && metresBetween(last, end) - metresBetween(last, start) > by;
      return reversed ? { field: 'Shape', text: `The shape of ${track.Id} begins at its last stop and ends at its first` } : undefined;
    },
  ),
  relationRule(
    [
      344,
      'TRACK_STOP_FAR_FROM_SHAPE',
      'Warning',
      'TrackStop',
      'The stop is more than 100 m from the shape.',
      'The line seems not to stop there, and times between stops cannot be computed from the shape.',
      'Move the stop, or draw that part of the shape again.',
      'The shape passes 240 m beside the stop.',
      { key: 'stopToShapeMetres', unit: 'm', min: 5, max: 2000 },
    ],
    'Track',
    STOPS_OF_TRACK,
    (track, net, node) => {
      const { shape, places } = geometryOf(net, node);
      if (!shape || shape.lats.length < 2) return undefined;
      let from = 0;
      return servedStops(track).flatMap(({ stop, position }): Fault[] => {
        const at = places[position];
        if (!at) return [];
        const near = metresToShape(at, shape, net.limits.stopToShapeMetres, from);
        if (near.metres > net.limits.stopToShapeMetres)
          return [{ position, field: 'ShapeSequence', text: `The stop ${stop.StopId} is ${metres(near.metres)} from the shape` }];
        from = near.segment;
        return [];
      });
    },
  ),
  documentRule(
    [
      345,
      'TRACK_STOP_SEQUENCE_MISSING',
      'Warning',
      'TrackStop',
      'The track has a shape, and the stop says no place on it.',
      'The part of the shape between two stops cannot be found.',
      'Edit the sequence, or draw the shape again.',
      'A stop without a ShapeSequence.',
    ],
    'Track',
    (track) =>
      isBlank(track.Shape)
        ? undefined
        : servedStops(track).flatMap(({ stop, position }): Fault[] =>
            stop.ShapeSequence === undefined
              ? [{ position, field: 'ShapeSequence', text: `The stop ${stop.StopId} has no distance along the shape` }]
              : [],
          ),
  ),
  relationRule(
    [
      346,
      'TRACK_STOP_SEQUENCE_INVALID',
      'Error',
      'TrackStop!',
      'The place on the shape is negative, or not below the number of its points.',
      'There is no such point.',
      'Edit the sequence, or draw the shape again.',
      'ShapeSequence 512 on a shape of 480 points.',
    ],
    'Track',
    {},
    (track, net, node) => {
      const { shape } = geometryOf(net, node);
      return track.Stops.flatMap(({ ShapeSequence: at }, position): Fault[] => {
        if (at === undefined || (at >= 0 && (!shape || at < shape.lats.length))) return [];
        return [
          {
            position,
            field: 'ShapeSequence',
            text: shape ? `The place ${at} is none of the ${shape.lats.length} points of the shape` : `The place ${at} is negative`,
          },
        ];
      });
    },
  ),
  documentRule(
    [
      347,
      'TRACK_STOP_SEQUENCE_DECREASING',
      'Error',
      'TrackStop!',
      'The place on the shape is before that of an earlier stop.',
      'The line would run backwards.',
      'Edit the sequence, or draw the shape again.',
      'ShapeSequence 40 after 52.',
    ],
    'Track',
    (track) => {
      let highest = -1;
      return track.Stops.flatMap(({ ShapeSequence: at, StopId }, position): Fault[] => {
        if (at === undefined) return [];
        if (at < highest)
          return [{ position, field: 'ShapeSequence', text: `The stop ${StopId} is at ${at} of the shape, and an earlier one at ${highest}` }];
        highest = at;
        return [];
      });
    },
  ),
];

function pointOf({ lats, lngs }: Shape, at: number) {
  return { Lat: lats[at] ?? 0, Lng: lngs[at] ?? 0 };
}
