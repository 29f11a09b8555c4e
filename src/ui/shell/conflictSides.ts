/** What two people made of the same thing, in words: theirs, as the server has it, and mine, as it was meant. */
import { z } from 'zod';
import { Coordinate, formatCoordinate } from '../../domain/coordinate.ts';
import { StopState } from '../../domain/stopDetails.ts';
import { StopField, stopFieldValue, StopFieldValue, stopTypeLabel, wheelchairLabel } from '../../domain/stops.ts';
import type { ConflictEntry } from '../../kernel/state.ts';

/** Both sides of a conflict. */
export interface ConflictSides {
  readonly theirs: string;
  readonly mine: string;
  /** The stop it is about, to show it. */
  readonly stop?: { readonly versionId: number; readonly stopId: string };
}

const OfStop = z.object({ versionId: z.number(), stopId: z.string() });
const FieldEdit = OfStop.extend({ field: StopField, to: StopFieldValue });
const Move = OfStop.extend({ to: Coordinate.nullable() });

/** Reads both sides; what is of no known form is shown as it came. */
export function conflictSides({ type, mine, theirs }: Pick<ConflictEntry, 'type' | 'mine' | 'theirs'>): ConflictSides {
  const about = OfStop.safeParse(mine);
  const stop = about.success ? { stop: { versionId: about.data.versionId, stopId: about.data.stopId } } : {};
  const present = StopState.safeParse(theirs);
  if (!about.success || !present.success) return { theirs: raw(theirs), mine: raw(mine), ...stop };
  if (type === 'stop.remove')
    return { theirs: present.data.Stop === null ? 'The stop is removed' : 'The stop has been changed', mine: 'Remove the stop', ...stop };
  if (type === 'stop.restore')
    return { theirs: present.data.Stop === null ? 'The stop is removed' : 'The stop is there', mine: 'Bring the stop back', ...stop };

  const now = present.data.Stop;
  const edit = FieldEdit.safeParse(mine);
  if (edit.success) {
    const { field, to } = edit.data;
    return { theirs: now === null ? 'The stop is removed' : fieldText(field, stopFieldValue(now, field)), mine: fieldText(field, to), ...stop };
  }
  const move = Move.safeParse(mine);
  if (move.success) return { theirs: now === null ? 'The stop is removed' : placeText(now.Coordinate), mine: placeText(move.data.to), ...stop };
  return { theirs: raw(theirs), mine: raw(mine), ...stop };
}

function fieldText(field: StopField, value: StopFieldValue): string {
  if (typeof value === 'number') return field === 'type' ? stopTypeLabel(value) : wheelchairLabel(value);
  return value === '' ? '(empty)' : value;
}

function placeText(at: Coordinate | null): string {
  return at === null ? 'Nowhere' : formatCoordinate(at);
}

function raw(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
