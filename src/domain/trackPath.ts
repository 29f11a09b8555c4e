/** The shape of a whole track found from its stops, before it is applied. */
import { z } from 'zod';
import { RouteAnswer } from './routing.ts';

/** From a stop to the next. */
const PathSegment = z.object({
  Engine: RouteAnswer.shape.Engine,
  /** Length along the shape by the direct distance; 1 where both are the same place. */
  Detour: z.number(),
});

/** A found shape (precision 5), the point of each stop on it and how far it lies from there in metres, and what lies between the stops. */
export const TrackPath = z.object({
  Shape: z.string(),
  Sequences: z.array(z.int().min(0)),
  Away: z.array(z.number()),
  Segments: z.array(PathSegment),
});
export type TrackPath = z.infer<typeof TrackPath>;

/** A segment longer than so many times the direct distance is to be looked at. */
const LONGEST_DETOUR = 2.5;
/** A stop further from the shape than so many metres is to be looked at. */
const FURTHEST_AWAY = 25;

/** What a person should look at before the shape is applied; positions of stops, from 0. */
export type Doubt =
  | { readonly kind: 'detour'; readonly from: number; readonly to: number; readonly times: number }
  | { readonly kind: 'straight'; readonly from: number; readonly to: number }
  | { readonly kind: 'away'; readonly at: number; readonly metres: number };

/** In the order of the stops. */
export function doubtsOf({ Segments, Away }: Pick<TrackPath, 'Segments' | 'Away'>): Doubt[] {
  return Away.flatMap((metres, at): Doubt[] => {
    const segment = Segments[at];
    return [
      ...(metres > FURTHEST_AWAY ? [{ kind: 'away' as const, at, metres: Math.round(metres) }] : []),
      ...(segment?.Engine === 'straight' ? [{ kind: 'straight' as const, from: at, to: at + 1 }] : []),
      ...(segment && segment.Detour > LONGEST_DETOUR
        ? [{ kind: 'detour' as const, from: at, to: at + 1, times: Math.round(segment.Detour * 10) / 10 }]
        : []),
    ];
  });
}
