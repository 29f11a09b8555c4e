/** Two states of a timetable as one sheet: a row for each departure, a column for each stop of the track. */
import { formatServiceTime } from '../time.ts';
import type { Departure, Timetable } from '../model/timetable.ts';

/** One cell: the times it had and has; the same where it did not change, empty where there is none. */
export interface TimetableCell {
  readonly before: string;
  readonly after: string;
}

/** One departure. */
export interface TimetableSheetRow {
  readonly key: string;
  /** Its trip, or the headway of an interval; empty where it has neither. */
  readonly label: string;
  readonly state: 'same' | 'changed' | 'added' | 'removed';
  readonly cells: readonly TimetableCell[];
}

/** The sheet of a timetable: departures in the order of the day. A departure is the same one by its trip id, else by its time. */
export function timetableSheet(before: Timetable | null, after: Timetable | null): readonly TimetableSheetRow[] {
  const [was, is] = [departuresOf(before), departuresOf(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  const positions = Math.max(before?.DepartureOffsets.length ?? 0, after?.DepartureOffsets.length ?? 0);
  return keys
    .map((key) => {
      const [old, now] = [was.get(key), is.get(key)];
      const cells = Array.from({ length: positions }, (_, at) => ({ before: timeAt(before, old, at), after: timeAt(after, now, at) }));
      const label = labelOf(now ?? old);
      const changed = cells.some((cell) => cell.before !== cell.after) || label !== labelOf(old ?? now);
      const state: TimetableSheetRow['state'] = old === undefined ? 'added' : now === undefined ? 'removed' : changed ? 'changed' : 'same';
      return { at: timeOf(now ?? old), row: { key, label, state, cells } };
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row);
}

function departuresOf(timetable: Timetable | null): ReadonlyMap<string, Departure> {
  const found = new Map<string, Departure>();
  for (const departure of timetable?.Departures ?? []) {
    const name = departure.TripId ?? `${departure.Type} ${timeOf(departure)}`;
    let key = name;
    for (let n = 2; found.has(key); n++) key = `${name} (${n})`;
    found.set(key, departure);
  }
  return found;
}

function timeOf(departure: Departure | undefined): number {
  return departure?.Time ?? departure?.FromTime ?? 0;
}

function timeAt(timetable: Timetable | null, departure: Departure | undefined, position: number): string {
  if (!timetable || !departure) return '';
  const [arrive, leave] = [timetable.ArrivalOffsets[position] ?? null, timetable.DepartureOffsets[position] ?? null];
  const texts = [...new Set([arrive, leave].filter((offset) => offset !== null))].map((offset) => formatServiceTime(timeOf(departure) + offset));
  return texts.join('–');
}

function labelOf(departure: Departure | undefined): string {
  if (!departure) return '';
  const { Type, Frequency, FromTime, ToTime, TripId } = departure;
  const interval =
    Type === 'Interval'
      ? [`every ${Math.round((Frequency ?? 0) / 6) / 10} min ${formatServiceTime(FromTime ?? 0)}–${formatServiceTime(ToTime ?? 0)}`]
      : [];
  return [...(TripId === undefined ? [] : [TripId]), ...interval].join(' ');
}
