/**
 * What becomes of changes after they were made: switched off (`active`), deleted, attached to a track, commented. `carried` is
 * false for a set that only switches others: it is no correction of its own.
 */
export const changeHistory: readonly string[] = [
  `alter table change
    add column active boolean not null default true,
    add column deleted boolean not null default false,
    add column track text collate "C"`,
  `alter table changeset add column carried boolean not null default true`,
  `create index change_by_kind on change(kind, version_id, rev)`,
  `create index changeset_of_version on changeset(version_id, set_id)`,
  `create table comment(
    comment_id bigint generated always as identity primary key,
    database_id text collate "C" not null,
    message text not null,
    author text not null,
    subject text not null,
    at timestamptz not null default now())`,
  `create index comment_of_database on comment(database_id, comment_id)`,
  `create table comment_change(
    comment_id bigint not null references comment on delete cascade,
    change_id bigint not null,
    primary key(comment_id, change_id))`,
  `create index comment_of_change on comment_change(change_id)`,
];
