/**
 * Uploads: what became of each (`upload`, by its sender and key), which version was made of which file (`source_hash`: the
 * first 128 bits of SHA-256 over the file), and the documents of a version that is still being written while it is not
 * known on which layer it will stand (`staging_row`). Nothing of the last outlives its process, so it needs no log.
 */
export const uploads: readonly string[] = [
  `alter table version add column source_hash uuid`,
  `create index version_source on version(source_hash) where source_hash is not null`,
  `create unlogged table staging_row(
    version_id int not null,
    kind smallint not null,
    id text collate "C" not null,
    bid bigint not null,
    primary key(version_id, kind, id))`,
  // status: running, done or failed. messages: a JSON list of texts. writer: the process that carries it out.
  `create table upload(
    subject text collate "C" not null,
    key text collate "C" not null,
    status text not null,
    messages text not null default '[]',
    version_id int references version on delete set null,
    writer text not null,
    at timestamptz not null default now(),
    primary key(subject, key))`,
  `create index upload_at on upload(at)`,
  `create index upload_version on upload(version_id) where version_id is not null`,
];
