/** Where vehicles are and were, as somebody asks for it. */
import type { QueryOf } from '../../src/contract/route.ts';
import type { readRealtime } from '../../src/contract/realtime.ts';
import { addDays } from '../../src/domain/date.ts';
import { type DateRange, rangeErrors } from '../../src/domain/realtime.ts';
import type { Engine } from '../store/engine.ts';
import { readLastPositions, readPositions } from '../store/vehiclePositions.ts';
import { BadInput } from '../refusal.ts';
import { timeNow } from '../surroundings.ts';

/** Points of one answer at most: what a map can show and a connection brings in a moment. */
const MOST_POINTS = 20_000;
/** Vehicles of one answer at most. */
const MOST_VEHICLES = 5000;
/** Seconds after which a vehicle that is silent is no longer on its way. */
const SILENT = 600;

/** The JSON of `VehiclePositions`. Refuses (400) ranges that are wrong, with the texts of the form. */
export async function vehiclePositions(
  engine: Engine,
  databaseId: string,
  { schedule, track, from, to, since }: QueryOf<typeof readRealtime>,
): Promise<Buffer> {
  requireRange({ from, to });
  const until = Date.parse(addDays(to, 1)) / 1000;
  const range = { databaseId, from: Math.max(Date.parse(from) / 1000, (since ?? -1) + 1), until };
  if (schedule !== undefined) return readPositions(engine, { ...range, scheduleId: schedule, trackId: track }, MOST_POINTS);
  const now = timeNow() / 1000;
  return readLastPositions(engine, { ...range, from: Math.max(range.from, Math.min(until, now) - SILENT) }, MOST_VEHICLES);
}

/** Refuses (400) dates that are no range, with the texts of the form. */
export function requireRange(range: DateRange): void {
  const messages = Object.entries(rangeErrors(range)).map(([field, message]) => ({ Field: field === 'range' ? 'to' : field, Message: message }));
  if (messages.length > 0) throw new BadInput(messages);
}
