/** Orders that are the same on every machine, whatever its language. */

/** Order of texts by code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares lists entry by entry; the shorter goes first where one begins the other. */
export function compareLists(a: Int32Array, b: Int32Array, compare: (i: number, j: number) => number): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const order = a[at] === b[at] ? 0 : compare(a[at] ?? 0, b[at] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
