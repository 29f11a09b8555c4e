import { Checkbox, Select } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { refuseSheetAct, cancelCell } from '../../commands/timetables/editSheetSteps.ts';
import { editStopValues } from '../../commands/timetables/timetableEdits.ts';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import { tableOf } from '../../domain/timetableSheet/clipboard.ts';
import {
  fillMatrix,
  type MatrixCell,
  matrixText,
  matrixValue,
  onAllOfDays,
  pasteMatrix,
  setMatrix,
  spreadMatrix,
  type StopMatrix,
  stopMatrix,
  stopValuesFor,
} from '../../domain/timetableSheet/stopMatrix.ts';
import { type StopField, stopValuesOf, stopValueWords } from '../../domain/timetableSheet/stopValues.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { timetableLabel } from '../../projections/timetableChoices.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { shownDays } from '../parts/shownDays.ts';
import { said } from '../language/language.ts';
import { readClipboard, writeClipboard } from './clipboardActs.ts';
import { type Cursor, cursorOf, filledRange, FIRST_CELL, kept, rangeOf, widened } from './cursor.ts';
import { GridMenu, type GridMenuEntry } from './GridMenu.tsx';
import { MatrixGrid } from './MatrixGrid.tsx';
import type { MatrixKey } from './matrixKeys.ts';
import { faultLines, RefusedActs, SheetProblems } from './SheetProblems.tsx';
import { FIELD_TITLES, type StopPage } from './stopPages.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

const NO_MESSAGES: readonly string[] = [];

interface MatrixPageProps {
  readonly details: TrackDetails;
  readonly page: StopPage;
  /** What stands before the matrix's own controls. */
  readonly tools: ReactNode;
}

/** Access or timepoints of all timetables of a track: stops down, timetables across. */
export function MatrixPage({ details, page, tools }: MatrixPageProps): ReactNode {
  const { Track: track, Timetables: timetables } = details;
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [field, setField] = useState<StopField>();
  const [allOfDays, setAllOfDays] = useState(false);
  const [placed, setCursor] = useState<Cursor>(FIRST_CELL);
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const refused = useWorkflow('editSheet', (snapshot) => (snapshot.value === 'refused' ? snapshot.context.messages : NO_MESSAGES));
  const grid = useRef<HTMLDivElement>(null);
  const fields = useMemo(() => (field && page.fields.includes(field) ? [field] : page.fields), [field, page]);
  const matrix = useMemo(() => stopMatrix(track, timetables, fields), [track, timetables, fields]);
  const extent = { rows: matrix.rows.length, columns: matrix.columns.length };
  const cursor = kept(placed, extent);
  const range = rangeOf(cursor);
  const of = { versionId, scheduleId: track.ScheduleId, trackId: track.Id };

  const refuse = (...messages: string[]): void => void dispatch(refuseSheetAct({ ...of, messages }));
  const closeRefusal = (): void => void (refused.length > 0 && dispatch(cancelCell({})));
  const write = (cells: readonly MatrixCell[], wide = allOfDays): void => {
    if (why !== undefined) return refuse(why);
    closeRefusal();
    const values = stopValuesFor(matrix, wide ? onAllOfDays(matrix, cells) : cells);
    if (values.length > 0) dispatch(editStopValues({ ...of, values: [...values] }));
  };
  const paste = (text: string): void => {
    const pasted = pasteMatrix(matrix, range, tableOf(text));
    if (!pasted.ok) return refuse(texts.nothingWasPasted, ...faultLines(pasted.faults));
    write(pasted.cells);
    setCursor(cursorOf(pasted.range));
  };
  const toSameDays = (): void => write(fillMatrix(matrix, { ...range, right: range.left }, 'right'), true);
  const onKey = (key: MatrixKey): void => {
    if (typeof key === 'object') return write(setMatrix(matrix, range, key.set));
    const acts: Readonly<Record<typeof key, () => void>> = {
      clear: () => write(setMatrix(matrix, range, undefined)),
      fillDown: () => write(fillMatrix(matrix, range, 'down')),
      fillRight: () => write(fillMatrix(matrix, range, 'right')),
      selectAll: () => setCursor(widened(cursor, 'all', extent)),
      selectColumns: () => setCursor(widened(cursor, 'columns', extent)),
      selectRows: () => setCursor(widened(cursor, 'rows', extent)),
      sameDays: toSameDays,
      collapse: () => {
        setCursor({ active: cursor.active, anchor: cursor.active });
        closeRefusal();
      },
    };
    acts[key]();
  };
  return (
    <>
      <nav className={classes['toolbar']} aria-label={texts.timetables}>
        {tools}
        {page.fields.length > 1 && (
          <Select
            aria-label={texts.rows}
            data={[{ value: '', label: texts.pickUpDropOff }, ...page.fields.map((one) => ({ value: one, label: FIELD_TITLES[one] }))]}
            value={fields.length > 1 ? '' : (field ?? '')}
            allowDeselect={false}
            className={classes['rows'] ?? ''}
            onChange={(next) => setField(page.fields.find((one) => one === next))}
          />
        )}
        <Checkbox label={texts.allOfTheseDays} checked={allOfDays} onChange={(event) => setAllOfDays(event.currentTarget.checked)} />
      </nav>
      {refused.length > 0 && <SheetProblems messages={refused} onClose={closeRefusal} />}
      <RefusedActs of={editStopValues} editable={why === undefined} />
      {extent.rows === 0 ? (
        <Empty title={texts.noStops} />
      ) : (
        <MatrixGrid
          label={texts.titleOfTrackName({ title: page.title, name: track.Name || track.Id })}
          matrix={matrix}
          grid={grid}
          cursor={cursor}
          readOnly={why !== undefined}
          onCursor={setCursor}
          onKey={onKey}
          onCopy={(copied) => matrixText(matrix, copied)}
          onPaste={paste}
          onFill={(from, to) => write(spreadMatrix(matrix, from, filledRange(from, to)))}
          onMenu={setMenu}
        />
      )}
      <MatrixStatus matrix={matrix} cursor={cursor} />
      <GridMenu
        at={menu}
        groups={menuGroups()}
        onClose={() => {
          setMenu(undefined);
          grid.current?.focus({ preventScroll: true });
        }}
      />
    </>
  );

  function menuGroups(): readonly (readonly GridMenuEntry[])[] {
    const row = matrix.rows[cursor.active.row];
    const timetable = matrix.columns[cursor.active.column];
    if (!row || !timetable) return [];
    const now = matrixValue(matrix, cursor.active.row, cursor.active.column);
    const disabled = why !== undefined;
    const ofDays = matrix.columns.filter(({ Days }) => Days === timetable.Days).length;
    return [
      stopValuesOf(row.field).map(({ value, label }) => ({
        label: said(label),
        keys: value === null ? 'Delete' : String(value),
        disabled,
        current: value === now,
        run: () => write(value === null ? setMatrix(matrix, range, undefined) : setMatrix(matrix, range, value)),
      })),
      [
        { label: texts.cut, keys: 'Ctrl+X', disabled, run: () => void writeClipboard(matrixText(matrix, range), refuse, () => onKey('clear')) },
        { label: texts.copy, keys: 'Ctrl+C', run: () => void writeClipboard(matrixText(matrix, range), refuse) },
        { label: texts.paste, keys: 'Ctrl+V', disabled, run: () => void readClipboard(paste, refuse) },
      ],
      [
        { label: texts.fillDown, keys: 'Ctrl+D', disabled, run: () => onKey('fillDown') },
        { label: texts.fillRight, keys: 'Ctrl+R', disabled, run: () => onKey('fillRight') },
        { label: texts.toAllOfDays({ days: shownDays(timetable.Days), ofDays }), keys: 'A', disabled, run: toSameDays },
      ],
    ];
  }
}

/** Below the matrix: what is selected. */
function MatrixStatus({ matrix, cursor }: { matrix: StopMatrix; cursor: Cursor }): ReactNode {
  const { top, bottom, left, right } = rangeOf(cursor);
  const [row, timetable] = [matrix.rows[top], matrix.columns[left]];
  const value = matrixValue(matrix, top, left);
  const isOne = top === bottom && left === right;
  const stops = new Set(matrix.rows.slice(top, bottom + 1).map(({ position }) => position)).size;
  return (
    <div className={classes['status']} role="status" aria-label={texts.selection}>
      <span title={timetable && timetableLabel(timetable)}>
        {row && timetable && value !== undefined
          ? isOne
            ? texts.cellLabel({
                field: FIELD_TITLES[row.field],
                position: row.position + 1,
                label: said(stopValueWords(row.field, value).label),
                timetable: timetableLabel(timetable),
              })
            : texts.timetablesByStops({ timetables: right - left + 1, stops })
          : ''}
      </span>
      <span className={classes['spacer']} />
      <span>{texts.countOfTimetables({ timetables: matrix.columns.length })}</span>
    </div>
  );
}
