/** Faults planted in the demo network, each one thing that a validation must find. The README of server/feed lists them. */
import type { Stop } from '../../../src/domain/model/stop.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { NetworkDocument } from './document.ts';

/** Documents with the faults in place of what was right. Adds and takes away none. */
export function* withFaults(documents: Iterable<NetworkDocument>): Generator<NetworkDocument> {
  for (const document of documents) yield faulty(document);
}

/** Ids of the documents that carry a fault, by what is wrong with them. */
export const PLANTED = {
  stopWithoutName: 'V0020A',
  /** Renamed and moved to a metre beside its other side, V0025A. */
  stopTooClose: 'V0025B',
  stopFarFromStation: 'VELMAR-E2',
  agencyWithUnknownTimezone: 'SF',
  /** Schedule and track. */
  trackWithOutlier: ['12', 'a-b'],
  /** Schedule, track and timetable. */
  decreasingTimes: ['13', 'b-a', 1],
  unreadableColours: '14',
  transferWithoutTime: 'VELMAR-P4~V0001A',
  pathwayInFeet: 'VW02',
  farePriceWithThreeDecimals: 'day',
} as const;

function faulty(document: NetworkDocument): NetworkDocument {
  const { kind, doc } = document;
  if (kind === 'Stop') {
    if (doc.Id === PLANTED.stopWithoutName) return { kind, doc: { ...doc, Name: '' } };
    if (doc.Id === PLANTED.stopTooClose) return { kind, doc: { ...doc, Name: `${doc.Name} North Side`, Coordinate: besideOtherSide(doc) } };
    if (doc.Id === PLANTED.stopFarFromStation && doc.Coordinate !== null) {
      return { kind, doc: { ...doc, Coordinate: { ...doc.Coordinate, Lat: doc.Coordinate.Lat + 0.012 } } };
    }
  }
  if (kind === 'Agency' && doc.Id === PLANTED.agencyWithUnknownTimezone) return { kind, doc: { ...doc, Timezone: 'Europe/Velmar' } };
  if (kind === 'Track' && lineOf(doc.ScheduleId) === PLANTED.trackWithOutlier[0] && doc.Id === PLANTED.trackWithOutlier[1]) {
    // The third stop is taken for one at the far end of the line.
    const far = doc.Stops.at(-2)?.StopId ?? '';
    return { kind, doc: { ...doc, Stops: doc.Stops.map((stop, i) => (i === 2 ? { ...stop, StopId: far } : stop)) } };
  }
  if (kind === 'Timetable') {
    const [line, track, number] = PLANTED.decreasingTimes;
    if (lineOf(doc.ScheduleId) === line && doc.TrackId === track && doc.Number === number) {
      const swap = (offsets: readonly (number | null)[]): (number | null)[] =>
        offsets.map((offset, i) => (i === 3 ? (offsets[4] ?? null) : i === 4 ? (offsets[3] ?? null) : offset));
      return { kind, doc: { ...doc, ArrivalOffsets: swap(doc.ArrivalOffsets), DepartureOffsets: swap(doc.DepartureOffsets) } };
    }
  }
  if (kind === 'Schedule' && doc.ExternalTransportId === PLANTED.unreadableColours)
    return { kind, doc: { ...doc, Color: '1D4F91', TextColor: '201547' } };
  if (kind === 'Transfer' && doc.Id === PLANTED.transferWithoutTime) {
    const { Time: _gone, ...rest } = doc;
    return { kind, doc: rest };
  }
  if (kind === 'Pathway' && doc.Id === PLANTED.pathwayInFeet) return { kind, doc: { ...doc, Length: 164 } };
  if (kind === 'Fare' && doc.Id === PLANTED.farePriceWithThreeDecimals) return { kind, doc: { ...doc, Price: '8.905' } };
  return document;
}

/** Sites put their two stops 16 m apart east to west and 10 m north to south (network.ts). */
function besideOtherSide(stop: Stop): Stop['Coordinate'] {
  if (stop.Coordinate === null || stop.Type !== STOP_TYPES.Regular) return stop.Coordinate;
  const metre = 1 / 111_194.9;
  const narrow = Math.cos((stop.Coordinate.Lat * Math.PI) / 180);
  return { Lat: stop.Coordinate.Lat + 9.4 * metre, Lng: stop.Coordinate.Lng + (15.4 * metre) / narrow };
}

function lineOf(scheduleId: string): string {
  return scheduleId.replace(/_\d{8}$/, '');
}
