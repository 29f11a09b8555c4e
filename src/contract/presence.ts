/**
 * Presence: a place goes from a client over its live connection (`showPlace`), and to all connections that follow the same database
 * (`presenceChanged`). It is kept in memory alone.
 */
import { z } from 'zod';
import { PresentTab } from '../domain/presence.ts';

/** Name of the message with which a client says its place; null hides it. */
export const SHOW_PLACE = 'showPlace';
/** Name of the message that says who is where. */
export const PRESENCE_CHANGED = 'presenceChanged';

export const PresenceChanged = z.object({
  DatabaseId: z.string(),
  /** Key of the receiver's own person; with it come all tabs of the database, in place of those known before. */
  You: z.string().optional(),
  /** Tabs that changed, the newest last. */
  Tabs: z.array(PresentTab),
});
export type PresenceChanged = z.infer<typeof PresenceChanged>;
