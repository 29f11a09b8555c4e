/** What is said of two things that are the same under two ids. */
import { z } from 'zod';

/** What two things were paired by. */
export const PairRule = z.enum(['id', 'family', 'line', 'stops', 'departures', 'times', 'place']);
export type PairRule = z.infer<typeof PairRule>;

/** The id that it had, what both were paired by, and how sure that is (0 to 1). */
export const PairedWith = z.object({ Id: z.string(), Rule: PairRule, Certainty: z.number().min(0).max(1) });
export type PairedWith = z.infer<typeof PairedWith>;

/** Why two ids are one thing, in words, with how sure that is. */
export function pairWords({ Id, Rule, Certainty }: PairedWith): string {
  return `Was ${Id}: paired by ${PAIRED_BY[Rule]} (${Math.round(Certainty * 100)} % alike)`;
}

const PAIRED_BY: Readonly<Record<PairRule, string>> = {
  id: 'id',
  family: 'the id without its date',
  line: 'line',
  stops: 'direction and stops',
  departures: 'trips',
  times: 'days and departures',
  place: 'place and name',
};
