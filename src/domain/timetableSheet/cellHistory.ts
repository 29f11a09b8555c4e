/** Which parts of which timetable a cell of the sheet shows, so that it can be said who set it. */
import { departureKey } from '../edits/mergeDocument.ts';
import { entityId } from '../entities.ts';
import { formatServiceTime } from '../time.ts';
import type { Sheet } from './sheet.ts';

/** A part of a document, by the paths that `blame` takes. */
export interface CellHistory {
  readonly kind: 'Timetable';
  readonly id: string;
  readonly cell: { readonly title: string; readonly paths: readonly string[] };
}

/** The running times at the stop of a cell, and its departure; undefined outside the sheet. */
export function historyOfCell({ rows, columns }: Sheet, { row, column }: { readonly row: number; readonly column: number }): CellHistory | undefined {
  const [stop, departure] = [rows[row], columns[column]];
  if (!stop || !departure) return undefined;
  const { position } = stop;
  return {
    kind: 'Timetable',
    id: entityId('Timetable', departure.timetable),
    cell: {
      title: `Stop ${position + 1}, departure ${formatServiceTime(departure.first)}`,
      paths: [`ArrivalOffsets/${position}`, `DepartureOffsets/${position}`, `Departures/${departureKey(departure.departure)}`],
    },
  };
}
