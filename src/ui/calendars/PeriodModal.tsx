import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { addToNetworkCalendar } from '../../commands/calendars/networkCalendarSteps.ts';
import { datesBetween } from '../../domain/activeDates.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { LONGEST_PERIOD } from '../../domain/edits/networkCalendars.ts';
import type { CalendarPeriod, DayType, NetworkCalendar } from '../../domain/model/networkCalendar.ts';
import { datesOfPeriod, periodKey } from '../../domain/networkCalendar.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { periodValues } from '../../projections/typedForms.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useTyped } from '../parts/useTyped.ts';
import { DaysChips } from '../timetables/DaysChips.tsx';
import { choiceOf, runsChoices, runsOf } from './runs.ts';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface PeriodModalProps {
  readonly versionId: number;
  readonly calendar: NetworkCalendar;
  readonly dayTypes: readonly DayType[];
  /** The one that is changed; undefined for a new one. */
  readonly period: CalendarPeriod | undefined;
  readonly onClose: () => void;
}

/** A period of a calendar, new or changed: it is put among what is to be saved. */
export function PeriodModal({ versionId, calendar, dayTypes, period, onClose }: PeriodModalProps): ReactNode {
  const dispatch = useDispatch();
  const [{ name, from, to, days, runsAs }, type] = useTyped(periodValues, () => ({
    name: period?.Name ?? '',
    from: period?.From ?? '',
    to: period?.To ?? '',
    days: period?.Days ?? 127,
    runsAs: period ? choiceOf(period, dayTypes) : 'usual',
  }));
  const made: CalendarPeriod = {
    Name: name.trim(),
    From: from,
    To: to,
    ...(days === 127 ? {} : { Days: days }),
    ...runsOf(runsAs, dayTypes),
  };
  const before = period && periodKey(period);
  const isTaken = calendar.Periods.some((one) => periodKey(one) === periodKey(made) && periodKey(one) !== before);
  const problem = from === '' || to === '' ? undefined : problemOf(from, to);
  const usable = made.Name !== '' && from !== '' && to !== '' && days > 0 && problem === undefined && !isTaken;
  return (
    <Modal opened onClose={onClose} title={period ? texts.changePeriod : texts.addPeriod} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!usable) return;
          const clearPeriods = before === undefined || before === periodKey(made) ? {} : { clearPeriods: [before] };
          dispatch(addToNetworkCalendar({ versionId, calendarId: calendar.Id, change: { ...clearPeriods, putPeriods: [made] } }));
          onClose();
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={texts.name}
            placeholder={texts.suchAsSchoolTerm}
            value={name}
            maxLength={200}
            error={isTaken && texts.periodIsTaken}
            onChange={(event) => type({ name: event.currentTarget.value })}
          />
          <Group grow align="flex-start">
            <DateInput label={texts.firstDay} value={from} onChange={(text) => type({ from: text })} />
            <DateInput label={texts.lastDay} value={to} error={problem} onChange={(text) => type({ to: text })} />
          </Group>
          <div>
            <div className={classes['label']}>{texts.onTheseDays}</div>
            <DaysChips value={days} disabled={false} onChange={(next) => type({ days: next })} />
          </div>
          <NativeSelect
            size="xs"
            label={texts.runsAs}
            data={[...runsChoices(dayTypes, runsAs)]}
            value={runsAs}
            onChange={(event) => type({ runsAs: event.currentTarget.value })}
          />
          {usable && (
            <p className={classes['note']} role="status">
              {texts.periodHas({ dates: datesOfPeriod(made).length })}
            </p>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" disabled={!usable}>
              {period ? texts.change : texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function problemOf(from: string, to: string): string | undefined {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return texts.dateFormat;
  if (to < from) return texts.endsBeforeItBegins;
  return datesBetween(from, to).length > LONGEST_PERIOD ? texts.atMostThreeYears : undefined;
}
