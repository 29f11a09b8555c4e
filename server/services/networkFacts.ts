import type { Coordinate } from '../../src/domain/coordinate.ts';
import { areaOf, type NetworkFacts } from '../../src/domain/plausibility.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { countTrips } from '../store/tripCounts.ts';
import { tripsByDay } from './serviceOverview.ts';

/** Reads what a version says of its network. */
export async function readNetworkFacts(engine: Engine, versionId: number, signal?: AbortSignal): Promise<NetworkFacts> {
  const agencies: { id: string; name: string }[] = [];
  for await (const { Id, Name } of readAll(engine, versionId, 'Agency')) agencies.push({ id: Id, name: Name ?? '' });
  const places: Coordinate[] = [];
  for await (const { Coordinate: at } of readAll(engine, versionId, 'Stop')) if (at) places.push(at);
  signal?.throwIfAborted();
  const schedules: Pick<Schedule, 'Id' | 'Calendar'>[] = [];
  const lines = new Set<string>();
  for await (const { Id, ExternalTransportId, Calendar } of readAll(engine, versionId, 'Schedule')) {
    schedules.push({ Id, Calendar });
    lines.add(ExternalTransportId ?? Id);
  }
  signal?.throwIfAborted();
  const byDay = await tripsByDay(schedules, await countTrips(engine, versionId));
  return { agencies, lines: lines.size, tripsADay: [...byDay.values()].reduce((most, n) => Math.max(most, n), 0), area: areaOf(places) };
}
