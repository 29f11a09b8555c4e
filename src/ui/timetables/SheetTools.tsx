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
import { texts } from './texts.ts';

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
  [60, () => texts.toFullMinutes],
  [30, () => texts.toHalfMinutes],
  [15, () => texts.toQuarterMinutes],
  [1, () => texts.toTheSecond],
] as const;

/** Not drawn again for every key in the sheet: what they show is the same after most of them. */
export const SheetTools = memo(function SheetTools(props: SheetToolsProps): ReactNode {
  const { onKey, onAsk, onLines } = props;
  const noColumn = props.isEmpty ? texts.noDepartureIsSelected : undefined;
  const several = props.isTall ? undefined : texts.selectTimedStops;
  const why = props.why ?? noColumn;
  const tools: readonly BarTool[] = [
    {
      label: texts.aMinuteEarlier,
      hint: texts.minuteEarlier,
      icon: IconClockMinus,
      why,
      run: ({ shiftKey }) => onKey(shiftKey ? 'earlier10' : 'earlier'),
    },
    {
      label: texts.aMinuteLater,
      hint: texts.minuteLater,
      icon: IconClockPlus,
      why,
      run: ({ shiftKey }) => onKey(shiftKey ? 'later10' : 'later'),
    },
    { label: texts.shiftByTitle, hint: texts.shiftHint, icon: IconClockShare, why, run: () => onAsk('shift') },
    {
      label: texts.addDeparture,
      hint: texts.addDepartureHint,
      icon: IconPlus,
      why: props.why,
      run: () => onKey('add'),
    },
    { label: texts.series, hint: texts.seriesHint, icon: IconCalendarPlus, why: props.why, run: () => onAsk('series') },
    { label: texts.duplicateTitle, hint: texts.repeatHint, icon: IconCopy, why, run: () => onAsk('duplicate') },
    { label: texts.remove, hint: texts.removeHint, icon: IconTrash, why, run: () => onKey('remove') },
    {
      label: texts.departureTitle,
      hint: texts.tripFieldsHint,
      icon: IconBus,
      why: noColumn,
      run: () => onAsk('departure'),
    },
    { label: texts.notServed, hint: texts.notServedHint, icon: IconMinus, why, run: () => onKey('notServed') },
    {
      label: texts.interpolate,
      hint: texts.interpolateHint,
      icon: IconRuler2,
      why: why ?? several,
      choices: STEPS.map(([step, label]) => ({ label: label(), run: () => props.onInterpolate(step) })),
    },
    {
      label: texts.sortColumnsByTime,
      icon: IconArrowsSort,
      why: props.isUnsorted ? undefined : texts.columnsSorted,
      run: props.onSort,
    },
    {
      label: texts.stringline,
      hint: texts.stringlineHint,
      icon: IconChartLine,
      active: props.lines !== 'none',
      choices: [
        { label: texts.stringlineOfThisTrack, run: () => onLines('track') },
        { label: texts.stringlineOfLine, run: () => onLines('all') },
        { label: texts.noStringline, run: () => onLines('none') },
      ],
    },
    {
      label: texts.transpose,
      hint: props.transposed ? texts.stopsAsRows : texts.departuresAsRows,
      icon: IconTransform,
      active: props.transposed,
      run: props.onTranspose,
    },
    { label: texts.find, hint: texts.findHint, icon: IconSearch, run: () => onKey('find') },
    { label: texts.wholeBand, checked: props.band, onCheck: props.onBand },
    { label: texts.fromHereOn, checked: props.onward, onCheck: props.onOnward },
    { label: texts.arrivals, checked: props.split, onCheck: props.onSplit },
  ];
  return <FoldingBar tools={tools} className={classes['tools']} />;
});
