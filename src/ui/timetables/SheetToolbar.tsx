import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, type Ref, useImperativeHandle } from 'react';
import { openSpreadsheet } from '../../commands/spreadsheets/spreadsheetSteps.ts';
import type { SheetAct } from '../../domain/edits/timetables.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { sheetQuestion } from '../../projections/typedForms.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useAsking } from '../parts/useTyped.ts';
import { DaysMenu, masksOf } from './DaysMenu.tsx';
import { DepartureModal } from './DepartureModal.tsx';
import type { SheetKey } from './sheetKeys.ts';
import { DuplicateModal, SeriesModal, ShiftModal } from './SheetModals.tsx';
import { SheetTools } from './SheetTools.tsx';
import type { SheetLines } from './useSheetLines.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

export interface SheetToolbarProps {
  readonly sheet: Sheet;
  readonly track: Track;
  readonly timetables: readonly Timetable[];
  readonly range: Range;
  readonly why: string | undefined;
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly lines: SheetLines;
  readonly onLines: (lines: SheetLines) => void;
  readonly split: boolean;
  readonly onSplit: (split: boolean) => void;
  readonly band: boolean;
  readonly onBand: (band: boolean) => void;
  readonly onward: boolean;
  readonly onOnward: (onward: boolean) => void;
  readonly onKey: (key: SheetKey) => void;
  readonly transposed: boolean;
  readonly onTranspose: () => void;
  readonly onSort: () => void;
  readonly onAct: (act: SheetAct, edit: SheetEdit) => void;
  /** Rounded to so many seconds. */
  readonly onInterpolate: (step: number) => void;
  readonly onShift: (seconds: number) => void;
  readonly metres: readonly number[] | null;
  /** Opens a question from elsewhere. */
  readonly asker?: Ref<(question: SheetQuestion) => void>;
}

/** What can be done with the sheet, and what of it is shown. */
export function SheetToolbar(props: SheetToolbarProps): ReactNode {
  const { sheet, range, why, days } = props;
  const [asking, setAsking] = useAsking<SheetQuestion>(sheetQuestion);
  useImperativeHandle(props.asker, () => setAsking);
  return (
    <div className={classes['sheetBar']} role="toolbar" aria-label={texts.timetable}>
      <DaysMenu days={days} masks={masksOf(props.timetables)} onDays={useCallbackRef(props.onDays)} />
      <SheetTools
        why={why}
        isEmpty={range.left >= sheet.columns.length}
        isTall={range.bottom - range.top >= 2}
        isUnsorted={sheet.unsorted}
        lines={props.lines}
        split={props.split}
        band={props.band}
        onward={props.onward}
        transposed={props.transposed}
        onKey={useCallbackRef(props.onKey)}
        onLines={useCallbackRef(props.onLines)}
        onSplit={useCallbackRef(props.onSplit)}
        onBand={useCallbackRef(props.onBand)}
        onOnward={useCallbackRef(props.onOnward)}
        onTranspose={useCallbackRef(props.onTranspose)}
        onSort={useCallbackRef(props.onSort)}
        onInterpolate={useCallbackRef(props.onInterpolate)}
        onAsk={useCallbackRef(setAsking)}
      />
      <ActionButton of={openSpreadsheet} iconOnly variant="subtle" />
      {asking === 'series' && (
        <SeriesModal
          sheet={sheet}
          days={days}
          metres={props.metres}
          range={range}
          onAdd={(edit) => props.onAct('add', edit)}
          onClose={() => setAsking()}
        />
      )}
      {asking === 'shift' && <ShiftModal onShift={props.onShift} onClose={() => setAsking()} />}
      {asking === 'departure' && <DepartureModal sheet={sheet} range={range} readOnly={why !== undefined} onClose={() => setAsking()} />}
      {asking === 'duplicate' && (
        <DuplicateModal sheet={sheet} range={range} onAdd={(edit) => props.onAct('add', edit)} onClose={() => setAsking()} />
      )}
    </div>
  );
}

export type SheetQuestion = 'series' | 'duplicate' | 'departure' | 'shift';
