/** Dead runs of a whole timetable: on which dates each way without riders is driven, from and to depots and between trips. */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import { groupedBy } from '../groupedBy.ts';
import type { Depot } from '../model/depot.ts';
import type { StraightRules } from './chain.ts';
import { housed, straightDepots } from './depots.ts';

/** A trip with its block. Times are seconds of the service day. */
export interface BlockTrip {
  readonly block: string;
  readonly service: string;
  readonly starts: number;
  readonly ends: number;
  /** Stops. */
  readonly from: string;
  readonly to: string;
}

export type DeadRunKind = 'pull-out' | 'deadhead' | 'pull-back';

/** A way without riders between two stops, or a stop and a depot by its id. */
export interface DeadTrip {
  readonly kind: DeadRunKind;
  readonly block: string;
  readonly from: string;
  readonly to: string;
  readonly leaves: number;
  readonly arrives: number;
}

/** A dead run with the dates on which it is driven, ascending. */
export interface DatedDeadTrip extends DeadTrip {
  readonly dates: readonly string[];
}

export interface WorkRules {
  readonly datesOf: (service: string) => ReadonlySet<string>;
  readonly depots: readonly Depot[];
  readonly placeOf: (stop: string) => Coordinate | null;
  readonly ways: Pick<StraightRules, 'factor' | 'kmh'>;
}

/** The dead runs of all dates. On each date a block is its trips of that date, so what lies between them may differ from date to date. */
export function datedDeadTrips(trips: readonly BlockTrip[], rules: WorkRules): readonly DatedDeadTrip[] {
  const services = [...new Set(trips.map(({ service }) => service))];
  const onDate = new Map<string, string[]>();
  for (const service of services) for (const date of rules.datesOf(service)) onDate.set(date, [...(onDate.get(date) ?? []), service]);
  const days = groupedBy([...onDate.keys()].toSorted(), (date) => (onDate.get(date) ?? []).join('\u001f'));
  const found = new Map<string, { trip: DeadTrip; dates: string[] }>();
  for (const [, dates] of days) {
    const running = new Set(onDate.get(dates[0] ?? '') ?? []);
    for (const trip of deadTripsOfDay(
      trips.filter(({ service }) => running.has(service)),
      rules,
    )) {
      const key = JSON.stringify(trip);
      const known = found.get(key);
      if (known) known.dates.push(...dates);
      else found.set(key, { trip, dates: [...dates] });
    }
  }
  return [...found.values()].map(({ trip, dates }) => ({ ...trip, dates: dates.toSorted() }));
}

function deadTripsOfDay(trips: readonly BlockTrip[], { depots, placeOf, ways }: WorkRules): readonly DeadTrip[] {
  const blocks = [...groupedBy(trips, ({ block }) => block)].map(([block, own]) => ({
    block,
    trips: own.toSorted((a, b) => a.starts - b.starts || a.ends - b.ends),
  }));
  const stops = [...new Set(blocks.flatMap((one) => [one.trips[0]?.from ?? '', one.trips.at(-1)?.to ?? '']))];
  const number = new Map(stops.map((stop, nth) => [stop, nth]));
  const placeNumber = (stop: string | undefined): number => number.get(stop ?? '') ?? -1;
  const { pullOuts, pullIns } = housed(
    blocks.map((one) => ({ from: placeNumber(one.trips[0]?.from), to: placeNumber(one.trips.at(-1)?.to) })),
    { depots: straightDepots(depots, stops.map(placeOf), ways) },
  );
  return blocks.flatMap(({ block, trips: own }, nth): readonly DeadTrip[] => {
    const [first, last, out, back] = [own[0], own.at(-1), pullOuts[nth], pullIns[nth]];
    const between = own.slice(1).flatMap((after, at): readonly DeadTrip[] => {
      const before = own[at];
      if (!before || before.to === after.from || before.ends > after.starts) return [];
      const [a, b] = [placeOf(before.to), placeOf(after.from)];
      const seconds = a && b ? Math.ceil((metresBetween(a, b) * ways.factor * 3.6) / ways.kmh) : 0;
      const arrives = Math.min(after.starts, before.ends + seconds);
      return [{ kind: 'deadhead', block, from: before.to, to: after.from, leaves: before.ends, arrives }];
    });
    const pull = (of: typeof out): string => depots[of?.depot ?? -1]?.Id ?? '';
    return [
      ...(out && first
        ? [
            {
              kind: 'pull-out' as const,
              block,
              from: pull(out),
              to: first.from,
              leaves: Math.max(0, first.starts - out.seconds),
              arrives: first.starts,
            },
          ]
        : []),
      ...between,
      ...(back && last
        ? [{ kind: 'pull-back' as const, block, from: last.to, to: pull(back), leaves: last.ends, arrives: last.ends + back.seconds }]
        : []),
    ];
  });
}
