/** Up to which revision a version has the changes of the one it was made from: a draft that was cloned may have been edited since. */
export const parentRevisions: readonly string[] = [
  `alter table version add column parent_rev bigint not null default 0`,
  `update version v set parent_rev = coalesce((select max(s.rev) from changeset s where s.version_id = v.parent and s.at <= v.at), 0)
    where v.parent is not null`,
];
