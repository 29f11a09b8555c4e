/** What the filters of the change log walk along: words of a set, its author, its day. */
export const changeLogFilters: readonly string[] = [
  `create index changeset_label on changeset using gin(label gin_trgm_ops)`,
  `create index changeset_author on changeset(author, set_id)`,
  `create index changeset_at on changeset(at)`,
];
