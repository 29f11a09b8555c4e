import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { editFlexCall, editFlexTimes } from '../../commands/flex/flexTripEdits.ts';
import type { Entity } from '../../domain/entities.ts';
import { fieldOf, fieldsOfItems } from '../../domain/model/catalogue.ts';
import { typedText, valueOfTyped, valueProblem } from '../../domain/model/fieldValues.ts';
import type { FlexCall } from '../../domain/model/flexTrips.ts';
import { cellValue, pastedCells, type TimeField, type WindowCell, type WindowRow, type WindowSheet, windowSheets } from '../../domain/windowSheet.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { fieldLabel, said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { shownDays } from '../parts/shownDays.ts';
import { usePathTo } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { useTypedText } from '../parts/useTypedText.ts';
import type { RecordTexts } from './useRecordTexts.ts';
import classes from './WindowSheets.module.css';
import { texts } from './texts.ts';

type Trip = Entity<'FlexTrip'>;

interface WindowSheetsProps {
  readonly versionId: number;
  readonly trips: readonly Trip[];
  readonly fieldTexts: RecordTexts;
}

const FIELDS = fieldsOfItems('FlexTrip', 'Calls');

/** Windows of flexible trips as sheets: one for each line and way, trips side by side, two rows of times for each place. */
export function WindowSheets({ versionId, trips, fieldTexts }: WindowSheetsProps): ReactNode {
  const sheets = useMemo(() => windowSheets(trips), [trips]);
  const shown = sheets.slice(0, MOST_SHEETS);
  if (shown.length === 0) return <Empty title={texts.noWindows} hint={texts.noWindowsHint} />;
  return (
    <div className={classes['sheets']}>
      {shown.map((sheet) => (
        <Sheet key={sheet.key} {...{ versionId, sheet, fieldTexts }} />
      ))}
      {sheets.length > shown.length && <p role="note">{texts.moreSheets({ shown: shown.length, all: sheets.length })}</p>}
    </div>
  );
}

/** More are found by the search of the list. */
const MOST_SHEETS = 20;

function Sheet({ versionId, sheet, fieldTexts }: { versionId: number; sheet: WindowSheet; fieldTexts: RecordTexts }): ReactNode {
  const dispatch = useDispatch();
  const pathTo = usePathTo();
  const readOnly = useView(editRefusal) !== undefined;
  /** Values of the last pasted block that lie beyond the sheet: nothing of it was pasted. */
  const [outside, setOutside] = useState(0);
  const line = fieldOf('FlexTrip', 'ScheduleId');
  const [first] = sheet.trips;
  const title = (line && first && fieldTexts.text(line, first)) || sheet.scheduleId;
  const paste = (at: { row: number; column: number }, text: string): void => {
    const { cells, outside } = pastedCells(sheet, at, text);
    setOutside(outside);
    if (cells.length > 0 && outside === 0) dispatch(editFlexTimes({ versionId, calls: callsOf(cells) }));
  };
  return (
    <section aria-label={texts.windowsOf({ line: title })}>
      <h2>{title}</h2>
      <div className={classes['scroller']}>
        <table>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {texts.place}
              </th>
              {sheet.trips.map((trip) => (
                <th key={trip.Id} scope="col">
                  <Link to={pathTo({ page: 'flexible-trips', itemId: trip.Id })}>{trip.Headsign || trip.Id}</Link>
                  <span>{shownDays(trip.Days)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((row, down) => (
              <tr key={`${row.at} ${row.field}`} data-first={isFirstOfPlace(sheet, down) ? '' : undefined}>
                {isFirstOfPlace(sheet, down) && (
                  <th scope="rowgroup" rowSpan={sheet.rows.filter(({ at }) => at === row.at).length}>
                    {placeName(sheet.places[row.at], fieldTexts)}
                  </th>
                )}
                <th scope="row">{labelOf(row.field)}</th>
                {sheet.trips.map((trip, right) => (
                  <td key={trip.Id}>
                    {readOnly ? (
                      shownTime(cellValue(trip, row), row.field)
                    ) : (
                      <Cell
                        {...{ versionId, trip, row }}
                        label={texts.windowCell({
                          field: labelOf(row.field),
                          number: row.at + 1,
                          place: placeName(sheet.places[row.at], fieldTexts),
                          trip: trip.Headsign || trip.Id,
                        })}
                        onPaste={(text) => paste({ row: down, column: right }, text)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {outside > 0 && <p role="alert">{texts.pastedOutside({ values: outside })}</p>}
    </section>
  );
}

interface CellProps {
  readonly versionId: number;
  readonly trip: Trip;
  readonly row: WindowRow;
  readonly label: string;
  /** A block of several values was pasted from here on. */
  readonly onPaste: (text: string) => void;
}

/** A time in a sheet: saved by Enter, which goes on to the next row, and on leaving it. */
function Cell({ versionId, trip, row, label, onPaste }: CellProps): ReactNode {
  const dispatch = useDispatch();
  const rev = useSeenRev(versionId, 'FlexTrip', trip.Id);
  const field = FIELDS.find(({ key }) => key === row.field);
  const sequence = trip.Calls[row.at]?.Sequence ?? 0;
  const { input, problem, refused } = useTypedText({
    label,
    of: trip.Id,
    value: shownTime(cellValue(trip, row), row.field),
    rev,
    validate: (typed) => {
      const wrong = field && typed.trim() !== '' ? valueProblem(field, valueOfTyped(field, typed)) : undefined;
      return wrong === undefined ? undefined : said(wrong);
    },
    onSave: (to, from) => {
      const value = field ? valueOfTyped(field, to) : to;
      return dispatch(editFlexCall({ versionId, tripId: trip.Id, sequence, values: { [row.field]: value }, rev: from.rev }));
    },
  });
  const why = problem ?? refused?.message;
  return (
    <>
      <input
        {...input}
        type="text"
        aria-label={label}
        aria-invalid={why !== undefined}
        title={why}
        onKeyDown={(event) => {
          // leaving the cell saves it
          if ((event.key === 'Enter' || event.key === 'ArrowDown') && goTo(event, 1)) return;
          if (event.key === 'ArrowUp' && goTo(event, -1)) return;
          input.onKeyDown(event);
        }}
        onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/[\t\n]/.test(text.trim())) return;
          event.preventDefault();
          onPaste(text);
        }}
      />
      {why !== undefined && <span role="alert">{why}</span>}
    </>
  );
}

/** Puts the focus into the cell of the same trip in the next row, or the one before; false where there is none. */
function goTo(event: KeyboardEvent<HTMLInputElement>, rows: 1 | -1): boolean {
  const cell = event.currentTarget.closest('td');
  const line = cell?.closest('tr');
  const column = line && cell ? [...line.querySelectorAll('td')].indexOf(cell) : -1;
  const next = rows > 0 ? line?.nextElementSibling : line?.previousElementSibling;
  const input = next?.querySelectorAll('td')[column]?.querySelector('input');
  if (!input) return false;
  event.preventDefault();
  input.focus();
  input.select();
  return true;
}

function isFirstOfPlace({ rows }: WindowSheet, down: number): boolean {
  return rows[down]?.at !== rows[down - 1]?.at;
}

function labelOf(key: TimeField): string {
  const field = FIELDS.find((one) => one.key === key);
  return field ? fieldLabel('FlexTrip', field) : key;
}

function shownTime(value: string, key: TimeField): string {
  const field = FIELDS.find((one) => one.key === key);
  return field && value !== '' ? typedText(field, value) : value;
}

function placeName(call: FlexCall | undefined, fieldTexts: RecordTexts): string {
  const place = (['ZoneId', 'LocationGroupId', 'StopId'] as const).find((key) => call?.[key] !== undefined);
  const field = FIELDS.find(({ key }) => key === place);
  const id = (place && call?.[place]) ?? '';
  return (field && fieldTexts.options(field)?.find(({ value }) => value === id)?.label) ?? id;
}

/** Cells by call, with their times as they are stored. */
function callsOf(cells: readonly WindowCell[]): Parameters<typeof editFlexTimes>[0]['calls'] {
  const calls = new Map<string, { tripId: string; sequence: number; values: Partial<Record<TimeField, string>> }>();
  for (const { tripId, sequence, field: key, value } of cells) {
    const field = FIELDS.find((one) => one.key === key);
    const stored = field ? String(valueOfTyped(field, value)) : value;
    const id = `${sequence} ${tripId}`;
    const known = calls.get(id) ?? { tripId, sequence, values: {} };
    calls.set(id, { ...known, values: { ...known.values, [key]: stored } });
  }
  return [...calls.values()];
}
