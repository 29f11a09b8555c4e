/** Which leg rules of GTFS Fares v2 hold for a leg: empty semantics or rule_priority, as the reference of fare_leg_rules.txt says. */
import { addDays, type CalendarDate } from './date.ts';
import type { Entity } from './entities.ts';
import type { FareCheck, Holds } from './fareCheck.ts';
import { formatServiceTime } from './time.ts';
import type { FareRecords, FareStop } from './tripFareRecords.ts';

/** An effective fare leg: one ride, or several that join rules make one. */
export interface FareLeg {
  /** Places of its rides. */
  readonly rides: readonly number[];
  readonly joinRules: readonly string[];
  /** The network of each ride. */
  readonly networks: readonly (string | undefined)[];
  readonly from: FareStop;
  readonly to: FareStop;
  readonly departs: number | undefined;
  readonly arrives: number | undefined;
}

export interface LegRuleVerdict {
  readonly rule: Entity<'FareLegRule'>;
  readonly holds: Holds;
  readonly checks: readonly FareCheck[];
}

const DAY = 86_400;

/**
 * Every rule against a leg. Once a rule has a priority, an empty network or area means any, and only the rules of the greatest priority
 * hold. Without priorities an empty one means those that no rule of the file names in that column.
 */
export function checkLegRules(records: FareRecords, leg: FareLeg, date: CalendarDate): readonly LegRuleVerdict[] {
  const { legRules } = records;
  const hasPriorities = legRules.some(({ RulePriority }) => RulePriority !== undefined);
  const named = (of: (rule: Entity<'FareLegRule'>) => string | undefined): ReadonlySet<string> =>
    new Set(hasPriorities ? [] : legRules.flatMap((rule) => of(rule) ?? []));
  const networks = named(({ NetworkId }) => NetworkId);
  const fromAreas = named(({ FromAreaId }) => FromAreaId);
  const toAreas = named(({ ToAreaId }) => ToAreaId);
  const verdicts = legRules.map((rule) => {
    const checks = [
      networkCheck(rule.NetworkId ?? '', leg, networks),
      areaCheck('From area', rule.FromAreaId ?? '', leg.from, fromAreas),
      areaCheck('To area', rule.ToAreaId ?? '', leg.to, toAreas),
      timeframeCheck('From timeframe', rule.FromTimeframeGroupId ?? '', leg.departs, date, records),
      timeframeCheck('To timeframe', rule.ToTimeframeGroupId ?? '', leg.arrives, date, records),
    ].flatMap((check) => check ?? []);
    return { rule, holds: worst(checks), checks };
  });
  const greatest = Math.max(...verdicts.flatMap(({ rule, holds }) => (holds === 'yes' ? [rule.RulePriority ?? 0] : [])));
  return verdicts.map((verdict) => {
    const { rule, holds, checks } = verdict;
    if (holds === 'no' || (rule.RulePriority ?? 0) >= greatest) return verdict;
    return {
      rule,
      holds: 'no',
      checks: [...checks, said('Priority', 'no', `${rule.RulePriority ?? 0}; a rule of priority ${greatest} holds`)],
    };
  });
}

function worst(checks: readonly FareCheck[]): Holds {
  if (checks.some(({ Holds: holds }) => holds === 'no')) return 'no';
  return checks.some(({ Holds: holds }) => holds === 'unknown') ? 'unknown' : 'yes';
}

/** Several rides that are one leg have to be in one network, which is then compared. */
function networkCheck(network: string, { networks }: FareLeg, named: ReadonlySet<string>): FareCheck | undefined {
  const own = [...new Set(networks.map((one) => one ?? ''))];
  const text = own.map((one) => (one === '' ? 'no network' : one)).join(', ');
  if (network !== '') return said('Network', own.length === 1 && own[0] === network ? 'yes' : 'no', `${network}; the leg is in ${text}`);
  const other = own.find((one) => named.has(one));
  return other === undefined ? undefined : said('Network', 'no', `An empty network means any network that no rule names, and a rule names ${other}`);
}

function areaCheck(name: string, area: string, { areas }: FareStop, named: ReadonlySet<string>): FareCheck | undefined {
  if (area !== '')
    return said(name, areas.includes(area) ? 'yes' : 'no', `${area}; the stop is in ${areas.length === 0 ? 'no area' : areas.join(', ')}`);
  const other = areas.find((one) => named.has(one));
  return other === undefined ? undefined : said(name, 'no', `An empty area means any area that no rule names, and a rule names ${other}`);
}

/** The day and the time of day are those of the clock: 25:10 is 1:10 of the next day. */
function timeframeCheck(
  name: string,
  group: string,
  seconds: number | undefined,
  date: CalendarDate,
  { timeframes, runs }: FareRecords,
): FareCheck | undefined {
  if (group === '') return undefined;
  const rows = timeframes.filter((row) => row.group === group);
  if (rows.length === 0) return said(name, 'no', `There is no timeframe ${group}`);
  if (seconds === undefined) return said(name, 'unknown', `${group}; enter the ${name.startsWith('From') ? 'departure' : 'arrival'} to check this`);
  const day = addDays(date, Math.floor(seconds / DAY));
  const time = seconds % DAY;
  const within = rows.filter(({ from = 0, to = DAY }) => time >= from && time < to);
  const clock = formatServiceTime(time);
  if (within.length === 0)
    return said(
      name,
      'no',
      `${group} is ${rows.map(({ from = 0, to = DAY }) => `${formatServiceTime(from)}–${formatServiceTime(to)}`).join(', ')}; the time is ${clock}`,
    );
  const days = within.map(({ service }) => runs(service, day));
  if (days.includes(true)) return said(name, 'yes', `${group} holds at ${clock} on ${day}`);
  const unknown = within.find((_row, at) => days[at] === undefined);
  if (unknown) return said(name, 'unknown', `${group} is on the days of service ${unknown.service}, which no trip of this version runs on`);
  return said(name, 'no', `${group} does not hold on ${day}`);
}

function said(Name: string, holds: Holds, Text: string): FareCheck {
  return { Name, Holds: holds, Text };
}
