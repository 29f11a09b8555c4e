/**
 * Vehicle positions. A journey is one vehicle on one trip of one service day, with where it was last; its positions are in
 * partitions of one UTC day each, which are dropped whole when they are too old.
 */
export const realtime: readonly string[] = [
  `create table vehicle_journey(
    journey_id bigint generated always as identity primary key,
    database_id text collate "C" not null references database(id) on delete cascade,
    vehicle_id text collate "C" not null,
    trip_id text collate "C" not null,
    start_date date not null,
    schedule_id text collate "C" not null,
    track_id text collate "C" not null,
    label text,
    first_at timestamptz not null,
    -- Millionths of a degree; degrees; centimetres per second.
    last_at timestamptz not null,
    lat int not null,
    lng int not null,
    bearing smallint,
    speed smallint,
    unique(database_id, vehicle_id, trip_id, start_date))`,
  `create index vehicle_journey_track on vehicle_journey(database_id, schedule_id, track_id, last_at)`,
  `create index vehicle_journey_last on vehicle_journey(database_id, last_at)`,
  // The points of a journey within ten minutes from `at`: of each its second from there, lat, lng, bearing and speed, -1 where unknown.
  // In one row, because points of one moment are written together and points of one journey are read together.
  // Without a reference to its journey: dropping a partition must not look at the journeys, nor the other way round.
  `create table vehicle_position(
    journey_id bigint not null,
    at timestamptz not null,
    points int[] not null,
    primary key(journey_id, at)) partition by range (at)`,
  // When a feed was read last: of several processes one reads it. A message where it could not be read.
  `create table realtime_feed(
    database_id text collate "C" not null,
    address text collate "C" not null,
    read_at timestamptz not null default now(),
    message text,
    primary key(database_id, address))`,
];
