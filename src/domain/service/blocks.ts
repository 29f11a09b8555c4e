/** The blocks of a day: which trips a vehicle drives, what lies between them, and what moves of trips come to as an edit. */
import { groupedBy } from '../groupedBy.ts';
import type { AssignedTimetable } from '../edits/blocks.ts';
import { chainTrips, type ChainRules, readyAt } from './chain.ts';
import type { DayTrip } from './day.ts';
import { housed, type Pull, withFixedWork, type Work } from './depots.ts';

/** What lies between two trips of a vehicle. Seconds are below 0 where they overlap. */
export interface Gap {
  readonly seconds: number;
  /** Whether the second trip begins at another stop. Metres are known where the dead run is allowed. */
  readonly isDeadRun: boolean;
  readonly metres: number | undefined;
  readonly deadSeconds: number;
  readonly fault: GapFault | undefined;
}

/** `overlap`: the vehicle would drive two trips at once; `modes`: they are of different modes; `short`: less than the least layover is left; `far`: no dead run is allowed between the stops. */
export type GapFault = 'overlap' | 'modes' | 'short' | 'far';

/** The day of one vehicle, or the trips without one. */
export interface BlockRow {
  /** Null for the trips that are in no block. */
  readonly block: string | null;
  /** By time. */
  readonly trips: readonly DayTrip[];
  /** What comes before each trip; undefined before the first one, and for trips without a vehicle. */
  readonly gaps: readonly (Gap | undefined)[];
  /** The ways from and to its depots, where one has room for it. */
  readonly pullOut?: Pull | undefined;
  readonly pullIn?: Pull | undefined;
}

export interface DayBlocks {
  readonly unassigned: BlockRow;
  /** By their first trip. */
  readonly rows: readonly BlockRow[];
  readonly overlaps: number;
  /** Trips that follow one of another mode. */
  readonly mixed: number;
  readonly tooShort: number;
  readonly tooFar: number;
  /** Of dead runs, those from and to depots included. */
  readonly deadMetres: number;
  /** Vehicles that no depot has room for; 0 without depots. */
  readonly withoutDepot: number;
}

/** The blocks of some trips. Their depots are those that make the ways from and to them shortest. */
export function blocksOfDay(trips: readonly DayTrip[], rules: ChainRules): DayBlocks {
  const ordered = trips.toSorted((a, b) => a.starts - b.starts || a.ends - b.ends || (a.key < b.key ? -1 : 1));
  const loose = ordered.filter(({ block }) => block === null);
  const driven = [
    ...groupedBy(
      ordered.filter(({ block }) => block !== null),
      ({ block }) => block ?? '',
    ),
  ].map(([block, own]): BlockRow => ({ block, trips: own, gaps: own.map((trip, nth) => gapBetween(own[nth - 1], trip, rules)) }));
  const { pullOuts, pullIns, withoutDepot } = housed(worksOf(driven), rules);
  const rows = rules.depots?.length ? driven.map((row, nth): BlockRow => ({ ...row, pullOut: pullOuts[nth], pullIn: pullIns[nth] })) : driven;
  return { ...summedUp(rows, loose), withoutDepot };
}

/** Rows and trips without a vehicle, with what is wrong between trips and the metres of dead runs. */
export function summedUp(rows: readonly BlockRow[], loose: readonly DayTrip[]): Omit<DayBlocks, 'withoutDepot'> {
  const gaps = rows.flatMap((row) => row.gaps).filter((gap) => gap !== undefined);
  const count = (fault: GapFault): number => gaps.filter((gap) => gap.fault === fault).length;
  const runs = [...gaps, ...rows.flatMap(({ pullOut, pullIn }) => [pullOut, pullIn])];
  return {
    unassigned: { block: null, trips: loose, gaps: loose.map(() => undefined) },
    rows,
    overlaps: count('overlap'),
    mixed: count('modes'),
    tooShort: count('short'),
    tooFar: count('far'),
    deadMetres: runs.reduce((sum, run) => sum + (run?.metres ?? 0), 0),
  };
}

function worksOf(rows: readonly BlockRow[]): readonly Work[] {
  return rows.map(({ trips }) => ({ from: trips[0]?.from ?? -1, to: trips.at(-1)?.to ?? -1 }));
}

function gapBetween(before: DayTrip | undefined, after: DayTrip, { deadRuns, layover }: ChainRules): Gap | undefined {
  if (!before) return undefined;
  const isDeadRun = before.to !== after.from;
  const run = isDeadRun ? deadRuns[before.to]?.get(after.from) : { seconds: 0, metres: 0 };
  const seconds = after.starts - before.ends;
  const isLate = readyAt(before, layover) + (run?.seconds ?? 0) > after.starts;
  const fault = seconds < 0 ? 'overlap' : before.mode !== after.mode ? 'modes' : run === undefined ? 'far' : isLate ? 'short' : undefined;
  return { seconds, isDeadRun, metres: run?.metres, deadSeconds: run?.seconds ?? 0, fault };
}

/** A trip and the block that it is to have. */
export interface Move {
  readonly trip: DayTrip;
  readonly block: string | null;
}

/** Cuts a block after a trip: those that follow become a block of their own. */
export function cutAfter({ trips }: BlockRow, trip: DayTrip, block: string): readonly Move[] {
  const at = trips.findIndex(({ key }) => key === trip.key);
  return at < 0 ? [] : trips.slice(at + 1).map((one) => ({ trip: one, block }));
}

/** Has another vehicle drive all trips of a block. */
export function joinTo({ trips }: BlockRow, block: string): readonly Move[] {
  return trips.map((trip) => ({ trip, block }));
}

/** The edit of some moves, grouped by timetable; runs of one interval are one departure. Moves that change nothing are left out. */
export function assignmentsOf(moves: readonly Move[]): AssignedTimetable[] {
  const timetables = new Map<string, AssignedTimetable>();
  const named = new Set<string>();
  for (const { trip, block } of moves) {
    const { scheduleId, trackId, ref, key } = trip;
    const departure = key.slice(0, key.lastIndexOf('\u001f'));
    if (trip.block === block || named.has(departure)) continue;
    named.add(departure);
    const { timetable: number, ...of } = ref;
    const id = [scheduleId, trackId, number].join('\u001f');
    const own = timetables.get(id);
    const assignment = { ...of, block, seen: trip.block };
    if (own) own.departures.push(assignment);
    else timetables.set(id, { scheduleId, trackId, number, departures: [assignment] });
  }
  return [...timetables.values()];
}

/** The name of a block that nobody has: a number after those of the day. */
export function newBlockId(taken: ReadonlySet<string>, prefix = ''): string {
  for (let nth = 1; ; nth++) if (!taken.has(`${prefix}${nth}`)) return `${prefix}${nth}`;
}

export interface DayChain {
  /** Trips that change their block. */
  readonly moves: readonly Move[];
  readonly vehicles: number;
  readonly deadMetres: number;
  /** With those of other lines and of intervals, which need room in the depots too. */
  readonly allVehicles: number;
  readonly withoutDepot: number;
}

/**
 * Chains trips of a day; `others` keep their blocks, and need room in the depots. Runs of intervals are left where they are, and their
 * blocks are no one else's. A chain keeps the block that most of its trips have, so a day that is chained already changes little.
 */
export function chainDay(
  trips: readonly DayTrip[],
  rules: ChainRules,
  taken: ReadonlySet<string>,
  onProgress?: (vehicles: number) => void,
  others: readonly DayTrip[] = [],
): DayChain {
  const single = trips.filter(({ isRun }) => !isRun);
  const works = rules.depots?.length ? worksOf(blocksOfDay([...others, ...trips.filter(({ isRun }) => isRun)], { ...rules, depots: [] }).rows) : [];
  const whole = withFixedWork(single, rules, works);
  const chained = chainTrips(whole.trips, whole.rules, onProgress && ((vehicles) => onProgress(vehicles - works.length)));
  const next = chained.next.subarray(0, single.length);
  const vehicles = chained.vehicles - works.length;
  const worksMetres = works.reduce((sum, { from, to }, nth) => {
    const [out, back] = [chained.pullOut[single.length + nth] ?? -1, chained.pullIn[single.length + nth] ?? -1];
    return sum + (rules.depots?.[out]?.pullOuts[from]?.metres ?? 0) + (rules.depots?.[back]?.pullIns[to]?.metres ?? 0);
  }, 0);
  const isFollower = new Uint8Array(single.length);
  for (const follower of next) if (follower >= 0) isFollower[follower] = 1;
  const chains: DayTrip[][] = [];
  single.forEach((_, first) => {
    if (isFollower[first] === 1) return;
    const chain: DayTrip[] = [];
    for (let at = first; at >= 0; at = next[at] ?? -1) {
      const trip = single[at];
      if (trip) chain.push(trip);
    }
    chains.push(chain);
  });
  chains.sort((a, b) => (a[0]?.starts ?? 0) - (b[0]?.starts ?? 0) || ((a[0]?.key ?? '') < (b[0]?.key ?? '') ? -1 : 1));
  const names = namesOfChains(chains, new Set([...taken, ...trips.flatMap(({ isRun, block }) => (isRun && block !== null ? [block] : []))]));
  const moves = chains.flatMap((chain, nth) => chain.flatMap((trip) => (trip.block === names[nth] ? [] : [{ trip, block: names[nth] ?? null }])));
  return { moves, vehicles, deadMetres: chained.deadMetres - worksMetres, allVehicles: chained.vehicles, withoutDepot: chained.withoutDepot };
}

/** For each chain the block that most of its trips have, where no other chain has more of it; else a new one. */
function namesOfChains(chains: readonly (readonly DayTrip[])[], taken: ReadonlySet<string>): readonly string[] {
  const wishes = chains.flatMap((chain, nth) =>
    [
      ...groupedBy(
        chain.filter(({ block }) => block !== null && !taken.has(block)),
        ({ block }) => block ?? '',
      ),
    ].map(([block, own]) => ({
      nth,
      block,
      count: own.length,
    })),
  );
  const names = new Map<number, string>();
  const given = new Set(taken);
  for (const { nth, block } of wishes.toSorted((a, b) => b.count - a.count || a.nth - b.nth)) {
    if (names.has(nth) || given.has(block)) continue;
    names.set(nth, block);
    given.add(block);
  }
  let number = 0;
  return chains.map((_, nth) => {
    const known = names.get(nth);
    if (known !== undefined) return known;
    do number += 1;
    while (given.has(String(number)));
    given.add(String(number));
    return String(number);
  });
}
