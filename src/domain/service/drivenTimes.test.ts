import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../../test/laws/chance.ts';
import type { Coordinate } from '../coordinate.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { encodeShape } from '../shapes.ts';
import { type DrivenRun, percentile, type ProposalRules, proposedEdit, proposedOffsets, segmentTimes } from './drivenTimes.ts';
import { passings, trackLine } from './passings.ts';

/** Metres of a degree of latitude. */
const DEGREE = 111_195;

function timetable(over: Partial<Timetable> = {}): Timetable {
  return {
    ScheduleId: 'L',
    TrackId: 't',
    Number: 1,
    Days: 127,
    ArrivalOffsets: [0, 120, 240, 360],
    DepartureOffsets: [0, 120, 240, 360],
    Departures: [{ Type: 'Exact', Time: 28_800, TripId: 'a' }],
    ...over,
  };
}

const RULES: ProposalRules = { percentile: 50, rounded: 30, keepTimepoints: true, byHour: false };
const known = (p50: number, p85 = p50) => ({ observed: 20, p50, p85 });

describe('proposed times', () => {
  it('adds the driven times up, rounds them, and keeps a segment of which too little is known', () => {
    expect(proposedOffsets(timetable(), [known(140), { observed: 4, p50: 500, p85: 500 }, known(100)], RULES)).toEqual([0, 150, 270, 360]);
    expect(proposedOffsets(timetable(), [known(140, 170), known(120, 130), known(100, 100)], { ...RULES, percentile: 85, rounded: 60 })).toEqual([
      0, 180, 300, 420,
    ]);
  });

  it('keeps the times of timepoints and stretches those between', () => {
    const Timepoints = [1, 0, 0, 1];
    // driven 100 + 200 + 100 s, planned 360 s in all: 90 and 270
    expect(proposedOffsets(timetable({ Timepoints }), [known(100), known(200), known(100)], RULES)).toEqual([0, 90, 270, 360]);
    expect(proposedOffsets(timetable({ Timepoints }), [known(100), known(200), known(100)], { ...RULES, keepTimepoints: false })).toEqual([
      0, 90, 300, 390,
    ]);
  });

  it('says cells before and after, keeps waits, and says nothing of departures that do not change', () => {
    const waiting = timetable({ DepartureOffsets: [0, 150, 240, 360] });
    const runs = Array.from({ length: 6 }, (): DrivenRun => ({ tripId: 'a', weekday: 0, passed: [0, 150, 270, 390] }));
    expect(proposedEdit([waiting], runs, RULES)).toEqual({
      columns: [
        {
          of: { timetable: 1, time: 28_800, trip: 'a' },
          cells: [
            [1, [28_920, 28_950], [28_950, 28_980]],
            [2, 29_040, 29_070],
            [3, 29_160, 29_190],
          ],
        },
      ],
    });
    const asPlanned = Array.from({ length: 6 }, (): DrivenRun => ({ tripId: 'a', weekday: 0, passed: [0, 120, 240, 360] }));
    expect(proposedEdit([timetable()], asPlanned, RULES)).toBeUndefined();
  });

  it('gives each departure the times of its own hour', () => {
    const two = timetable({
      Departures: [
        { Type: 'Exact', Time: 28_800, TripId: 'a' },
        { Type: 'Exact', Time: 36_000, TripId: 'b' },
      ],
    });
    const runs = Array.from({ length: 12 }, (_, nth): DrivenRun => ({
      tripId: nth < 6 ? 'a' : 'b',
      weekday: 0,
      passed: nth < 6 ? [0, 180, 300, 420] : [0, 120, 240, 360],
    }));
    const columns = proposedEdit([two], runs, { ...RULES, byHour: true })?.columns;
    expect(columns?.map(({ of, cells }) => [of.time, cells?.map(([, , after]) => after)])).toEqual([[28_800, [28_980, 29_100, 29_220]]]);
  });

  it('is monotone for whatever is driven', () => {
    const chance = chanceOf(5);
    for (let nth = 0; nth < 2000; nth++) {
      const stops = 2 + chance.below(12);
      let at = 0;
      const offsets = Array.from({ length: stops }, (_, stop) =>
        stop === 0 ? 0 : chance.below(9) === 0 && stop < stops - 1 ? null : (at += chance.below(200)),
      );
      const proposed = proposedOffsets(
        timetable({ ArrivalOffsets: offsets, DepartureOffsets: offsets, Timepoints: offsets.map(() => chance.below(2)) }),
        Array.from({ length: stops - 1 }, () => ({ observed: chance.below(10), p50: chance.next() * 300, p85: chance.next() * 600 })),
        {
          percentile: chance.below(2) === 0 ? 50 : 85,
          rounded: [1, 30, 60][chance.below(3)] ?? 1,
          keepTimepoints: chance.below(2) === 0,
          byHour: false,
        },
      ).filter((one) => one !== null);
      expect(proposed).toEqual(proposed.toSorted((a, b) => a - b));
    }
  });
});

describe('vehicles whose true times are known', () => {
  /** A street with bends, stops every 300 to 600 m. */
  function street(seed: number): { track: Track; places: ReadonlyMap<string, Coordinate>; metres: readonly number[] } {
    const chance = chanceOf(seed);
    const points: Coordinate[] = [{ Lat: 52, Lng: 5 }];
    const stops: { StopId: string; ShapeSequence: number }[] = [{ StopId: 's0', ShapeSequence: 0 }];
    for (let stop = 1; stop < 16; stop++) {
      for (let bend = 0; bend < 3; bend++) {
        const { Lat, Lng } = points.at(-1) ?? { Lat: 0, Lng: 0 };
        const length = (100 + chance.below(100)) / DEGREE;
        const angle = (chance.next() - 0.5) * 1.2;
        points.push({ Lat: Lat + length * Math.cos(angle), Lng: Lng + (length * Math.sin(angle)) / Math.cos((52 * Math.PI) / 180) });
      }
      stops.push({ StopId: `s${stop}`, ShapeSequence: points.length - 1 });
    }
    const track: Track = { ScheduleId: 'L', Id: 't', Name: 't', Direction: 'Forward', Visible: true, Shape: encodeShape(points), Stops: stops };
    const places = new Map(stops.map(({ StopId, ShapeSequence }) => [StopId, points[ShapeSequence] ?? { Lat: 0, Lng: 0 }]));
    const line = trackLine(track, (id) => places.get(id));
    return { track, places, metres: line?.stops ?? [] };
  }

  it('finds 95 % of the segments within 10 s of the median and 20 s of the 85th percentile', () => {
    let [segments, near50, near85] = [0, 0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const { track, places, metres } = street(seed);
      const line = trackLine(track, (id) => places.get(id));
      if (!line) throw new Error('The street has no line');
      const chance = chanceOf(100 + seed);
      const noise = () => (chance.next() + chance.next() + chance.next() - 1.5) * 12;
      const truths: number[][] = metres.slice(1).map(() => []);
      const runs: DrivenRun[] = [];
      for (let run = 0; run < 120; run++) {
        // arrivals and departures, to the second: cruising at 7 to 13 m/s, stops of 5 to 35 s, a red light now and then
        const arrivals: number[] = [0];
        const departures: number[] = [20 + chance.below(20)];
        metres.slice(1).forEach((at, segment) => {
          const drive = (at - (metres[segment] ?? 0)) / (7 + chance.next() * 6) + (chance.below(5) === 0 ? chance.below(50) : 0);
          arrivals.push((departures[segment] ?? 0) + drive);
          departures.push((arrivals[segment + 1] ?? 0) + 5 + chance.below(30));
        });
        // what a segment takes: from arrival to arrival, the first one from its departure
        metres
          .slice(1)
          .forEach((_, segment) =>
            truths[segment]?.push((arrivals[segment + 1] ?? 0) - (segment === 0 ? (departures[0] ?? 0) : (arrivals[segment] ?? 0))),
          );
        const end = (departures.at(-1) ?? 0) + 60;
        const seen = [];
        for (let at = chance.below(15); at < end; at += 15) {
          const next = departures.findIndex((departure) => departure > at);
          const place = placeAt(line, next < 0 ? (metres.at(-1) ?? 0) : driven(metres, arrivals, departures, next, at));
          seen.push({ at, place: { Lat: place.Lat + noise() / DEGREE, Lng: place.Lng + noise() / DEGREE } });
        }
        runs.push({ tripId: `r${run}`, weekday: 0, passed: passings(line, seen) });
      }
      const found = segmentTimes(runs, track.Stops.length);
      found.forEach(({ observed, p50, p85 }, segment) => {
        const truth = (truths[segment] ?? []).toSorted((a, b) => a - b);
        segments += 1;
        expect(observed).toBeGreaterThan(110);
        if (Math.abs((p50 ?? 0) - (percentile(truth, 0.5) ?? 0)) <= 10) near50 += 1;
        if (Math.abs((p85 ?? 0) - (percentile(truth, 0.85) ?? 0)) <= 20) near85 += 1;
      });
    }
    expect(segments).toBe(90);
    expect(near50 / segments).toBeGreaterThanOrEqual(0.95);
    expect(near85 / segments).toBeGreaterThanOrEqual(0.95);
  });

  it('follows a loop in its direction, and says nothing of stops that no position is near in time', () => {
    // out and back on one street: s0 at 0 m, s1 at 1000 m, and s2 where s0 is
    const points = [0, 1000, 0].map((metres) => ({ Lat: 52 + metres / DEGREE, Lng: 5 }));
    const Stops = points.map((_, at) => ({ StopId: `s${at}`, ShapeSequence: at }));
    const line = trackLine(
      { ScheduleId: 'L', Id: 't', Name: 't', Direction: 'Forward', Visible: true, Shape: encodeShape(points), Stops },
      (id) => points[Number(id.slice(1))],
    );
    if (!line) throw new Error('The loop has no line');
    const seen = (list: readonly (readonly [number, number])[]) => list.map(([at, metres]) => ({ at, place: { Lat: 52 + metres / DEGREE, Lng: 5 } }));
    const there = passings(
      line,
      seen([
        [0, 0],
        [60, 600],
        [100, 1000],
        [140, 600],
        [200, 0],
      ]),
    );
    expect(there.map((at) => Math.round(at ?? -1))).toEqual([0, 100, 199]);
    expect(
      passings(
        line,
        seen([
          [0, 0],
          [10, 100],
          [400, 100],
          [600, 0],
        ]),
      )[1],
    ).toBeNull();
  });
});

function driven(metres: readonly number[], arrivals: readonly number[], departures: readonly number[], next: number, at: number): number {
  const arrival = arrivals[next] ?? 0;
  if (next === 0 || at >= arrival) return metres[next] ?? 0;
  const [from, left] = [metres[next - 1] ?? 0, departures[next - 1] ?? 0];
  return from + ((metres[next] ?? 0) - from) * ((at - left) / (arrival - left));
}

function placeAt({ points, metres }: { points: readonly Coordinate[]; metres: readonly number[] }, along: number): Coordinate {
  const next = Math.max(
    1,
    metres.findIndex((one) => one >= along),
  );
  const [a, b] = [points[next - 1] ?? { Lat: 0, Lng: 0 }, points[next] ?? { Lat: 0, Lng: 0 }];
  const part = (along - (metres[next - 1] ?? 0)) / Math.max(1e-9, (metres[next] ?? 0) - (metres[next - 1] ?? 0));
  return { Lat: a.Lat + (b.Lat - a.Lat) * part, Lng: a.Lng + (b.Lng - a.Lng) * part };
}
