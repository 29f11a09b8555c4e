/** What a timetable says at each stop beside its times: how passengers get on and off, and whether the time is exact. */
import { z } from 'zod';
import { type PositionInterval, Timetable } from '../model/timetable.ts';
import { intervalsOf, kindAt } from './profile.ts';

export const AccessField = z.enum(['PickupIntervals', 'DropOffIntervals', 'ContinuousPickupIntervals', 'ContinuousDropOffIntervals']);
export type AccessField = z.infer<typeof AccessField>;

export const StopField = z.enum([...AccessField.options, 'Timepoints']);
export type StopField = z.infer<typeof StopField>;

/** The GTFS number; null is not said, of timepoints alone. */
export type StopValue = number | null;

/** What holds where nothing is said: passengers get on and off at stops, and nowhere between them. */
export function usualValue(field: StopField): StopValue {
  if (field === 'Timepoints') return null;
  return field.startsWith('Continuous') ? 1 : 0;
}

/** What a timetable says at a position. */
export function stopValueAt(timetable: Timetable, field: StopField, position: number): StopValue {
  return field === 'Timepoints' ? (timetable.Timepoints?.[position] ?? null) : kindAt(timetable[field], position, usualValue(field) ?? 0);
}

/** Whether a value can be said in a field. */
export function isStopValue(field: StopField, value: StopValue): boolean {
  return field === 'Timepoints' ? value === null || value === 0 || value === 1 : value !== null;
}

/** The timetable with other values at some positions. */
export function withStopValues(timetable: Timetable, field: StopField, stopCount: number, valueAt: (position: number) => StopValue): Timetable {
  const values = Array.from({ length: stopCount }, (_, position) => valueAt(position));
  const { [field]: _was, ...rest } = timetable;
  if (field === 'Timepoints') return values.every((value) => value === null) ? rest : Timetable.parse({ ...rest, Timepoints: values });
  const usual = usualValue(field) ?? 0;
  const intervals: PositionInterval[] | undefined = intervalsOf(
    values.map((value) => value ?? usual),
    usual,
  );
  return { ...rest, ...(intervals ? { [field]: intervals } : {}) };
}

/** A value in words; `short` fits a cell. */
export interface StopValueWords {
  readonly value: StopValue;
  readonly label: string;
  readonly short: string;
}

const KINDS: readonly StopValueWords[] = [
  { value: 0, label: 'Regular', short: 'Regular' },
  { value: 1, label: 'Not available', short: 'No' },
  { value: 2, label: 'Phone the agency', short: 'Phone' },
  { value: 3, label: 'Ask the driver', short: 'Driver' },
];
const POINTS: readonly StopValueWords[] = [
  { value: null, label: 'Not said', short: '' },
  { value: 1, label: 'Exact', short: 'Exact' },
  { value: 0, label: 'Approximate', short: 'Approx.' },
];

/** The values of a field. */
export function stopValuesOf(field: StopField): readonly StopValueWords[] {
  return field === 'Timepoints' ? POINTS : KINDS;
}

/** A value in words. */
export function stopValueWords(field: StopField, value: StopValue): StopValueWords {
  return stopValuesOf(field).find((one) => one.value === value) ?? { value, label: String(value), short: String(value) };
}

/** Reads a value: its word, its short word or the GTFS number; nothing is the usual one. Undefined where it is none of these. */
export function parseStopValue(field: StopField, text: string): StopValue | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === '') return usualValue(field);
  return stopValuesOf(field).find(({ value, label, short }) => [String(value), label.toLowerCase(), short.toLowerCase()].includes(typed))?.value;
}
