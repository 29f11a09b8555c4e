/** Colleagues in the sheet: a frame around the cell of each. */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { Colleague, PresenceFocus } from '../../domain/presence.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { useView } from '../parts/appState.ts';
import { everybody, useColleagues, usePresenceFocus } from '../parts/colleagues.ts';
import type { Place } from './cursor.ts';
import type { Box } from './gridBoxes.ts';
import classes from './sheet.module.css';

/** Says the active cell, and shows that of a colleague who is followed. */
export function useSheetPresence(sheet: Sheet, active: Place, show: (place: Place) => void): void {
  usePresenceFocus(focusAt(sheet, active));
  const path = useView((view) => view.location.path);
  const cell = useColleagues((colleagues, followed) => {
    const place = followed === undefined ? undefined : colleagues.find(({ person }) => person === followed)?.place;
    return place?.path === path ? place.cell : undefined;
  });
  useEffect(() => {
    const place = cell && placeOf(sheet, cell);
    if (place) show(place);
    // as often as the colleague goes to another cell
    // eslint-disable-next-line react/exhaustive-deps
  }, [cell]);
}

/** The frames; `boxOf` says where a cell lies. */
export function SheetPeople({ sheet, boxOf }: { sheet: Sheet; boxOf: (place: Place) => Box }): ReactNode {
  const path = useView((view) => view.location.path);
  return useColleagues(everybody).flatMap(({ person, name, initials, colour, places }) => {
    const place = cellIn(sheet, path, places);
    if (!place) return [];
    return (
      <div key={person} className={classes['person']} data-person={colour} style={boxOf(place)}>
        <span className={classes['initials']} data-text={initials} aria-hidden />
        <VisuallyHidden>{name}</VisuallyHidden>
      </div>
    );
  });
}

function cellIn(sheet: Sheet, path: string, places: Colleague['places']): Place | undefined {
  const cell = places.findLast((place) => place.path === path && place.cell)?.cell;
  return cell && placeOf(sheet, cell);
}

/** The cell by its stop and its departure: another sheet shows other days, or lies the other way. */
function focusAt({ rows, columns }: Sheet, { row, column }: Place): PresenceFocus | undefined {
  const [stop, departure] = [rows[row], columns[column]];
  return stop && departure && { cell: { row: rowKey(stop), column: columnKey(departure) }, stopId: stop.stop.StopId };
}

function placeOf({ rows, columns }: Sheet, cell: NonNullable<PresenceFocus['cell']>): Place | undefined {
  // arrival and departure may be two rows in one sheet and one in another
  const exact = rows.findIndex((one) => rowKey(one) === cell.row);
  const row = exact < 0 ? rows.findIndex(({ position }) => position === Number.parseInt(cell.row, 10)) : exact;
  const column = columns.findIndex((one) => columnKey(one) === cell.column);
  return row < 0 || column < 0 ? undefined : { row, column };
}

function rowKey({ position, side }: Sheet['rows'][number]): string {
  return `${position} ${side}`;
}

function columnKey({ ref: { timetable, time, trip = '', nth = 0 } }: Sheet['columns'][number]): string {
  return `${timetable} ${time} ${nth} ${trip}`.slice(0, 200);
}
