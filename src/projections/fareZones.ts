/** The fare zones of a version: named by its stops, coloured in the order of their names. */
import type { OverlayStop } from '../domain/stopDetails.ts';
import { rows, type Table } from '../kernel/table.ts';

export interface FareZone {
  readonly id: string;
  readonly stops: number;
  /** `#rrggbb`; neighbours in the list differ, and beyond a dozen zones colours come again. */
  readonly color: string;
}

/** Zones as people count; the same table gives the same list. */
export function fareZones(table: Table<OverlayStop>): readonly FareZone[] {
  const known = lists.get(table);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const { ZoneId } of rows(table)) if (ZoneId !== undefined && ZoneId !== '') counts.set(ZoneId, (counts.get(ZoneId) ?? 0) + 1);
  const made = [...counts].toSorted(([a], [b]) => collator.compare(a, b)).map(([id, stops], i): FareZone => ({ id, stops, color: zoneColor(i) }));
  lists.set(table, made);
  return made;
}

/** The colour of the zone, or area, of a place in the list. */
export function zoneColor(at: number): string {
  return COLORS[at % COLORS.length] ?? '#868e96';
}

const lists = new WeakMap<Table<OverlayStop>, readonly FareZone[]>();
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Colours that differ on light and dark backgrounds, and side by side for most people with colour blindness. */
const COLORS = ['#1c7ed6', '#e8590c', '#2b8a3e', '#ae3ec9', '#f08c00', '#0c8599', '#c2255c', '#5c940d', '#6741d9', '#a0522d', '#1098ad', '#868e96'];
