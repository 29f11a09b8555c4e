/** The storeys of stations in their order. */
import type { Level } from './model/level.ts';

/** The highest storey first; those of one height by their ids. */
export function byStorey(a: Level, b: Level): number {
  return b.Index - a.Index || (a.Id < b.Id ? -1 : 1);
}

/** Another index of a level. */
export interface LevelIndex {
  readonly levelId: string;
  readonly index: number;
}

/**
 * The indexes that put a level one place up or down among others: it changes places with its neighbour. Of two with the same
 * index it goes half a storey beyond. Empty at the end of the list.
 */
export function levelMoved(levels: readonly Level[], levelId: string, direction: 'up' | 'down'): readonly LevelIndex[] {
  const sorted = levels.toSorted(byStorey);
  const at = sorted.findIndex(({ Id }) => Id === levelId);
  const [level, other] = [sorted[at], sorted[direction === 'up' ? at - 1 : at + 1]];
  if (!level || !other) return [];
  if (level.Index === other.Index) return [{ levelId, index: other.Index + (direction === 'up' ? 0.5 : -0.5) }];
  return [
    { levelId, index: other.Index },
    { levelId: other.Id, index: level.Index },
  ];
}

/** An id for a new level: `L2` for index 2, with a number behind where it is taken. */
export function newLevelId(index: number, taken: ReadonlySet<string>): string {
  const wanted = `L${index}`;
  if (!taken.has(wanted)) return wanted;
  let n = 2;
  while (taken.has(`${wanted}-${n}`)) n++;
  return `${wanted}-${n}`;
}
