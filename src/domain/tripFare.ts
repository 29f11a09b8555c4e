/**
 * What a journey costs by GTFS Fares v2: a pure function over the fare records, following the processing order of the GTFS reference.
 * Rides are joined to effective fare legs, each leg is matched against the leg rules, and transfer rules say what the changes cost.
 */
import { z } from 'zod';
import type { CalendarDate } from './date.ts';
import { decimalsOf } from './currencies.ts';
import type { Entity } from './entities.ts';
import { FareCheck, FareCheckAnswer, Holds } from './fareCheck.ts';
import { checkLegRules, type FareLeg, type LegRuleVerdict } from './tripFareLegs.ts';
import { type FareBuyer, productsFor, type FareRecords, type FareRide, type FareStop } from './tripFareRecords.ts';
import { type FoundTransfer, transferBetween } from './tripFareTransfers.ts';

const RuleVerdict = z.object({ Id: z.string(), ProductId: z.string().optional(), Holds, Checks: z.array(FareCheck) });

/** What is paid for: the fare of a leg, or a transfer. */
const FareStep = z.object({
  Rule: z.string(),
  Of: z.enum(['leg', 'transfer']),
  /** Place of the leg; of a transfer, that of the leg after it. */
  Leg: z.int(),
  ProductId: z.string().optional(),
  Name: z.string().optional(),
  Amount: z.string(),
});
export type FareStep = z.infer<typeof FareStep>;

/** One way to pay for the journey. `Unsure` says what has to be known for it to hold. */
const FareOption = z.object({
  Amount: z.string(),
  Currency: z.string(),
  RiderCategoryId: z.string().optional(),
  FareMediaId: z.string().optional(),
  Steps: z.array(FareStep),
  Unsure: z.array(z.string()),
});
export type FareOption = z.infer<typeof FareOption>;

/** What a journey costs by Fares v2, and why. */
export const TripFare = z.object({
  Legs: z.array(
    z.object({
      /** Places of the rides that are one leg for the fare. */
      Rides: z.array(z.int()),
      /** Join rules that made them one. */
      JoinRules: z.array(z.string()),
      Networks: z.array(z.string()),
      FromAreas: z.array(z.string()),
      ToAreas: z.array(z.string()),
      Rules: z.array(RuleVerdict),
    }),
  ),
  /** One for each change between legs, as the first option pays it. */
  Transfers: z.array(z.object({ Rule: z.string().optional(), Text: z.string(), Rules: z.array(RuleVerdict) })),
  /** The cheapest first. None: the fare is unknown, and `Unknown` says why. */
  Options: z.array(FareOption),
  Unknown: z.string().optional(),
});
export type TripFare = z.infer<typeof TripFare>;

/** The answer to a fare check: fares of Fares v1, and what the journey costs by Fares v2 where the version has leg rules. */
export const JourneyFares = FareCheckAnswer.extend({ FaresV2: TripFare.optional() });
export type JourneyFares = z.infer<typeof JourneyFares>;

/** Ways to pay that are answered at most. */
const MOST_OPTIONS = 12;
/** Combinations of rules and prices that are tried at most. */
const MOST_TRIED = 2000;

/** What the rides cost, on the service day `date`. */
export function tripFare(records: FareRecords, rides: readonly FareRide[], date: CalendarDate, buyer: FareBuyer): TripFare {
  const legs = effectiveLegs(records.joinRules, rides);
  const verdicts = legs.map((leg) => checkLegRules(records, leg, date));
  const choices = verdicts.map((rules, at) => pricesOf(records, rules, buyer, at));
  const tried = combinations(choices)
    .map((chosen) => payFor(records, legs, chosen, buyer))
    .filter((option) => option !== undefined);
  const paid = unlike(tried).toSorted((a, b) => a.option.Unsure.length - b.option.Unsure.length || Number(a.option.Amount) - Number(b.option.Amount));
  const [first] = paid;
  const missing = choices.findIndex((prices) => prices.length === 0);
  return {
    Legs: legs.map((leg, at) => ({
      Rides: [...leg.rides],
      JoinRules: [...leg.joinRules],
      Networks: [...new Set(leg.networks.flatMap((network) => network ?? []))],
      FromAreas: [...leg.from.areas],
      ToAreas: [...leg.to.areas],
      Rules: (verdicts[at] ?? []).map(({ rule, holds, checks }) => ({
        Id: rule.Id,
        ProductId: rule.FareProductId,
        Holds: holds,
        Checks: [...checks],
      })),
    })),
    Transfers: (first?.transfers ?? []).map(({ rule, text, rules }) => ({ ...(rule && { Rule: rule.Id }), Text: text, Rules: [...rules] })),
    Options: paid.slice(0, MOST_OPTIONS).map(({ option }) => option),
    ...(paid.length > 0 ? {} : { Unknown: missing < 0 ? NO_COMMON : whyUnknown(verdicts[missing] ?? [], records, missing, legs.length) }),
  };
}

const NO_COMMON = 'No rider category and fare medium is good for all legs of the journey';

function whyUnknown(rules: readonly LegRuleVerdict[], { products }: FareRecords, at: number, legs: number): string {
  const leg = legs === 1 ? 'the journey' : `leg ${at + 1}`;
  const matching = rules.filter(({ holds }) => holds !== 'no');
  if (matching.length === 0) return `No leg rule holds for ${leg}: the fare is unknown`;
  const ids = [...new Set(matching.map(({ rule }) => rule.FareProductId))];
  const unpriced = ids.filter((id) => !products.some(({ ProductId }) => ProductId === id));
  if (unpriced.length === ids.length) return `There is no fare product ${unpriced.join(', ')}, which the rule of ${leg} names`;
  return `The product ${ids.join(', ')} of ${leg} has no price for this rider category and fare medium`;
}

/** Rides that join rules make one. The join holds where the networks do, and the stops of the rule, or the same station. */
function effectiveLegs(joinRules: readonly Entity<'FareLegJoinRule'>[], rides: readonly FareRide[]): readonly FareLeg[] {
  const legs: FareLeg[] = [];
  for (const [at, ride] of rides.entries()) {
    const before = rides[at - 1];
    const last = legs.at(-1);
    const join = before && joinRules.find((rule) => joins(rule, before, ride));
    if (last && join) legs[legs.length - 1] = joined(last, ride, at, join.Id);
    else
      legs.push({
        rides: [at],
        joinRules: [],
        networks: [ride.network],
        from: ride.from,
        to: ride.to,
        departs: ride.departs,
        arrives: ride.arrives,
      });
  }
  return legs;
}

function joined(leg: FareLeg, ride: FareRide, at: number, rule: string): FareLeg {
  return {
    ...leg,
    rides: [...leg.rides, at],
    joinRules: [...leg.joinRules, rule],
    networks: [...leg.networks, ride.network],
    to: ride.to,
    arrives: ride.arrives,
  };
}

function joins(rule: Entity<'FareLegJoinRule'>, before: FareRide, after: FareRide): boolean {
  const { FromNetworkId, ToNetworkId, FromStopId = '', ToStopId = '' } = rule;
  if (FromNetworkId !== before.network || ToNetworkId !== after.network) return false;
  if (FromStopId === '' && ToStopId === '') return before.to.station === after.from.station;
  return isAt(FromStopId, before.to) && isAt(ToStopId, after.from);
}

function isAt(stopId: string, { id, station }: FareStop): boolean {
  return stopId === '' || stopId === id || stopId === station;
}

/** A rule of a leg with one price of its product. */
interface LegPrice {
  readonly leg: number;
  readonly verdict: LegRuleVerdict;
  readonly product: Entity<'FareProduct'>;
}

function pricesOf(records: FareRecords, rules: readonly LegRuleVerdict[], buyer: FareBuyer, leg: number): readonly LegPrice[] {
  return rules.flatMap((verdict) =>
    verdict.holds === 'no' ? [] : productsFor(records, verdict.rule.FareProductId, buyer).map((product) => ({ leg, verdict, product })),
  );
}

function combinations(choices: readonly (readonly LegPrice[])[]): readonly (readonly LegPrice[])[] {
  let made: (readonly LegPrice[])[] = [[]];
  for (const prices of choices) made = made.flatMap((before) => prices.map((price) => [...before, price])).slice(0, MOST_TRIED);
  return made;
}

interface Paid {
  readonly option: FareOption;
  readonly transfers: readonly FoundTransfer[];
}

/** The cost of one combination: by the table of the reference, where S is what was paid before in the same sub-journey. */
function payFor(records: FareRecords, legs: readonly FareLeg[], chosen: readonly LegPrice[], buyer: FareBuyer): Paid | undefined {
  const shared = onlyOne(chosen.map(({ product }) => product));
  if (!shared) return undefined;
  const payer: FareBuyer = { category: buyer.category ?? shared.category, medium: buyer.medium ?? shared.medium };
  const groups = chosen.map(({ verdict }) => verdict.rule.LegGroupId);
  const unsure = chosen.flatMap(({ verdict }) => (verdict.holds === 'unknown' ? unknownTexts(verdict.checks) : []));
  const transfers: FoundTransfer[] = [];
  let closed: readonly FareStep[] = [];
  let steps: readonly FareStep[] = [];
  for (const [at, { verdict, product }] of chosen.entries()) {
    const own: FareStep = { Rule: verdict.rule.Id, Of: 'leg', Leg: at, ...priced(product) };
    if (at === 0) {
      steps = [own];
      continue;
    }
    const found = transferBetween(records, legs, groups, at, transfers, payer, product.Currency ?? '');
    transfers.push(found);
    if (!found.rule) {
      closed = [...closed, ...steps];
      steps = [own];
      continue;
    }
    if (found.unsure !== undefined) unsure.push(found.unsure);
    const { rule, price } = found;
    const change: FareStep = { Rule: rule.Id, Of: 'transfer', Leg: at, ...(price ? priced(price) : { Amount: '0' }) };
    const isFirst = steps.length === 1 && steps[0]?.Of === 'leg' && steps[0].Leg === at - 1;
    if (rule.FareTransferType === 2 && isFirst) steps = [change];
    else steps = rule.FareTransferType === 1 ? [...steps, change, own] : [...steps, change];
  }
  const all = [...closed, ...steps];
  const currency = chosen[0]?.product.Currency ?? '';
  const total = all.reduce((sum, { Amount }) => sum + Number(Amount), 0);
  const Amount = total.toFixed(decimalsOf(currency) ?? 2);
  const { category, medium } = shared;
  const option: FareOption = {
    Amount,
    Currency: currency,
    ...(category === undefined ? {} : { RiderCategoryId: category }),
    ...(medium === undefined ? {} : { FareMediaId: medium }),
    Steps: [...all],
    Unsure: [...new Set(unsure)],
  };
  return { option, transfers };
}

function priced({ ProductId, Name, Amount = '0' }: Entity<'FareProduct'>): Pick<FareStep, 'ProductId' | 'Name' | 'Amount'> {
  return { ProductId, ...(Name === undefined ? {} : { Name }), Amount };
}

/** One rider pays with one medium in one currency; undefined where the products differ, or one of them has no readable amount. */
function onlyOne(products: readonly Entity<'FareProduct'>[]): FareBuyer | undefined {
  const of = (values: readonly (string | undefined)[]): string[] => [
    ...new Set(values.flatMap((value) => (value === undefined || value === '' ? [] : value))),
  ];
  const categories = of(products.map(({ RiderCategoryId }) => RiderCategoryId));
  const media = of(products.map(({ FareMediaId }) => FareMediaId));
  const currencies = of(products.map(({ Currency }) => Currency));
  if (categories.length > 1 || media.length > 1 || currencies.length > 1) return undefined;
  if (products.some(({ Amount = '' }) => Amount.trim() === '' || !Number.isFinite(Number(Amount)))) return undefined;
  return { category: categories[0], medium: media[0] };
}

function unknownTexts(checks: readonly FareCheck[]): readonly string[] {
  return checks.flatMap(({ Holds: holds, Text }) => (holds === 'unknown' ? [Text] : []));
}

/** Without those that cost the same for the same products, rider and medium. */
function unlike(paid: readonly Paid[]): readonly Paid[] {
  const seen = new Map<string, Paid>();
  for (const one of paid) {
    const { Amount, Currency, RiderCategoryId, FareMediaId, Steps } = one.option;
    const key = JSON.stringify([Amount, Currency, RiderCategoryId, FareMediaId, Steps.map(({ Of, Leg, ProductId }) => [Of, Leg, ProductId])]);
    const known = seen.get(key);
    if (!known || known.option.Unsure.length > one.option.Unsure.length) seen.set(key, one);
  }
  return [...seen.values()];
}
