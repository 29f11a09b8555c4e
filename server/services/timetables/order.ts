/** In which order the trips of a table are shown. */
import type { BookDirection, BookRun } from '../../feed/book/lineBook.ts';

/** The time of a call: when it departs, or where it only arrives. */
export function timeAt({ times }: BookRun, call: number): number {
  const [arrival, departure] = [times[2 * call] ?? -1, times[2 * call + 1] ?? -1];
  return departure >= 0 ? departure : arrival;
}

/**
 * By the time at the row that most trips serve. For a trip that does not serve it the time is estimated from another of its rows, by how
 * long the others take between the two.
 */
export function ordered(runs: readonly BookRun[], patterns: BookDirection['patterns']): readonly BookRun[] {
  const timesOf = new Map(
    runs.map((run) => {
      const times = new Map<number, number>();
      for (const [call, row] of (patterns[run.pattern]?.rows ?? []).entries()) {
        const time = timeAt(run, call);
        if (time >= 0) times.set(row, time);
      }
      return [run, times] as const;
    }),
  );
  const served = new Map<number, number>();
  for (const times of timesOf.values()) for (const row of times.keys()) served.set(row, (served.get(row) ?? 0) + 1);
  const [[anchor] = [0]] = [...served].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  // Mean seconds from the anchor to a row, over what is placed already.
  const offset = new Map<number, number>([[anchor, 0]]);
  const placeOf = (times: ReadonlyMap<number, number>): number | undefined => {
    const at = times.get(anchor);
    if (at !== undefined) return at;
    for (const [row, time] of times) {
      const by = offset.get(row);
      if (by !== undefined) return time - by;
    }
    return undefined;
  };
  for (let round = 0; round < 4; round++) {
    const sums = new Map<number, [sum: number, count: number]>();
    for (const times of timesOf.values()) {
      const place = placeOf(times);
      if (place === undefined) continue;
      for (const [row, time] of times) {
        if (offset.has(row)) continue;
        const [sum, count] = sums.get(row) ?? [0, 0];
        sums.set(row, [sum + time - place, count + 1]);
      }
    }
    if (sums.size === 0) break;
    for (const [row, [sum, count]] of sums) offset.set(row, sum / count);
  }
  const keyOf = new Map(runs.map((run) => [run, placeOf(timesOf.get(run) ?? new Map<number, number>()) ?? timeAt(run, 0)]));
  return runs.toSorted((a, b) => (keyOf.get(a) ?? 0) - (keyOf.get(b) ?? 0) || timeAt(a, 0) - timeAt(b, 0));
}
