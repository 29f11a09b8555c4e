/** Problem reports that were sent to support. */
export const problemReports: readonly string[] = [
  // key: Idempotency-Key of the call; hash: SHA-256 of the text; search: what the list is searched by, folded; text: packed by gzip
  `create table problem_report(
    report_id int generated always as identity primary key,
    subject text collate "C" not null,
    key text collate "C" not null,
    hash text collate "C" not null,
    by_name text not null,
    build text not null,
    page text not null,
    note text not null,
    search text not null,
    size int not null,
    records int not null,
    text bytea not null,
    at timestamptz not null default now(),
    unique(subject, key))`,
  // already packed: not compressed once more
  `alter table problem_report alter column text set storage external`,
  `create index problem_report_at on problem_report(at)`,
];
