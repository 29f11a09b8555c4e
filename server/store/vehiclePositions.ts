/** Where vehicles are and were: journeys, and their positions in partitions of one UTC day. */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { currentVersionOf } from './publishing.ts';
import type { Db } from './tables.ts';
import { LOCKS } from './locks.ts';

/** A position as it is kept. `at`: unix seconds; bearing in degrees, speed in metres per second. */
export interface NewPosition {
  readonly vehicleId: string;
  readonly label: string | null;
  readonly tripId: string;
  /** Service day of the trip, YYYY-MM-DD. */
  readonly startDate: string;
  readonly scheduleId: string;
  readonly trackId: string;
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
  readonly bearing: number | null;
  readonly speed: number | null;
}

/**
 * Keeps positions of one database; those not newer than what is known of their vehicle are left out. At most one a vehicle
 * and trip. Returns how many were new.
 */
export async function addPositions(db: Db, databaseId: string, positions: readonly NewPosition[]): Promise<number> {
  if (positions.length === 0) return 0;
  await preparePartitions(
    db,
    positions.map(({ at }) => at),
  );
  const rows = positions.map((one) => ({
    ...one,
    lat: Math.round(one.lat * 1e6),
    lng: Math.round(one.lng * 1e6),
    bearing: one.bearing === null ? null : Math.round(one.bearing) % 360,
    speed: one.speed === null ? null : Math.min(32_767, Math.round(one.speed * 100)),
  }));
  const { rows: added } = await sql<{ n: number }>`
    with given as (
      select "vehicleId" as vehicle_id, label, "tripId" as trip_id, "startDate" as start_date, "scheduleId" as schedule_id,
        "trackId" as track_id, to_timestamp(at) as at, lat, lng, bearing, speed
      from json_to_recordset(${JSON.stringify(rows)}::json) g("vehicleId" text, label text, "tripId" text, "startDate" date,
        "scheduleId" text, "trackId" text, at float8, lat int, lng int, bearing smallint, speed smallint)),
    moved as (
      insert into vehicle_journey as j (database_id, vehicle_id, trip_id, start_date, schedule_id, track_id, label, first_at, last_at, lat, lng, bearing, speed)
      select ${databaseId}, vehicle_id, trip_id, start_date, schedule_id, track_id, label, at, at, lat, lng, bearing, speed from given
      on conflict (database_id, vehicle_id, trip_id, start_date) do update
        set last_at = excluded.last_at, lat = excluded.lat, lng = excluded.lng, bearing = excluded.bearing, speed = excluded.speed
        where excluded.last_at > j.last_at
      returning journey_id, last_at, lat, lng, bearing, speed),
    kept as (
      insert into vehicle_position as p (journey_id, at, points)
      select journey_id, ${chunkOf(sql`last_at`)},
        array[extract(epoch from last_at - ${chunkOf(sql`last_at`)})::int, lat, lng, coalesce(bearing, -1), coalesce(speed, -1)] from moved
      on conflict (journey_id, at) do update set points = p.points || excluded.points
      returning 1)
    select count(*)::int as n from kept`.execute(db);
  return added[0]?.n ?? 0;
}

/** The ten minutes that a moment lies in. */
function chunkOf(moment: RawBuilder<unknown>) {
  return sql`date_bin('10 minutes', ${moment}, 'epoch'::timestamptz)`;
}

const CHUNK = 600;
const DAY = 86_400;

/** Makes the partitions of the days that some moments (unix seconds) lie in. */
async function preparePartitions(db: Db, moments: readonly number[]): Promise<void> {
  const days = [...new Set(moments.map((at) => Math.floor(at / DAY)))];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${days.map(partitionName)}::text[]) name where to_regclass(name) is null`.execute(db);
  if (rows.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.partition})`.execute(tx);
    for (const day of days) {
      const [from, to] = [day, day + 1].map((one) => new Date(one * DAY * 1000).toISOString());
      await sql`create table if not exists ${sql.table(partitionName(day))} partition of vehicle_position
        for values from (${sql.lit(from)}) to (${sql.lit(to)}) with (fillfactor = 60)`.execute(tx);
    }
  });
}

function partitionName(day: number): string {
  return `vehicle_position_${new Date(day * DAY * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Forgets positions of days that ended more than `days` days ago. Returns how many days went. */
export async function forgetPositions(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'vehicle_position'::regclass
      and c.relname < 'vehicle_position_' || to_char((now() at time zone 'utc')::date - ${days}::int, 'YYYYMMDD')`.execute(db);
  for (const { name } of rows) await sql`drop table if exists ${sql.table(name)}`.execute(db);
  if (rows.length > 0) {
    await sql`delete from vehicle_journey where last_at < ((now() at time zone 'utc')::date - ${days}::int) at time zone 'utc'`.execute(db);
  }
  return rows.length;
}

export interface PositionQuery {
  readonly databaseId: string;
  readonly scheduleId?: string | undefined;
  readonly trackId?: string | undefined;
  /** Unix seconds; `until` not included. */
  readonly from: number;
  readonly until: number;
}

/** The positions of a schedule's journeys as the JSON text of `VehiclePositions`: at most about `limit` points, evenly thinned. */
export async function readPositions(engine: Engine, query: PositionQuery, limit: number): Promise<Buffer> {
  const { db } = engine;
  const { from, until } = query;
  const [begin, end] = [sql`to_timestamp(${from}::float8)`, sql`to_timestamp(${until}::float8)`];
  const chunks = sql`
    select j.journey_id, j.first_at, p.at, p.points from vehicle_journey j cross join lateral (
      select at, points from vehicle_position p where p.journey_id = j.journey_id and p.at > to_timestamp(${from - CHUNK}::float8) and p.at < ${end}) p
    where j.database_id = ${query.databaseId} and j.schedule_id = ${query.scheduleId ?? ''}
      and ${query.trackId === undefined ? sql`true` : sql`j.track_id = ${query.trackId}`} and j.last_at >= ${begin} and j.first_at < ${end}`;
  const { rows } = await sql<{ n: number }>`select coalesce(sum(cardinality(points)) / 5, 0)::int as n from (${chunks}) c`.execute(db);
  const every = Math.max(1, Math.ceil((rows[0]?.n ?? 0) / limit));
  // The last point of each chunk is among those that are left.
  return engine.readText(
    sql`
      with chunk as (${chunks}),
      line as (
        select journey_id, string_agg(c.text, ',' order by at) as points from (
          select journey_id, at, (
            select string_agg(${pointText}, ',' order by i) from (
              select i, base + points[i] as second, points[i + 1] as lat, points[i + 2] as lng,
                nullif(points[i + 3], -1) as bearing, nullif(points[i + 4], -1) as speed
              from generate_series(cardinality(points) - 4, 1, -5 * ${every}::int) i, extract(epoch from at) base) point
            where second >= ${from}::float8 and second < ${until}::float8) as text
          from chunk) c
        where c.text is not null group by journey_id)
      select '{"Every":' || ${every}::int || ',"Runs":[' || coalesce(string_agg(${runText(sql`points`)}, ',' order by first_at, journey_id), '') || ']}'
      from line join vehicle_journey using (journey_id)`.compile(db),
  );
}

/** Where each vehicle was last in a time, as the JSON text of `VehiclePositions`. */
export async function readLastPositions(engine: Engine, { databaseId, from, until }: PositionQuery, limit: number): Promise<Buffer> {
  const { db } = engine;
  return engine.readText(
    sql`
      with last as (
        select distinct on (vehicle_id) *, extract(epoch from last_at) as second from vehicle_journey
        where database_id = ${databaseId} and last_at >= to_timestamp(${from}::float8) and last_at < to_timestamp(${until}::float8)
        order by vehicle_id, last_at desc limit ${limit})
      select '{"Every":1,"Runs":[' || coalesce(string_agg(${runText(pointText)}, ',' order by vehicle_id), '') || ']}' from last`.compile(db),
  );
}

const pointText = sql`'[' || second::bigint || ',' || lat / 1e6::float8 || ',' || lng / 1e6::float8 || ','
  || coalesce(bearing::text, 'null') || ',' || coalesce((speed / 100.0)::float8::text, 'null') || ']'`;

function runText(points: RawBuilder<unknown>) {
  return sql`'{"Id":' || journey_id || ',"VehicleId":' || to_json(vehicle_id) || ',"Label":' || coalesce(to_json(label)::text, 'null')
    || ',"TripId":' || to_json(trip_id) || ',"ScheduleId":' || to_json(schedule_id) || ',"TrackId":' || to_json(track_id)
    || ',"Points":[' || ${points} || ']}'`;
}

/** Whether this process shall read a feed now: nobody has within so many seconds. */
export async function claimFeed(db: Db, databaseId: string, address: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into realtime_feed as f (database_id, address) select id, ${address} from database where id = ${databaseId}
    on conflict (database_id, address) do update set read_at = now() where f.read_at <= now() - make_interval(secs => ${seconds}::float8)
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Keeps why a feed could not be read; null where it could. */
export async function noteFeed(db: Db, databaseId: string, address: string, message: string | null): Promise<void> {
  await sql`
    update realtime_feed set message = ${message} where database_id = ${databaseId} and address = ${address} and message is distinct from ${message}`.execute(
    db,
  );
}

/** Whether anything is known of the vehicles of a database. */
export async function hasPositions(db: Db, databaseId: string): Promise<boolean> {
  const row = await db.selectFrom('vehicle_journey').select('journey_id').where('database_id', '=', databaseId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The version whose timetables vehicles follow now: the current one, else the newest finished one. */
export async function followedVersion(db: Db, databaseId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(${currentVersionOf(databaseId)}, (
      select max(version_id) from version where database_id = ${databaseId} and completed and not archived and not editable and restores is null)) as id`.execute(
    db,
  );
  return rows[0]?.id ?? undefined;
}
