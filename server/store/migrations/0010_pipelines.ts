/** Pipelines, their runs, what tasks log, where imports came from, and the secrets that tasks use. */
export const pipelines: readonly string[] = [
  `create table pipeline(
    pipeline_id serial primary key,
    name text not null,
    database_id text not null references database(id) on delete cascade,
    tags text[] not null default '{}',
    schedule jsonb,
    -- Since when the schedule is as it is: what was due before is not made up for.
    scheduled_since timestamptz not null default now(),
    tasks jsonb not null,
    author text not null,
    rev int not null default 1,
    last_run_id int,
    at timestamptz not null default now())`,
  `create index on pipeline(database_id)`,
  `create index on pipeline using gin(tags)`,
  `create table pipeline_run(
    run_id serial primary key,
    pipeline_id int references pipeline on delete set null,
    pipeline_name text,
    database_id text not null,
    status smallint not null,
    caused_by text not null,
    subject text not null,
    -- The minute of the schedule that it was made for.
    due timestamptz,
    created timestamptz not null default now(),
    ended timestamptz,
    unique (pipeline_id, due))`,
  `create index on pipeline_run(pipeline_id, run_id)`,
  `create index on pipeline_run(run_id) where status in (0, 1, 5)`,
  `create table task_run(
    task_run_id serial primary key,
    run_id int not null references pipeline_run on delete cascade,
    position smallint not null,
    -- Another attempt was made of it (resume).
    replaced boolean not null default false,
    name text not null,
    original_name text not null,
    s3_url text not null,
    command jsonb not null,
    task_type smallint not null,
    notes text not null,
    input_version_id int,
    output_version_id int,
    -- Keys of files that it made, by name.
    output_files jsonb not null default '{}',
    status smallint not null,
    approved boolean not null default false,
    approved_by text,
    message text,
    attempt smallint not null default 0,
    -- The process that runs it, and when it was last heard of.
    worker text,
    beat timestamptz,
    progress jsonb,
    information int not null default 0,
    warnings int not null default 0,
    errors int not null default 0,
    created timestamptz not null default now(),
    started timestamptz,
    resulted timestamptz)`,
  `create index on task_run(run_id)`,
  `create index on task_run(input_version_id)`,
  `create index on task_run(output_version_id)`,
  `create index on task_run(task_run_id) where status in (0, 1, 5)`,
  // Consecutive rows of one group in one row here: an index of trigrams over single messages would be four times the work.
  `create table run_log(
    task_run_id int not null,
    first int not null,
    group_id int not null,
    n smallint not null,
    information smallint not null,
    warnings smallint not null,
    errors smallint not null,
    at timestamptz not null,
    -- Of each row: its level, the milliseconds since at, the group it opens (0: none), and its message; messages one a line.
    levels text not null,
    times int[] not null,
    opens int[],
    messages text not null,
    primary key (task_run_id, first))`,
  // Out of line and as it is: counting pages reads thin rows, searching reads the text without unpacking it.
  `alter table run_log alter column messages set storage external`,
  `do $$ begin
    create extension if not exists pg_trgm;
    create index run_log_messages on run_log using gin(messages gin_trgm_ops);
  exception when others then
    raise notice 'Run logs are searched without an index: %', sqlerrm;
  end $$`,
  `create table import_source(
    database_id text not null,
    address text not null,
    etag text,
    modified text,
    hash text not null,
    version_id int not null,
    at timestamptz not null default now(),
    primary key (database_id, address))`,
  `create table task_secret(name text primary key, sealed text not null, author text not null, at timestamptz not null default now())`,
];
