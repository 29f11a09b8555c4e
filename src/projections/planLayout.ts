/** Where the stops of a station's plan are drawn, so that their names neither overlap nor look alike. */
import type { PlanStop, StationPlan } from './stationPlan.ts';

/** A stop with its place in px, the level that it lies on and the name that has room. */
export interface PlanSpot extends PlanStop {
  readonly px: number;
  readonly py: number;
  readonly row: number;
  readonly label: string;
}

/** A level's part of the drawing in px. */
export interface PlanStorey {
  readonly top: number;
  readonly height: number;
}

export interface PlanLayout {
  readonly height: number;
  readonly storeys: readonly PlanStorey[];
  readonly spots: readonly PlanSpot[];
}

/** Px at the top of a level that its name takes, and px of each lane of stops below it. */
const HEAD = 40;
const LANE = 30;
/** Lanes of a level at least. */
const LANES = 2;
/** Px at the left and right that no dot lies in. */
const EDGE = 34;
/** Px that a character of a name takes, and between two names. */
const CHARACTER = 5.8;
const APART = 8;
/** Px from the upper edge of a lane to its dots. */
const DOT = 12;

/** Characters of a name at most: more where the drawing is wide. */
function nameLength(width: number): number {
  return width < 400 ? 11 : 20;
}

/** Lays stops out from left to right as they lie along the station, in as many lanes a level as their names need. */
export function planLayout({ levels }: Pick<StationPlan, 'levels'>, width: number): PlanLayout {
  const storeys: PlanStorey[] = [];
  const spots: PlanSpot[] = [];
  let top = 0;
  levels.forEach(({ stops }, row) => {
    const sorted = stops.toSorted((a, b) => a.x - b.x || (a.id < b.id ? -1 : 1));
    const labels = toldApart(sorted, nameLength(width));
    const halves = labels.map((label) => Math.max(16, label.length * CHARACTER + APART) / 2);
    const lanes = laneCount(halves, width);
    for (let lane = 0; lane < lanes; lane++) {
      const mine = sorted.flatMap((stop, i) => (i % lanes === lane ? [{ stop, label: labels[i] ?? '', half: halves[i] ?? 0 }] : []));
      const places = apart(
        mine.map(({ stop, half }) => ({ wanted: EDGE + stop.x * (width - 2 * EDGE), half })),
        width,
      );
      mine.forEach(({ stop, label }, i) => spots.push({ ...stop, label, px: places[i] ?? 0, py: top + HEAD + lane * LANE + DOT, row }));
    }
    const height = HEAD + lanes * LANE;
    storeys.push({ top, height });
    top += height;
  });
  return { height: top, storeys, spots };
}

/** Lanes among which the names go by turns, so that each has room for its own. */
function laneCount(halves: readonly number[], width: number): number {
  for (let lanes = LANES; ; lanes++) {
    const sums = Array.from({ length: lanes }, (_, lane) => halves.reduce((sum, half, i) => (i % lanes === lane ? sum + 2 * half : sum), 0));
    if (lanes >= halves.length || Math.max(...sums) <= width) return lanes;
  }
}

/** Places near those that are wanted, in their order, so that nothing overlaps or reaches over an edge. */
function apart(names: readonly { readonly wanted: number; readonly half: number }[], width: number): readonly number[] {
  const places: number[] = [];
  let end = 0;
  for (const { wanted, half } of names) {
    const place = Math.max(wanted, end + half);
    places.push(place);
    end = place + half;
  }
  let start = width;
  for (let i = names.length - 1; i >= 0; i--) {
    const half = names[i]?.half ?? 0;
    const place = Math.min(places[i] ?? 0, start - half);
    places[i] = place;
    start = place - half;
  }
  return places;
}

/** Names cut to a length: at the end, else in the middle, and by their ids where they are the same. */
export function toldApart(stops: readonly Pick<PlanStop, 'id' | 'name'>[], length: number): readonly string[] {
  const ways = [
    ({ name }: Pick<PlanStop, 'name'>) => cut(name, length, length - 1),
    ({ name }: Pick<PlanStop, 'name'>) => cut(name, length, Math.floor(length / 3)),
    ({ id }: Pick<PlanStop, 'id'>) => cut(id, length, 0),
  ];
  const [first] = ways;
  let labels = stops.map((stop) => first?.(stop) ?? '');
  for (const way of ways.slice(1)) {
    const count = counted(labels);
    labels = labels.map((label, i) => ((count.get(label) ?? 0) > 1 ? way(stops[i] ?? { id: label, name: label }) : label));
  }
  return labels;
}

function counted(labels: readonly string[]): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const label of labels) count.set(label, (count.get(label) ?? 0) + 1);
  return count;
}

/** The text with so many characters at its head, an ellipsis, and what has room of its tail. */
function cut(text: string, length: number, head: number): string {
  const tail = length - 1 - head;
  return text.length <= length ? text : `${text.slice(0, head)}…${tail === 0 ? '' : text.slice(-tail)}`;
}
