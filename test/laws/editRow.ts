/** How a row of the table of edits is written. */
export type Changed = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
export type EditRow = readonly [type: string, payload: Readonly<Record<string, unknown>>, changed: Changed];

/** Rows of an edit of one field: its name, what is put there, the member of the document, and what stands there when it is not the same. */
type FieldRow = readonly [field: string, value: unknown, member: string, kept?: unknown];

export function fieldRows(type: string, of: Readonly<Record<string, unknown>>, document: string, rows: readonly FieldRow[]): readonly EditRow[] {
  return rows.map(([field, value, member, ...kept]) => [
    type,
    { ...of, field, value },
    { [document]: { [member]: kept.length > 0 ? kept[0] : value } },
  ]);
}
