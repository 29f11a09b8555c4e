import { type ReactNode, useMemo, useRef, useState } from 'react';
import { copiedText, pasteText, parseWritten, writtenError } from '../../domain/timetableSheet/clipboard.ts';
import { historyOfCell } from '../../domain/timetableSheet/cellHistory.ts';
import {
  fillOn,
  fillRange,
  interpolateRange,
  type Range,
  removeColumns,
  shiftColumns,
  shiftRange,
  writeBand,
  writeCells,
  writeOnward,
  writeRange,
} from '../../domain/timetableSheet/sheetActs.ts';
import { departureAt, USUAL_SPEED } from '../../domain/timetableSheet/newDepartures.ts';
import { isNoEdit, sheetEditError, type SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import type { SheetAct } from '../../domain/edits/timetables.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { beginCell, cancelCell, enterCell, refuseSheetAct } from '../../commands/timetables/editSheetSteps.ts';
import { showHistory } from '../../commands/changes/showHistory.ts';
import { editSheet } from '../../commands/timetables/timetableEdits.ts';
import { useDispatch, useWorkflow, useWorkflowNow } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useEditPreview } from '../service/editPreview.ts';
import { ServiceLine } from '../service/ServiceLine.tsx';
import { axesOf } from './axes.ts';
import { readClipboard, writeClipboard } from './clipboardActs.ts';
import { type Cursor, cursorOf, FIRST_CELL, type Place, rangeOf, widened } from './cursor.ts';
import { FindBar } from './FindBar.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import type { SheetKey } from './sheetKeys.ts';
import { faultLines, RefusedActs, SheetProblems } from './SheetProblems.tsx';
import { SheetMenu, type SheetMenuAt } from './SheetMenu.tsx';
import { faultWhileTyping, firstTimedRow, NEW_COLUMN, placeOfCell, turnedFault } from './sheetPlaces.ts';
import { SheetStatus } from './SheetStatus.tsx';
import { type SheetQuestion, SheetToolbar } from './SheetToolbar.tsx';
import { Stringline } from './Stringline.tsx';
import { useAddedColumns, shiftGesture } from './useAddedColumns.ts';
import { useSheet } from './useSheet.ts';
import { useSheetDays } from './useSheetDays.ts';
import { useSheetLines } from './useSheetLines.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** The timetables of a track as one sheet of times. */
export function SheetPage({ details, vehicleType }: { details: TrackDetails; vehicleType: number | undefined }): ReactNode {
  const { Track: track, Timetables: timetables } = details;
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  const [days, setDays] = useSheetDays();
  const [lines, setLines] = useSheetLines();
  const others = useOtherTracks(track, lines === 'all');
  const transposed = useView((state) => state.settings.sheetTransposed);
  const [split, setSplit] = useState(false);
  const [band, setBand] = useState(false);
  const [onward, setOnward] = useState(false);
  const [order, setOrder] = useState(0);
  const [cursor, setCursor] = useState<Cursor>(FIRST_CELL);
  const [finding, setFinding] = useState(false);
  const typing = useWorkflowNow('editSheet');
  const refused = useWorkflow('editSheet', (snapshot) => (snapshot.value === 'refused' ? messagesOf(snapshot) : NO_MESSAGES));
  const messages = useWorkflow('editSheet', (snapshot) => (snapshot.value === 'typing' ? messagesOf(snapshot) : NO_MESSAGES));
  const grid = useRef<HTMLDivElement>(null);
  const opener = useRef<(place: Place) => void>(null);
  const asker = useRef<(question: SheetQuestion) => void>(null);
  const [menu, setMenu] = useState<SheetMenuAt>();
  const preview = useEditPreview();
  const view = useSheet({ track, timetables, vehicleType, days, split, order });
  const { sheet } = view;
  const axes = axesOf(sheet, transposed);

  const range = rangeOf(cursor);
  const extent = { rows: sheet.rows.length, columns: sheet.columns.length };
  const of = { versionId, scheduleId: track.ScheduleId, trackId: track.Id };
  const refusalOf = (edit: SheetEdit): string | undefined => refusal ?? sheetEditError(timetables, edit, track.Stops.length);
  const refuse = (...messages: string[]): void => void dispatch(refuseSheetAct({ ...of, messages }));
  const closeRefusal = (): void => void (refused.length > 0 && dispatch(cancelCell({})));
  const added = useAddedColumns(sheet, setCursor);
  const act = (name: SheetAct, edit: SheetEdit): void => {
    if (isNoEdit(edit)) return;
    const why = refusalOf(edit);
    if (why !== undefined) return refuse(why);
    closeRefusal();
    if (edit.add) added.expect();
    dispatch(editSheet({ ...of, act: name, edit }), name === 'shift' ? { gesture: shiftGesture(range, sheet) } : {});
  };
  // as the departure that was selected last, else what is shown
  const newDays = days === 127 ? (sheet.columns.at(-1)?.timetable.Days ?? 127) : days;
  const typed = ({ row, column }: Place, text: string, wide: boolean): SheetEdit | undefined => {
    const to = parseWritten(text);
    if (to === undefined) return undefined;
    const how = { days: newDays, metres: view.metres, kmPerHour: USUAL_SPEED };
    if (column >= sheet.columns.length) return typeof to === 'number' ? { add: [departureAt(sheet, row, to, how)] } : {};
    if (band || wide) return writeBand(sheet, { row, column, to }, onward);
    return onward && typeof to === 'number' ? writeOnward(sheet, { row, column, to }) : writeCells(sheet, [{ row, column, to }]);
  };

  const keys: Readonly<Record<SheetKey, () => void>> = {
    later: () => act('shift', shiftRange(sheet, range, 60)),
    earlier: () => act('shift', shiftRange(sheet, range, -60)),
    later10: () => act('shift', shiftRange(sheet, range, 600)),
    earlier10: () => act('shift', shiftRange(sheet, range, -600)),
    clear: () => act('clear', writeRange(sheet, range, null)),
    notServed: () => act('type', writeRange(sheet, range, '-')),
    fillDown: () => act('fill', fillRange(sheet, range, 'down')),
    fillRight: () => act('fill', fillRange(sheet, range, 'right')),
    selectAll: () => setCursor(widened(cursor, 'all', extent)),
    selectColumns: () => setCursor(widened(cursor, 'columns', extent)),
    selectRows: () => setCursor(widened(cursor, 'rows', extent)),
    find: () => setFinding(true),
    add: () => void (editable && opener.current?.({ row: firstTimedRow(sheet), column: sheet.columns.length })),
    shiftBy: () => void (editable && asker.current?.('shift')),
    interpolate: () => interpolate(60),
    remove: () => act('remove', removeColumns(sheet, columnsIn(range))),
    collapse: () => {
      setCursor({ active: cursor.active, anchor: cursor.active });
      closeRefusal();
    },
    history: () => {
      const asked = historyOfCell(sheet, cursor.active);
      if (asked) dispatch(showHistory({ versionId, ...asked }));
    },
  };
  const paste = (text: string): void => {
    const pasted = pasteText(sheet, range, text);
    if (!pasted.ok) return refuse(texts.nothingWasPasted, ...faultLines(transposed ? pasted.faults.map(turnedFault) : pasted.faults));
    act('paste', pasted.edit);
    setCursor(cursorOf(pasted.range));
  };
  const interpolate = (step: number): void => act('interpolate', interpolateRange(sheet, range, view.metres, step));

  return (
    <div className={classes['page']}>
      <SheetToolbar
        sheet={sheet}
        track={track}
        timetables={timetables}
        range={range}
        why={refusal}
        days={days}
        onDays={setDays}
        lines={lines}
        onLines={setLines}
        split={split}
        onSplit={setSplit}
        band={band}
        onBand={setBand}
        onward={onward}
        onOnward={setOnward}
        onKey={(key) => keys[key]()}
        transposed={transposed}
        onTranspose={() => dispatch(changeSettings({ changes: { sheetTransposed: !transposed } }))}
        onSort={() => setOrder((n) => n + 1)}
        onAct={act}
        onInterpolate={interpolate}
        onShift={(by) => act('shift', shiftRange(sheet, range, by))}
        metres={view.metres}
        asker={asker}
      />
      {finding && (
        <FindBar
          sheet={sheet}
          why={refusal}
          onGo={(place) => setCursor({ active: place, anchor: place })}
          onReplace={(edit) => act('replace', edit)}
          onClose={() => {
            setFinding(false);
            grid.current?.focus();
          }}
        />
      )}
      {refused.length > 0 && <SheetProblems messages={refused} onClose={closeRefusal} />}
      <RefusedActs of={editSheet} editable={editable} />
      {track.Stops.length === 0 ? (
        <Empty title={texts.noStops} hint={texts.noStopsHint} />
      ) : sheet.columns.length === 0 && !editable ? (
        <Empty title={texts.noDepartures} hint={texts.chooseOtherDays} />
      ) : (
        <SheetGrid
          grid={grid}
          opener={opener}
          onMenu={(point, target) => setMenu({ ...point, target })}
          label={texts.timetableOfTrackName({ name: track.Name || track.Id })}
          sheet={sheet}
          transposed={transposed}
          cursor={cursor}
          readOnly={!editable}
          onCursor={setCursor}
          onBegin={({ row, column }, was) => {
            const stopId = sheet.rows[row]?.stop.StopId ?? '';
            dispatch(beginCell({ ...of, column: sheet.columns[column]?.key ?? NEW_COLUMN, row, stopId, was }));
          }}
          typedAt={() => placeOfCell(sheet, typing().context)}
          onType={(place, now, text, wide) => {
            const edit = place && typed(place, text, wide);
            preview.set(undefined);
            const message = edit === undefined ? writtenError(text) : refusalOf(edit);
            const write = edit && message === undefined && !isNoEdit(edit) ? { act: 'type' as const, edit } : null;
            if (write?.edit.add) added.expect();
            dispatch(enterCell({ now, write, message: (edit && isNoEdit(edit) ? undefined : message) ?? null }));
            return messagesOf(typing())[0];
          }}
          onLeave={() => {
            preview.set(undefined);
            dispatch(cancelCell({}));
          }}
          messages={messages}
          onTyping={(place, text) => {
            const edit = typed(place, text, false);
            const isEdit = edit !== undefined && !isNoEdit(edit);
            preview.set(isEdit && refusalOf(edit) === undefined ? edit : undefined);
            if (!isEdit) return undefined;
            return faultWhileTyping(view, timetables, edit, sheet.rows[place.row]?.position ?? 0, track.Stops.length);
          }}
          onKey={(key) => keys[key]()}
          onCopy={(copied) => copiedText(sheet, copied)}
          onPaste={paste}
          onFill={(from, to) => {
            const [right, left] = [to.column - from.right, from.left - to.column];
            const down = to.row - from.bottom;
            if (down > Math.max(right, left, 0)) act('fill', fillRange(sheet, { ...from, bottom: to.row }, 'down'));
            else if (right > 0) act('fill', fillOn(sheet, from, right));
            else if (left > 0) act('fill', fillOn(sheet, from, -left));
          }}
          faultAt={view.faultAt}
          columnFault={view.columnFault}
          estimatesOf={view.estimates}
        />
      )}
      {lines !== 'none' && sheet.columns.length > 0 && (
        <Stringline
          sheet={sheet}
          metres={view.metres}
          range={range}
          position={sheet.rows[range.top]?.position ?? 0}
          others={others}
          days={days}
          readOnly={!editable}
          onSelect={(column, extend) => {
            const top = { row: 0, column };
            setCursor(widened({ active: top, anchor: extend ? { row: 0, column: cursor.anchor.column } : top }, 'columns', extent));
          }}
          onShift={(columns, by) => act('shift', shiftColumns(sheet, columns, by))}
        />
      )}
      <ServiceLine of={of} preview={preview} />
      <SheetStatus view={view} range={range} modes={[...(band ? [texts.wholeBand] : []), ...(onward ? [texts.fromHereOn] : [])]} />
      <SheetMenu
        at={menu}
        why={refusal}
        hasDeparture={range.left < sheet.columns.length}
        isTall={range.bottom - range.top >= 2}
        transposed={transposed}
        onKey={(key) => keys[key]()}
        onFill={(key) => keys[axes.key(key)]()}
        onAsk={(question) => asker.current?.(question)}
        onEdit={() => opener.current?.(cursor.active)}
        onCut={() => void writeClipboard(axes.text(copiedText(sheet, range)), refuse, keys.clear)}
        onCopy={() => void writeClipboard(axes.text(copiedText(sheet, range)), refuse)}
        onPaste={() => void readClipboard((text) => paste(axes.text(text)), refuse)}
        onClose={() => {
          setMenu(undefined);
          grid.current?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}

const NO_MESSAGES: readonly string[] = [];

function messagesOf({ context }: { readonly context: { readonly messages: readonly string[] } }): readonly string[] {
  return context.messages;
}

const NO_TRACKS: readonly TrackDetails[] = [];

/** The other tracks of the schedule, where they are requested. */
function useOtherTracks(track: TrackDetails['Track'], wanted: boolean): readonly TrackDetails[] {
  const { versionId = 0 } = usePlace();
  const details = useView((view) => (wanted ? scheduleDetails(view, versionId, track.ScheduleId) : undefined));
  return useMemo(() => details?.Tracks.filter(({ Track }) => Track.Id !== track.Id) ?? NO_TRACKS, [details, track.Id]);
}

function columnsIn({ left, right }: Range): number[] {
  return Array.from({ length: right - left + 1 }, (_, nth) => left + nth);
}
