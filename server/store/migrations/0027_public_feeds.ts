/** Feeds that anybody may fetch: their addresses, and what they serve, have served and will serve. */
export const publicFeeds: readonly string[] = [
  `create table public_feed(
    feed_id serial primary key,
    database_id text not null references database(id) on delete cascade,
    slug text collate "C" not null unique,
    license text not null,
    contact text not null,
    -- The one that is served: one update of this row is the whole switch.
    current_id int,
    switched_at timestamptz,
    -- The one that is served next, and from when.
    next_id int,
    next_at timestamptz,
    trouble text,
    withdrawn_at timestamptz,
    author text not null,
    rev int not null default 1,
    at timestamptz not null default now())`,
  `create index public_feed_database on public_feed(database_id)`,
  `create index public_feed_next on public_feed(next_at) where next_id is not null`,
  // Every address that a feed ever had: none of them is given to another feed.
  `create table public_slug(
    slug text collate "C" primary key,
    feed_id int not null references public_feed on delete cascade)`,
  `create table public_release(
    release_id serial primary key,
    feed_id int not null references public_feed on delete cascade,
    -- Its name in the history; null until it has been served.
    date text,
    key text not null,
    size bigint not null,
    task_run_id int not null,
    version_id int,
    -- What the page of the feed says of it (FeedFacts): a small object; and its main figures.
    facts_key text,
    facts jsonb,
    -- What changes for riders, in Markdown; empty where nothing is said.
    notes text not null default '',
    author text not null,
    at timestamptz not null default now(),
    first_served timestamptz,
    unique(feed_id, date))`,
  `create index public_release_key on public_release(key)`,
];
