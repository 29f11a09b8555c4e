/** A day of trips of a made network: lines between terminals, denser at the peaks, each direction by itself. */
import type { Coordinate } from '../../src/domain/coordinate.ts';
import type { ChainTrip } from '../../src/domain/service/chain.ts';
import type { Chance } from '../laws/chance.ts';

export interface ServiceDay {
  readonly places: readonly Coordinate[];
  readonly trips: readonly ChainTrip[];
}

/** `count` trips on lines between `terminals` places of a town some 20 km wide. */
export function serviceDay(chance: Chance, count: number, terminals: number): ServiceDay {
  const places = Array.from({ length: terminals }, () => ({ Lat: 52 + chance.next() * 0.2, Lng: 5 + chance.next() * 0.3 }));
  const lines = Array.from({ length: terminals }, (_, nth) => {
    const to = (nth + 1 + chance.below(terminals - 1)) % terminals;
    return { from: nth, to, minutes: 12 + chance.below(50) };
  });
  const trips = Array.from({ length: count }, (): ChainTrip => {
    const { from, to, minutes } = lines[chance.below(lines.length)] ?? { from: 0, to: 1, minutes: 20 };
    const isBack = chance.below(2) === 0;
    // two of five trips run in the peaks
    const hour = [5 + chance.next() * 19, 5 + chance.next() * 19, 5 + chance.next() * 19, 6.5 + chance.next() * 2.5, 15.5 + chance.next() * 3];
    const starts = Math.round((chance.pick(hour) ?? 12) * 60) * 60;
    return { starts, ends: starts + (minutes + chance.below(6)) * 60, from: isBack ? to : from, to: isBack ? from : to };
  });
  return { places, trips };
}
