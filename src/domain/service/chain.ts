/**
 * Chains the trips of a day to the work of vehicles: the fewest vehicles, and among those plans one of the least dead running. Exact.
 *
 * The fewest vehicles are the trips less a maximum matching of trips to the trips that can follow them. All pairs would be tens of millions
 * at 10,000 trips. A connection depends on places and times alone, and waiting is free, so a time-space network stands for them: each
 * place has a timeline of vehicles that are ready and one of departures, and for each two places a dead run leads from the last ready
 * vehicle to the first departure it reaches. A vehicle that comes from the depot costs more than all dead runs together, so one
 * minimum-cost flow gives both.
 */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import { leastCostFlow, type Network } from './transshipment.ts';

/** A trip to be chained. Places are numbers from 0; times are seconds of the service day. */
export interface ChainTrip {
  readonly starts: number;
  readonly ends: number;
  readonly from: number;
  readonly to: number;
}

/** A drive without riders. */
export interface DeadRun {
  readonly seconds: number;
  /** Whole metres: what is to be least. */
  readonly metres: number;
}

/** The dead runs that are allowed: by the place where they begin, then by the one where they end. A place itself is always reached at once. */
export type DeadRuns = readonly ReadonlyMap<number, DeadRun>[];

export interface ChainRules {
  readonly deadRuns: DeadRuns;
  /** Seconds between two trips at least, the dead run aside. */
  readonly layover: number;
}

export interface Chained {
  /** By trip: the trip that its vehicle drives next, -1 after the last one. */
  readonly next: Int32Array;
  readonly vehicles: number;
  /** Metres of all dead runs. */
  readonly deadMetres: number;
}

/** What is known of places: the line through the air, the factor of the way on streets, and how fast a vehicle drives. */
export interface StraightRules {
  /** Metres driven for a metre of the straight line. */
  readonly factor: number;
  readonly kmh: number;
  /** Seconds of a dead run at most. */
  readonly longest: number;
}

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
export function chainTrips(trips: readonly ChainTrip[], rules: ChainRules, onProgress?: (vehicles: number) => void): Chained {
  if (trips.length === 0) return { next: new Int32Array(0), vehicles: 0, deadMetres: 0 };
  const lines = timelines(trips, rules);
  const arcs = connections(lines, rules.deadRuns);
  const longest = arcs.metres.reduce((most, metres) => Math.max(most, metres), 0);
  const vehicle = trips.length * longest + 1;
  const network = timeSpaceNetwork(trips.length, lines, arcs, vehicle);
  const flow = leastCostFlow(network, onProgress && ((total) => onProgress(Math.ceil(total / vehicle))));
  return decomposed(trips, lines, arcs, flow.subarray(2 * trips.length));
}

/**
 * The network: a node of each trip's end, of each trip's start (numbered from `count`), and the depot. Each node has an arc of waiting, those
 * at the ends of a timeline lead to or come from the depot; connections follow. The first tree is the best plan without dead runs: at each
 * place the vehicles that are needed beside those that end there come at the beginning, and drive its first departures.
 */
function timeSpaceNetwork(count: number, lines: readonly Timeline[], arcs: Arcs, vehicle: number): Network {
  const depot = 2 * count;
  const size = depot + arcs.from.length;
  const [from, to, cost] = [new Int32Array(size), new Int32Array(size), new Float64Array(size)];
  const [tree, treeFlow] = [new Int32Array(depot + 1).fill(-1), new Float64Array(depot + 1)];
  const hang = (node: number, arc: number, flow: number): void => {
    tree[node] = arc;
    treeFlow[node] = flow;
  };
  for (const { ready, leaving, groups } of lines) {
    ready.forEach((trip, nth) => {
      from[trip] = trip;
      to[trip] = ready[nth + 1] ?? depot;
      cost[trip] = nth + 1 === ready.length ? vehicle : 0;
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
  return { nodes: depot + 1, from, to, cost, tree, treeFlow };
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
function decomposed(trips: readonly ChainTrip[], lines: readonly Timeline[], arcs: Arcs, flow: Float64Array): Chained {
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
