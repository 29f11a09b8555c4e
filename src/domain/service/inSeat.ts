/** In-seat transfers out of blocks: which trips of a vehicle riders could stay for. */
import type { InSeatPair } from '../edits/transfers.ts';
import type { BlockRow } from './blocks.ts';
import type { DayStop, DayTrip } from './day.ts';

export interface InSeatChoice {
  /** Pairs that no transfer speaks of yet. */
  readonly pairs: readonly InSeatPair[];
  /** Pairs that one does. */
  readonly known: number;
  /** Pairs with a trip that has no id, so that no transfer can name it. */
  readonly unnamed: number;
}

/**
 * Trips of one mode that follow each other in a block at the same stop, with no more than some seconds between; with `after` only the pair that this trip
 * begins. `isKnown`: whether a transfer speaks of a pair.
 */
export function inSeatChoice(
  rows: readonly BlockRow[],
  stops: readonly DayStop[],
  longest: number,
  isKnown: (pair: InSeatPair) => boolean,
  after?: DayTrip,
): InSeatChoice {
  const pairs = new Map<string, InSeatPair>();
  let [known, unnamed] = [0, 0];
  for (const { block, trips, gaps } of rows) {
    if (block === null) continue;
    trips.forEach((trip, nth) => {
      const [before, gap] = [trips[nth - 1], gaps[nth]];
      if (!before || !gap || (after && before.key !== after.key)) return;
      if (before.isRun || trip.isRun || gap.isDeadRun || before.mode !== trip.mode || gap.seconds < 0 || gap.seconds > longest) return;
      const [tripFrom, tripTo, stopId] = [before.ref.trip, trip.ref.trip, stops[before.to]?.Id];
      if (tripFrom === undefined || tripTo === undefined || stopId === undefined) {
        unnamed += 1;
        return;
      }
      const pair = { tripFrom, tripTo, stopId };
      if (isKnown(pair)) known += 1;
      else pairs.set(JSON.stringify(pair), pair);
    });
  }
  return { pairs: [...pairs.values()], known, unnamed };
}
