/** With which API token an edit was made: its label at that time; null for one that a person made on the screen. */
export const editPrograms: readonly string[] = [`alter table changeset add column program text`];
