/** Values of fields as people read them where two states of a document stand side by side. */
import { decode } from '@mapbox/polyline';
import { z } from 'zod';
import { Coordinate, formatCoordinate } from '../coordinate.ts';
import { formatDays } from '../days.ts';
import type { EntityKind } from '../entities.ts';
import { fieldOf } from '../model/catalogue.ts';
import { ringsOf, ZoneGeometry } from '../zoneGeometry.ts';
import { PositionInterval } from '../model/timetable.ts';

/** The value of a field in words; an absent one is empty. */
export function valueText(kind: EntityKind, name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(kind, name, value);
  if (typeof value === 'string') return name === 'Shape' ? shapeText(value) : value;
  const border = ZoneGeometry.safeParse(value);
  if (border.success) return borderText(border.data);
  const place = Coordinate.safeParse(value);
  if (place.success) return formatCoordinate(place.data);
  if (Array.isArray(value)) return listText(kind, name, value);
  if (typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${key}: ${itemText(part)}`)
    .join(', ');
}

function numberText(kind: EntityKind, name: string, value: number): string {
  const known = fieldOf(kind, name);
  return known?.holds === 'days' ? formatDays(value) : (known?.shown?.(value) ?? String(value));
}

/** A list in words; of timepoints and of pick-up and drop-off only values other than the default are listed. */
function listText(kind: EntityKind, name: string, list: readonly unknown[]): string {
  if (kind !== 'Timetable') return list.map(itemText).join(', ');
  if (name === 'Timepoints') return timepointsText(list);
  const intervals = z.array(PositionInterval).safeParse(list);
  return intervals.success && name.endsWith('Intervals') ? intervals.data.map(intervalText).join(', ') : list.map(itemText).join(', ');
}

function timepointsText(list: readonly unknown[]): string {
  const exact = list.flatMap((point, position) => (point === 1 ? [position + 1] : []));
  const others = new Set(list.filter((point) => point !== 1));
  const rest = others.size === 0 ? '' : others.size > 1 ? 'others vary' : others.has(0) ? 'others approximate' : 'others not said';
  if (exact.length === 0) return rest.replace('others', 'all');
  return rest === '' ? 'all exact' : `exact at ${exact.join(', ')}; ${rest}`;
}

const ACCESS = ['regular', 'not available', 'phone the agency', 'ask the driver'];

function intervalText([from, to, access]: PositionInterval): string {
  return `${to - from === 1 ? `stop ${from + 1}` : `stops ${from + 1}–${to}`} ${ACCESS[access]}`;
}

function shapeText(shape: string): string {
  return `${decode(shape, 5).length} points`;
}

function borderText(border: ZoneGeometry): string {
  const rings = ringsOf(border);
  return `${rings.reduce((sum, ring) => sum + ring.length - 1, 0)} points${rings.length > 1 ? ` in ${rings.length} rings` : ''}`;
}

function itemText(item: unknown): string {
  if (item === null || item === undefined) return '–';
  if (typeof item === 'string') return item;
  if (typeof item !== 'object') return JSON.stringify(item) ?? '';
  if (Array.isArray(item)) return `[${item.map(itemText).join(', ')}]`;
  const parts = Object.entries(item).filter(([, part]) => part !== undefined && part !== null);
  return parts.map(([key, part]) => (key === 'StopId' || key === 'Date' ? itemText(part) : `${key} ${itemText(part)}`)).join(' ');
}
