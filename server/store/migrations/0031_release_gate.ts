/** The gate of public feeds: its settings, what it found of a release, and who let a held one out. */
export const releaseGate: readonly string[] = [
  // GateSettings as JSON; null where the defaults apply.
  `alter table public_feed add column gate jsonb`,
  // ReleaseCheck as JSON; null while it has not been made.
  `alter table public_release add column checked jsonb`,
  `alter table public_release add column held boolean not null default false`,
  // ReleaseApproval as JSON.
  `alter table public_release add column approval jsonb`,
  // When its author was notified that the time of the switch has passed while it was held.
  `alter table public_release add column late_at timestamptz`,
];
