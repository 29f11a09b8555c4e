/** The run that imports an uploaded GTFS feed: what became of such an upload is what became of its run. */
export const uploadRuns: readonly string[] = [
  `alter table upload add column run_id int references pipeline_run on delete set null`,
  `create index upload_run on upload(run_id) where run_id is not null`,
];
