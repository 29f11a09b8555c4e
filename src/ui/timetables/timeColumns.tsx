import type { ReactNode } from 'react';
import { editSheet } from '../../commands/timetables/timetableEdits.ts';
import { parseRunningTime } from '../../domain/time.ts';
import { cellAt, type CellValue, isNotServed, movedCell, sidesOf } from '../../domain/timetableSheet/profile.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { runningTime } from '../../projections/trackTimetable.ts';
import { CellField } from '../parts/CellField.tsx';
import { usePlace } from '../parts/usePlace.ts';
import type { Column } from '../parts/VirtualList.tsx';
import { NUMBER, STOP, type StopLine } from './stopLine.tsx';
import { texts } from './texts.ts';

/** The running times of a timetable: between stops, or since the start. */
export function useTimeColumns(timetable: Timetable, view: string | undefined, readOnly: boolean): readonly Column<StopLine>[] {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const change = (cells: [number, CellValue, CellValue][]): string =>
    dispatch(
      editSheet({
        versionId,
        scheduleId: timetable.ScheduleId,
        trackId: timetable.TrackId,
        act: 'type',
        edit: { bands: [{ timetable: timetable.Number, cells }] },
      }),
    );
  const leaves = (position: number): number | null => sidesOf(cellAt(timetable, position, 0))[1];
  const arrives = (position: number): number | null => sidesOf(cellAt(timetable, position, 0))[0];
  if (view === 'cumulative') {
    const column = (title: string, side: 0 | 1): Column<StopLine> => ({
      key: title,
      title,
      width: '120px',
      render: ({ position }) => {
        const cell = cellAt(timetable, position, 0);
        const time = sidesOf(cell)[side];
        return (
          <Duration
            label={texts.titleAtStopPosition({ title, position: position + 1 })}
            value={time}
            readOnly={readOnly || isNotServed(timetable, position)}
            onSave={(to) => {
              const [arrival, departure] = sidesOf(cell);
              const next: CellValue = side === 0 ? pair(to, departure === arrival ? to : departure) : pair(arrival === departure ? to : arrival, to);
              return change([[position, cell, next]]);
            }}
          />
        );
      },
    });
    return [NUMBER, STOP, column(texts.arrivesAfter, 0), column(texts.departsAfter, 1)];
  }
  return [
    NUMBER,
    STOP,
    {
      key: 'hop',
      title: texts.fromStopBefore,
      width: '130px',
      render: ({ position }) => {
        const before = lastLeft(timetable, position);
        const arrival = arrives(position);
        return (
          <Duration
            label={texts.runningTimeToStop({ position: position + 1 })}
            value={before === null || arrival === null ? null : arrival - before}
            readOnly={readOnly || before === null || isNotServed(timetable, position)}
            onSave={(to) => {
              if (to === null || before === null) return undefined;
              const by = before + to - (arrival ?? before + to);
              const cells = timetable.DepartureOffsets.flatMap((_, at): [number, CellValue, CellValue][] => {
                const cell = cellAt(timetable, at, 0);
                if (at < position) return [];
                const next = at === position && arrival === null ? before + to : movedCell(cell, by);
                return next === cell || cell === '-' || (cell === null && at !== position) ? [] : [[at, cell, next]];
              });
              return cells.length > 0 ? change(cells) : undefined;
            }}
          />
        );
      },
    },
    {
      key: 'wait',
      title: texts.waits,
      width: '110px',
      render: ({ position }) => {
        const [arrival, departure] = [arrives(position), leaves(position)];
        return (
          <Duration
            label={texts.waitAtStopPosition({ position: position + 1 })}
            value={arrival === null || departure === null ? null : departure - arrival}
            readOnly={readOnly || arrival === null}
            onSave={(to) => {
              if (arrival === null) return undefined;
              const by = arrival + (to ?? 0) - (departure ?? arrival);
              return change(
                timetable.DepartureOffsets.flatMap((_, at): [number, CellValue, CellValue][] => {
                  const cell = cellAt(timetable, at, 0);
                  if (at < position || cell === '-' || cell === null || by === 0) return [];
                  return [[at, cell, at === position ? pair(arrival, arrival + (to ?? 0)) : movedCell(cell, by)]];
                }),
              );
            }}
          />
        );
      },
    },
    {
      key: 'total',
      title: texts.sinceStart,
      width: '90px',
      align: 'right',
      render: ({ position }) => {
        const time = leaves(position) ?? arrives(position);
        return time === null ? '' : runningTime(time);
      },
    },
  ];
}

function Duration({
  label,
  value,
  readOnly,
  onSave,
}: {
  label: string;
  value: number | null;
  readOnly: boolean;
  onSave: (to: number | null) => string | undefined;
}): ReactNode {
  const shown = value === null ? '' : runningTime(value);
  if (readOnly) return <span className="dmp-number">{shown}</span>;
  return (
    <CellField
      label={label}
      value={shown}
      rev="value"
      validate={(text) => (text === '' || parseRunningTime(text) !== undefined ? undefined : texts.typedAs5105Or)}
      onSave={(text) => onSave(text === '' ? null : (parseRunningTime(text) ?? null))}
    />
  );
}

function pair(arrival: number | null, departure: number | null): CellValue {
  return arrival === departure ? arrival : [arrival, departure];
}

/** When the last stop with a time before a position is left. */
function lastLeft(timetable: Timetable, position: number): number | null {
  for (let at = position - 1; at >= 0; at--) {
    const [arrival, departure] = sidesOf(cellAt(timetable, at, 0));
    if (departure !== null || arrival !== null) return departure ?? arrival;
  }
  return null;
}
