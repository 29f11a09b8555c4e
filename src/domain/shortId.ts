/** Ids as they are shown where room is short; the whole id is in the tooltip. */

/** Characters of a stop's id beside transfers and pathways. */
export const STOP_ID_LENGTH = 12;
/** Characters of an id in the list of several pathways. */
export const PATHWAY_ID_LENGTH = 10;

/** The first characters of an id, with an ellipsis where it is longer. */
export function shortId(id: string, length: number): string {
  return id.length > length ? `${id.slice(0, length)}…` : id;
}
