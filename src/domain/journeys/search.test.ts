import { describe, expect, it } from 'vitest';
import { randomNetwork, type RandomNetwork } from '../../../test/builders/randomNetwork.ts';
import { type Journey, JourneySearch, type Walk } from './search.ts';

/** Arrivals by trying every trip from every call to every later one, once for each ride. `arrivals[rides]` is the earliest with at most so many. */
function plainArrivals({ network, walks }: RandomNetwork, access: readonly Walk[], egress: readonly Walk[], rides: number, leaves: number): number[] {
  const sooner = (labels: Map<number, number>, stop: number, at: number) => labels.set(stop, Math.min(labels.get(stop) ?? Infinity, at));
  const at = new Map<number, number>();
  const changed = new Map<number, number>();
  const arrivals = [Infinity];
  for (let k = 1; k <= rides; k++) {
    const before = new Map(changed);
    const boards = (stop: number, departs: number): boolean =>
      (k === 1 && access.some((walk) => walk.stop === stop && leaves + walk.seconds <= departs)) || (before.get(stop) ?? Infinity) <= departs;
    for (const key of network.trackKeys())
      for (const { trips, stopNumbers, arrivals: arrives, departures, boards: mayBoard, alights } of network.patternsOfTrack(key))
        for (let trip = 0; trip < trips.length; trip++)
          stopNumbers.forEach((from, board) => {
            if (!mayBoard[board] || !boards(from, departures[board * trips.length + trip] ?? 0)) return;
            for (let alight = board + 1; alight < stopNumbers.length; alight++)
              if (alights[alight]) sooner(at, stopNumbers[alight] ?? 0, arrives[alight * trips.length + trip] ?? 0);
          });
    for (const [stop, time] of at) for (const walk of walks(stop)) sooner(changed, walk.stop, time + walk.seconds);
    arrivals.push(Math.min(...egress.map(({ stop, seconds }) => (at.get(stop) ?? Infinity) + seconds)));
  }
  return arrivals;
}

/** What tells journeys apart: when they leave, when they arrive, rides. */
function figures(journeys: readonly Journey[]): readonly (readonly number[])[] {
  return journeys.map(({ leaves, arrives, rides }) => [leaves, arrives, rides.length]);
}

/** Whether each ride can be boarded and left where the journey says so, one after the other, in time. */
function isRidden({ network, walks }: RandomNetwork, { leaves, arrives, rides }: Journey, access: readonly Walk[], egress: readonly Walk[]): boolean {
  let reached = access.map(({ stop, seconds }): Walk => ({ stop, seconds: leaves + seconds }));
  for (const { pattern, trip, board, alight } of rides) {
    const [count, from, to] = [pattern.trips.length, pattern.stopNumbers[board], pattern.stopNumbers[alight] ?? 0];
    const departs = pattern.departures[board * count + trip] ?? 0;
    if (board >= alight || !reached.some(({ stop, seconds }) => stop === from && seconds <= departs)) return false;
    const at = pattern.arrivals[alight * count + trip] ?? 0;
    reached = walks(to).map(({ stop, seconds }) => ({ stop, seconds: at + seconds }));
  }
  const last = rides.at(-1);
  const at = last ? (last.pattern.arrivals[last.alight * last.pattern.trips.length + last.trip] ?? 0) : 0;
  const stop = last?.pattern.stopNumbers[last.alight];
  return network.size > 0 && egress.some((walk) => walk.stop === stop && at + walk.seconds === arrives);
}

describe('random networks', () => {
  it.each(Array.from({ length: 10 }, (_, seed) => seed))('finds the earliest arrivals of a plain search: seed %i', (seed) => {
    for (let nth = 0; nth < 50; nth++) {
      const random = randomNetwork(seed * 50 + nth);
      const search = new JourneySearch(random.network, random.walks);
      for (let asked = 0; asked < 20; asked++) {
        const { access, egress, leaves } = random.question();
        const plain = plainArrivals(random, access, egress, 4, leaves);
        const expected = plain.flatMap((arrives, rides) =>
          rides > 0 && arrives < Math.min(...plain.slice(0, rides)) ? [[leaves, arrives, rides]] : [],
        );
        const journeys = search.earliest({ access, egress, rides: 4 }, leaves);
        expect(figures(journeys)).toEqual(expected);
        expect(journeys.filter((journey) => !isRidden(random, journey, access, egress))).toEqual([]);
      }
    }
  });

  it('finds all best journeys of a span', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = randomNetwork(1000 + seed, false);
      const { access, egress } = random.question();
      const [from, to] = [7 * 3600, 8 * 3600];
      const expected: number[][] = [];
      const best = [Infinity, Infinity, Infinity, Infinity];
      for (const leaves of [to + 1, ...Array.from({ length: 61 }, (_, minute) => to - minute * 60)]) {
        const plain = plainArrivals(random, access, egress, 3, leaves);
        for (let rides = 1; rides <= 3; rides++) {
          const arrives = plain[rides] ?? Infinity;
          if (arrives >= Math.min(...best.slice(0, rides + 1))) continue;
          best[rides] = arrives;
          if (leaves <= to) expected.unshift([leaves, arrives, rides]);
        }
      }
      const journeys = new JourneySearch(random.network, random.walks).profile({ access, egress, rides: 3 }, from, to);
      const inOrder = (list: readonly (readonly number[])[]) => list.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0));
      expect(inOrder(figures(journeys))).toEqual(inOrder(expected));
      expect(journeys.filter((journey) => !isRidden(random, journey, access, egress))).toEqual([]);
    }
  });

  it('answers after a track is replaced as a network that was built with it', () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = randomNetwork(2000 + seed);
      const other = randomNetwork(3000 + seed);
      const search = new JourneySearch(random.network, random.walks);
      const { access, egress, leaves } = random.question();
      search.earliest({ access, egress, rides: 4 }, leaves);
      for (const key of [...random.network.trackKeys()].slice(0, 2)) random.network.setTrack(key, other.network.patternsOfTrack(key));
      const plain = plainArrivals(random, access, egress, 4, leaves);
      const arrivals = search.earliest({ access, egress, rides: 4 }, leaves).map(({ arrives }) => arrives);
      expect(arrivals.at(-1) ?? Infinity).toBe(Math.min(...plain));
    }
  });
});
