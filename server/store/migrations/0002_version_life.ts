/**
 * The life of a version after it is written: published, stored, archived. `saving` names work that goes on (null: none).
 * `archive` is the key of its feed in the object store; valid_from and valid_to span its calendars.
 */
export const versionLife: readonly string[] = [
  `alter table version
    add column saving text,
    add column stored boolean not null default false,
    add column archive text,
    add column published_at timestamptz,
    add column published_by text,
    add column valid_from date,
    add column valid_to date`,
];
