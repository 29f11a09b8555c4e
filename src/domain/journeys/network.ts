/** The patterns of a date by stop, replaced track by track as documents change. */
import type { Pattern } from './patterns.ts';

/** A pattern that calls at a stop, and at which of its calls. */
export interface PatternCall {
  readonly pattern: number;
  readonly call: number;
}

/** A pattern with its stops as numbers of the network. */
export interface PlacedPattern extends Pattern {
  readonly stopNumbers: Int32Array;
}

/** Patterns of one date. Stops are numbered in the order in which they are first seen; a number is never given again. */
export class JourneyNetwork {
  readonly #numbers: Map<string, number>;
  readonly #ids: string[];
  readonly #calls: PatternCall[][];
  readonly #patterns: (PlacedPattern | undefined)[];
  readonly #free: number[];
  readonly #ofTrack: Map<string, readonly number[]>;

  /** An empty network, or a copy of another one with the same numbers of stops. */
  constructor(other?: JourneyNetwork) {
    this.#numbers = new Map(other ? other.#numbers : []);
    this.#ids = [...(other ? other.#ids : [])];
    this.#calls = (other ? other.#calls : []).map((calls) => [...calls]);
    this.#patterns = [...(other ? other.#patterns : [])];
    this.#free = [...(other ? other.#free : [])];
    this.#ofTrack = new Map(other ? other.#ofTrack : []);
  }

  /** How many stops have a number. */
  get size(): number {
    return this.#ids.length;
  }

  /** How many numbers of patterns are given: some may be free. */
  get patternNumbers(): number {
    return this.#patterns.length;
  }

  numberOf(stopId: string): number | undefined {
    return this.#numbers.get(stopId);
  }

  idOf(stop: number): string {
    return this.#ids[stop] ?? '';
  }

  pattern(number: number): PlacedPattern | undefined {
    return this.#patterns[number];
  }

  callsAt(stop: number): readonly PatternCall[] {
    return this.#calls[stop] ?? NONE;
  }

  /** Patterns of one track. */
  patternsOfTrack(key: string): readonly PlacedPattern[] {
    return (this.#ofTrack.get(key) ?? []).flatMap((number) => this.#patterns[number] ?? []);
  }

  trackKeys(): Iterable<string> {
    return this.#ofTrack.keys();
  }

  /** Replaces the patterns of a track; none removes it. */
  setTrack(key: string, patterns: readonly Pattern[]): void {
    for (const number of this.#ofTrack.get(key) ?? []) this.#remove(number);
    const numbers = patterns.map((pattern) => this.#add(pattern));
    if (numbers.length === 0) this.#ofTrack.delete(key);
    else this.#ofTrack.set(key, numbers);
  }

  #add(pattern: Pattern): number {
    const number = this.#free.pop() ?? this.#patterns.length;
    const stopNumbers = Int32Array.from(pattern.stops, (id) => this.#numberFor(id));
    this.#patterns[number] = { ...pattern, stopNumbers };
    stopNumbers.forEach((stop, call) => this.#calls[stop]?.push({ pattern: number, call }));
    return number;
  }

  #remove(number: number): void {
    for (const stop of new Set(this.#patterns[number]?.stopNumbers))
      this.#calls[stop] = (this.#calls[stop] ?? []).filter(({ pattern }) => pattern !== number);
    this.#patterns[number] = undefined;
    this.#free.push(number);
  }

  #numberFor(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#ids.length;
    this.#numbers.set(id, number);
    this.#ids.push(id);
    this.#calls.push([]);
    return number;
  }
}

const NONE: readonly PatternCall[] = [];
