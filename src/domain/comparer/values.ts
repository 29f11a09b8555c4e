/** Values of fields as people read them where two states of a document stand side by side. */
import { decode } from '@mapbox/polyline';
import { Coordinate, formatCoordinate } from '../coordinate.ts';
import { formatDays } from '../days.ts';
import type { EntityKind } from '../entities.ts';
import { stopTypeLabel, wheelchairLabel } from '../stops.ts';
import { formatServiceTime } from '../time.ts';
import { transferTypeLabel } from '../transfers.ts';
import { pathwayModeLabel } from '../pathways.ts';

/** The value of a field in words; an absent one is empty. */
export function valueText(kind: EntityKind, name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(kind, name, value);
  if (typeof value === 'string') return name === 'Shape' ? shapeText(value) : value;
  const place = Coordinate.safeParse(value);
  if (place.success) return formatCoordinate(place.data);
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  if (typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${key}: ${itemText(part)}`)
    .join(', ');
}

function numberText(kind: EntityKind, name: string, value: number): string {
  if (name === 'Days') return formatDays(value);
  if (name === 'ArrivalTime' || name === 'DepartTime') return formatServiceTime(value);
  if (kind === 'Stop' && name === 'Type') return stopTypeLabel(value);
  if (kind === 'Stop' && name === 'WheelchairBoarding') return wheelchairLabel(value);
  if (kind === 'Transfer' && name === 'Type') return transferTypeLabel(value);
  if (kind === 'Pathway' && name === 'Mode') return pathwayModeLabel(value);
  return String(value);
}

function shapeText(shape: string): string {
  return `${decode(shape, 5).length} points`;
}

function itemText(item: unknown): string {
  if (item === null || item === undefined) return '–';
  if (typeof item === 'string') return item;
  if (typeof item !== 'object') return JSON.stringify(item) ?? '';
  if (Array.isArray(item)) return `[${item.map(itemText).join(', ')}]`;
  const parts = Object.entries(item).filter(([, part]) => part !== undefined && part !== null);
  return parts.map(([key, part]) => (key === 'StopId' || key === 'Date' ? itemText(part) : `${key} ${itemText(part)}`)).join(' ');
}
