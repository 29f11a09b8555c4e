/** The fewest exceptions by trying every interval and every weekday of every departure. Shares no code with the solver. */

/** Fewest exceptions; undefined where no calendar holds the departures. Dates are days from 1970-01-01, a Thursday. */
export function fewestByTrying(departures: readonly (readonly number[])[]): number | undefined {
  const dates = departures.flat();
  if (dates.length === 0) return undefined;
  const [first, last] = [Math.min(...dates), Math.max(...dates)];
  const span = last - first + 1;
  const count = departures.length;
  // the departures that run on each day, as bits
  const runs = Array.from({ length: span }, (_, at) => departures.reduce((bits, own, row) => bits | (own.includes(first + at) ? 1 << row : 0), 0));
  let best = Infinity;
  for (let from = 0; from < span; from++) {
    for (let to = from; to < span; to++) best = Math.min(best, inInterval(runs, first, from, to, count, best));
  }
  return best === Infinity ? undefined : best;
}

function inInterval(runs: readonly number[], first: number, from: number, to: number, count: number, most: number): number {
  const outside = runs.filter((bits, at) => (at < from || at > to) && bits !== 0);
  const byWeekday: number[][] = [[], [], [], [], [], [], []];
  for (let at = from; at <= to; at++) byWeekday[(first + at + 3) % 7]?.push(runs[at] ?? 0);
  let best = most;
  const week: number[] = [];
  const tryWeekday = (weekday: number, cost: number): void => {
    if (cost >= best) return;
    if (weekday < 7) {
      const dates = byWeekday[weekday] ?? [];
      for (let bits = 0; bits < 1 << count; bits++) {
        week[weekday] = bits;
        tryWeekday(weekday + 1, cost + dates.filter((one) => one !== bits).length);
      }
      return;
    }
    const masks = Array.from({ length: count }, (_, row) => week.reduce((mask, bits, day) => mask | (bits & (1 << row) ? 1 << day : 0), 0));
    const exceptions = new Set([...outside, ...byWeekday.flatMap((dates, day) => dates.filter((one) => one !== week[day]))]);
    if ([...exceptions].every((bits) => canRun(bits, masks))) best = cost;
  };
  tryWeekday(0, outside.length);
  return best;
}

/** Whether any of the 128 values of an exception runs exactly these departures. */
function canRun(bits: number, masks: readonly number[]): boolean {
  for (let runAs = 0; runAs < 128; runAs++) {
    if (masks.every((mask, row) => (runAs === 127 || (runAs & mask) !== 0) === ((bits & (1 << row)) !== 0))) return true;
  }
  return false;
}
