/** Tracks of one direction on one sheet: their stops in one order, and which row each call is in. */

/** A row of a joined sheet, as far as calls are looked for in it. */
export interface CallRow {
  /** Whether the row is one of this stop. */
  isOf(stopId: string): boolean;
  /** Whether a departure has a time in it. */
  readonly timed: boolean;
}

/** The stops of several tracks in one order that keeps the order of each: the longest track, into which the others are merged. */
export function joinedStops(tracks: readonly (readonly string[])[]): readonly string[] {
  const [longest = [], ...others] = tracks.toSorted((a, b) => b.length - a.length);
  return others.reduce((joined, stops) => merged(joined, stops), longest);
}

/** A shortest list that holds two others, each in its order. */
function merged(a: readonly string[], b: readonly string[]): readonly string[] {
  const common = tableOf(a.length, b.length, (row, column) => (a[row] === b[column] ? 1 : 0));
  const all: string[] = [];
  let [row, column] = [0, 0];
  for (; row < a.length && column < b.length;) {
    const [left = '', right = ''] = [a[row], b[column]];
    if (left === right) {
      all.push(left);
      row++;
      column++;
    } else if ((common[row + 1]?.[column] ?? 0) >= (common[row]?.[column + 1] ?? 0)) {
      all.push(left);
      row++;
    } else {
      all.push(right);
      column++;
    }
  }
  return [...all, ...a.slice(row), ...b.slice(column)];
}

/**
 * The row of each call of a track; -1 where there is none. Rows with a time are covered first, then as many calls as there are rows for;
 * of two such choices the earlier rows are taken, so that a sheet reads as it was written.
 */
export function rowsOfCalls(stops: readonly string[], rows: readonly CallRow[]): readonly number[] {
  const timed = stops.length + 1;
  const weight = (row: number, call: number): number => {
    const one = rows[row];
    return one?.isOf(stops[call] ?? '') ? (one.timed ? timed : 1) : 0;
  };
  const best = tableOf(rows.length, stops.length, weight);
  const at = stops.map(() => -1);
  let [row, call] = [0, 0];
  while (row < rows.length && call < stops.length) {
    const worth = weight(row, call);
    const here = best[row]?.[call];
    if (worth > 0 && worth + (best[row + 1]?.[call + 1] ?? 0) === here) at[call++] = row++;
    else if (best[row + 1]?.[call] === here) row++;
    else call++;
  }
  return at;
}

/** The most that pairs in order come to, from each place on: of the longest common subsequence where each is worth 1. */
function tableOf(height: number, width: number, worth: (row: number, column: number) => number): readonly (readonly number[])[] {
  const table = Array.from({ length: height + 1 }, () => Array.from({ length: width + 1 }, () => 0));
  for (let row = height - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) {
      const pair = worth(row, column);
      const both = pair > 0 ? pair + (table[row + 1]?.[column + 1] ?? 0) : 0;
      const line = table[row];
      if (line) line[column] = Math.max(both, table[row + 1]?.[column] ?? 0, line[column + 1] ?? 0);
    }
  }
  return table;
}
