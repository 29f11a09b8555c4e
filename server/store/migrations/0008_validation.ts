/**
 * What validation found. A set (`finding_set`, its cases in `finding_part`) is immutable and shared by a version and those
 * made of it; `finding_change` is what differs in one version since. Both hold JSON texts, by rule and subject (a document,
 * or a key of several). `validation` says which set a version stands on, and up to which revision it is checked.
 * Exclusions belong to a database; a session is one editing of one version.
 */
export const validation: readonly string[] = [
  // ground: rules and region it was made with; another one makes it out of date.
  `create table finding_set(
    set_id int generated always as identity primary key,
    ground text not null,
    at timestamptz not null default now())`,
  // body: [[subject, count, [case, ...]], ...]
  `create table finding_part(
    set_id int not null references finding_set on delete cascade,
    rule smallint not null,
    part int not null,
    body text not null,
    primary key(set_id, rule, part))`,
  `create table validation(
    version_id int primary key references version on delete cascade,
    set_id int not null references finding_set,
    validated_rev bigint not null,
    timezone text not null)`,
  `create index validation_set on validation(set_id)`,
  // body, was: [count, [case, ...]], null where there is none: now, and when this version was begun.
  `create table finding_change(
    version_id int not null references validation on delete cascade,
    rule smallint not null,
    subject text collate "C" not null,
    rev bigint not null,
    body text,
    was text,
    primary key(version_id, rule, subject))`,
  `create index finding_change_rev on finding_change(version_id, rev)`,
  // How many errors and warnings a change set brought (more than 0) or cured (less).
  `create table finding_effect(
    version_id int not null references validation on delete cascade,
    rev bigint not null,
    errors int not null,
    warnings int not null,
    primary key(version_id, rev))`,

  `create table exclusion_session(
    session_id int generated always as identity primary key,
    database_id text collate "C" not null references database,
    version_id int not null unique references version on delete cascade,
    author text not null,
    note text not null default '',
    at timestamptz not null default now(),
    finalized timestamptz)`,
  `create index exclusion_session_database on exclusion_session(database_id)`,
  // key: the entity's id, of schedules that of the family.
  `create table exclusion(
    session_id int not null references exclusion_session on delete cascade,
    rule smallint not null,
    entity text not null,
    key text collate "C" not null,
    id text collate "C" not null,
    primary key(session_id, rule, entity, key))`,
];
