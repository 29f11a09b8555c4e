/** Exports, where they deliver to, and which runs are theirs. */
export const exportsOfRegions: readonly string[] = [
  // settings: as the contract writes them; credentials are in task_secret, as delivery/<location_id>/<name>.
  `create table delivery_location(
    location_id serial primary key,
    region_key text collate "C" not null references region,
    name text not null,
    settings jsonb not null,
    author text not null,
    rev int not null default 1,
    at timestamptz not null default now())`,
  `create unique index delivery_location_name on delivery_location(region_key, lower(name))`,
  // doc: an export as the contract writes it, without what has a column of its own.
  `create table export(
    export_id serial primary key,
    region_key text collate "C" not null references region,
    database_id text not null references database(id) on delete cascade,
    location_id int not null references delivery_location,
    name text not null,
    time_of_day text not null,
    -- Since when the time of day is as it is: what was due before is not made up for.
    scheduled_since timestamptz not null default now(),
    doc jsonb not null,
    author text not null,
    rev int not null default 1,
    last_run_id int,
    at timestamptz not null default now())`,
  `create index export_region on export(region_key)`,
  `create index export_location on export(location_id)`,
  `alter table pipeline_run add column export_id int references export on delete set null`,
  `create unique index pipeline_run_export_due on pipeline_run(export_id, due)`,
  `create index pipeline_run_export on pipeline_run(export_id, run_id)`,
];
