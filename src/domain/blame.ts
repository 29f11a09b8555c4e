/** Who set what is in a document: the newest change in which a field, or a cell of a timetable, differs. */
import { departureKey } from './edits/mergeDocument.ts';
import { sameJson } from './sameJson.ts';
import type { Departure } from './model/timetable.ts';

/** One change of one document, whatever else is known of it. */
export interface DocumentHistoryEntry {
  readonly Before: Readonly<Record<string, unknown>> | null;
  readonly After: Readonly<Record<string, unknown>> | null;
}

/**
 * The entry that set what stands at a path now, of a history ordered newest first. Paths: a field (`Name`), a place in a list of
 * offsets (`ArrivalOffsets/3`), a departure (`Departures/T17`, by trip id or time). Undefined where it is as in the import.
 */
export function blame<T extends DocumentHistoryEntry>(history: readonly T[], path: string): T | undefined {
  return history.find(({ Before, After }) => !sameJson(partAt(Before, path), partAt(After, path)));
}

/** What stands at a path; undefined where there is nothing. */
export function partAt(doc: DocumentHistoryEntry['Before'], path: string): unknown {
  const at = path.indexOf('/');
  const value = doc?.[at < 0 ? path : path.slice(0, at)];
  if (at < 0 || !Array.isArray(value)) return at < 0 ? value : undefined;
  const part = path.slice(at + 1);
  if (!path.startsWith('Departures/')) return (value as readonly unknown[])[Number(part)] ?? undefined;
  return (value as readonly Departure[]).find((departure) => departureKey(departure) === part);
}
