/** Change sets say what a person did, and sets and changes have ids of their own that are unique in the database. */
export const editLabels: readonly string[] = [
  `alter table changeset
    add column label text not null default '',
    add column set_id bigint generated always as identity unique`,
  `alter table change add column change_id bigint generated always as identity unique`,
];
