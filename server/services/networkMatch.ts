/** Matches the shapes of a version to the streets, some tracks a call: nothing is held between calls, and a caller that stops asking has stopped it. */
import type { Coordinate } from '../../src/domain/coordinate.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Track } from '../../src/domain/model/track.ts';
import type { MatchedPage, MatchedTrack } from '../../src/domain/networkMatch.ts';
import { scheduleName } from '../../src/domain/schedules.ts';
import { decodeShape } from '../../src/domain/shapes.ts';
import { usesStreets } from '../../src/domain/vehicleTypes.ts';
import { laidStops, matchShape } from '../geo/streets/shapeMatch.ts';
import { NoAnswer, type StreetEngine } from '../geo/streets/streetEngine.ts';
import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { countDocuments, readIdsAfter, readSome } from '../store/entities.ts';
import { elapsed } from '../surroundings.ts';
import { readable } from './editing.ts';
import { coversAll } from './routing.ts';

/** Tracks of one answer. */
const TRACKS = 20;
/** Milliseconds after which an answer is sent with what there is. */
const LONGEST = 2000;

export interface NetworkMatchQuestion {
  readonly versionId: number;
  /** Document id of the last track that is known; the first ones where it is missing. */
  readonly after?: string | undefined;
}

/** `longest`: milliseconds after which no further track of a call is begun. */
export function createNetworkMatch(
  { db }: Pick<Engine, 'db'>,
  streets: StreetEngine | undefined,
  longest = LONGEST,
): (question: NetworkMatchQuestion) => Promise<MatchedPage> {
  return async ({ versionId, after }) => {
    await readable(db, versionId);
    if (!streets?.made())
      throw new Refusal(409, 'no_streets', 'This installation has no streets. They are made by "npm run streets" of an extract of OpenStreetMap.');
    const ids = await readIdsAfter(db, versionId, 'Track', after, TRACKS);
    const tracks = await readSome(db, versionId, 'Track', ids);
    const docs = ids.flatMap((id) => tracks.get(id)?.doc ?? []);
    const schedules = await readSome(db, versionId, 'Schedule', [...new Set(docs.map(({ ScheduleId }) => ScheduleId))]);
    const stops = await readSome(db, versionId, 'Stop', [...new Set(docs.flatMap(({ Stops }) => Stops.map(({ StopId }) => StopId)))]);
    const placeOf = (id: string): Coordinate | undefined => stops.get(id)?.doc.Coordinate ?? undefined;
    const until = elapsed() + longest;
    const found: MatchedTrack[] = [];
    let last: string | undefined;
    for (const id of ids) {
      if (last !== undefined && elapsed() > until) break;
      const track = tracks.get(id)?.doc;
      if (track) found.push(await matchedTrack(streets, track, schedules.get(track.ScheduleId)?.doc, placeOf));
      last = id;
    }
    const isLast = ids.length < TRACKS && last === ids.at(-1);
    return {
      Tracks: found,
      Next: isLast ? null : (last ?? null),
      ...(after === undefined ? { Total: await countDocuments(db, versionId, 'Track') } : {}),
    };
  };
}

async function matchedTrack(
  streets: StreetEngine,
  track: Track,
  schedule: Schedule | undefined,
  placeOf: (id: string) => Coordinate | undefined,
): Promise<MatchedTrack> {
  const named = {
    ScheduleId: track.ScheduleId,
    TrackId: track.Id,
    Name: track.Name,
    Line: schedule ? scheduleName(schedule) : track.ScheduleId,
    ...(schedule?.Color === undefined ? {} : { Color: schedule.Color }),
  };
  if (!usesStreets(schedule?.VehicleType)) return { ...named, NotMatched: 'rails' };
  const points = track.Shape === undefined ? [] : decodeShape(track.Shape);
  if (track.Shape === undefined || points.length < 2) return { ...named, NotMatched: 'noShape' };
  const known = { ...named, Before: track.Shape };
  if (!coversAll(streets.made(), points)) return { ...known, NotMatched: 'outside' };
  try {
    const { path, ...match } = await matchShape(streets.ask, points);
    if (!path) return { ...known, ...match };
    const Stops = track.Stops.map(({ StopId }) => StopId);
    const { shape, sequences } = laidStops(path, Stops.map(placeOf));
    return { ...known, ...match, Stops, Shape: shape, Sequences: sequences };
  } catch (error) {
    if (error instanceof NoAnswer) return { ...known, NotMatched: 'noStreet' };
    return { ...known, NotMatched: 'engine', Why: error instanceof Error ? error.message : String(error) };
  }
}
