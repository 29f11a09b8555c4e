import { Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { openPlace } from '../../commands/shell/openPlace.ts';
import type { Timetable } from '../../domain/timetables.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { timetableChoices } from '../../projections/timetableChoices.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './sheet.module.css';

interface TimetableChooserProps {
  readonly timetables: readonly Timetable[];
  readonly chosen: number | undefined;
  readonly pathOf: (number: number) => string;
}

/** Chooses a timetable of the track, and steps through them in the order of the list. */
export function TimetableChooser({ timetables, chosen, pathOf }: TimetableChooserProps): ReactNode {
  const dispatch = useDispatch();
  const choices = useMemo(() => timetableChoices(timetables), [timetables]);
  if (timetables.length === 0) return null;
  const order = choices.flatMap(({ items }) => items.map(({ value }) => Number(value)));
  const at = chosen === undefined ? -1 : order.indexOf(chosen);
  const open = (number: number | undefined): void => {
    if (number !== undefined) dispatch(openPlace({ path: pathOf(number), search: '' }));
  };
  return (
    <>
      <Select
        aria-label="Timetable"
        searchable
        data={choices.map(({ group, items }) => ({ group, items: [...items] }))}
        value={chosen === undefined ? null : String(chosen)}
        placeholder={`Choose one of ${timetables.length}`}
        nothingFoundMessage="No timetable with these days or times"
        allowDeselect={false}
        selectFirstOptionOnChange
        maxDropdownHeight={420}
        className={classes['chooser'] ?? ''}
        // what is typed then replaces the name of the chosen one
        onFocus={(event) => event.currentTarget.select()}
        onChange={(value) => value !== null && open(Number(value))}
      />
      {timetables.length > 1 && (
        <>
          <WhyButton
            label="Previous timetable"
            icon={IconChevronLeft}
            iconOnly
            why={at <= 0 ? 'This is the first one' : undefined}
            onClick={() => open(order[at - 1])}
          />
          <WhyButton
            label="Next timetable"
            icon={IconChevronRight}
            iconOnly
            why={at === order.length - 1 ? 'This is the last one' : undefined}
            onClick={() => open(order[at + 1])}
          />
        </>
      )}
    </>
  );
}
