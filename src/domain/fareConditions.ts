/** The conditions of a fare: which it has, which may stand together, and the fare without one of them. */
import { z } from 'zod';
import { DistanceInterval, Fare, type FareRule, StopPair } from './model/fare.ts';

/** What a ride itself has to be like. `BetweenZones` and `ContainsZones` are kept in the fare's rule rows. */
export const RIDE_CONDITIONS = [
  'BetweenStops',
  'BetweenZones',
  'ContainsZones',
  'DistanceInterval',
  'Duration',
  'NumberOfStops',
  'NumberOfTransfers',
  'NumberOfZones',
  'RatePerDistance',
] as const;

/** What the ride before has to have been like. */
export const PRIOR_RIDE_CONDITIONS = ['ValidAfterFareGroups', 'ValidAfterStops', 'ValidAfterTransports'] as const;

export const FareCondition = z.enum([...RIDE_CONDITIONS, ...PRIOR_RIDE_CONDITIONS]);
export type FareCondition = z.infer<typeof FareCondition>;

/** Conditions as people call them. */
export const CONDITION_NAMES: Readonly<Record<FareCondition, string>> = {
  BetweenStops: 'Between stops',
  BetweenZones: 'Between zones',
  ContainsZones: 'Contains zones',
  DistanceInterval: 'Distance interval',
  Duration: 'Duration',
  NumberOfStops: 'Number of stops',
  NumberOfTransfers: 'Number of transfers',
  NumberOfZones: 'Number of zones',
  RatePerDistance: 'Rate per distance',
  ValidAfterFareGroups: 'Valid after fare groups',
  ValidAfterStops: 'Valid after stops',
  ValidAfterTransports: 'Valid after transports',
};

const Ids = z.array(z.string().min(1)).min(1).max(5000);

/** Values of the conditions that have a field of their own; the zones of a fare are rule rows. */
export const FareConditionValues = z
  .object({
    BetweenStops: z.array(StopPair).min(1).max(5000),
    DistanceInterval,
    /** Seconds the ticket is good for, and whether they continue those of the ride before. */
    Duration: z.object({ Seconds: z.int().optional(), Inherited: z.boolean().optional() }),
    NumberOfStops: z.int(),
    NumberOfTransfers: z.int(),
    NumberOfZones: z.int(),
    RatePerDistance: z.string().trim().max(20),
    ValidAfterFareGroups: Ids,
    ValidAfterStops: Ids,
    ValidAfterTransports: Ids,
  })
  .partial();
export type FareConditionValues = z.infer<typeof FareConditionValues>;

/** Pairs that cannot stand together, with the reason; every other pair can. `docs/fare-conditions.md` is the table of all. */
const INCOMPATIBLE: readonly { readonly pair: readonly [FareCondition, FareCondition]; readonly reason: string }[] = [
  { pair: ['BetweenStops', 'BetweenZones'], reason: 'Stops and zones would both say where the ride begins and ends' },
  { pair: ['DistanceInterval', 'RatePerDistance'], reason: 'A rate per distance prices every distance, an interval allows only some' },
  { pair: ['ContainsZones', 'NumberOfZones'], reason: 'Named zones already say how many zones the ride has' },
];

/** Why two conditions cannot stand together; undefined where they can. */
export function incompatibility(a: FareCondition, b: FareCondition): string | undefined {
  return INCOMPATIBLE.find(({ pair }) => pair.includes(a) && pair.includes(b) && a !== b)?.reason;
}

/** Whether a condition may be combined with others; where not, beside which not and why. */
export const ConditionVerdict = z.object({
  Condition: FareCondition,
  Compatible: z.boolean(),
  With: FareCondition.optional(),
  Reason: z.string().optional(),
});
export type ConditionVerdict = z.infer<typeof ConditionVerdict>;

/** Every condition, and whether it may be combined with those present. */
export function compatibility(present: readonly FareCondition[]): readonly ConditionVerdict[] {
  return FareCondition.options.map((condition): ConditionVerdict => {
    const against = present.find((other) => incompatibility(condition, other) !== undefined);
    if (against === undefined) return { Condition: condition, Compatible: true };
    return { Condition: condition, Compatible: false, With: against, Reason: incompatibility(condition, against) ?? '' };
  });
}

/** The conditions that a fare has, in the order of their declaration. */
export function conditionsOf(fare: Fare): readonly FareCondition[] {
  return FareCondition.options.filter((condition) => hasCondition(fare, condition));
}

/** The pairs of a fare's conditions that cannot stand together. */
export function clashesOf(fare: Fare): readonly (readonly [FareCondition, FareCondition])[] {
  const present = conditionsOf(fare);
  return INCOMPATIBLE.map(({ pair }) => pair).filter((pair) => pair.every((one) => present.includes(one)));
}

function hasCondition(fare: Fare, condition: FareCondition): boolean {
  switch (condition) {
    case 'BetweenZones':
      return fare.Rules.some(({ FromZone, ToZone }) => FromZone !== null || ToZone !== null);
    case 'ContainsZones':
      return fare.Rules.some(({ ContainsZone }) => ContainsZone !== null);
    case 'Duration':
      return fare.Duration !== undefined || fare.IsDurationInherited === true;
    case 'RatePerDistance':
      return (fare.RatePerDistance ?? '').trim() !== '';
    default: {
      const value = fare[condition];
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    }
  }
}

/** The fare with conditions set; those that are not named stay. */
export function withConditions(fare: Fare, { Duration, ...others }: FareConditionValues): Fare {
  if (Duration === undefined) return { ...fare, ...others };
  const { Duration: _seconds, IsDurationInherited: _inherited, ...rest } = fare;
  return {
    ...rest,
    ...others,
    ...(Duration.Seconds === undefined ? {} : { Duration: Duration.Seconds }),
    ...(Duration.Inherited === true ? { IsDurationInherited: true } : {}),
  };
}

/** The fare without a condition. Rule rows that become alike are one row afterwards; rows that say nothing at all go. */
export function withoutCondition(fare: Fare, condition: FareCondition): Fare {
  switch (condition) {
    case 'BetweenZones':
      return withRules(
        fare,
        fare.Rules.map((rule) => ({ ...rule, FromZone: null, ToZone: null })),
      );
    case 'ContainsZones':
      return withRules(
        fare,
        fare.Rules.map((rule) => ({ ...rule, ContainsZone: null })),
      );
    default: {
      const { [condition]: _gone, ...rest } = fare;
      if (condition === 'Duration') delete rest.IsDurationInherited;
      return Fare.parse(rest);
    }
  }
}

/** The fare with other rule rows, each once. Columns that an import kept by the number of a row go with their rows. */
export function withRules(fare: Fare, rules: readonly FareRule[]): Fare {
  const kept = new Map<string, FareRule>();
  for (const rule of rules) if (Object.values(rule).some((value) => value !== null)) kept.set(ruleKey(rule), rule);
  const now = [...kept.values()];
  return withRowExtras({ ...fare, Rules: now }, fare);
}

/** Names a rule row by what it says. */
export function ruleKey({ Transport, FromZone, ToZone, ContainsZone }: FareRule): string {
  return JSON.stringify([Transport, FromZone, ToZone, ContainsZone]);
}

/** Further columns of rule rows are in `Extra.fare_rules` by the row's number: those of rows that stay get their new numbers. */
function withRowExtras(fare: Fare, before: Fare): Fare {
  const text = before.Extra?.['fare_rules'];
  if (text === undefined) return fare;
  const columns = RowExtras.parse(JSON.parse(text));
  const byRow = new Map(before.Rules.map((rule, i) => [ruleKey(rule), columns[i]]));
  const moved = Object.fromEntries(
    fare.Rules.flatMap((rule, i) => {
      const extra = byRow.get(ruleKey(rule));
      return extra === undefined ? [] : [[i, extra]];
    }),
  );
  const { fare_rules: _gone, ...rest } = before.Extra ?? {};
  return { ...fare, Extra: Object.keys(moved).length === 0 ? rest : { ...rest, fare_rules: JSON.stringify(moved) } };
}

const RowExtras = z.record(z.string(), z.record(z.string(), z.string()));
