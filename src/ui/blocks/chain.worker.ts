import { chainDay, type DayChain } from '../../domain/service/blocks.ts';
import { type ChainRules } from '../../domain/service/chain.ts';
import type { DayTrip } from '../../domain/service/day.ts';

/** What is to be chained; one worker chains once. */
export interface ChainRequest {
  readonly trips: readonly DayTrip[];
  readonly rules: ChainRules;
  /** Blocks that are not to be used. */
  readonly taken: ReadonlySet<string>;
  /** Trips that keep their blocks. */
  readonly others: readonly DayTrip[];
}

/** The vehicles of the best plan so far, then the plan. */
export type ChainAnswer = { readonly vehicles: number } | { readonly chain: DayChain };

self.addEventListener('message', ({ data: { trips, rules, taken, others } }: MessageEvent<ChainRequest>) => {
  const answer = (said: ChainAnswer): void => self.postMessage(said);
  answer({ chain: chainDay(trips, rules, taken, (vehicles) => answer({ vehicles }), others) });
});
