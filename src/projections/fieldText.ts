/** Fields of documents and their values in words, wherever two states of a document stand side by side. */
import { Coordinate, formatCoordinate } from '../domain/coordinate.ts';
import type { EntityKind } from '../domain/entities.ts';
import { stopTypeLabel, wheelchairLabel } from '../domain/stops.ts';
import { transferTypeLabel } from '../domain/transfers.ts';

/** `WheelchairBoarding` reads as "Wheelchair boarding". */
export function fieldName(field: string): string {
  const words = field.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as a person reads it; an absent one is "(empty)". */
export function fieldText(kind: EntityKind, field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return field === 'Coordinate' ? 'Nowhere' : '(empty)';
  const label = typeof value === 'number' ? LABELS[`${kind}/${field}`]?.(value) : undefined;
  if (label !== undefined) return label;
  const place = Coordinate.safeParse(value);
  if (place.success) return formatCoordinate(place.data);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : `${value.length} entries`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const LABELS: Readonly<Record<string, (value: number) => string>> = {
  'Stop/Type': stopTypeLabel,
  'Stop/WheelchairBoarding': wheelchairLabel,
  'Transfer/Type': transferTypeLabel,
};
