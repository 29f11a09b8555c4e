/** Searches that a region keeps under a name, and who watches them. */
export const savedSearches: readonly string[] = [
  // definition: SearchDefinition without its list
  `create table saved_search(
    search_id int generated always as identity primary key,
    region_key text collate "C" not null references region on delete cascade,
    list text collate "C" not null,
    name text not null,
    definition jsonb not null,
    author text not null,
    at timestamptz not null default now())`,
  `create unique index saved_search_name on saved_search(region_key, lower(name))`,
  `create table search_watch(
    search_id int not null references saved_search on delete cascade,
    subject text collate "C" not null,
    primary key(search_id, subject))`,
];
