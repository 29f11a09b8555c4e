/** Whether a region refuses to publish versions with errors. */
export const regionErrors: readonly string[] = [`alter table region add column refuses_errors boolean not null default false`];
