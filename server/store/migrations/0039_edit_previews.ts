/** Previews of edits, which their callers may apply within minutes. */
export const editPreviews: readonly string[] = [
  // actor: the person or API token that asked. data: the payload, with the ids that were made for it. digest: SHA-256 of the label and of all documents before and after.
  `create table edit_preview(
    preview_id text collate "C" primary key,
    actor text collate "C" not null,
    version_id int not null references version on delete cascade,
    edit text not null,
    data json not null,
    digest text not null,
    expires timestamptz not null)`,
  `create index edit_preview_actor on edit_preview(actor, expires)`,
  `create index edit_preview_expires on edit_preview(expires)`,
  `create index edit_preview_version on edit_preview(version_id)`,
];
