/** What an import did with each file of its feed, as JSON text: read whole, never searched. */
export const importReports: readonly string[] = [`alter table task_run add column import_report text`];
