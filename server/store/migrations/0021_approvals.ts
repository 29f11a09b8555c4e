/** When a task was approved; who did it was noted before. */
export const approvals: readonly string[] = [`alter table task_run add column approved_at timestamptz`];
