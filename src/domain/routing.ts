/** Paths between two places, as a router answers them. */
import { z } from 'zod';

export const RouteVariant = z.enum(['standard', 'transit-alignment']);
export type RouteVariant = z.infer<typeof RouteVariant>;

/** A path as an encoded shape (precision 5), and what made it. `Notice` says why it is not what was requested. */
export const RouteAnswer = z.object({
  Route: z.string(),
  Engine: z.enum(['streets', 'osrm', 'valhalla', 'feed', 'straight']),
  Notice: z.string().optional(),
});
export type RouteAnswer = z.infer<typeof RouteAnswer>;
