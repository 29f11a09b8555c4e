/** Pathways between the stops of a station, and the levels they join. */
import type { PathwayField } from './model/pathway.ts';

const PATHWAY_MODES = ['Walkway', 'Stairs', 'Moving Sidewalk', 'Escalator', 'Elevator', 'Fare Gate', 'Exit Gate'] as const;

/** The label of a pathway mode, 1 to 7 as in GTFS. */
export function pathwayModeLabel(mode: number): string {
  return PATHWAY_MODES[mode - 1] ?? `Unknown pathway mode ${mode}`;
}

/** The modes by their GTFS numbers. */
export const PATHWAY_MODE_NUMBERS: readonly number[] = PATHWAY_MODES.map((_label, i) => i + 1);

/** The modes to choose from. */
export const PATHWAY_MODE_OPTIONS = PATHWAY_MODES.map((label, i) => ({ value: String(i + 1), label }));

/** Where a pathway comes from; one that says nothing came with its feed. */
export const PATHWAY_ORIGINS = { Feed: 0, Drawn: 1, Derived: 2 } as const;

const ORIGIN_LABELS = ['Feed', 'Drawn on the map', 'Derived from other data'] as const;

/** The label of a data origin. */
export function pathwayOriginLabel(origin: number = PATHWAY_ORIGINS.Feed): string {
  return ORIGIN_LABELS[origin] ?? `Unknown origin ${origin}`;
}

/** Modes with stairs, and those with a slope. */
const STAIRS = 2;
const SLOPED = [1, 3];

/** Whether a field belongs to a pathway of that mode: stairs are counted on stairs, slope is that of walkways and moving sidewalks. */
export function fitsPathwayMode(field: PathwayField, mode: number): boolean {
  if (field === 'stairCount') return mode === STAIRS;
  return field !== 'maxSlope' || SLOPED.includes(mode);
}
