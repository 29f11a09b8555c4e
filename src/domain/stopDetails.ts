/** What map, list and popup show of a stop beyond the document itself. */
import { z } from 'zod';
import { Coordinate } from './coordinate.ts';
import { Pathway } from './model/pathway.ts';
import { Stop } from './model/stop.ts';
import { Transfer } from './model/transfer.ts';

/** What map and list need of a stop. `Rev` is left out while it is 0 (unchanged since the version's base). */
export const OverlayStop = z.object({
  Id: z.string(),
  Name: z.string(),
  Type: z.int(),
  Coordinate: Coordinate.nullable(),
  ZoneId: z.string().optional(),
  ParentId: z.string().optional(),
  StopCode: z.string().optional(),
  Rev: z.int().optional(),
});
export type OverlayStop = z.infer<typeof OverlayStop>;

/** The overlay's row of a stop. */
export function overlayStop(stop: Stop, rev: number): OverlayStop {
  const { Id, Name, Type, Coordinate: at, ZoneId, ParentId, StopCode } = stop;
  return {
    Id,
    Name,
    Type,
    Coordinate: at,
    ...(ZoneId === undefined ? {} : { ZoneId }),
    ...(ParentId === undefined ? {} : { ParentId }),
    ...(StopCode === undefined ? {} : { StopCode }),
    ...(rev === 0 ? {} : { Rev: rev }),
  };
}

/** A stop with all that uses it. */
export const StopDetails = z.object({
  Stop,
  Rev: z.int().min(0),
  Transfers: z.array(Transfer),
  Pathways: z.array(Pathway),
  Schedules: z.array(
    z.object({
      Id: z.string(),
      Name: z.string(),
      LongName: z.string().optional(),
      Tracks: z.array(z.object({ Id: z.string(), Name: z.string() })),
    }),
  ),
  Agencies: z.array(z.object({ Id: z.string(), Name: z.string().optional() })),
  /** Names of the stops that transfers, pathways and the parent speak of. */
  StopNames: z.record(z.string(), z.string()),
});
export type StopDetails = z.infer<typeof StopDetails>;
