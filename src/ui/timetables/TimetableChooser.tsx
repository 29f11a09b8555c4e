import { Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { openPlace } from '../../commands/shell/openPlace.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { timetableChoices, timetableMeant } from '../../projections/timetableChoices.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

interface TimetableChooserProps {
  readonly timetables: readonly Timetable[];
  readonly chosen: number | undefined;
  readonly pathOf: (number: number) => string;
}

/** Chooses a timetable of the track, and steps through them in the order of the list. */
export function TimetableChooser({ timetables, chosen, pathOf }: TimetableChooserProps): ReactNode {
  const dispatch = useDispatch();
  const choices = useMemo(() => timetableChoices(timetables), [timetables]);
  const [opened, setOpened] = useState(false);
  /** An arrow went to an option since the last letter: Enter chooses that one. */
  const isMarked = useRef(false);
  if (timetables.length === 0) return null;
  const order = choices.flatMap(({ items }) => items.map(({ value }) => Number(value)));
  const at = chosen === undefined ? -1 : order.indexOf(chosen);
  const open = (number: number | undefined): void => {
    if (number !== undefined) dispatch(openPlace({ path: pathOf(number), search: '' }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMarked.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isMarked.current) return;
    // the list marks its first option only after it is drawn: what was pasted just now is looked for here
    const meant = timetableMeant(choices, event.currentTarget.value);
    if (meant === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setOpened(false);
    open(meant);
  };
  return (
    <>
      <Select
        aria-label={texts.timetable}
        searchable
        data={choices.map(({ group, items }) => ({ group, items: [...items] }))}
        value={chosen === undefined ? null : String(chosen)}
        placeholder={texts.allTimetablesTimetables({ timetables: timetables.length })}
        nothingFoundMessage={texts.noMatch}
        allowDeselect={false}
        selectFirstOptionOnChange
        maxDropdownHeight={420}
        className={classes['chooser'] ?? ''}
        // what is typed then replaces the name of the chosen one
        onFocus={(event) => event.currentTarget.select()}
        dropdownOpened={opened}
        onDropdownOpen={() => setOpened(true)}
        onDropdownClose={() => {
          setOpened(false);
          isMarked.current = false;
        }}
        onSearchChange={() => (isMarked.current = false)}
        onKeyDownCapture={onKeyDown}
        onChange={(value) => value !== null && open(Number(value))}
      />
      {chosen !== undefined && timetables.length > 1 && (
        <>
          <WhyButton
            label={texts.previousTimetable}
            icon={IconChevronLeft}
            iconOnly
            why={at <= 0 ? texts.firstOne : undefined}
            onClick={() => open(order[at - 1])}
          />
          <WhyButton
            label={texts.nextTimetable}
            icon={IconChevronRight}
            iconOnly
            why={at === order.length - 1 ? texts.lastOne : undefined}
            onClick={() => open(order[at + 1])}
          />
        </>
      )}
    </>
  );
}
