/** Which stops wait for the server just now. */
import type { PendingCommand } from '../kernel/state.ts';

/** The fields of a stop whose change is under way, by the names of its document (`Name`, `Coordinate`). */
export function pendingStopFields(pending: readonly PendingCommand[], stopId: string): readonly string[] {
  const prefix = `stop/${stopId}/`;
  return pending.flatMap((command) => command.touches.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)));
}

/** Whether a move of the stop is under way: 'Updating coordinates...' shows meanwhile. */
export function isStopMoving(pending: readonly PendingCommand[], stopId: string): boolean {
  return pendingStopFields(pending, stopId).includes('Coordinate');
}
