import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDays } from '../../domain/days.ts';
import type { Timetable } from '../../domain/timetables.ts';
import classes from './sheet.module.css';

/** Which timetables a page shows together and changes at once: the chosen one, those of its days, all of the track. */
export type TimetableScope = 'one' | 'days' | 'track';

/** The timetables of a scope, the chosen one first. */
export function timetablesIn(timetables: readonly Timetable[], chosen: Timetable, scope: TimetableScope): readonly Timetable[] {
  const others = timetables.filter(
    ({ Number, Days }) => Number !== chosen.Number && (scope === 'track' || (scope === 'days' && Days === chosen.Days)),
  );
  return [chosen, ...others];
}

interface ScopeChoiceProps {
  readonly timetables: readonly Timetable[];
  readonly chosen: Timetable;
  readonly scope: TimetableScope;
  readonly onScope: (scope: TimetableScope) => void;
}

/** Says which timetables a change meets. */
export function ScopeChoice({ timetables, chosen, scope, onScope }: ScopeChoiceProps): ReactNode {
  const ofDays = timetablesIn(timetables, chosen, 'days').length;
  return (
    <Select
      aria-label="Shown and changed together"
      data={[
        { value: 'one', label: 'This timetable' },
        { value: 'days', label: `All of ${formatDays(chosen.Days)} (${ofDays})` },
        { value: 'track', label: `All of the track (${timetables.length})` },
      ]}
      value={scope}
      allowDeselect={false}
      className={classes['scope'] ?? ''}
      onChange={(next) => onScope(next === 'days' || next === 'track' ? next : 'one')}
    />
  );
}
