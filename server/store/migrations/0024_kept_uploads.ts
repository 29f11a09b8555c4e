/** Files that were uploaded for tasks, by their keys in the object store, so that old ones can be deleted. Those that tasks name are known from them. */
export const keptUploads: readonly string[] = [
  `create table kept_upload(key text primary key, at timestamptz not null default now())`,
  `insert into kept_upload(key)
   select distinct (regexp_matches(named, '"(uploads/[^"]+)"', 'g'))[1]
   from (select command::text as named from task_run union all select tasks::text from pipeline) all_tasks`,
];
