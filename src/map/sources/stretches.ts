/**
 * The lines of a network as stretches: each stretch is a piece of road or rail with all lines that share it, so that they can be drawn side by
 * side and named once. Feeds give every pattern a shape of its own, so equal polylines are found by place and direction, not by equal points.
 */
import type { NETWORK_ZOOMS } from '../../domain/mapOverlays.ts';
import { simplifyLine } from '../../domain/shapes.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { fromMercator, toMercator } from '../viewport.ts';

/** A polyline with the lines that go along it, by their numbers. */
export interface LinePolyline {
  readonly points: readonly MapCoordinate[];
  readonly lines: readonly number[];
}

/** Which ways a line goes along a stretch: 1 in the order of its points, 2 against it, 3 both. */
export type Direction = 1 | 2 | 3;

/** A stretch with the lines that share it, in the order of their numbers. */
export interface Stretch {
  readonly points: readonly MapCoordinate[];
  readonly lines: readonly { readonly line: number; readonly goes: Direction }[];
}

/** Zoom at which the px of `GAP` are meant, for each generalisation of the network: the nearest at which it is shown, a street for the finest. */
export const PX_ZOOM: Readonly<Record<(typeof NETWORK_ZOOMS)[number], number>> = { 8: 9, 11: 12, 15: 15 };

/** Least distance of two nodes in px: 10 m in streets. Polylines within `JOIN` gaps of each other are one. */
export const GAP = 4.5;
export const JOIN = 1.5;
/** Cosine of the angle up to which two polylines have the same direction, 35 degrees, either way round. */
const ALIKE = 0.82;

/** A node of the joined polylines: a place, and the direction of the polyline that made it. */
interface Node {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly polyline: number;
}

/** A piece between two nodes, from the lower to the higher in the order in which they were made. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly goes: Map<number, number>;
  /** The direction of the polyline that made it: 1 from `from` to `to`. */
  readonly made: 1 | 2;
  key: string;
  used: boolean;
}

/** Joins polylines and cuts them where other lines join or leave. The longest polyline gives the place and the direction of what is shared. */
export function stretchesOf(polylines: readonly LinePolyline[], zoom: (typeof NETWORK_ZOOMS)[number]): Stretch[] {
  const world = 512 * 2 ** PX_ZOOM[zoom];
  const placed = polylines
    .map(({ points, lines }) => ({ lines, points: points.map((at) => scaled(toMercator(at), world)) }))
    .map((polyline) => ({ ...polyline, length: lengthOf(polyline.points) }))
    .toSorted((a, b) => b.length - a.length);
  const nodes = new Nodes();
  const edges = new Map<string, Edge>();
  /** Nodes along a piece of a polyline: most patterns of a line repeat each other's points. */
  const walked = new Map<string, readonly number[]>();
  placed.forEach(({ points, lines }, polyline) => {
    let last: number | undefined;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]];
      if (!a || !b || (a.x === b.x && a.y === b.y)) continue;
      const key = `${a.x},${a.y},${b.x},${b.y}`;
      const known = walked.get(key);
      const along = known ?? nodes.along(a, b, polyline);
      if (!known) walked.set(key, along);
      for (const node of along) {
        if (last !== undefined && last !== node) addEdge(edges, last, node, lines);
        last = node;
      }
    }
  });
  return chained([...edges.values()], nodes).map(({ places, lines }) => ({
    points: simplifyLine(
      places.map(({ x, y }) => fromMercator({ x: x / world, y: y / world })),
      (METRES_AT_ZOOM_0 / 2 ** PX_ZOOM[zoom]) * 0.4,
    ),
    lines,
  }));
}

/** Metres that a px of the equator shows at zoom 0. */
const METRES_AT_ZOOM_0 = 78_271.5;

/** The nodes by the squares of a grid. */
class Nodes {
  readonly all: Node[] = [];
  readonly #squares = new Map<number, number[]>();

  /** The nodes along a straight piece of a polyline, made where there are none yet. */
  along(a: Spot, b: Spot, polyline: number): number[] {
    const [x, y] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(x, y);
    const [dx, dy] = [x / length, y / length];
    const steps = Math.max(1, Math.ceil(length / (GAP / 2)));
    const found: number[] = [];
    for (let step = 0; step <= steps; step++) {
      const at = { x: a.x + (x * step) / steps, y: a.y + (y * step) / steps, dx, dy, polyline };
      const node = this.#near(at) ?? this.#add(at);
      if (found.at(-1) !== node) found.push(node);
    }
    return found;
  }

  /** The nearest node that goes the same way; of its own nodes a polyline takes only near ones, so that it makes the next one. */
  #near({ x, y, dx, dy, polyline }: Node): number | undefined {
    const [column, row] = [squareOf(x), squareOf(y)];
    let best: number | undefined;
    let least = Infinity;
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        for (const id of this.#squares.get(c * COLUMN + r) ?? []) {
          const node = this.all[id];
          if (!node) continue;
          // squared: this runs a million times for a large network
          const away = (node.x - x) ** 2 + (node.y - y) ** 2;
          if (away >= least || away >= (node.polyline === polyline ? GAP ** 2 : (GAP * JOIN) ** 2)) continue;
          if (away > NEXT_TO ** 2 && Math.abs(node.dx * dx + node.dy * dy) < ALIKE) continue;
          [best, least] = [id, away];
        }
      }
    }
    return best;
  }

  #add(node: Node): number {
    const id = this.all.push(node) - 1;
    const square = squareOf(node.x) * COLUMN + squareOf(node.y);
    const there = this.#squares.get(square);
    if (there) there.push(id);
    else this.#squares.set(square, [id]);
    return id;
  }
}

/** Nodes so near are one whichever way they go: the corner of a polyline. */
const NEXT_TO = GAP / 3;
/** More rows than a world of squares has. */
const COLUMN = 2 ** 24;

function squareOf(px: number): number {
  return Math.floor(px / (GAP * JOIN));
}

function addEdge(edges: Map<string, Edge>, from: number, to: number, lines: readonly number[]): void {
  const [low, high] = from < to ? [from, to] : [to, from];
  const goes = from < to ? 1 : 2;
  const key = `${low} ${high}`;
  let edge = edges.get(key);
  if (!edge) {
    edge = { from: low, to: high, goes: new Map(), made: goes, key: '', used: false };
    edges.set(key, edge);
  }
  for (const line of lines) edge.goes.set(line, (edge.goes.get(line) ?? 0) | goes);
}

interface Chain {
  readonly places: readonly Spot[];
  readonly lines: Stretch['lines'];
}

/** Strings edges of the same lines together, as far as nothing of the same lines branches off. */
function chained(edges: readonly Edge[], nodes: Nodes): Chain[] {
  const at = new Map<number, Edge[]>();
  for (const edge of edges) {
    edge.key = [...edge.goes.keys()].toSorted((a, b) => a - b).join(' ');
    for (const node of [edge.from, edge.to]) {
      const there = at.get(node);
      if (there) there.push(edge);
      else at.set(node, [edge]);
    }
  }
  const nextOf = (node: number, edge: Edge): Edge | undefined => {
    const alike = (at.get(node) ?? []).filter((other) => other !== edge && other.key === edge.key);
    return alike.length === 1 && alike[0]?.used === false ? alike[0] : undefined;
  };
  return edges.flatMap((first) => {
    if (first.used) return [];
    first.used = true;
    const chain = [first.from, first.to];
    const parts: { readonly edge: Edge; readonly forward: boolean }[] = [{ edge: first, forward: true }];
    for (const atEnd of [true, false]) {
      let edge: Edge | undefined = first;
      while (edge) {
        const end: number = (atEnd ? chain.at(-1) : chain[0]) ?? 0;
        edge = nextOf(end, edge);
        if (!edge) break;
        edge.used = true;
        const other = edge.from === end ? edge.to : edge.from;
        if (atEnd) chain.push(other);
        else chain.unshift(other);
        parts.push({ edge, forward: atEnd === (edge.from === end) });
      }
    }
    // as most of it was made, so that the stretches of one way run on in one direction
    const along = parts.filter(({ edge, forward }) => (edge.made === 1) === forward).length;
    const turned = along * 2 < parts.length;
    const places = (turned ? chain.toReversed() : chain).flatMap((node) => nodes.all[node] ?? []);
    return [{ places, lines: linesOf(parts, turned) }];
  });
}

/** A line goes both ways along a stretch where it does so along a fifth of it: the ends of two directions rarely meet at one node. */
function linesOf(parts: readonly { readonly edge: Edge; readonly forward: boolean }[], turned: boolean): Stretch['lines'] {
  const counts = new Map<number, [along: number, against: number]>();
  for (const { edge, forward } of parts) {
    for (const [line, goes] of edge.goes) {
      const count = counts.get(line) ?? [0, 0];
      counts.set(line, count);
      const same = forward !== turned;
      if ((goes & 1) !== 0) count[same ? 0 : 1]++;
      if ((goes & 2) !== 0) count[same ? 1 : 0]++;
    }
  }
  const often = parts.length / 5;
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([line, [along, against]]) => ({ line, goes: along > often && against > often ? 3 : along >= against ? 1 : 2 }));
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

function scaled({ x, y }: Spot, by: number): Spot {
  return { x: x * by, y: y * by };
}

function lengthOf(points: readonly Spot[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++)
    sum += Math.hypot((points[i]?.x ?? 0) - (points[i - 1]?.x ?? 0), (points[i]?.y ?? 0) - (points[i - 1]?.y ?? 0));
  return sum;
}
