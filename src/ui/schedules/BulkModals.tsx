import { Button, Checkbox, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { loadCalendars } from '../../commands/calendars/loadCalendars.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { datesBetween, type PaintedDate } from '../../domain/activeDates.ts';
import { isCalendarDate } from '../../domain/date.ts';
import type { ScheduleField } from '../../domain/edits/schedules.ts';
import { fieldError } from '../../domain/model/fieldValues.ts';
import type { ScheduleRow } from '../../domain/scheduleDetails.ts';
import { VEHICLE_TYPES, vehicleTypeLabel } from '../../domain/vehicleTypes.ts';
import { agreedInterval, agreedText, intervalsOf, validOnAny, valuesOf } from '../../projections/chosenSchedules.ts';
import { calendarOfSchedules, datesOfSchedules, exceptionOfSchedules, fieldOfSchedules } from '../../projections/typedForms.ts';
import { networkCalendars } from '../../projections/networkCalendars.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { previewFollowing, withoutOwn } from '../../domain/networkCalendar.ts';
import { CALENDAR_PAGE } from '../../domain/locations.ts';
import { previewWords } from '../calendars/NotSavedYet.tsx';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { said } from '../language/language.ts';
import { RUNS_AS } from './runsAs.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

const FIELDS: readonly { readonly value: ScheduleField; readonly label: string }[] = [
  {
    value: 'ExternalTransportId',
    get label() {
      return texts.transport;
    },
  },
  {
    value: 'LongName',
    get label() {
      return texts.longName;
    },
  },
  {
    value: 'AgencyId',
    get label() {
      return texts.agency;
    },
  },
  {
    value: 'VehicleType',
    get label() {
      return texts.type;
    },
  },
  {
    value: 'Color',
    get label() {
      return texts.colour;
    },
  },
  {
    value: 'TextColor',
    get label() {
      return texts.textColour;
    },
  },
  {
    value: 'Url',
    get label() {
      return texts.url;
    },
  },
];

/** The values of a field that is chosen from a list: one of the agencies, or of the types of vehicles. */
function useOptionsOf(field: ScheduleField, versionId: number): { value: string; label: string }[] | undefined {
  const agencies = useView((view) => view.versions[versionId]?.agencies.value);
  if (field === 'AgencyId')
    return [{ value: '', label: texts.none }, ...(agencies ?? []).map(({ Id, Name }) => ({ value: Id, label: Name || 'N/A' }))];
  if (field !== 'VehicleType') return undefined;
  return [{ value: '', label: 'N/A' }, ...VEHICLE_TYPES.map((type) => ({ value: String(type), label: said(vehicleTypeLabel(type)) }))];
}

interface ModalProps {
  readonly chosen: readonly ScheduleRow[];
  readonly onClose: () => void;
}

/** Changes one field of the chosen schedules. The value they have is filled in where they all have the same. */
export function FieldModal({
  versionId,
  chosen,
  onSave,
  onClose,
}: ModalProps & { readonly versionId: number; readonly onSave: (field: ScheduleField, value: string | number) => string }): ReactNode {
  const [{ field, text }, type] = useTyped(fieldOfSchedules, () => ({
    field: 'ExternalTransportId' as const,
    text: agreedText(chosen, 'ExternalTransportId') ?? '',
  }));
  const options = useOptionsOf(field, versionId);
  const attempt = useSubmit(onClose);
  const value = field === 'VehicleType' && text !== '' ? Number(text) : text;
  const problem = fieldError('Schedule', field, value);
  const values = valuesOf(chosen, field);
  return (
    <ChosenModal
      title={texts.bulkFieldTitle({ chosen: countOf(chosen.length) })}
      chosen={chosen}
      attempt={attempt}
      send={problem === undefined && (() => onSave(field, value))}
      onClose={onClose}
    >
      <Select
        label={texts.field}
        value={field}
        data={[...FIELDS]}
        onChange={(next) => {
          const chosenField = FIELDS.find((one) => one.value === next)?.value ?? field;
          type({ field: chosenField, text: agreedText(chosen, chosenField) ?? '' });
        }}
      />
      {options ? (
        <NativeSelect
          label={texts.value}
          data={options}
          value={text}
          error={problem}
          onChange={(event) => type({ text: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          data-autofocus
          label={texts.value}
          placeholder={texts.emptyRemoves}
          value={text}
          error={problem}
          onChange={(event) => type({ text: event.currentTarget.value })}
        />
      )}
      {values !== undefined && values > 1 && <p className={classes['note']}>{texts.differentValues({ values })}</p>}
    </ChosenModal>
  );
}

/** Changes the first and the last day of the chosen schedules. They are filled in where all agree. */
export function DatesModal({ chosen, onSave, onClose }: ModalProps & { readonly onSave: (from: string, to: string) => string }): ReactNode {
  const [{ from, to }, type] = useTyped(datesOfSchedules, () => agreedInterval(chosen));
  const attempt = useSubmit(onClose);
  const problem = from === '' && to === '' ? undefined : dateProblem(from, to);
  const complete = isCalendarDate(from) && isCalendarDate(to) && problem === undefined;
  const intervals = intervalsOf(chosen);
  return (
    <ChosenModal
      title={texts.changeValidityOfChosen({ chosen: countOf(chosen.length) })}
      chosen={chosen}
      attempt={attempt}
      send={complete && (() => onSave(from, to))}
      onClose={onClose}
    >
      <DateFields from={from} to={to} problem={problem} onChange={type} />
      {intervals.length > 1 && (
        <div className={classes['note']}>
          {texts.theirValidityDiffersNow}
          <ul className={classes['intervals']}>
            {intervals.slice(0, MOST_INTERVALS).map(({ text, count }) => (
              <li key={text}>{`${text}: ${countOf(count)}`}</li>
            ))}
            {intervals.length > MOST_INTERVALS && <li>{texts.andIntervalsMore({ intervals: intervals.length - MOST_INTERVALS })}</li>}
          </ul>
        </div>
      )}
    </ChosenModal>
  );
}

/** Says what a date, or each date of a range, runs as in the chosen schedules. Schedules that are not valid then stay as they are. */
export function ExceptionModal({ chosen, onSave, onClose }: ModalProps & { readonly onSave: (dates: readonly PaintedDate[]) => string }): ReactNode {
  const [{ from, to, runsAs }, type] = useTyped(exceptionOfSchedules, { from: '', to: '', runsAs: 'none' });
  const attempt = useSubmit(onClose);
  const last = to === '' ? from : to;
  const problem = from === '' ? undefined : dateProblem(from, last);
  const dates = from === '' || problem !== undefined ? [] : datesBetween(from, last);
  const { inside, outside } = validOnAny(chosen, from, last);
  const runAs = RUNS_AS.find(({ value }) => value === runsAs)?.runAs ?? null;
  const tooMany = dates.length > MOST_DATES ? texts.mostDatesHint({ mostDates: MOST_DATES }) : undefined;
  const usable = dates.length > 0 && inside.length > 0 && tooMany === undefined;
  return (
    <ChosenModal
      title={texts.bulkExceptionTitle({ chosen: countOf(chosen.length) })}
      chosen={chosen}
      attempt={attempt}
      send={usable && (() => onSave(dates.map((date) => ({ Date: date, RunAs: runAs }))))}
      save={texts.changeInside({ inside: countOf(inside.length) })}
      onClose={onClose}
    >
      <DateFields from={from} to={to} problem={problem ?? tooMany} lastOptional onChange={type} />
      <NativeSelect
        label={texts.runs}
        data={RUNS_AS.map(({ value, label }) => ({ value, label }))}
        value={runsAs}
        onChange={(event) => type({ runsAs: event.currentTarget.value })}
      />
      {dates.length > 0 && (
        <p className={classes['note']} role="status">
          {inside.length === 0 ? texts.noneValid : texts.datesInInside({ dates: datesWords(dates.length), inside: countOf(inside.length) })}
          {inside.length > 0 && outside.length > 0 && texts.outsideValidity({ outside: namesWords(outside) })}
        </p>
      )}
    </ChosenModal>
  );
}

interface FollowChoice {
  readonly calendarId: string;
  readonly own?: 'replace';
  readonly calendars: string[];
}

/** Has the chosen schedules follow a calendar of the network, or none any more. */
export function FollowModal({
  versionId,
  chosen,
  onSave,
  onClose,
}: ModalProps & { readonly versionId: number; readonly onSave: (choice: FollowChoice) => string }): ReactNode {
  const dispatch = useDispatch();
  const pathTo = usePathTo();
  const load = useView((view) => view.versions[versionId]?.calendars);
  const all = useView((view) => networkCalendars(view, versionId));
  const [{ calendarId, own }, type] = useTyped(calendarOfSchedules, { calendarId: '', own: 'keep' });
  const attempt = useSubmit(onClose);
  useEffect(() => void dispatch(loadCalendars({ versionId })), [dispatch, versionId]);
  const byId = new Map(all.calendars.map((calendar) => [calendar.Id, calendar]));
  const ids = new Set(chosen.map(({ Id }) => Id));
  const schedules = all.schedules.filter(({ Id }) => ids.has(Id));
  const calendar = byId.get(calendarId);
  const replaces = own === 'replace' && calendar !== undefined;
  const followed = [...new Set(schedules.flatMap(({ FollowsCalendar }) => FollowsCalendar ?? []))].toSorted();
  const preview =
    calendar === undefined
      ? texts.exceptionsStay
      : replaces
        ? texts.ownDatesGo({
            lines: schedules.filter((one) => withoutOwn(one, calendar).Calendar.Exceptions.length < one.Calendar.Exceptions.length).length,
          })
        : previewWords(previewFollowing(schedules, ({ FollowsCalendar }) => byId.get(FollowsCalendar ?? ''), calendar));
  return (
    <ChosenModal
      title={texts.followCalendarFor({ chosen: countOf(chosen.length) })}
      chosen={chosen}
      attempt={attempt}
      send={(calendar !== undefined || followed.length > 0) && (() => onSave({ calendarId, ...(replaces ? { own } : {}), calendars: followed }))}
      onClose={onClose}
    >
      <LoadStates load={load} what={texts.calendarsWord} retry={loadCalendars({ versionId })}>
        {() =>
          all.calendars.length === 0 ? (
            <p className={classes['note']}>
              {texts.noCalendarYet} <Link to={pathTo({ page: CALENDAR_PAGE })}>{texts.makeOne}</Link>
            </p>
          ) : (
            <>
              <NativeSelect
                data-autofocus
                label={texts.calendar}
                data={[{ value: '', label: texts.followNone }, ...all.calendars.map(({ Id, Name }) => ({ value: Id, label: Name }))]}
                value={calendarId}
                onChange={(event) => type({ calendarId: event.currentTarget.value })}
              />
              {calendar !== undefined && (
                <Checkbox
                  label={texts.replaceOwnDates}
                  checked={own === 'replace'}
                  onChange={(event) => type({ own: event.currentTarget.checked ? 'replace' : 'keep' })}
                />
              )}
              <p className={classes['note']} role="status">
                {preview}
              </p>
            </>
          )
        }
      </LoadStates>
    </ChosenModal>
  );
}

/** As many as one call takes. */
const MOST_DATES = 1000;
/** Different validities that are listed. */
const MOST_INTERVALS = 5;
/** Schedules that are named. */
const MOST_NAMES = 8;

interface ChosenModalProps extends ModalProps {
  readonly title: string;
  readonly attempt: ReturnType<typeof useSubmit>;
  /** Sends what was filled in and answers the id of the command; false while it cannot be sent. */
  readonly send: false | (() => string);
  readonly save?: string;
  readonly children: ReactNode;
}

function ChosenModal({ title, chosen, attempt, send, save = texts.save, onClose, children }: ChosenModalProps): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (send !== false && !attempt.isWaiting) attempt.send(send());
  };
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <p className={classes['note']}>{namesWords(chosen)}</p>
          <NotSaved message={attempt.message} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" disabled={send === false}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface DateFieldsProps {
  readonly from: string;
  readonly to: string;
  readonly problem: string | undefined;
  /** One day is meant where the last one is left out. */
  readonly lastOptional?: boolean;
  readonly onChange: (dates: { from?: string; to?: string }) => void;
}

function DateFields({ from, to, problem, lastOptional = false, onChange }: DateFieldsProps): ReactNode {
  return (
    <Group grow align="flex-start">
      <DateInput data-autofocus label={texts.firstDay} value={from} onChange={(text) => onChange({ from: text })} />
      <DateInput
        label={lastOptional ? texts.lastDayOptional : texts.lastDay}
        value={to}
        error={problem}
        onChange={(text) => onChange({ to: text })}
      />
    </Group>
  );
}

function dateProblem(from: string, to: string): string | undefined {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return texts.dateFormat;
  return to < from ? texts.endBeforeStart : undefined;
}

function countOf(count: number): string {
  return texts.schedule({ count });
}

function datesWords(count: number): string {
  return texts.oneDateChanges({ count });
}

function namesWords(rows: readonly ScheduleRow[]): string {
  const names = rows.slice(0, MOST_NAMES).map(scheduleName);
  return `${names.join(', ')}${rows.length > MOST_NAMES ? texts.andRowsMore({ rows: rows.length - MOST_NAMES }) : ''}`;
}
