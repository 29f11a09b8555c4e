/**
 * Regions, databases and versions. A version is an immutable base layer and one flat overlay of what was edited since, both
 * pointing at documents stored once per content, so that beginning an edit copies no document.
 */
export const versions: readonly string[] = [
  `create table region(
    key text collate "C" primary key,
    name text not null,
    country_code text not null,
    language_code text not null,
    timezone text not null,
    currency text not null,
    bounds jsonb,
    read_only boolean not null default false)`,
  `create table database(
    id text collate "C" primary key,
    name text not null,
    region_key text collate "C" not null references region,
    read_only boolean not null default false)`,
  `create index database_region on database(region_key)`,

  // hash: first 128 bits of sha256 over kind and canonical JSON, computed by the application.
  // refs: ids of the stops the document speaks of; brief, trips: what lists and the trip search read instead of the document.
  `create table blob(
    bid bigint generated always as identity primary key,
    hash uuid not null unique,
    kind smallint not null,
    id text collate "C" not null,
    doc jsonb not null,
    refs text[] collate "C",
    brief text,
    trips text)`,
  `create index blob_refs on blob using gin(refs) where refs is not null`,

  `create table layer(
    layer_id int generated always as identity primary key,
    n int not null default 0,
    counts jsonb not null default '{}')`,
  // No foreign keys here: their triggers cost as much as the row. cleaning.ts removes a layer and its rows together.
  `create table layer_row(
    layer_id int not null,
    kind smallint not null,
    id text collate "C" not null,
    bid bigint not null,
    primary key(layer_id, kind, id))`,

  // writer: the process that is still writing it (see instance.ts); null once it is whole.
  `create table version(
    version_id int generated always as identity primary key,
    database_id text collate "C" not null references database,
    name text not null,
    source text not null,
    author text not null,
    base int not null references layer,
    parent int references version on delete set null,
    editable boolean not null default false,
    published boolean not null default false,
    current boolean not null default false,
    archived boolean not null default false,
    completed boolean not null default false,
    rev bigint not null default 0,
    writer text,
    at timestamptz not null default now())`,
  `create index version_of_database on version(database_id, version_id)`,
  `create index version_base on version(base)`,
  `create index version_parent on version(parent) where parent is not null`,
  `create unique index version_current on version(database_id) where current`,

  // bid null: the document is deleted in this version. rev: the version's revision at the last change of the document.
  `create table overlay_row(
    version_id int not null references version on delete cascade,
    kind smallint not null,
    id text collate "C" not null,
    bid bigint,
    rev bigint not null,
    primary key(version_id, kind, id))`,
  `create index overlay_row_rev on overlay_row(version_id, rev)`,

  `create table changeset(
    version_id int not null references version on delete cascade,
    rev bigint not null,
    author text not null,
    subject text not null,
    call text not null,
    command_id text,
    comment text,
    undone_by bigint,
    at timestamptz not null default now(),
    primary key(version_id, rev))`,
  `create table change(
    version_id int not null,
    rev bigint not null,
    seq int not null,
    kind smallint not null,
    id text collate "C" not null,
    before_bid bigint,
    after_bid bigint,
    primary key(version_id, rev, seq),
    foreign key(version_id, rev) references changeset on delete cascade)`,
  `create index change_of_entity on change(version_id, kind, id, rev)`,

  // status null: the command is being carried out by the transaction that holds the row.
  `create table idempotency(
    subject text collate "C" not null,
    key text collate "C" not null,
    fingerprint text not null,
    status smallint,
    body text,
    at timestamptz not null default now(),
    primary key(subject, key))`,
  `create index idempotency_at on idempotency(at)`,

  `create table file_content(hash uuid primary key, bytes bytea not null)`,
  `create table version_file(
    version_id int not null references version on delete cascade,
    name text collate "C" not null,
    hash uuid not null references file_content,
    size int not null,
    primary key(version_id, name))`,
  `create index version_file_hash on version_file(hash)`,
  `create table import_message(
    version_id int not null references version on delete cascade,
    seq int not null,
    severity text not null,
    file text not null,
    line int,
    reason text not null,
    "row" jsonb,
    primary key(version_id, seq))`,

  // What this installation remembers of itself: how far its first start came.
  `create table installation(name text collate "C" primary key, value text not null)`,
  // Signing keys, shared by all processes on the database.
  `create table secret(name text collate "C" primary key, value text not null)`,
];
