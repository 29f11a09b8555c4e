/** A track's shape while it is edited: what was done to it since it was opened, step by step. */
import { z } from 'zod';
import { Coordinate, metresBetween } from './coordinate.ts';
import { decodeShape, encodeShape, nearestOnLine } from './shapes.ts';

/** One step on the points of a shape. Indexes are those at that step. */
export const ShapeStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), index: z.int().min(0), to: Coordinate }),
  z.object({ kind: z.literal('insert'), index: z.int().min(0), to: Coordinate }),
  z.object({ kind: z.literal('remove'), index: z.int().min(0) }),
  /** The whole line from somewhere else, encoded. */
  z.object({
    kind: z.literal('replace'),
    shape: z.string(),
    /** Point of each stop on it, where they are known; else the nearest ones in order. */
    sequences: z.array(z.int().min(0)).optional(),
  }),
]);
export type ShapeStep = z.infer<typeof ShapeStep>;

/** A piece of the shape that was drawn, from where the piece before ended: its encoded shape, and the track stop it ends at. */
export const ShapeLeg = z.object({ shape: z.string(), position: z.int().min(0).nullable() });
export type ShapeLeg = z.infer<typeof ShapeLeg>;

export const ShapeMode = z.enum(['MOVE', 'DRAW']);
export type ShapeMode = z.infer<typeof ShapeMode>;

/** The steps are kept and not the points: a step of a shape of 5,000 points is a few bytes in the log. */
export const ShapeDraft = z.object({
  versionId: z.int(),
  scheduleId: z.string(),
  trackId: z.string(),
  mode: ShapeMode,
  /** The shape when it was opened; null where the track had none. */
  base: z.string().nullable(),
  /** Shape point of each track stop at that time, and where the stop was. */
  stops: z.array(z.object({ sequence: z.int().nullable(), at: Coordinate.nullable() })),
  recalculateTimes: z.boolean(),
  steps: z.array(ShapeStep),
  /** Where drawing began: a track stop, or a place. */
  start: z.object({ at: Coordinate, position: z.int().min(0).nullable() }).nullable(),
  legs: z.array(ShapeLeg),
});
export type ShapeDraft = z.infer<typeof ShapeDraft>;

interface Stepped {
  readonly points: readonly Coordinate[];
  readonly sequences: readonly (number | null)[];
}

let last:
  | { readonly base: string | null; readonly steps: readonly ShapeStep[]; readonly stops: ShapeDraft['stops']; readonly made: Stepped }
  | undefined;

/** The points as the steps have made them, and the point of each stop. Asked again with one step more it applies that step alone. */
export function steppedShape({ base, steps, stops }: Pick<ShapeDraft, 'base' | 'steps' | 'stops'>): Stepped {
  if (last && last.base === base && last.stops === stops && last.steps === steps) return last.made;
  const goesOn =
    last && last.base === base && last.stops === stops && last.steps.length < steps.length && last.steps.every((step, i) => step === steps[i]);
  let made: Stepped =
    goesOn && last ? last.made : { points: base === null ? [] : decodeShape(base), sequences: stops.map(({ sequence }) => sequence) };
  for (const step of goesOn && last ? steps.slice(last.steps.length) : steps) made = applied(made, step, stops);
  last = { base, steps, stops, made };
  return made;
}

function applied({ points, sequences }: Stepped, step: ShapeStep, stops: ShapeDraft['stops']): Stepped {
  if (step.kind === 'replace') {
    const line = decodeShape(step.shape);
    return step.sequences?.length === stops.length ? { points: line, sequences: step.sequences } : onLine(line, stops);
  }
  if (step.kind === 'move') return { points: points.with(step.index, step.to), sequences };
  if (step.kind === 'insert')
    return { points: points.toSpliced(step.index, 0, step.to), sequences: sequences.map((at) => (at !== null && at >= step.index ? at + 1 : at)) };
  // a stop whose point goes takes the one before
  return {
    points: points.toSpliced(step.index, 1),
    sequences: sequences.map((at) => (at !== null && at > 0 && at >= step.index ? at - 1 : at)),
  };
}

/** How much further than the nearest point the end of a line may lie from its last stop, in metres. */
const AT_END = 30;

/** A line with the point of each stop on it: the nearest one that is not before that of the stop before. */
function onLine(points: readonly Coordinate[], stops: ShapeDraft['stops']): Stepped {
  let least = 0;
  const sequences = stops.map(({ at }) => {
    if (!at) return null;
    const near = nearestPoint(points, at, least, points.length - 1);
    if (near === undefined) return null;
    least = near;
    return near;
  });
  // a line that comes back to where it began ends at its last stop, not at its first
  const [end, last] = [points.at(-1), stops.at(-1)?.at];
  const before = points[sequences.at(-1) ?? -1];
  if (end && last && before && metresBetween(end, last) <= metresBetween(before, last) + AT_END) sequences[sequences.length - 1] = points.length - 1;
  return { points, sequences };
}

/** The points of what was drawn so far. */
export function drawnPoints({ start, legs }: Pick<ShapeDraft, 'start' | 'legs'>): readonly Coordinate[] {
  if (!start) return [];
  return [start.at, ...legs.flatMap(({ shape }) => decodeShape(shape).slice(1))];
}

/** What is sent of a drawn part: the part, and between which points of the old shape it lies. Undefined while nothing is drawn. */
export function drawnSegment(draft: ShapeDraft):
  | {
      readonly segment: { Stops: { Position: number; ShapeSequence: number }[]; Shape: string };
      readonly startOriginalSequence: number;
      readonly endOriginalSequence: number;
    }
  | undefined {
  const { start, legs, stops, base } = draft;
  if (!start || legs.length === 0) return undefined;
  const points = drawnPoints(draft);
  const old = base === null ? [] : decodeShape(base);
  const known = new Map<number, number>(start.position === null ? [] : [[start.position, 0]]);
  let at = 0;
  for (const leg of legs) {
    at += decodeShape(leg.shape).length - 1;
    if (leg.position !== null) known.set(leg.position, at);
  }
  const from = originalSequence(old, stops[start.position ?? -1]?.sequence ?? null, start.at, 0);
  const end = points.at(-1) ?? start.at;
  const to = Math.max(from, originalSequence(old, stops[legs.at(-1)?.position ?? -1]?.sequence ?? null, end, from));
  return {
    segment: { Stops: alongSegment(draft, points, known, from, to), Shape: encodeShape(points) },
    startOriginalSequence: from,
    endOriginalSequence: to,
  };
}

/** Every stop that was on the replaced part, and every one that was clicked, with its point in the new part, in order. */
function alongSegment(
  { stops, base }: ShapeDraft,
  points: readonly Coordinate[],
  known: ReadonlyMap<number, number>,
  from: number,
  to: number,
): { Position: number; ShapeSequence: number }[] {
  const first = Math.min(...known.keys());
  const final = Math.max(...known.keys());
  const found: { Position: number; ShapeSequence: number }[] = [];
  let least = 0;
  for (const [position, { sequence, at }] of stops.entries()) {
    const clicked = known.get(position);
    const wasThere = sequence !== null && base !== null && sequence >= from && sequence <= to;
    const between = position > first && position < final;
    if (clicked === undefined && !wasThere && !between && base !== null) continue;
    const next = [...known].filter(([other]) => other > position).toSorted((a, b) => a[0] - b[0])[0]?.[1] ?? points.length - 1;
    const near = clicked ?? (at ? nearestPoint(points, at, least, next) : undefined);
    if (near === undefined || near < least) continue;
    least = near;
    found.push({ Position: position, ShapeSequence: near });
  }
  return found;
}

function nearestPoint(points: readonly Coordinate[], at: Coordinate, from: number, to: number): number | undefined {
  const on = nearestOnLine(points, at, from, to);
  return on && Math.min(to, on.part > 0.5 ? on.index + 1 : on.index);
}

function originalSequence(old: readonly Coordinate[], known: number | null, at: Coordinate, from: number): number {
  if (known !== null && known >= from && known < old.length) return known;
  return old.length === 0 ? 0 : (nearestPoint(old, at, from, old.length - 1) ?? from);
}

/** What is said of track stops that no shape point belongs to; undefined where each has one. */
export function sequenceNotice(stops: readonly { readonly ShapeSequence?: number | undefined }[]): string | undefined {
  const without = stops.filter(({ ShapeSequence }) => ShapeSequence === undefined).length;
  if (without === 0) return undefined;
  return without === stops.length ? "All track stops don't have a ShapeSequence" : `${without}/${stops.length} track stops without a ShapeSequence`;
}
