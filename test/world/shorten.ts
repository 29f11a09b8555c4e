/** Cuts a failing world to the fewest events that still fail, by delta debugging (Zeller and Hildebrandt, 2002). */
import type { BaseDatabase } from './base.ts';
import { runWorld, type Verdict } from './run.ts';

/**
 * Leaves out acts and faults as long as the world still fails with a trouble of the same kind. `patience` is how many worlds may be lived
 * for it; what is left then may not be the shortest.
 */
export async function shortened(failed: Verdict, database: BaseDatabase, patience: number, say: (text: string) => void): Promise<Verdict> {
  const kind = kindOf(failed);
  let best = failed;
  let left = patience;
  const fails = async (only: readonly number[]): Promise<boolean> => {
    if (left-- <= 0) return false;
    const { events } = best.options;
    const { deeds } = failed.world;
    const last = Math.max(...only);
    const verdict = await runWorld({ ...best.options, deeds, only: new Set(only), events: Math.min(events, last + 1 + AFTER) }, database);
    if (verdict.troubles.length === 0 || kindOf(verdict) !== kind) return false;
    best = verdict;
    say(`${verdict.world.eventful.length} events still fail`);
    return true;
  };
  let events = failed.world.eventful;
  for (let parts = 2; events.length > 1 && left > 0;) {
    const size = Math.ceil(events.length / parts);
    const cuts = Array.from({ length: Math.ceil(events.length / size) }, (_, i) =>
      events.filter((_one, at) => at < i * size || at >= (i + 1) * size),
    );
    let found: readonly number[] | undefined;
    // The last first: what comes after the fault is the likeliest to be superfluous.
    for (const cut of cuts.toReversed()) {
      if (!(await fails(cut))) continue;
      found = cut;
      break;
    }
    if (found !== undefined) {
      events = best.world.eventful;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(events.length, parts * 2);
  }
  return best;
}

/** Steps after the last event, in which what is on its way may still be mixed up. */
const AFTER = 30;

/** What a trouble is about, without names and numbers. */
function kindOf({ troubles }: Verdict): string {
  return (
    (troubles[0] ?? '')
      .replace(/tab \d+ of \w+/g, 'a tab')
      .split(/[{\d"(]/, 1)[0]
      ?.replace(/holds \w+.*/, 'holds') ?? ''
  );
}
