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
];
