/** Transit alignment: the path between two places along lines that are known already. */
import { type Coordinate, metresBetween } from '../../src/domain/coordinate.ts';

/** How far a place may lie from the nearest line, in metres. */
const REACH = 150;
/** A path longer than so many times the straight distance (and a kilometre) is a detour nobody drives. */
const DETOUR = 4;
/** Going against the direction of a line counts this many times its length: it may be a one-way street. */
const AGAINST = 3;
/** Metres that changing from one line to another at a place where they do not share a point counts as. */
const CHANGE = 25;

interface Edge {
  readonly to: number;
  readonly metres: number;
}

/**
 * The shortest path along the lines from one place to the other, ends included; undefined where no line is near enough or none
 * leads there. Lines are joined where they share a point, cross, or have points within some 11 m of each other.
 */
export function alignAlong(lines: readonly (readonly Coordinate[])[], from: Coordinate, to: Coordinate): Coordinate[] | undefined {
  const straight = metresBetween(from, to);
  const box = boxOfPath(from, to);
  const graph = new Graph();
  for (const line of withCrossings(lines, box)) graph.addLine(line, box);
  const start = graph.snap(from);
  const end = graph.snap(to);
  if (start === undefined || end === undefined) return undefined;
  const found = graph.shortest(start, end, straight * DETOUR + 1000);
  if (!found) return undefined;
  const path = [from, ...found, to];
  return path.filter((at, i) => i === 0 || metresBetween(at, path[i - 1] ?? at) > 0.5);
}

/** The box outside which no part of a line is looked at for the path between two places. */
export function boxOfPath(from: Coordinate, to: Coordinate): Box {
  return boxRound(from, to, Math.max(metresBetween(from, to) * 0.5, 800));
}

/** Degrees of a cell in which crossings are looked for: some 110 m. */
const CELL = 1e-3;

interface Piece {
  readonly a: Coordinate;
  readonly b: Coordinate;
  /** How far on from `a` another piece crosses, and where. */
  readonly cuts: { readonly part: number; readonly at: Coordinate }[];
}

/**
 * The lines with a point of their own wherever another crosses them within the box. Feeds hold each line for itself: two that cross have
 * a point in common only by chance. A piece that many lines share is looked at once.
 */
function withCrossings(lines: readonly (readonly Coordinate[])[], box: Box): Coordinate[][] {
  const pieces = new Map<string, Piece>();
  const cells = new Map<string, Piece[]>();
  const pieceAt = (a: Coordinate | undefined, b: Coordinate): Piece | undefined => {
    if (!a || !(isInside(box, a) || isInside(box, b))) return undefined;
    const key = `${a.Lat},${a.Lng},${b.Lat},${b.Lng}`;
    const known = pieces.get(key);
    if (known) return known;
    const piece: Piece = { a, b, cuts: [] };
    pieces.set(key, piece);
    const met = new Set<Piece>();
    for (const cell of cellsOf(a, b, box)) {
      const there = cells.get(cell);
      for (const other of there ?? []) met.add(other);
      if (there) there.push(piece);
      else cells.set(cell, [piece]);
    }
    for (const other of met) cut(piece, other);
    return piece;
  };
  for (const line of lines) for (const [i, b] of line.entries()) pieceAt(line[i - 1], b);
  return lines.map((line) =>
    line.flatMap((b, i) => [
      ...(pieceAt(line[i - 1], b)
        ?.cuts.toSorted((one, two) => one.part - two.part)
        .map(({ at }) => at) ?? []),
      b,
    ]),
  );
}

/** Where two pieces cross between their ends, both get the point. */
function cut(one: Piece, two: Piece): void {
  const [px, py] = [one.b.Lng - one.a.Lng, one.b.Lat - one.a.Lat];
  const [qx, qy] = [two.b.Lng - two.a.Lng, two.b.Lat - two.a.Lat];
  const across = px * qy - py * qx;
  if (across === 0) return;
  const [dx, dy] = [two.a.Lng - one.a.Lng, two.a.Lat - one.a.Lat];
  const part = (dx * qy - dy * qx) / across;
  const other = (dx * py - dy * px) / across;
  if (part <= 0 || part >= 1 || other <= 0 || other >= 1) return;
  const at = { Lat: one.a.Lat + part * py, Lng: one.a.Lng + part * px };
  one.cuts.push({ part, at });
  two.cuts.push({ part: other, at });
}

/** Cells that the box of a piece touches, within the box that is looked at. */
function cellsOf(a: Coordinate, b: Coordinate, box: Box): string[] {
  const found: string[] = [];
  const [south, north] = [Math.max(box.south, Math.min(a.Lat, b.Lat)), Math.min(box.north, Math.max(a.Lat, b.Lat))];
  const [west, east] = [Math.max(box.west, Math.min(a.Lng, b.Lng)), Math.min(box.east, Math.max(a.Lng, b.Lng))];
  for (let y = Math.floor(south / CELL); y <= Math.floor(north / CELL); y++)
    for (let x = Math.floor(west / CELL); x <= Math.floor(east / CELL); x++) found.push(`${y},${x}`);
  return found;
}

class Graph {
  readonly #places: Coordinate[] = [];
  readonly #edges: Edge[][] = [];
  readonly #byPoint = new Map<string, number>();
  readonly #byCell = new Map<string, number[]>();

  addLine(line: readonly Coordinate[], box: Box): void {
    let before: number | undefined;
    for (const [i, at] of line.entries()) {
      const inside = isInside(box, at) || isInside(box, line[i - 1]) || isInside(box, line[i + 1]);
      const node = inside ? this.#node(at) : undefined;
      if (node !== undefined && before !== undefined && node !== before) this.#join(before, node);
      before = node;
    }
  }

  /** A node on the nearest line within reach; lines are cut there. */
  snap(place: Coordinate): number | undefined {
    let best: { from: number; to: number; at: Coordinate; metres: number } | undefined;
    const narrow = Math.cos((place.Lat * Math.PI) / 180);
    for (const [from, edges] of this.#edges.entries()) {
      const a = this.#places[from];
      for (const { to } of edges) {
        const b = this.#places[to];
        if (!a || !b) continue;
        const [dx, dy] = [(b.Lng - a.Lng) * narrow, b.Lat - a.Lat];
        const length2 = dx * dx + dy * dy;
        const part = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((place.Lng - a.Lng) * narrow * dx + (place.Lat - a.Lat) * dy) / length2));
        const at = { Lat: a.Lat + part * (b.Lat - a.Lat), Lng: a.Lng + part * (b.Lng - a.Lng) };
        const metres = metresBetween(at, place);
        if (metres <= REACH && metres < (best?.metres ?? Infinity)) best = { from, to, at, metres };
      }
    }
    if (!best) return undefined;
    const node = this.#places.push(best.at) - 1;
    this.#edges.push([]);
    for (const end of [best.from, best.to]) {
      const metres = metresBetween(this.#places[end] ?? best.at, best.at);
      this.#edges[node]?.push({ to: end, metres });
      this.#edges[end]?.push({ to: node, metres });
    }
    return node;
  }

  /** Places of the shortest path between two nodes (Dijkstra); undefined where it is longer than `limit` metres, or none. */
  shortest(start: number, end: number, limit: number): Coordinate[] | undefined {
    const metres = new Float64Array(this.#places.length).fill(Infinity);
    const back = new Int32Array(this.#places.length).fill(-1);
    metres[start] = 0;
    const open = new Heap();
    open.push(0, start);
    for (let next = open.pop(); next; next = open.pop()) {
      const [away, node] = next;
      if (node === end) break;
      if (away > (metres[node] ?? 0) || away > limit) continue;
      for (const edge of this.#edges[node] ?? []) {
        const there = away + edge.metres;
        if (there >= (metres[edge.to] ?? 0)) continue;
        metres[edge.to] = there;
        back[edge.to] = node;
        open.push(there, edge.to);
      }
    }
    if (!((metres[end] ?? Infinity) <= limit)) return undefined;
    const path: Coordinate[] = [];
    for (let node = end; node >= 0; node = back[node] ?? -1) {
      const at = this.#places[node];
      if (at) path.push(at);
    }
    return path.toReversed();
  }

  #node(at: Coordinate): number {
    const point = `${Math.round(at.Lat * 1e5)},${Math.round(at.Lng * 1e5)}`;
    const known = this.#byPoint.get(point);
    if (known !== undefined) return known;
    const node = this.#places.push(at) - 1;
    this.#edges.push([]);
    this.#byPoint.set(point, node);
    const cell = `${Math.round(at.Lat * 1e4)},${Math.round(at.Lng * 1e4)}`;
    const neighbours = this.#byCell.get(cell) ?? [];
    for (const other of neighbours) {
      const change = metresBetween(this.#places[other] ?? at, at) + CHANGE;
      this.#edges[node]?.push({ to: other, metres: change });
      this.#edges[other]?.push({ to: node, metres: change });
    }
    this.#byCell.set(cell, [...neighbours, node]);
    return node;
  }

  #join(from: number, to: number): void {
    const [a, b] = [this.#places[from], this.#places[to]];
    if (!a || !b) return;
    const metres = metresBetween(a, b);
    this.#put(from, to, metres);
    this.#put(to, from, metres * AGAINST);
  }

  #put(from: number, to: number, metres: number): void {
    const edges = this.#edges[from];
    const at = edges?.findIndex((edge) => edge.to === to) ?? -1;
    if (at < 0) edges?.push({ to, metres });
    else if (edges && metres < (edges[at]?.metres ?? 0)) edges[at] = { to, metres };
  }
}

/** A binary heap of nodes by their distance. */
class Heap {
  readonly #items: (readonly [number, number])[] = [];

  push(key: number, value: number): void {
    const items = this.#items;
    let at = items.push([key, value]) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if ((items[up]?.[0] ?? 0) <= key) break;
      [items[at], items[up]] = [items[up] ?? [key, value], items[at] ?? [key, value]];
      at = up;
    }
  }

  pop(): readonly [number, number] | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (!first || !last || items.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const child = left + 1 < items.length && (items[left + 1]?.[0] ?? 0) < (items[left]?.[0] ?? 0) ? left + 1 : left;
      if ((items[child]?.[0] ?? 0) >= last[0]) break;
      items[at] = items[child] ?? last;
      at = child;
    }
    items[at] = last;
    return first;
  }
}

/** Degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

function boxRound(a: Coordinate, b: Coordinate, metres: number): Box {
  const lat = metres / 111_195;
  const lng = lat / Math.max(0.01, Math.cos((a.Lat * Math.PI) / 180));
  return {
    south: Math.min(a.Lat, b.Lat) - lat,
    north: Math.max(a.Lat, b.Lat) + lat,
    west: Math.min(a.Lng, b.Lng) - lng,
    east: Math.max(a.Lng, b.Lng) + lng,
  };
}

function isInside({ south, north, west, east }: Box, at: Coordinate | undefined): boolean {
  return at !== undefined && at.Lat >= south && at.Lat <= north && at.Lng >= west && at.Lng <= east;
}
