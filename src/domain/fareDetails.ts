/** What lists and pages show of a fare. */
import { z } from 'zod';
import { Fare } from './model/fare.ts';

/** A row of the fares list: what a fare costs and when it is valid, without where it holds. */
export const FareRow = Fare.pick({
  Id: true,
  Description: true,
  Price: true,
  Currency: true,
  IsApproximatePrice: true,
  Days: true,
  FareGroupId: true,
  ValidFromDate: true,
  ValidToDate: true,
  ValidAfterFareGroups: true,
}).extend({
  RuleCount: z.int().min(0),
  /** Left out while it is 0: unchanged since the version's base. */
  Rev: z.int().optional(),
});
export type FareRow = z.infer<typeof FareRow>;

/** The row of a fare. */
export function fareRow(fare: Fare, rev: number): FareRow {
  const { Rules, ...rest } = fare;
  return FareRow.parse({ ...rest, RuleCount: Rules.length, ...(rev === 0 ? {} : { Rev: rev }) });
}

/** One fare as its page shows it. */
export const FareDetails = z.object({ Fare, Rev: z.int().min(0) });
export type FareDetails = z.infer<typeof FareDetails>;

/** The description of a fare; an empty one shows as 'No description'. */
export function fareDescription({ Description }: Pick<Fare, 'Description'>): string {
  return Description?.trim() || 'No description';
}

/** Fares compare by description as people count, those without one last, then by id. */
export function compareFares(a: Pick<Fare, 'Id' | 'Description'>, b: Pick<Fare, 'Id' | 'Description'>): number {
  const [first, second] = [a.Description?.trim() ?? '', b.Description?.trim() ?? ''];
  return Number(first === '') - Number(second === '') || collator.compare(first, second) || collator.compare(a.Id, b.Id);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
