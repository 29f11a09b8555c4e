import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeDayType, createDayType } from '../../commands/calendars/networkCalendarEdits.ts';
import { hexColour } from '../../domain/colours.ts';
import type { DayType } from '../../domain/model/networkCalendar.ts';
import { previewFollowing, usesOfDayType, withDayType } from '../../domain/networkCalendar.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { dayTypeValues } from '../../projections/typedForms.ts';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { PickerAside } from '../parts/PickerAside.tsx';
import { shownException } from '../parts/shownDays.ts';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { DaysChips } from '../timetables/DaysChips.tsx';
import { unusedColour } from './bands.ts';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface DayTypeModalProps {
  readonly versionId: number;
  readonly all: NetworkCalendars;
  /** The one that is changed; undefined for a new one. */
  readonly dayType: DayType | undefined;
  readonly onClose: () => void;
}

/** A day type, new or changed, and what a change of its weekdays comes to. */
export function DayTypeModal({ versionId, all, dayType, onClose }: DayTypeModalProps): ReactNode {
  const dispatch = useDispatch();
  const [{ name, color, runAs }, type] = useTyped(dayTypeValues, () => ({
    name: dayType?.Name ?? '',
    color: dayType ? (dayType.Color ?? '') : unusedColour(all.dayTypes),
    runAs: dayType?.RunAs ?? 64,
  }));
  const attempt = useSubmit(onClose);
  const isColour = color === '' || hexColour(color) !== undefined;
  const usable = name.trim() !== '' && isColour;
  const save = (): string => {
    const values = { versionId, name: name.trim(), color: color.replace(/^#/, ''), runAs };
    if (!dayType) return dispatch(createDayType(values));
    const { calendars } = usesOfDayType(all.calendars, dayType.Id);
    const calendarIds = calendars.map(({ Id }) => Id);
    const followers = all.schedules.filter(({ FollowsCalendar }) => calendarIds.includes(FollowsCalendar ?? ''));
    return dispatch(
      changeDayType({
        ...values,
        dayTypeId: dayType.Id,
        calendarIds: calendarIds.toSorted(),
        scheduleIds: followers.map(({ Id }) => Id).toSorted(),
      }),
    );
  };
  return (
    <Modal opened onClose={onClose} title={dayType ? texts.changeDayType : texts.addDayType} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (usable && !attempt.isWaiting) attempt.send(save());
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={texts.name}
            placeholder={texts.suchAsSchoolDays}
            value={name}
            maxLength={200}
            onChange={(event) => type({ name: event.currentTarget.value })}
          />
          <TextInput
            label={texts.colour}
            value={color}
            maxLength={7}
            error={!isColour && texts.colourFormat}
            rightSection={
              <PickerAside
                type="color"
                value={hexColour(color) ?? ''}
                title={texts.colour}
                readOnly={false}
                onPick={(to) => type({ color: to.slice(1).toUpperCase() })}
              />
            }
            onChange={(event) => type({ color: event.currentTarget.value })}
          />
          <div>
            <div className={classes['label']}>{texts.runsAs}</div>
            <DaysChips value={runAs} disabled={false} onChange={(next) => type({ runAs: next })} />
          </div>
          <p className={classes['note']} role="status">
            {shownException({ RunAs: runAs })}
            {dayType && `. ${changeWords(all, dayType.Id, runAs)}`}
          </p>
          <NotSaved message={attempt.message} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" disabled={!usable} loading={attempt.isWaiting}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Which schedules change where a day type runs as other weekdays. */
function changeWords({ calendars, schedules }: NetworkCalendars, dayTypeId: string, runAs: number): string {
  let [lines, dates] = [0, 0];
  for (const calendar of usesOfDayType(calendars, dayTypeId).calendars) {
    const followers = schedules.filter(({ FollowsCalendar }) => FollowsCalendar === calendar.Id);
    const preview = previewFollowing(followers, () => calendar, withDayType(calendar, dayTypeId, runAs));
    lines += preview.lines;
    dates += preview.dates;
  }
  return lines === 0 ? texts.changesNothing : texts.preview({ lines, dates });
}
