/**
 * What looks after versions: which of the published ones is current follows from the day, so it is no longer stored;
 * `worker` is the process that carries out what `saving` names; `restores` marks a hidden version in which a layer for
 * that other version is made (store/layers.ts). The indexes find who points at a document without reading every row.
 */
export const versionCare: readonly string[] = [
  `alter table version
    drop column current,
    add column worker text,
    add column restores int references version on delete cascade`,
  `create index version_restores on version(restores) where restores is not null`,
  `create index version_saving on version(version_id) where saving is not null`,
  `update version set published_at = at where published`,
  `create index version_published on version(database_id, published_at) where published`,
  `create index overlay_row_bid on overlay_row(bid) where bid is not null`,
  `create index change_of_document on change(kind, id)`,

  // Who published what and when. No foreign keys: it stays whatever becomes of the version.
  `create table publication(
    publication_id bigint generated always as identity primary key,
    database_id text collate "C" not null,
    version_id int not null,
    name text not null,
    author text not null,
    subject text not null,
    at timestamptz not null)`,
  `create index publication_of_database on publication(database_id, publication_id)`,
];
