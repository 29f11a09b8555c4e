/** Which transfer rule of GTFS Fares v2 holds for a change between two legs, as the reference of fare_transfer_rules.txt says. */
import type { Entity } from './entities.ts';
import type { FareCheck, Holds } from './fareCheck.ts';
import { type FareBuyer, type FareRecords, productsFor } from './tripFareRecords.ts';
import type { FareLeg } from './tripFareLegs.ts';

type Rule = Entity<'FareTransferRule'>;

/** What a change is subject to: the rule that was chosen, or none, and why the others do not hold. */
export interface FoundTransfer {
  readonly rule?: Rule;
  readonly price?: Entity<'FareProduct'>;
  readonly text: string;
  /** What has to be known for the rule to hold. */
  readonly unsure?: string;
  readonly rules: readonly { readonly Id: string; readonly ProductId?: string; readonly Holds: Holds; readonly Checks: FareCheck[] }[];
}

/** The rule of the change into leg `at`; `before` are the changes so far. */
export function transferBetween(
  records: FareRecords,
  legs: readonly FareLeg[],
  groups: readonly (string | undefined)[],
  at: number,
  before: readonly FoundTransfer[],
  buyer: FareBuyer,
  currency: string,
): FoundTransfer {
  const [from = '', to = ''] = [groups[at - 1], groups[at]];
  const { transferRules } = records;
  if (transferRules.length === 0) return { text: 'There is no transfer rule: each leg is paid alone', rules: [] };
  if (from === '' || to === '') return { text: 'A leg without a leg group has no transfer rule: it is paid alone', rules: [] };
  const named = {
    from: new Set(transferRules.flatMap(({ FromLegGroupId }) => FromLegGroupId ?? [])),
    to: new Set(transferRules.flatMap(({ ToLegGroupId }) => ToLegGroupId ?? [])),
  };
  // consecutive changes within one leg group count together, and their time is taken from the first leg
  let first = at - 1;
  if (from === to) while (first > 0 && groups[first - 1] === from && before[first - 1]?.rule !== undefined) first--;
  const count = at - first;
  const verdicts = transferRules.map((rule) => {
    const checks = [
      groupCheck('From leg group', rule.FromLegGroupId ?? '', from, named.from),
      groupCheck('To leg group', rule.ToLegGroupId ?? '', to, named.to),
      countCheck(rule, count),
      limitCheck(rule, legs[first], legs[at]),
    ].flatMap((check) => check ?? []);
    const prices =
      rule.FareProductId === undefined ? [] : productsFor(records, rule.FareProductId, buyer).filter((one) => (one.Currency ?? '') === currency);
    const price = prices.toSorted((a, b) => Number(a.Amount) - Number(b.Amount))[0];
    if (rule.FareProductId !== undefined && !price)
      checks.push({ Name: 'Fare product', Holds: 'no', Text: `${rule.FareProductId} has no price for this rider category and fare medium` });
    const holds: Holds = checks.some(({ Holds: one }) => one === 'no')
      ? 'no'
      : checks.some(({ Holds: one }) => one === 'unknown')
        ? 'unknown'
        : 'yes';
    return { rule, price, holds, checks };
  });
  const held = verdicts
    .filter(({ holds }) => holds !== 'no')
    .toSorted(
      (a, b) =>
        Number(a.holds === 'unknown') - Number(b.holds === 'unknown') ||
        countOf(a.rule) - countOf(b.rule) ||
        Number(a.price?.Amount ?? 0) - Number(b.price?.Amount ?? 0),
    );
  const [best] = held;
  const rules = verdicts.map(({ rule, holds, checks }) => ({
    Id: rule.Id,
    ...(rule.FareProductId === undefined ? {} : { ProductId: rule.FareProductId }),
    Holds: best && rule !== best.rule && holds !== 'no' ? ('no' as const) : holds,
    Checks:
      best && rule !== best.rule && holds !== 'no'
        ? [...checks, { Name: 'Transfers', Holds: 'no' as const, Text: 'Another rule is nearer' }]
        : checks,
  }));
  if (!best) return { text: `No transfer rule holds from ${from} to ${to}: the next leg is paid alone`, rules };
  const unsure = best.checks.find(({ Holds: one }) => one === 'unknown')?.Text;
  return {
    rule: best.rule,
    ...(best.price && { price: best.price }),
    text: `From ${from} to ${to}: ${COSTS[best.rule.FareTransferType ?? 0] ?? ''}`,
    ...(unsure === undefined ? {} : { unsure }),
    rules,
  };
}

const COSTS: readonly string[] = [
  'the transfer is paid, and the next leg is not',
  'the transfer and the next leg are paid',
  'the transfer is paid in place of the legs',
];

function countOf({ TransferCount = -1 }: Rule): number {
  return TransferCount < 0 ? Infinity : TransferCount;
}

/** An empty group means the groups that no rule names in that column. */
function groupCheck(name: string, group: string, own: string, named: ReadonlySet<string>): FareCheck | undefined {
  if (group !== '') return { Name: name, Holds: group === own ? 'yes' : 'no', Text: `${group}; the leg is in ${own}` };
  return named.has(own) ? { Name: name, Holds: 'no', Text: `An empty leg group means any that no rule names, and a rule names ${own}` } : undefined;
}

function countCheck(rule: Rule, count: number): FareCheck | undefined {
  const most = countOf(rule);
  if (rule.TransferCount === undefined) return undefined;
  const text = most === Infinity ? 'Any number' : `At most ${most}`;
  return { Name: 'Transfers', Holds: count <= most ? 'yes' : 'no', Text: `${text}; this is transfer ${count}` };
}

function limitCheck({ DurationLimit, DurationLimitType = 0 }: Rule, first: FareLeg | undefined, last: FareLeg | undefined): FareCheck | undefined {
  if (DurationLimit === undefined) return undefined;
  const begins = DurationLimitType === 0 || DurationLimitType === 1 ? first?.departs : first?.arrives;
  const ends = DurationLimitType === 0 || DurationLimitType === 3 ? last?.arrives : last?.departs;
  const text = `At most ${minutes(DurationLimit)} from ${LIMITS[DurationLimitType] ?? LIMITS[0]}`;
  if (begins === undefined || ends === undefined) return { Name: 'Time limit', Holds: 'unknown', Text: `${text}; enter these times to check this` };
  return { Name: 'Time limit', Holds: ends - begins <= DurationLimit ? 'yes' : 'no', Text: `${text}; the journey takes ${minutes(ends - begins)}` };
}

const LIMITS = ['departure to arrival', 'departure to departure', 'arrival to departure', 'arrival to arrival'];

function minutes(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
