/**
 * Versions as they were. `moment`: the hidden version shows the version that `restores` names as of this revision of it; null in
 * workshops. Such a version is made when it is looked at and goes after a while (momentVersions.ts).
 */
export const moments: readonly string[] = [
  `alter table version add column moment bigint`,
  `create unique index version_moment on version(restores, moment) where moment is not null`,
];
