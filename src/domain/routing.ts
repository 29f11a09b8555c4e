/** Paths between two places, as a router answers them. */
import { z } from 'zod';
import type { Coordinate } from './coordinate.ts';

export const RouteVariant = z.enum(['standard', 'transit-alignment']);
export type RouteVariant = z.infer<typeof RouteVariant>;

/** A path as an encoded shape (precision 5), and what made it. `Notice` says why it is not what was requested. */
export const RouteAnswer = z.object({
  Route: z.string(),
  Engine: z.enum(['streets', 'osrm', 'valhalla', 'feed', 'straight']),
  Notice: z.string().optional(),
});
export type RouteAnswer = z.infer<typeof RouteAnswer>;

/** The path to where the pointer is; `vehicleType` (GTFS route_type) where the line keeps off the streets. */
export interface PreviewQuestion {
  readonly versionId: number;
  readonly variant: RouteVariant;
  readonly from: Coordinate;
  readonly to: Coordinate;
  readonly vehicleType?: number | undefined;
}

/** Asks for paths to where the pointer is; undefined: there is nothing to ask any more. */
export interface PreviewSession {
  ask(question: PreviewQuestion | undefined): void;
  close(): void;
}

/** Begins a session; `found` hears the path of the newest question that was answered. */
export type RoutePreview = (found: (question: PreviewQuestion, path: readonly Coordinate[]) => void) => PreviewSession;
