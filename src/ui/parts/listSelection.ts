/** The rows of a list that are selected for work on several of them. */

/** Which rows are selected, and how a list with boxes selects them. Ids are those of the list's `idOf`. */
export interface ListSelection<T> {
  readonly selected: ReadonlySet<string>;
  /** Called with the whole selection after each change. Rows that the list does not show stay selected. */
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Name of the box of a row: "Select line 39". */
  readonly boxLabel: (row: T) => string;
  /** A click or Enter on a row selects it too, and opens nothing: the list is there to choose from. */
  readonly byRow?: boolean;
}

/** The selection with one row changed to the other state. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * The selection after a Shift+click: all rows from the one clicked before (`anchor`) to this one get the state that this one gets. Without
 * an anchor in the list this row alone is changed. `ids` are those of the rows in the order in which the list shows them.
 */
export function toggledTo(selected: ReadonlySet<string>, ids: readonly string[], anchor: string | undefined, id: string): ReadonlySet<string> {
  const from = anchor === undefined ? -1 : ids.indexOf(anchor);
  const to = ids.indexOf(id);
  if (from < 0 || to < 0) return toggled(selected, id);
  const next = new Set(selected);
  const add = !selected.has(id);
  for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (add) next.add(one);
    else next.delete(one);
  }
  return next;
}
