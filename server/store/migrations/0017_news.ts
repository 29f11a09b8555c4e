/**
 * What happened to somebody's work while others did it: one row per account and topic, counted up while it is unread.
 * `person` says under which subject an account signs in that a version or pipeline knows by its name alone.
 */
export const news: readonly string[] = [
  `create table person(subject text collate "C" primary key, name text not null)`,
  `create index person_name on person(name)`,
  `create table news(
    news_id bigint generated always as identity primary key,
    subject text collate "C" not null,
    topic text collate "C" not null,
    kind text not null,
    database_id text collate "C" not null references database(id) on delete cascade,
    title text not null,
    detail text not null default '',
    path text not null,
    count int not null default 1,
    read boolean not null default false,
    at timestamptz not null default now(),
    unique(subject, topic))`,
  `create index news_of_subject on news(subject, at desc)`,
];

/** When an account accepted the terms of use. */
export const termsOfUse: readonly string[] = [`alter table person add column terms_accepted timestamptz`];
