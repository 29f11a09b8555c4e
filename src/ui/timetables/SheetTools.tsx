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
import { memo, type ReactNode } from 'react';
import { type BarTool, FoldingBar } from '../parts/FoldingBar.tsx';
import type { SheetQuestion, SheetToolbarProps } from './SheetToolbar.tsx';
import classes from './sheet.module.css';

interface SheetToolsProps extends Pick<
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

/** Steps that interpolated times are rounded to, in seconds. */
const STEPS = [
  [60, 'To full minutes'],
  [30, 'To half minutes'],
  [15, 'To 15 seconds'],
  [1, 'To the second'],
] as const;

/** Not drawn again for every key in the sheet: what they show is the same after most of them. */
export const SheetTools = memo(function SheetTools(props: SheetToolsProps): ReactNode {
  const { onKey, onAsk, onLines } = props;
  const noColumn = props.isEmpty ? 'No departure is selected' : undefined;
  const several = props.isTall ? undefined : 'Select from a stop with a time to a later one';
  const why = props.why ?? noColumn;
  const tools: readonly BarTool[] = [
    {
      label: 'A minute earlier',
      hint: 'Selection a minute earlier; Shift: ten',
      icon: IconClockMinus,
      why,
      run: ({ shiftKey }) => onKey(shiftKey ? 'earlier10' : 'earlier'),
    },
    {
      label: 'A minute later',
      hint: 'Selection a minute later; Shift: ten',
      icon: IconClockPlus,
      why,
      run: ({ shiftKey }) => onKey(shiftKey ? 'later10' : 'later'),
    },
    { label: 'Shift by', hint: 'Selection some minutes later or earlier (S)', icon: IconClockShare, why, run: () => onAsk('shift') },
    {
      label: 'Add departure',
      hint: 'Type a time for a new departure (Insert); it has the running times of the nearest one',
      icon: IconPlus,
      why: props.why,
      run: () => onKey('add'),
    },
    { label: 'Series', hint: 'Series: insert departures at a headway', icon: IconCalendarPlus, why: props.why, run: () => onAsk('series') },
    { label: 'Duplicate', hint: 'Selected departures again at a headway', icon: IconCopy, why, run: () => onAsk('duplicate') },
    { label: 'Remove', hint: 'Remove the selected departures (Ctrl+Delete)', icon: IconTrash, why, run: () => onKey('remove') },
    {
      label: 'Departure',
      hint: 'Type, trip id, block, accessibility of the selected departures',
      icon: IconBus,
      why: noColumn,
      run: () => onAsk('departure'),
    },
    { label: 'Not served', hint: 'Selected stops are not served (X)', icon: IconMinus, why, run: () => onKey('notServed') },
    {
      label: 'Interpolate',
      hint: 'Times between the first and the last of the selection, by distance (I: to full minutes)',
      icon: IconRuler2,
      why: why ?? several,
      choices: STEPS.map(([step, label]) => ({ label, run: () => props.onInterpolate(step) })),
    },
    {
      label: 'Sort columns by time',
      icon: IconArrowsSort,
      why: props.isUnsorted ? undefined : 'Columns are in order of time',
      run: props.onSort,
    },
    {
      label: 'Stringline',
      hint: 'Departures as lines over time and way',
      icon: IconChartLine,
      active: props.lines !== 'none',
      choices: [
        { label: 'Stringline of this track', run: () => onLines('track') },
        { label: 'Stringline of all tracks, both directions', run: () => onLines('all') },
        { label: 'No stringline', run: () => onLines('none') },
      ],
    },
    {
      label: 'Transpose',
      hint: props.transposed ? 'Stops as rows, departures as columns' : 'Departures as rows, stops as columns',
      icon: IconTransform,
      active: props.transposed,
      run: props.onTranspose,
    },
    { label: 'Find', hint: 'Find a time (Ctrl+F)', icon: IconSearch, run: () => onKey('find') },
    { label: 'Whole band', checked: props.band, onCheck: props.onBand },
    { label: 'From here on', checked: props.onward, onCheck: props.onOnward },
    { label: 'Arrivals', checked: props.split, onCheck: props.onSplit },
  ];
  return <FoldingBar tools={tools} className={classes['tools']} />;
});
