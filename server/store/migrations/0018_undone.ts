/**
 * How many of the revisions of a version came to nothing: an undo takes back one and is one itself, so each counts two. An undo that
 * is undone in its turn (a redo) counts nothing more: of the three then one is left.
 */
export const undoneRevisions: readonly string[] = [
  `alter table version add column undone int not null default 0`,
  `update version v set undone = u.undone
    from (select version_id, 2 * count(*)::int as undone from changeset where call = 'revertChangeset' and label like 'Undo: %' group by version_id) u
    where u.version_id = v.version_id`,
];
