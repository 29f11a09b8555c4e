/** What no document will hold, and what the report of the import says of it. */
import { droppedTrips, type ImportReport, type ReportedFile } from '../../../../src/domain/importReport.ts';
import type { FeedNotes } from '../notes.ts';
import type { FlexTripRows } from './flexTrips.ts';
import type { Unheld } from './keepRows.ts';
import { FLEX } from './patterns.ts';
import type { Shapes } from './shapes.ts';
import type { StopTimes } from './stopTimes.ts';
import type { Trips } from './trips.ts';

/** What no document will hold, with a remark for each shape and service. */
export function unheldOf(
  shapes: Shapes,
  trips: Trips,
  times: StopTimes,
  flexTrips: ReadonlyMap<number, FlexTripRows>,
  services: ReadonlyMap<string, { id: string; file: string; line: number }>,
  notes: FeedNotes,
): Unheld {
  const unusedShapes = new Set(shapes.unusedIds());
  const unusedServices = new Set<string>();
  for (const id of unusedShapes)
    notes.add('info', 'shapes.txt', null, 'shape without a timetable', `No timetable uses the shape ${id}; it is kept as it is and exported again`);
  const used = new Set<string>();
  for (let trip = 0; trip < trips.size; trip++)
    if (!trips.rejected.has(trip) || flexTrips.has(trip)) used.add(trips.services.texts[trips.service.at(trip)] ?? '');
  for (const { id, file, line } of services.values()) {
    if (used.has(id)) continue;
    unusedServices.add(id);
    notes.add('info', file, line, 'service without a timetable', `No timetable uses the service ${id}; it is kept as it is and exported again`);
  }
  const stopTimeLines = new Set(times.withoutStop);
  for (const { lines } of flexTrips.values()) for (const line of lines) stopTimeLines.delete(line);
  return {
    trips: new Map([...trips.rejected].flatMap(([trip, reason]) => (flexTrips.has(trip) ? [] : [[trips.idOf(trip), reason] as const]))),
    stopTimeLines,
    services: unusedServices,
    shapes: unusedShapes,
  };
}

/** The report of the import; Flex trips are in no timetable and are not dropped. */
export function reportOf(files: readonly ReportedFile[], trips: Trips): ImportReport {
  const { read = 0, refused = 0 } = files.find(({ file }) => file.toLowerCase() === 'trips.txt') ?? {};
  const reasons = Array.from({ length: refused }, () => 'its row is refused');
  const kept = new Set<number>();
  for (let trip = 0; trip < trips.size; trip++) {
    const why = trips.rejected.get(trip);
    if (why === undefined || why === FLEX) kept.add(trips.route.at(trip));
    else reasons.push(why);
  }
  const lost = new Set<number>();
  for (let trip = 0; trip < trips.size; trip++) if (!kept.has(trips.route.at(trip))) lost.add(trips.route.at(trip));
  lost.delete(-1);
  return {
    files: [...files],
    trips: droppedTrips(
      read,
      reasons,
      [...lost].map((route) => trips.routes.texts[route] ?? ''),
    ),
  };
}
