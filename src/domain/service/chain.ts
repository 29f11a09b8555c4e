/**
 * Chains the trips of a day to the work of vehicles: the fewest vehicles, and among those plans one of the least dead running. Exact.
 *
 * The fewest vehicles are the trips less a maximum matching of trips to the trips that can follow them. All pairs would be tens of millions
 * at 10,000 trips. A connection depends on places and times alone, and waiting is free, so a time-space network stands for them: each
 * place has a timeline of vehicles that are ready and one of departures, and for each two places a dead run leads from the last ready
 * vehicle to the first departure it reaches. A vehicle that comes from the depot costs more than all dead runs together, so one
 * minimum-cost flow gives both.
 *
 * A vehicle serves one mode: a place where trips of two modes end or begin counts as two places, with no way between them.
 *
 * With depots each vehicle comes from one and goes to one. A night leads from each depot's evening to its morning, for as many vehicles as it
 * has room for; the sum over a cycle of the flow is a day, so as many come back as left, though not each to the depot it left.
 */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import { leastCostFlow, type Network } from './transshipment.ts';

/** A trip to be chained. Places are numbers from 0; times are seconds of the service day. */
export interface ChainTrip {
  readonly starts: number;
  readonly ends: number;
  readonly from: number;
  readonly to: number;
  /** A vehicle serves one mode alone: a trip follows one of the same mode. */
  readonly mode?: number | undefined;
}

/** A drive without riders. */
export interface DeadRun {
  readonly seconds: number;
  /** Whole metres: what is to be least. */
  readonly metres: number;
}

/** The dead runs that are allowed: by the place where they begin, then by the one where they end. A place itself is always reached at once. */
export type DeadRuns = readonly ReadonlyMap<number, DeadRun>[];

/** Where vehicles begin and end their day, with the ways from and to each place. They are not bounded by the longest dead run. */
export interface ChainDepot {
  /** Vehicles that it has room for. */
  readonly vehicles: number;
  /** By place. */
  readonly pullOuts: readonly DeadRun[];
  readonly pullIns: readonly DeadRun[];
}

export interface ChainRules {
  readonly deadRuns: DeadRuns;
  /** Seconds between two trips at least, the dead run aside. */
  readonly layover: number;
  /** Without any, vehicles come from anywhere. */
  readonly depots?: readonly ChainDepot[];
}

export interface Chained {
  /** By trip: the trip that its vehicle drives next, -1 after the last one. */
  readonly next: Int32Array;
  readonly vehicles: number;
  /** Metres of all dead runs, those from and to depots included. */
  readonly deadMetres: number;
  /** By trip: the depot that its vehicle comes from before it, or goes to after it; -1 where there is none. */
  readonly pullOut: Int32Array;
  readonly pullIn: Int32Array;
  /** Vehicles that no depot has room for. */
  readonly withoutDepot: number;
}

/** What is known of places: the line through the air, the factor of the way on streets, and how fast a vehicle drives. */
export interface StraightRules {
  /** Metres driven for a metre of the straight line. */
  readonly factor: number;
  readonly kmh: number;
  /** Seconds of a dead run at most. */
  readonly longest: number;
}

/** How dead runs are measured where nobody says otherwise. */
export const USUAL_WAYS = { factor: 1.3, kmh: 25 } as const;

/** Dead runs by the straight line between places; none from or to a place that is not known. */
export function straightRuns(places: readonly (Coordinate | null)[], { factor, kmh, longest }: StraightRules): DeadRuns {
  const reach = (longest * kmh) / 3.6 / factor;
  // a degree of latitude is 111,195 m on the sphere of metresBetween
  const degrees = reach / 111_000;
  const byLat = places.flatMap((at, place) => (at ? [{ at, place }] : [])).toSorted((a, b) => a.at.Lat - b.at.Lat);
  const runs = places.map(() => new Map<number, DeadRun>());
  byLat.forEach((one, nth) => {
    for (let after = nth + 1; after < byLat.length; after++) {
      const other = byLat[after];
      if (!other || other.at.Lat - one.at.Lat > degrees) break;
      const metres = Math.round(metresBetween(one.at, other.at) * factor);
      const run = { metres, seconds: Math.ceil((metres * 3.6) / kmh) };
      if (run.seconds > longest) continue;
      runs[one.place]?.set(other.place, run);
      runs[other.place]?.set(one.place, run);
    }
  });
  return runs;
}

/** When the vehicle of a trip can leave. A trip takes a second at least: two without a duration could follow each other in a circle. */
export function readyAt({ starts, ends }: Pick<ChainTrip, 'starts' | 'ends'>, layover: number): number {
  return Math.max(ends, starts + 1) + layover;
}

/** Chains trips; `onProgress` hears how many vehicles the best plan so far has. */
export function chainTrips(all: readonly ChainTrip[], allRules: ChainRules, onProgress?: (vehicles: number) => void): Chained {
  const { trips, rules } = apartByMode(all, allRules);
  const none = (): Int32Array => new Int32Array(trips.length).fill(-1);
  if (trips.length === 0) return { next: none(), vehicles: 0, deadMetres: 0, pullOut: none(), pullIn: none(), withoutDepot: 0 };
  const lines = timelines(trips, rules);
  const arcs = connections(lines, rules.deadRuns);
  const pulls = pullsOf(lines, rules.depots ?? [], trips.length);
  const most = (all: readonly number[]): number => all.reduce((longest, metres) => Math.max(longest, metres), 0);
  const vehicle = trips.length * (most(arcs.metres) + 2 * most(pulls.metres)) + 1;
  const network = timeSpaceNetwork(trips.length, lines, arcs, vehicle, pulls);
  const ends = network.to.map((node, arc) => (node >= 2 * trips.length && (network.from[arc] ?? 0) < trips.length ? 1 : 0));
  const flow = leastCostFlow(network, onProgress && ((flows) => onProgress(vehiclesIn(flows, ends))));
  const connected = 2 * trips.length + arcs.from.length;
  const chains = decomposed(trips, lines, arcs, flow.subarray(2 * trips.length, connected));
  const housed = housedIn(lines, pulls, flow.subarray(connected), chains.next);
  return {
    ...chains,
    pullOut: housed.pullOut,
    pullIn: housed.pullIn,
    deadMetres: chains.deadMetres + housed.metres,
    withoutDepot: rules.depots?.length ? chains.vehicles - housed.vehicles : 0,
  };
}

/** Each place once for each mode that is there, with the dead runs of that mode alone: so no connection leads to another mode. Depots are shared. */
function apartByMode(trips: readonly ChainTrip[], rules: ChainRules): { readonly trips: readonly ChainTrip[]; readonly rules: ChainRules } {
  if (trips.every(({ mode }) => mode === trips[0]?.mode)) return { trips, rules };
  const byMode = new Map<number | undefined, Map<number, number>>();
  const places: number[] = [];
  const placed = (place: number, mode: number | undefined): number => {
    const own = byMode.get(mode) ?? new Map<number, number>();
    byMode.set(mode, own);
    const known = own.get(place);
    if (known !== undefined) return known;
    own.set(place, places.length);
    return places.push(place) - 1;
  };
  const apart = trips.map((trip) => ({ ...trip, from: placed(trip.from, trip.mode), to: placed(trip.to, trip.mode) }));
  const deadRuns = places.map(() => new Map<number, DeadRun>());
  for (const own of byMode.values())
    for (const [place, number] of own)
      for (const [to, run] of rules.deadRuns[place] ?? []) {
        const target = own.get(to);
        if (target !== undefined) deadRuns[number]?.set(target, run);
      }
  const ways = (known: readonly DeadRun[]): readonly DeadRun[] => places.map((place) => known[place] ?? AT_ONCE);
  const depots = rules.depots?.map(({ vehicles, pullOuts, pullIns }) => ({ vehicles, pullOuts: ways(pullOuts), pullIns: ways(pullIns) }));
  return { trips: apart, rules: { layover: rules.layover, deadRuns, ...(depots && { depots }) } };
}

/**
 * The network: a node of each trip's end, of each trip's start (numbered from `count`), and the depot. Each node has an arc of waiting, those
 * at the ends of a timeline lead to or come from the depot; connections follow. The first tree is the best plan without dead runs: at each
 * place the vehicles that are needed beside those that end there come at the beginning, and drive its first departures.
 *
 * Depots that are known have two nodes more each, the morning and the evening. Nothing goes through a night but what is free: the morning
 * supplies and the evening takes as many vehicles as there is room for, and an arc from one to the other carries those that stay. `depot` is then
 * the place of vehicles that have none: each costs two.
 */
function timeSpaceNetwork(count: number, lines: readonly Timeline[], arcs: Arcs, vehicle: number, pulls: Pulls): Network {
  const depot = 2 * count;
  const connected = depot + arcs.from.length;
  const size = connected + pulls.metres.length + 2 * pulls.rooms.length;
  const nodes = depot + 1 + 2 * pulls.rooms.length;
  const [from, to, cost] = [new Int32Array(size), new Int32Array(size), new Float64Array(size)];
  const [tree, treeFlow] = [new Int32Array(nodes).fill(-1), new Float64Array(nodes)];
  const withoutDepot = pulls.rooms.length === 0 ? vehicle : 2 * vehicle;
  const hang = (node: number, arc: number, flow: number): void => {
    tree[node] = arc;
    treeFlow[node] = flow;
  };
  for (const { ready, leaving, groups } of lines) {
    ready.forEach((trip, nth) => {
      from[trip] = trip;
      to[trip] = ready[nth + 1] ?? depot;
      cost[trip] = nth + 1 === ready.length ? withoutDepot : 0;
    });
    leaving.forEach((trip, nth) => {
      const earlier = leaving[nth - 1];
      from[count + trip] = earlier === undefined ? depot : count + earlier;
      to[count + trip] = count + trip;
    });
    const coming = groups.reduce((most, { ready: before, end }) => Math.max(most, end - before), 0);
    const waiting = ready.map((_, nth) => nth + 1);
    let split: Group | undefined;
    for (const group of groups) {
      const { first, end, ready: before, arc } = group;
      const own = Math.max(0, end - Math.max(first, coming));
      for (let nth = first; nth < end; nth++) {
        const node = count + (leaving[nth] ?? 0);
        hang(node, node, Math.max(0, coming - nth) + Math.max(0, end - Math.max(nth, coming)));
      }
      const node = count + (leaving[first] ?? 0);
      if (coming > first) {
        treeFlow[node] = coming - first;
        if (own > 0) split = group;
      } else hang(node, depot + arc, own);
      if (own > 0) for (let nth = before - 1; nth < ready.length; nth++) waiting[nth] = (waiting[nth] ?? 0) - own;
    }
    ready.forEach((trip, nth) => hang(trip, trip, waiting[nth] ?? 0));
    // A departure group that vehicles of both kinds drive joins the two timelines; the tree is cut where no vehicle waits after it.
    if (!split) continue;
    const at = split.ready - 1;
    for (let nth = at; nth + 1 < ready.length && (waiting[nth] ?? 0) > 0; nth++) hang(ready[nth + 1] ?? 0, ready[nth] ?? 0, waiting[nth] ?? 0);
    hang(ready[at] ?? 0, depot + split.arc, split.end - coming);
  }
  arcs.from.forEach((trip, nth) => {
    from[depot + nth] = trip;
    to[depot + nth] = count + (arcs.to[nth] ?? 0);
    cost[depot + nth] = arcs.metres[nth] ?? 0;
  });
  const morning = (room: number): number => depot + 1 + 2 * room;
  pulls.metres.forEach((metres, nth) => {
    const [trip, room, isOut] = [pulls.trips[nth] ?? 0, pulls.at[nth] ?? 0, nth < pulls.outs];
    from[connected + nth] = isOut ? morning(room) : trip;
    to[connected + nth] = isOut ? count + trip : morning(room) + 1;
    cost[connected + nth] = isOut ? metres : metres + vehicle;
  });
  pulls.rooms.forEach(({ vehicles }, room) => {
    const stays = connected + pulls.metres.length + 2 * room;
    [from[stays], to[stays]] = [morning(room), morning(room) + 1];
    hang(morning(room) + 1, stays, vehicles);
    // so that the tree is one: at the best plan it carries nothing where the depots have room
    [from[stays + 1], to[stays + 1], cost[stays + 1]] = [morning(room), depot, vehicle];
    hang(morning(room), stays + 1, 0);
  });
  return { nodes, from, to, cost, tree, treeFlow };
}

/** The ways from and to depots: first those of pull-outs to the first departure of a place, then those of pull-ins after the last trip there. */
interface Pulls {
  readonly trips: readonly number[];
  /** The place of the depot in `rooms`. */
  readonly at: readonly number[];
  readonly metres: readonly number[];
  readonly outs: number;
  /** Depots with room, by their place in the rules. */
  readonly rooms: readonly { readonly depot: number; readonly vehicles: number }[];
}

function pullsOf(lines: readonly Timeline[], depots: readonly ChainDepot[], count: number): Pulls {
  const rooms = depots.flatMap(({ vehicles }, depot) => (vehicles > 0 ? [{ depot, vehicles: Math.min(vehicles, count) }] : []));
  const [trips, at, metres]: [number[], number[], number[]] = [[], [], []];
  const add = (trip: number | undefined, room: number, run: DeadRun | undefined): void => {
    if (trip === undefined || !run) return;
    trips.push(trip);
    at.push(room);
    metres.push(run.metres);
  };
  lines.forEach(({ leaving }, place) => rooms.forEach(({ depot }, room) => add(leaving[0], room, depots[depot]?.pullOuts[place])));
  const outs = trips.length;
  lines.forEach(({ ready }, place) => rooms.forEach(({ depot }, room) => add(ready.at(-1), room, depots[depot]?.pullIns[place])));
  return { trips, at, metres, outs, rooms };
}

/** Vehicles of a flow: what ends its day. */
function vehiclesIn(flows: Float64Array, ends: Int32Array): number {
  return flows.reduce((sum, flow, arc) => sum + (ends[arc] === 1 ? flow : 0), 0);
}

/** The depots of the vehicles that begin and end at each place: as many of each as the flow says. */
function housedIn(
  lines: readonly Timeline[],
  { trips, at, metres, outs, rooms }: Pulls,
  flow: Float64Array,
  next: Int32Array,
): { readonly pullOut: Int32Array; readonly pullIn: Int32Array; readonly metres: number; readonly vehicles: number } {
  const [pullOut, pullIn] = [new Int32Array(next.length).fill(-1), new Int32Array(next.length).fill(-1)];
  const isFollower = new Uint8Array(next.length);
  for (const trip of next) if (trip >= 0) isFollower[trip] = 1;
  const firsts = new Map(lines.map(({ leaving }) => [leaving[0], leaving.filter((trip) => isFollower[trip] === 0)]));
  const lasts = new Map(lines.map(({ ready }) => [ready.at(-1), ready.filter((trip) => next[trip] === -1)]));
  let [sum, vehicles] = [0, 0];
  trips.forEach((trip, nth) => {
    const [isOut, units, depot] = [nth < outs, flow[nth] ?? 0, rooms[at[nth] ?? 0]?.depot ?? -1];
    const free = (isOut ? firsts : lasts).get(trip)?.splice(0, units) ?? [];
    for (const one of free) (isOut ? pullOut : pullIn)[one] = depot;
    sum += units * (metres[nth] ?? 0);
    if (isOut) vehicles += units;
  });
  return { pullOut, pullIn, metres: sum, vehicles };
}

/** The trips of a place: those that end there by when their vehicle is ready, those that begin there by when they start. */
interface Timeline {
  readonly ready: number[];
  readonly leaving: number[];
  readonly readyTimes: number[];
  readonly leavingTimes: number[];
  /** Its departures, cut wherever a vehicle becomes ready between two. */
  readonly groups: Group[];
}

/** Departures of a place between which no vehicle becomes ready there. */
interface Group {
  /** Places in the timeline; `end` is not included. */
  readonly first: number;
  readonly end: number;
  /** How many vehicles are ready before it. */
  readonly ready: number;
  /** The connection from the last of them, -1 where there is none. */
  readonly arc: number;
}

function timelines(trips: readonly ChainTrip[], { deadRuns, layover }: ChainRules): readonly Timeline[] {
  const lines = deadRuns.map((): Timeline => ({ ready: [], leaving: [], readyTimes: [], leavingTimes: [], groups: [] }));
  trips.forEach(({ from, to }, trip) => {
    lines[from]?.leaving.push(trip);
    lines[to]?.ready.push(trip);
  });
  const ready = trips.map((trip) => readyAt(trip, layover));
  for (const line of lines) {
    line.ready.sort((a, b) => (ready[a] ?? 0) - (ready[b] ?? 0) || a - b);
    line.leaving.sort((a, b) => (trips[a]?.starts ?? 0) - (trips[b]?.starts ?? 0) || a - b);
    for (const trip of line.ready) line.readyTimes.push(ready[trip] ?? 0);
    for (const trip of line.leaving) line.leavingTimes.push(trips[trip]?.starts ?? 0);
  }
  return lines;
}

/** Connections: of the vehicle of one trip to another trip, with the metres between. */
interface Arcs {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly metres: readonly number[];
}

/** For each two places, an arc from each last vehicle to the first departure that it reaches: earlier vehicles wait, later departures are waited for. */
function connections(lines: readonly Timeline[], deadRuns: DeadRuns): Arcs {
  const [from, to, metres]: [number[], number[], number[]] = [[], [], []];
  const connect = (a: Timeline, b: Timeline, run: DeadRun, found?: (ready: number, first: number) => void): void => {
    let first = 0;
    for (let nth = 0; nth < a.ready.length; nth++) {
      const arrives = (a.readyTimes[nth] ?? 0) + run.seconds;
      while (first < b.leaving.length && (b.leavingTimes[first] ?? 0) < arrives) first += 1;
      if (first === b.leaving.length) return;
      const isLast = nth + 1 === a.ready.length || (a.readyTimes[nth + 1] ?? 0) + run.seconds > (b.leavingTimes[first] ?? 0);
      if (!isLast) continue;
      found?.(nth + 1, first);
      from.push(a.ready[nth] ?? 0);
      to.push(b.leaving[first] ?? 0);
      metres.push(run.metres);
    }
  };
  for (const line of lines) {
    let [began, ready, arc] = [0, 0, -1];
    const close = (end: number): void => {
      if (end > began) line.groups.push({ first: began, end, ready, arc });
    };
    connect(line, line, AT_ONCE, (before, first) => {
      close(first);
      [began, ready, arc] = [first, before, from.length];
    });
    close(line.leaving.length);
  }
  lines.forEach((line, place) => {
    if (line.ready.length === 0) return;
    for (const [other, run] of deadRuns[place] ?? []) {
      const there = lines[other];
      if (there && other !== place && there.leaving.length > 0) connect(line, there, run);
    }
  });
  return { from, to, metres };
}

const AT_ONCE: DeadRun = { seconds: 0, metres: 0 };

/** The trips that follow each other: at each place who is ready first leaves first. */
function decomposed(
  trips: readonly ChainTrip[],
  lines: readonly Timeline[],
  arcs: Arcs,
  flow: Float64Array,
): Pick<Chained, 'next' | 'vehicles' | 'deadMetres'> {
  const leavesBy = new Map<number, number[]>();
  arcs.from.forEach((trip, nth) => {
    if ((flow[nth] ?? 0) === 0) return;
    const own = leavesBy.get(trip);
    if (own) own.push(nth);
    else leavesBy.set(trip, [nth]);
  });
  const comeTo = new Map<number, number[]>();
  let deadMetres = 0;
  for (const { ready } of lines) {
    let first = 0;
    ready.forEach((trip) => {
      for (const arc of leavesBy.get(trip) ?? []) {
        const target = arcs.to[arc] ?? 0;
        const coming = comeTo.get(target) ?? [];
        comeTo.set(target, coming);
        for (let unit = 0; unit < (flow[arc] ?? 0); unit++) coming.push(ready[first++] ?? 0);
        deadMetres += (flow[arc] ?? 0) * (arcs.metres[arc] ?? 0);
      }
    });
  }
  const next = new Int32Array(trips.length).fill(-1);
  let vehicles = trips.length;
  for (const { leaving } of lines) {
    const here: number[] = [];
    let first = 0;
    for (const trip of leaving) {
      here.push(...(comeTo.get(trip) ?? []));
      const before = here[first];
      if (before === undefined) continue;
      first += 1;
      next[before] = trip;
      vehicles -= 1;
    }
  }
  return { next, vehicles, deadMetres };
}
