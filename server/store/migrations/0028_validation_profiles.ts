/** The validation profile of each region: its changed rules as JSON (RuleChanges), null where there are none; and its revision. */
export const validationProfiles: readonly string[] = [
  `alter table region add column profile jsonb`,
  `alter table region add column profile_rev int not null default 0`,
];
