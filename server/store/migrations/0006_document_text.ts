/**
 * Documents kept as the JSON text that was hashed: the embedded database took a third of an upload to turn texts into jsonb,
 * and its own compression another eighth (docs/decisions/0017).
 */
export const documentText: readonly string[] = [
  `alter table blob alter column doc type json using doc::json`,
  `do $$ begin
    alter table blob alter column doc set compression lz4;
  exception when feature_not_supported then
    alter table blob alter column doc set storage external;
    alter table blob set (toast_tuple_target = 8160);
  end $$`,
  // Statistics of a sample of whole rows: 30,000 of them, documents and all, took 50 MB and two thirds of a second.
  `alter table blob
    alter column bid set statistics 20, alter column hash set statistics 20, alter column kind set statistics 20,
    alter column id set statistics 20, alter column refs set statistics 20,
    alter column doc set statistics 0, alter column brief set statistics 0, alter column trips set statistics 0`,
];
