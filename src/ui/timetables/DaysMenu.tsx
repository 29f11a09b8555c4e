import { IconChevronDown, IconRepeat } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { WEEKDAYS } from '../../domain/days.ts';
import { sameJson } from '../../domain/sameJson.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import { said } from '../language/language.ts';
import { Menu } from '../parts/Menu.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { shownDays } from '../parts/shownDays.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** Combinations of days that timetables run on, beside all days. */
export function masksOf(timetables: readonly Timetable[]): readonly number[] {
  return [...new Set(timetables.map(({ Days }) => Days))].filter((mask) => mask !== 0 && mask !== 127).toSorted((a, b) => a - b);
}

interface DaysMenuProps {
  readonly days: number;
  readonly masks: readonly number[];
  readonly onDays: (days: number) => void;
}

/** Chooses the days whose timetables are shown. */
export const DaysMenu = memo(function DaysMenu({ days, masks, onDays }: DaysMenuProps): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <WhyButton
          label={days === 127 ? texts.allTimetables : shownDays(days)}
          hint={texts.dayFilterHint}
          className={classes['daysButton'] ?? ''}
          icon={days === 127 ? IconRepeat : IconChevronDown}
          onClick={() => undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDays(127)}>{texts.allTimetables}</Menu.Item>
        {masks.map((mask) => (
          <Menu.Item key={mask} onClick={() => onDays(mask)}>
            {shownDays(mask)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {WEEKDAYS.map((name, at) => (
          <Menu.Item key={name} onClick={() => onDays(1 << at)}>
            {said(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}, sameJson);
