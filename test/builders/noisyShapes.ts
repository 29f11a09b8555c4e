/** Shapes as a GPS draws them: paths along the streets of an extract, the same for the same seed, with noise. */
import { valhallaPath, type AskValhalla } from '../../server/geo/valhalla.ts';
import { readOsm } from '../../server/geo/streets/osmPbf.ts';
import { matchShape } from '../../server/geo/streets/shapeMatch.ts';
import { type Coordinate, metresBetween } from '../../src/domain/coordinate.ts';
import { fitOf } from '../../src/domain/networkMatch.ts';

const METRES = 111_195;

/** Share of the places of so many noisy shapes, each some kilometres long, whose match lies within 15 m of where they come from. */
export async function shareOfNoisyShapes(
  ask: AskValhalla,
  file: string,
  shapes: number,
  noise = 8,
): Promise<{ readonly share: number; readonly shapes: number }> {
  const chance = seeded(20_260_101);
  const nodes: Coordinate[] = [];
  readOsm(file, { node: (_id, Lat, Lng) => void nodes.push({ Lat, Lng }), way: () => {}, relation: () => {} });
  let [near, places, made] = [0, 0, 0];
  for (let tries = 0; made < shapes && tries < shapes * 20; tries++) {
    const [from, to] = [nodes[Math.floor(chance() * nodes.length)], nodes[Math.floor(chance() * nodes.length)]];
    if (!from || !to || metresBetween(from, to) < 1000 || metresBetween(from, to) > 8000) continue;
    const path = await valhallaPath(ask, 'bus', from, to).catch(() => []);
    if (path.length < 2) continue;
    made++;
    const line = every(path, 25);
    const { path: matched } = await matchShape(
      ask,
      line.map((at) => moved(at, noise, chance)),
    );
    places += line.length;
    if (matched) near += fitOf(line, [matched]).share * line.length;
  }
  return { share: places === 0 ? 0 : near / places, shapes: made };
}

/** Points at most so many metres apart. */
function every(path: readonly Coordinate[], metres: number): Coordinate[] {
  return path.flatMap((b, i) => {
    const a = path[i - 1];
    if (!a) return [b];
    const parts = Math.max(1, Math.ceil(metresBetween(a, b) / metres));
    return Array.from({ length: parts }, (_, n) => ({
      Lat: a.Lat + ((b.Lat - a.Lat) * (n + 1)) / parts,
      Lng: a.Lng + ((b.Lng - a.Lng) * (n + 1)) / parts,
    }));
  });
}

/** Moved northwards and eastwards by normally distributed metres (Box and Muller 1958). */
function moved({ Lat, Lng }: Coordinate, metres: number, chance: () => number): Coordinate {
  const [size, turn] = [metres * Math.sqrt(-2 * Math.log(1 - chance())), 2 * Math.PI * chance()];
  return { Lat: Lat + (size * Math.sin(turn)) / METRES, Lng: Lng + (size * Math.cos(turn)) / (METRES * Math.cos((Lat * Math.PI) / 180)) };
}

/** mulberry32 by Tommy Ettinger (public domain). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
