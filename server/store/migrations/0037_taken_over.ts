/** Which state of which version a draft has taken over: what they have in common begins there the next time. */
export const takenOver: readonly string[] = [
  // rev: revision of the draft after it. set_rev: the change set that it holds by, or that took it back; null where nothing was written. stands: it was not undone.
  `create table taken_over(
    taken_id bigint generated always as identity primary key,
    version_id int not null references version on delete cascade,
    rev bigint not null,
    set_rev bigint,
    stands boolean not null default true,
    from_id int not null references version on delete cascade,
    from_rev bigint not null)`,
  `create index taken_over_version on taken_over(version_id, set_rev)`,
  `create index taken_over_from on taken_over(from_id)`,
];
