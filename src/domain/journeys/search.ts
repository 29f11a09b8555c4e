/** Earliest arrival and profile by RAPTOR: one round for each ride. */
import type { JourneyNetwork, PlacedPattern } from './network.ts';

/** A walk to or from a stop, in seconds. */
export interface Walk {
  readonly stop: number;
  readonly seconds: number;
}

/** Walks from a stop after a ride, the change at the stop itself included. */
export type WalksFrom = (stop: number) => readonly Walk[];

/** What is asked. Times are seconds from midnight of the network's date. */
export interface JourneyQuestion {
  /** Walks from the origin to stops, and from stops to the destination. */
  readonly access: readonly Walk[];
  readonly egress: readonly Walk[];
  readonly rides: number;
}

/** A ride of a journey: calls of a pattern at which people board and alight. */
export interface Ride {
  readonly pattern: PlacedPattern;
  readonly trip: number;
  readonly board: number;
  readonly alight: number;
}

/** A way from the origin to the destination. No other one found leaves later or at the same time, arrives earlier or at the same time and has fewer rides. */
export interface Journey {
  /** When people leave the origin and are at the destination. */
  readonly leaves: number;
  readonly arrives: number;
  readonly rides: readonly Ride[];
}

const NEVER = 2_147_483_647;

/** How a stop was reached in a round: a ride, with the stop boarded at; or a walk after a ride, with the stop alighted at. */
interface Round {
  readonly ride: Int32Array;
  readonly ready: Int32Array;
  readonly pattern: Int32Array;
  readonly trip: Int32Array;
  readonly board: Int32Array;
  readonly alight: Int32Array;
  readonly walkedFrom: Int32Array;
}

/** Searches one network again and again; the arrays are kept between questions. */
export class JourneySearch {
  readonly #network: JourneyNetwork;
  readonly #walks: WalksFrom;
  #rounds: Round[] = [];
  /** Rounds of an earlier, larger question are cleared before they are used. */
  #firstCall = new Int32Array(0);

  constructor(network: JourneyNetwork, walks: WalksFrom) {
    this.#network = network;
    this.#walks = walks;
  }

  /** The journeys that leave at a time or later and arrive first, with ever more rides: each arrives earlier than the one before. */
  earliest(question: JourneyQuestion, leaves: number): readonly Journey[] {
    this.#begin(question.rides);
    return this.#run(
      question,
      leaves,
      new Map(),
      Array.from({ length: question.rides + 1 }, () => NEVER),
    );
  }

  /** When people are at each stop by its number, having left at a time; undefined where they do not get. The walk from the origin counts. */
  reach({ access, rides }: Pick<JourneyQuestion, 'access' | 'rides'>, leaves: number): readonly (number | undefined)[] {
    this.#begin(rides);
    this.#run(
      { access, egress: [], rides },
      leaves,
      new Map(),
      Array.from({ length: rides + 1 }, () => NEVER),
    );
    const walked = new Map<number, number>();
    for (const { stop, seconds } of access) walked.set(stop, Math.min(walked.get(stop) ?? NEVER, leaves + seconds));
    const last = this.#rounds[rides];
    return Array.from({ length: this.#network.size }, (_, stop) => {
      const at = Math.min(walked.get(stop) ?? NEVER, last?.ride[stop] ?? NEVER);
      return at === NEVER ? undefined : at;
    });
  }

  /**
   * The journeys that leave within a span, both ends included, in the order in which they leave (range RAPTOR). None for which another one,
   * also one after the span, leaves later or at the same time, arrives earlier or at the same time and has as many rides or fewer.
   */
  profile(question: JourneyQuestion, from: number, to: number): readonly Journey[] {
    this.#begin(question.rides);
    const best = Array.from({ length: question.rides + 1 }, () => NEVER);
    this.#run(question, to + 1, new Map(), best);
    const found: Journey[] = [];
    for (const [leaves, boardable] of this.#starts(question, from, to)) found.push(...this.#run(question, leaves, boardable, best));
    return found.toReversed();
  }

  /** Times at which it is worth leaving, the latest first. */
  #starts({ access }: JourneyQuestion, from: number, to: number): readonly (readonly [number, ReadonlyMap<number, number>])[] {
    const starts = new Map<number, Map<number, number>>();
    for (const { stop, seconds } of access)
      for (const { pattern: number, call } of this.#network.callsAt(stop)) {
        const pattern = this.#network.pattern(number);
        if (!pattern?.boards[call]) continue;
        const count = pattern.trips.length;
        for (let trip = firstTrip(pattern, call, from + seconds); trip < count; trip++) {
          const leaves = (pattern.departures[call * count + trip] ?? NEVER) - seconds;
          if (leaves > to) break;
          const at = starts.get(leaves);
          if (at) at.set(stop, leaves + seconds);
          else starts.set(leaves, new Map([[stop, leaves + seconds]]));
        }
      }
    return [...starts].toSorted(([a], [b]) => b - a);
  }

  #begin(rides: number): void {
    const size = this.#network.size;
    if (this.#rounds.length < rides + 1 || (this.#rounds[0]?.ride.length ?? 0) < size)
      this.#rounds = Array.from({ length: Math.max(rides + 1, this.#rounds.length) }, () => emptyRound(size));
    for (const { ride, ready } of this.#rounds) {
      ride.fill(NEVER);
      ready.fill(NEVER);
    }
    if (this.#firstCall.length < this.#network.patternNumbers) this.#firstCall = new Int32Array(this.#network.patternNumbers).fill(-1);
  }

  /** One run. Only what is better than the labels of later starts is followed. `boardable` narrows the first boarding; empty: all of the access. */
  #run({ access, egress, rides }: JourneyQuestion, leaves: number, boardable: ReadonlyMap<number, number>, best: number[]): readonly Journey[] {
    const first = this.#rounds[0];
    if (!first) return [];
    let marked = new Set<number>();
    for (const { stop, seconds } of access) {
      if (boardable.size > 0 && !boardable.has(stop)) continue;
      if (leaves + seconds >= (first.ready[stop] ?? NEVER)) continue;
      for (let round = 0; round <= rides; round++) lower(this.#rounds[round]?.ready, stop, leaves + seconds);
      marked.add(stop);
    }
    const found: Journey[] = [];
    for (let k = 1; k <= rides && marked.size > 0; k++) {
      const improved = this.#ride(k, rides, marked, egress.length === 0 ? NEVER : (best[k] ?? NEVER));
      marked = this.#walk(k, rides, improved);
      let arrives = best[k] ?? NEVER;
      let lastStop = -1;
      for (const { stop, seconds } of egress) {
        const at = this.#rounds[k]?.ride[stop] ?? NEVER;
        if (improved.has(stop) && at + seconds < arrives) [arrives, lastStop] = [at + seconds, stop];
      }
      if (lastStop < 0) continue;
      for (let more = k; more <= rides; more++) best[more] = Math.min(best[more] ?? NEVER, arrives);
      found.push(this.#journey(k, lastStop, leaves, arrives));
    }
    return found;
  }

  /** Rides from the stops that are reached earlier; returns the stops that rides reach earlier. */
  #ride(k: number, rides: number, marked: ReadonlySet<number>, bound: number): Set<number> {
    const network = this.#network;
    const [before, round] = [this.#rounds[k - 1], this.#rounds[k]];
    const improved = new Set<number>();
    if (!before || !round) return improved;
    const firstCall = this.#firstCall;
    const scanned: number[] = [];
    for (const stop of marked)
      for (const { pattern, call } of network.callsAt(stop)) {
        const earliest = firstCall[pattern] ?? -1;
        if (earliest === -1) scanned.push(pattern);
        if (earliest === -1 || call < earliest) firstCall[pattern] = call;
      }
    for (const number of scanned) {
      const from = firstCall[number] ?? 0;
      firstCall[number] = -1;
      const pattern = network.pattern(number);
      if (!pattern) continue;
      const { stopNumbers, arrivals, departures, boards, alights } = pattern;
      const count = pattern.trips.length;
      let [trip, boarded] = [count, -1];
      for (let call = from; call < stopNumbers.length; call++) {
        const stop = stopNumbers[call] ?? 0;
        if (trip < count && alights[call]) {
          const at = arrivals[call * count + trip] ?? NEVER;
          if (at < (round.ride[stop] ?? NEVER) && at < bound) {
            for (let more = k; more <= rides; more++) lower(this.#rounds[more]?.ride, stop, at);
            round.pattern[stop] = number;
            round.trip[stop] = trip;
            round.board[stop] = boarded;
            round.alight[stop] = call;
            improved.add(stop);
          }
        }
        const ready = before.ready[stop] ?? NEVER;
        if (ready === NEVER || !boards[call]) continue;
        if (trip < count && ready > (departures[call * count + trip] ?? NEVER)) continue;
        const earlier = firstTrip(pattern, call, ready, trip);
        if (earlier < trip) [trip, boarded] = [earlier, call];
      }
    }
    return improved;
  }

  /** Walks and changes after rides; returns the stops at which people may board earlier. */
  #walk(k: number, rides: number, improved: ReadonlySet<number>): Set<number> {
    const round = this.#rounds[k];
    const marked = new Set<number>();
    if (!round) return marked;
    for (const stop of improved) {
      const at = round.ride[stop] ?? NEVER;
      for (const { stop: to, seconds } of this.#walks(stop)) {
        if (at + seconds >= (round.ready[to] ?? NEVER)) continue;
        for (let more = k; more <= rides; more++) lower(this.#rounds[more]?.ready, to, at + seconds);
        round.walkedFrom[to] = stop;
        marked.add(to);
      }
    }
    return marked;
  }

  #journey(k: number, lastStop: number, leaves: number, arrives: number): Journey {
    const rides: Ride[] = [];
    let stop = lastStop;
    for (let round = k; round > 0; round--) {
      const labels = this.#rounds[round];
      const pattern = this.#network.pattern(labels?.pattern[stop] ?? -1);
      if (!labels || !pattern) break;
      const [trip, board, alight] = [labels.trip[stop] ?? 0, labels.board[stop] ?? 0, labels.alight[stop] ?? 0];
      rides.push({ pattern, trip, board, alight });
      stop = this.#rounds[round - 1]?.walkedFrom[pattern.stopNumbers[board] ?? 0] ?? 0;
    }
    return { leaves, arrives, rides: rides.toReversed() };
  }
}

/** The first trip of a pattern that departs from a call at a time or later; `below` where there is none before that trip. */
function firstTrip({ departures, trips }: PlacedPattern, call: number, time: number, below = trips.length): number {
  const base = call * trips.length;
  let [low, high] = [0, below];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((departures[base + middle] ?? NEVER) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lower(labels: Int32Array | undefined, stop: number, to: number): void {
  if (labels && to < (labels[stop] ?? NEVER)) labels[stop] = to;
}

function emptyRound(size: number): Round {
  const labels = () => new Int32Array(size).fill(-1);
  return { ride: labels(), ready: labels(), pattern: labels(), trip: labels(), board: labels(), alight: labels(), walkedFrom: labels() };
}
