import { sql } from 'kysely';
import { readRealtime } from '../../src/contract/realtime.ts';
import type { VehiclePositions } from '../../src/domain/realtime.ts';
import { addPositions } from '../../server/store/vehiclePositions.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';

const DAY = '2026-03-02';
const VEHICLES = 500;
/** Seconds from one position of a vehicle to the next. */
const STEP = 30;
const TRACKS = 100;

/** Time to the answer of one track's positions over 24 hours, among those of 500 vehicles every 30 s (1.44 million). */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct();
  try {
    const { db } = product.store.sql;
    const began = performance.now();
    const first = { vehicleId: 'V', label: null, tripId: 'T', startDate: DAY, scheduleId: 'none', trackId: 'none' };
    // makes the partition of the day
    await addPositions(db, 'test', [{ ...first, at: Date.parse(DAY) / 1000, lat: 48, lng: 9, bearing: null, speed: null }]);
    await sql`
      insert into vehicle_journey(database_id, vehicle_id, trip_id, start_date, schedule_id, track_id, label, first_at, last_at, lat, lng, bearing, speed)
      select 'test', 'vehicle ' || v, 'trip ' || v || ' ' || h, ${DAY}::date, 'line ' || v % ${TRACKS / 2}, case when (v + h) % ${TRACKS} < ${TRACKS / 2} then 'a-b' else 'b-a' end,
        v::text, ${DAY}::timestamptz + make_interval(hours => h), ${DAY}::timestamptz + make_interval(secs => (h + 1) * 3600 - ${STEP}::int), 48000000, 9000000, 90, 900
      from generate_series(0, 23) h, generate_series(1, ${VEHICLES}::int) v`.execute(db);
    // In the order in which a poller writes them: what all vehicles do in ten minutes beside each other.
    await sql`
      insert into vehicle_position(journey_id, at, points)
      select j.journey_id, j.first_at + make_interval(mins => chunk * 10),
        (select array_agg(value order by n, place) from generate_series(0, ${600 / STEP - 1}::int) n,
          unnest(array[n * ${STEP}::int, 48000000 + (chunk * 20 + n) * 100, 9000000 + (chunk * 20 + n) * 130, 90, 900]) with ordinality one(value, place))
      from generate_series(0, 5) chunk, vehicle_journey j where j.schedule_id <> 'none'
      order by j.first_at, chunk, j.journey_id`.execute(db);
    const { rows } = await sql<{ n: number }>`select sum(cardinality(points) / 5)::int as n from vehicle_position`.execute(db);
    console.error(`${rows[0]?.n} positions written in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const times: number[] = [];
    let points = 0;
    for (let n = 0; n < 21; n++) {
      const query = { schedule: `line ${n}`, track: 'a-b', from: DAY, to: DAY };
      const asked = performance.now();
      const answer = await product.call(readRealtime, { params: { databaseId: 'test' }, query });
      times.push(performance.now() - asked);
      points = (answer.body as unknown as VehiclePositions).Runs.reduce((sum, { Points }) => sum + Points.length, 0);
    }
    const { p50_ms } = percentiles(times.slice(1));
    return { value: p50_ms, unit: 'ms', cold_ms: Math.round(times[0] ?? 0), positions: rows[0]?.n, points, engine: product.store.engine, n: 20 };
  } finally {
    await product.close();
  }
}
