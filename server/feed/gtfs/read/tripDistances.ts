/** Reports distances of stop times that do not fit: they fall along a trip, stay the same, or go beyond the end of its shape. */
import type { FeedNotes } from '../notes.ts';
import type { Shapes } from './shapes.ts';
import type { StopTimes } from './stopTimes.ts';
import type { Trips } from './trips.ts';

/** Share of a shape's length by which a stop may lie beyond its end: producers round. */
const BEYOND = 0.001;

/** Each fault once for all trips of the same stops on the same shape. */
export function reportTripDistances(trips: Trips, times: StopTimes, shapes: Shapes, notes: FeedNotes): void {
  if (times.distance.length === 0) return;
  const reported = new Set<string>();
  for (let trip = 0; trip < trips.size; trip++) {
    const shape = trips.shape.at(trip);
    const end = shape < 0 ? undefined : shapes.distancesOf(shape)?.findLast((distance) => distance !== null);
    let [before, beforeStop] = [NaN, -1];
    for (let i = times.starts[trip] ?? 0; i < (times.starts[trip + 1] ?? 0); i++) {
      const row = times.order[i] ?? 0;
      const distance = times.distance.at(row);
      if (!Number.isFinite(distance)) continue;
      const stop = times.stop.at(row);
      if (shape >= 0 && end === undefined) say('info', 'has nothing to compare with on the shape', `${distance}`, trip, row);
      if (distance < before) say('error', 'decreases', `${distance} after ${before}`, trip, row);
      else if (distance === before && stop !== beforeStop) say('warning', 'stays the same at another stop', `${distance}`, trip, row);
      if (end != null && distance > end * (1 + BEYOND))
        say('warning', 'is beyond the end of the shape', `${distance}, the shape has ${end}`, trip, row);
      [before, beforeStop] = [distance, stop];
    }
  }

  function say(severity: 'error' | 'warning' | 'info', what: string, values: string, trip: number, row: number): void {
    const shape = trips.shape.at(trip);
    const key = severity === 'info' ? `${what} ${shape}` : `${what} ${shape < 0 ? `trip ${trip}` : shape} ${times.stop.at(row)}`;
    if (reported.has(key)) return;
    reported.add(key);
    notes.add(
      severity,
      'stop_times.txt',
      times.line.at(row),
      `shape_dist_traveled ${what}`,
      `shape_dist_traveled of the trip ${trips.idOf(trip)} ${what}: ${values}`,
      {
        column: 'shape_dist_traveled',
        value: String(times.distance.at(row)),
      },
    );
  }
}
