/** Which fares of a version apply to a journey: finds the leg of each ride on the tracks, and asks the pure check of every fare. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/fares.ts';
import { allUnder } from '../../src/domain/edits/documentEdit.ts';
import { type AskedJourney, type AskedRide, checkFare, type RiddenLeg } from '../../src/domain/fareCheck.ts';
import { metresAlong } from '../../src/domain/timetableSheet/distances.ts';
import type { Track } from '../../src/domain/model/track.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readSlots, readSome } from '../store/entities.ts';
import { readable } from './editing.ts';
import { BadInput } from '../refusal.ts';
import { tripFareOf } from './tripFares.ts';

/** Every fare of the version against a journey. Refuses with 400 a ride that no track of its line makes. */
export async function checkFares(engine: Engine, versionId: number, journey: AskedJourney): Promise<ReplyOf<typeof contract.checkFares>> {
  await readable(engine.db, versionId);
  const legs = await legsOf(engine, versionId, journey.Rides);
  const fares: ReplyOf<typeof contract.checkFares>['Fares'] = [];
  for await (const fare of readAll(engine, versionId, 'Fare')) {
    const { Id, Description, Price, Currency, IsApproximatePrice } = fare;
    fares.push({
      Id,
      ...(Description === undefined ? {} : { Description }),
      Price,
      Currency,
      ...(IsApproximatePrice === undefined ? {} : { IsApproximatePrice }),
      ...checkFare(fare, journey, legs),
    });
  }
  const faresV2 = await tripFareOf(engine, versionId, journey);
  return {
    ...(faresV2 && { FaresV2: faresV2 }),
    Fares: fares,
    Rides: legs.map(({ stops, zones, metres }) => ({ Stops: stops.length - 1, Zones: [...new Set(zones)], Metres: metres })),
  };
}

async function legsOf(engine: Engine, versionId: number, rides: readonly AskedRide[]): Promise<readonly RiddenLeg[]> {
  const lines = new Set(rides.map(({ Transport }) => Transport));
  const schedules = new Map<string, string[]>();
  for await (const { Id, ExternalTransportId = Id } of readAll(engine, versionId, 'Schedule')) {
    if (lines.has(ExternalTransportId)) schedules.set(ExternalTransportId, [...(schedules.get(ExternalTransportId) ?? []), Id]);
  }
  const slots = await readSlots(
    engine.db,
    versionId,
    [...schedules.values()].flat().map((id) => allUnder('Track', id)),
  );
  const tracks = slots.flatMap(({ kind, doc }) => (kind === 'Track' && doc ? [doc as Track] : []));
  const found = rides.map((ride) =>
    shortest(
      tracks.filter(({ ScheduleId }) => schedules.get(ride.Transport)?.includes(ScheduleId)),
      ride,
    ),
  );
  const missing = found.flatMap((leg, i) => (leg ? [] : [{ Field: `Rides/${i}`, Message: noTrack(rides[i]) }]));
  if (missing.length > 0) throw new BadInput(missing);
  const stops = await readSome(engine.db, versionId, 'Stop', [
    ...new Set(found.flatMap((leg) => leg?.track.Stops.map(({ StopId }) => StopId) ?? [])),
  ]);
  return found.flatMap((leg) => {
    if (!leg) return [];
    const along = metresAlong(leg.track, (id) => stops.get(id)?.doc.Coordinate);
    const ridden = leg.track.Stops.slice(leg.from, leg.to + 1).map(({ StopId }) => StopId);
    const metres = along === null ? null : (along[leg.to] ?? 0) - (along[leg.from] ?? 0);
    return [{ stops: ridden, zones: ridden.map((id) => stops.get(id)?.doc.ZoneId ?? null), metres }];
  });
}

/** Of the tracks that go from one stop to the other the one with the fewest stops between; a loop may pass a stop twice. */
function shortest(tracks: readonly Track[], { FromStop, ToStop }: AskedRide): { track: Track; from: number; to: number } | undefined {
  let best: { track: Track; from: number; to: number } | undefined;
  for (const track of tracks) {
    let from: number | undefined;
    for (const [at, { StopId }] of track.Stops.entries()) {
      if (StopId === ToStop && from !== undefined && (!best || at - from < best.to - best.from)) best = { track, from, to: at };
      if (StopId === FromStop) from = at;
    }
  }
  return best;
}

function noTrack(ride: AskedRide | undefined): string {
  return `No track of line ${ride?.Transport ?? ''} goes from ${ride?.FromStop ?? ''} to ${ride?.ToStop ?? ''}`;
}
