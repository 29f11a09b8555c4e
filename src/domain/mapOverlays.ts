/** What the map shows of a version beside its stops: the lines of the network, transfers and pathways. */
import { z } from 'zod';
import { Coordinate } from './coordinate.ts';

/** Zooms at which the network can be asked for: the whole of it, a city, a street. */
export const NETWORK_ZOOMS = [8, 11, 15] as const;

/** The zoom to ask for at a zoom of the map. */
export function networkZoom(zoom: number): (typeof NETWORK_ZOOMS)[number] {
  return zoom < 9 ? 8 : zoom < 12.5 ? 11 : 15;
}

/** A line of the network: one schedule with its colour (six hex digits, none where the feed gives none). */
export const NetworkLine = z.object({ Id: z.string(), Name: z.string(), LongName: z.string().optional(), Color: z.string().optional() });
export type NetworkLine = z.infer<typeof NetworkLine>;

/** One way on the map, as an encoded shape; tracks that go the same way share it. `Tracks` are place in `Lines` and track id. */
export const NetworkShape = z.object({ Shape: z.string(), Tracks: z.array(z.tuple([z.int().min(0), z.string()])) });
export type NetworkShape = z.infer<typeof NetworkShape>;

/** All visible tracks of a version, generalised for a zoom. */
export const Network = z.object({ Rev: z.int().min(0), Lines: z.array(NetworkLine), Shapes: z.array(NetworkShape) });
export type Network = z.infer<typeof Network>;

/** A transfer as map and lists need it. */
export const OverlayTransfer = z.object({
  Id: z.string(),
  StopIdFrom: z.string().optional(),
  StopIdTo: z.string().optional(),
  Type: z.int(),
  /** Seconds, as its stop has them. */
  Time: z.int().min(0).optional(),
  Rev: z.int().optional(),
});
export type OverlayTransfer = z.infer<typeof OverlayTransfer>;

/** Transfers between two places, either way. A place is null where its stop has none. */
export const TransferGroup = z.object({ FromCoords: Coordinate.nullable(), ToCoords: Coordinate.nullable(), Transfers: z.array(OverlayTransfer) });
export type TransferGroup = z.infer<typeof TransferGroup>;

/** A pathway as map and lists need it. */
export const OverlayPathway = z.object({
  Id: z.string(),
  FromStopId: z.string(),
  ToStopId: z.string(),
  Mode: z.int(),
  IsBidirectional: z.boolean(),
  /** Metres. */
  Length: z.number().optional(),
  /** Seconds. */
  TraversalTime: z.number().optional(),
  /** Levels of the stops at its ends, where they name one. */
  FromLevelId: z.string().optional(),
  ToLevelId: z.string().optional(),
  FromCoords: Coordinate.nullable(),
  ToCoords: Coordinate.nullable(),
});
export type OverlayPathway = z.infer<typeof OverlayPathway>;
