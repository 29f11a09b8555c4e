import { useMemo, useState } from 'react';
import type { Coordinate } from '../../domain/coordinate.ts';
import { metresAlong } from '../../domain/timetableSheet/distances.ts';
import { type CellFault, faultsOf, overlapsOf, topSpeed } from '../../domain/timetableSheet/faults.ts';
import { estimatesOf, type Sheet, sheetOf } from '../../domain/timetableSheet/sheet.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { type FieldMark, sheetMarks } from '../../projections/fieldMarks.ts';
import { stopRow } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { useFindings } from '../validation/useFindings.ts';

/** A sheet with what is wrong in it. */
export interface SheetView {
  readonly sheet: Sheet;
  readonly metres: readonly number[] | null;
  readonly faultAt: (column: number, position: number) => string | undefined;
  readonly columnFault: (column: number) => string | undefined;
  /** Columns at the same time as another, with what is said of them. */
  readonly overlaps: ReadonlyMap<number, string>;
  readonly estimates: (column: number) => readonly (number | null)[] | undefined;
  /** Faults of any running times, as they are while they are typed. */
  readonly faultsOf: (timetable: Timetable) => readonly CellFault[];
}

interface SheetChoice {
  readonly track: Track;
  readonly timetables: readonly Timetable[];
  readonly vehicleType: number | undefined;
  readonly days: number;
  readonly split: boolean;
  /** Rises when the columns shall be put in order of time again. */
  readonly order: number;
}

/** The sheet of a track. Its columns keep their places until the track, the days or `order` change. */
export function useSheet({ track, timetables, vehicleType, days, split, order }: SheetChoice): SheetView {
  const of = `${track.ScheduleId}/${track.Id}/${days}/${order}`;
  const [held, setHeld] = useState(() => ({ of, track, timetables, split, sheet: sheetOf(track, timetables, { days, split }) }));
  let shown = held;
  if (held.of !== of || held.track !== track || held.timetables !== timetables || held.split !== split) {
    const before = held.of === of ? held.sheet : undefined;
    shown = { of, track, timetables, split, sheet: sheetOf(track, timetables, { days, split, before }) };
    setHeld(shown);
  }
  const { sheet } = shown;

  const metres = useMetres(track);
  const { versionId = 0 } = usePlace();
  const found = useFindings({ versionId, entity: 'Schedule', entityId: track.ScheduleId, trackId: track.Id, timetable: 'any' });
  const marks = useMemo(() => sheetMarks(found), [found]);
  return useMemo(() => {
    const speed = topSpeed(vehicleType);
    const faults = new WeakMap<Timetable, ReadonlyMap<number, string>>();
    const estimates = new WeakMap<Timetable, readonly (number | null)[]>();
    const faultMap = (timetable: Timetable): ReadonlyMap<number, string> => {
      let known = faults.get(timetable);
      if (!known) faults.set(timetable, (known = new Map(faultsOf(timetable, metres, speed).map(({ position, message }) => [position, message]))));
      return known;
    };
    const overlaps = overlapsOf(sheet.columns);
    return {
      sheet,
      metres,
      faultAt: (column, position) => {
        const timetable = sheet.columns[column]?.timetable;
        return timetable && (faultMap(timetable).get(position) ?? textOf(marks.get(`${timetable.Number}/${position}`)));
      },
      columnFault: (column) => overlaps.get(column) ?? textOf(marks.get(`${sheet.columns[column]?.timetable.Number}/`)),
      overlaps,
      estimates: (column) => {
        const timetable = sheet.columns[column]?.timetable;
        if (!timetable) return undefined;
        let known = estimates.get(timetable);
        if (!known) estimates.set(timetable, (known = estimatesOf(timetable, metres)));
        return known;
      },
      faultsOf: (timetable) => faultsOf(timetable, metres, speed),
    };
  }, [sheet, metres, vehicleType, marks]);
}

function textOf(mark: FieldMark | undefined): string | undefined {
  return mark && [...new Set(mark.texts)].join('\n');
}

/** Metres from the first stop of a track to each; null where a stop has no place yet. */
export function useMetres(track: Track): readonly number[] | null {
  const { versionId = 0 } = usePlace();
  const places = useView(
    (view) => track.Stops.map(({ StopId }) => stopRow(view, versionId, StopId)?.Coordinate ?? null),
    (a, b) => a.length === b.length && a.every((place, at) => place === b[at]),
  );
  return useMemo(() => {
    const byId = new Map<string, Coordinate | null>(track.Stops.map(({ StopId }, at) => [StopId, places[at] ?? null]));
    return metresAlong(track, (stopId) => byId.get(stopId));
  }, [track, places]);
}
