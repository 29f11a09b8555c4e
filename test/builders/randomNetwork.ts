/** Small random networks for searches of journeys: loops, overtaking trips, calls without boarding, walks. Times that are said are whole minutes. */
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { JourneyNetwork } from '../../src/domain/journeys/network.ts';
import { patternsOf } from '../../src/domain/journeys/patterns.ts';
import type { Walk, WalksFrom } from '../../src/domain/journeys/search.ts';
import { type Chance, chanceOf } from '../laws/chance.ts';

export interface RandomNetwork {
  readonly network: JourneyNetwork;
  readonly walks: WalksFrom;
  readonly question: () => { readonly access: readonly Walk[]; readonly egress: readonly Walk[]; readonly leaves: number };
}

/** `untimed`: some calls have no time, so that times between are no whole minutes. */
export function randomNetwork(seed: number, untimed = true): RandomNetwork {
  const chance = chanceOf(seed);
  const stops = between(chance, 4, 12);
  const network = new JourneyNetwork();
  for (let line = between(chance, 2, 8); line > 0; line--) {
    const track = randomTrack(chance, `L${line}`, stops);
    const timetables = Array.from({ length: between(chance, 1, 4) }, (_, nth) => randomTimetable(chance, track, nth + 1, untimed));
    network.setTrack(
      `L${line}/t`,
      patternsOf(track, timetables, (days, day) => (day === 0 ? days !== 2 : day === -1 && days === 2)),
    );
  }
  const footpaths = Array.from({ length: network.size }, (_, stop): readonly Walk[] => [
    { stop, seconds: between(chance, 0, 2) * 60 },
    ...Array.from({ length: between(chance, 0, 2) }, () => ({ stop: between(chance, 0, network.size - 1), seconds: between(chance, 1, 10) * 60 })),
  ]);
  const some = (): readonly Walk[] =>
    Array.from({ length: between(chance, 1, 3) }, () => ({ stop: between(chance, 0, network.size - 1), seconds: between(chance, 0, 10) * 60 }));
  return {
    network,
    walks: (stop) => footpaths[stop] ?? [],
    question: () => ({ access: some(), egress: some(), leaves: between(chance, 0, 12 * 60) * 60 }),
  };
}

function randomTrack(chance: Chance, ScheduleId: string, stops: number): Track {
  return {
    ScheduleId,
    Id: 't',
    Name: 't',
    Direction: 'Forward',
    Visible: true,
    Stops: Array.from({ length: between(chance, 2, 7) }, () => ({
      StopId: `S${between(chance, 1, stops)}`,
      ...(between(chance, 1, 12) === 1 ? { Ignored: true } : {}),
    })),
  };
}

function randomTimetable(chance: Chance, { ScheduleId, Id, Stops }: Track, number: number, mayBeUntimed: boolean): Timetable {
  let at = 0;
  const [arrivals, departures]: [(number | null)[], (number | null)[]] = [[], []];
  Stops.forEach((_, call) => {
    const untimed = mayBeUntimed && call > 0 && call < Stops.length - 1 && between(chance, 1, 10) === 1;
    if (call > 0) at += between(chance, 0, 15) * 60;
    arrivals.push(untimed ? null : at);
    at += between(chance, 0, 2) * 60;
    departures.push(untimed ? null : at);
  });
  return {
    ScheduleId,
    TrackId: Id,
    Number: number,
    // 2 stands for a timetable that runs on the day before alone
    Days: between(chance, 1, 6) === 1 ? 2 : 1,
    ArrivalOffsets: arrivals,
    DepartureOffsets: departures,
    ...(between(chance, 1, 4) === 1 ? { PickupIntervals: [[Stops.length - 1, Stops.length, 1]] } : {}),
    ...(between(chance, 1, 4) === 1 ? { DropOffIntervals: [[0, 2, 1]] } : {}),
    Departures: Array.from({ length: between(chance, 1, 6) }, () =>
      between(chance, 1, 5) === 1
        ? {
            Type: 'Interval',
            FromTime: between(chance, 300, 480) * 60,
            ToTime: between(chance, 500, 700) * 60,
            Frequency: between(chance, 10, 40) * 60,
          }
        : { Type: 'Exact', Time: between(chance, 0, 1700) * 60 },
    ),
  };
}

/** A whole number from the first to the last one, both included. */
function between(chance: Chance, first: number, last: number): number {
  return first + chance.below(last - first + 1);
}
