import { Checkbox } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import {
  IconArrowsSort,
  IconBus,
  IconCalendarPlus,
  IconChartLine,
  IconClockMinus,
  IconClockPlus,
  IconClockShare,
  IconCopy,
  IconMinus,
  IconPlus,
  IconRuler2,
  IconSearch,
  IconTransform,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type ReactNode, type Ref, useImperativeHandle } from 'react';
import type { SheetAct } from '../../domain/edits/timetables.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import type { Timetable } from '../../domain/timetables.ts';
import type { Track } from '../../domain/tracks.ts';
import { sheetQuestion } from '../../projections/typedForms.ts';
import { Menu } from '../parts/Menu.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { DaysMenu, masksOf } from './DaysMenu.tsx';
import { DepartureModal } from './DepartureModal.tsx';
import { DuplicateModal, SeriesModal, ShiftModal } from './SheetModals.tsx';
import type { SheetKey } from './sheetKeys.ts';
import type { SheetLines } from './useSheetLines.ts';
import { useAsking } from '../parts/useTyped.ts';
import classes from './sheet.module.css';

interface SheetToolbarProps {
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
    <div className={classes['toolbar']} role="toolbar" aria-label="Timetable">
      <DaysMenu days={days} masks={masksOf(props.timetables)} onDays={useCallbackRef(props.onDays)} />
      <ToolbarButtons
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

interface ToolbarButtonsProps extends Pick<
  SheetToolbarProps,
  | 'why'
  | 'lines'
  | 'split'
  | 'band'
  | 'onward'
  | 'transposed'
  | 'onKey'
  | 'onLines'
  | 'onSplit'
  | 'onBand'
  | 'onOnward'
  | 'onTranspose'
  | 'onSort'
  | 'onInterpolate'
> {
  readonly isEmpty: boolean;
  /** More than two rows are selected. */
  readonly isTall: boolean;
  readonly isUnsorted: boolean;
  readonly onAsk: (question: SheetQuestion) => void;
}

/** Not drawn again for every key in the sheet: what they show is the same after most of them. */
const ToolbarButtons = memo(function ToolbarButtons(props: ToolbarButtonsProps): ReactNode {
  const { why, onKey, onAsk } = props;
  const noColumn = props.isEmpty ? 'No departure is selected' : undefined;
  const several = props.isTall ? undefined : 'Select from a stop with a time to a later one';
  return (
    <>
      <WhyButton
        label="A minute earlier"
        hint="Selection a minute earlier; Shift: ten"
        icon={IconClockMinus}
        iconOnly
        why={why ?? noColumn}
        onClick={(event) => onKey(event.shiftKey ? 'earlier10' : 'earlier')}
      />
      <WhyButton
        label="A minute later"
        hint="Selection a minute later; Shift: ten"
        icon={IconClockPlus}
        iconOnly
        why={why ?? noColumn}
        onClick={(event) => onKey(event.shiftKey ? 'later10' : 'later')}
      />
      <WhyButton
        label="Shift by"
        hint="Selection some minutes later or earlier (S)"
        icon={IconClockShare}
        iconOnly
        why={why ?? noColumn}
        onClick={() => onAsk('shift')}
      />
      <WhyButton
        label="Not served"
        hint="Selected stops are not served (X)"
        icon={IconMinus}
        iconOnly
        why={why ?? noColumn}
        onClick={() => onKey('notServed')}
      />
      <InterpolateMenu why={why ?? noColumn ?? several} onInterpolate={props.onInterpolate} />
      <WhyButton
        label="Add departure"
        hint="Type a time for a new departure (Insert); it has the running times of the nearest one"
        icon={IconPlus}
        iconOnly
        why={why}
        onClick={() => onKey('add')}
      />
      <WhyButton label="Series" hint="Insert departures at a headway" icon={IconCalendarPlus} why={why} onClick={() => onAsk('series')} />
      <WhyButton
        label="Duplicate"
        hint="Selected departures again at a headway"
        icon={IconCopy}
        iconOnly
        why={why ?? noColumn}
        onClick={() => onAsk('duplicate')}
      />
      <WhyButton
        label="Departure"
        hint="Type, trip id, block, accessibility of the selected departures"
        icon={IconBus}
        iconOnly
        why={noColumn}
        onClick={() => onAsk('departure')}
      />
      <WhyButton
        label="Remove"
        hint="Remove the selected departures (Ctrl+Delete)"
        icon={IconTrash}
        iconOnly
        why={why ?? noColumn}
        onClick={() => onKey('remove')}
      />
      <WhyButton label="Find" icon={IconSearch} iconOnly onClick={() => onKey('find')} />
      <WhyButton
        label="Sort columns by time"
        icon={IconArrowsSort}
        iconOnly
        why={props.isUnsorted ? undefined : 'Columns are in order of time'}
        onClick={props.onSort}
      />
      <WhyButton
        label="Transpose"
        hint={props.transposed ? 'Stops as rows, departures as columns' : 'Departures as rows, stops as columns'}
        icon={IconTransform}
        iconOnly
        active={props.transposed}
        onClick={props.onTranspose}
      />
      <LinesMenu lines={props.lines} onLines={props.onLines} />
      <span className={classes['spacer']} />
      <Checkbox label="Whole band" checked={props.band} onChange={(event) => props.onBand(event.currentTarget.checked)} />
      <Checkbox label="From here on" checked={props.onward} onChange={(event) => props.onOnward(event.currentTarget.checked)} />
      <Checkbox label="Arrivals" checked={props.split} onChange={(event) => props.onSplit(event.currentTarget.checked)} />
    </>
  );
});

/** Steps that interpolated times are rounded to, in seconds. */
const STEPS = [
  [60, 'To full minutes'],
  [30, 'To half minutes'],
  [15, 'To 15 seconds'],
  [1, 'To the second'],
] as const;

function InterpolateMenu({ why, onInterpolate }: { why: string | undefined; onInterpolate: (step: number) => void }): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <WhyButton
          label="Interpolate"
          hint="Times between the first and the last of the selection, by distance"
          icon={IconRuler2}
          iconOnly
          why={why}
          onClick={() => undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {STEPS.map(([step, label]) => (
          <Menu.Item key={step} onClick={() => onInterpolate(step)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function LinesMenu({ lines, onLines }: { lines: SheetLines; onLines: (lines: SheetLines) => void }): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <WhyButton
          label="Stringline"
          hint="Departures as lines over time and way"
          icon={IconChartLine}
          iconOnly
          active={lines !== 'none'}
          onClick={() => undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onLines('track')}>Stringline of this track</Menu.Item>
        <Menu.Item onClick={() => onLines('all')}>Stringline of all tracks, both directions</Menu.Item>
        <Menu.Item onClick={() => onLines('none')}>No stringline</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
