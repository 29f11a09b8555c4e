/** The servers that a secret of tasks may be sent to; null: it was written before they were asked for, and may be sent anywhere. */
export const secretServers: readonly string[] = [`alter table task_secret add column servers text[]`];
