import { Button, Group, Input, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { formatServiceTime, parseRunningTime, parseServiceTime } from '../../domain/time.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import { duplicateColumns, seriesOf, USUAL_SPEED } from '../../domain/timetableSheet/newDepartures.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { departureSeries, duplicates, shiftBy } from '../../projections/typedForms.ts';
import { useTyped } from '../parts/useTyped.ts';
import { MOST_NEW_DEPARTURES, type SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import { Modal } from '../parts/Modal.tsx';
import { EditCost } from '../service/ServiceLine.tsx';
import { DaysChips } from './DaysChips.tsx';
import { texts } from './texts.ts';

interface AskProps {
  readonly sheet: Sheet;
  readonly range: Range;
  readonly onAdd: (edit: SheetEdit) => void;
  readonly onClose: () => void;
}

interface SeriesProps extends AskProps {
  /** The days that are shown. */
  readonly days: number;
  readonly metres: readonly number[] | null;
}

/** A series of departures: from, to, every so many minutes, with the running times of the nearest departure. */
export function SeriesModal({ sheet, range, days: shown, metres, onAdd, onClose }: SeriesProps): ReactNode {
  const like = sheet.columns[range.left] ?? sheet.columns.at(-1);
  const [{ from, to, every, days, speed }, type] = useTyped(departureSeries, () => ({
    days: like?.timetable.Days ?? shown,
    speed: USUAL_SPEED,
    from: like ? formatServiceTime(like.first + 600) : '06:00',
    to: like ? formatServiceTime(like.first + 4200) : '20:00',
    every: 10,
  }));
  const [first, last, headway] = [parseServiceTime(from), parseServiceTime(to), Number(every) * 60];
  const count = first !== undefined && last !== undefined && headway >= 1 && last >= first ? Math.floor((last - first) / headway) + 1 : 0;
  const problem =
    first !== undefined && last !== undefined && last < first
      ? texts.lastBeforeFirst
      : headway < 1
        ? texts.headwayZero
        : count > MOST_NEW_DEPARTURES
          ? texts.tooManyDepartures({ count, mostNewDepartures: MOST_NEW_DEPARTURES })
          : days === 0
            ? texts.chooseDay
            : undefined;
  const edit = useMemo(
    () =>
      first === undefined || last === undefined || count === 0 || problem !== undefined
        ? undefined
        : seriesOf(sheet, { from: first, to: last, every: headway }, { days, metres, kmPerHour: Number(speed) }),
    [sheet, first, last, headway, count, problem, days, metres, speed],
  );
  const add = (): void => {
    if (!edit) return;
    onAdd(edit);
    onClose();
  };
  return (
    <Ask
      title={texts.seriesTitle}
      confirm={count === 0 ? texts.insert : texts.insertDeparture({ count })}
      onConfirm={add}
      disabled={count === 0 || problem !== undefined}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <TextInput
          data-autofocus
          label={texts.firstDeparture}
          value={from}
          error={first === undefined && texts.notATime}
          onChange={(event) => type({ from: event.currentTarget.value })}
        />
        <TextInput
          label={texts.lastDeparture}
          value={to}
          error={(last === undefined && texts.notATime) || (count === 0 && problem)}
          onChange={(event) => type({ to: event.currentTarget.value })}
        />
        <NumberInput
          label={texts.everyMin}
          value={every}
          min={0}
          step={1}
          decimalScale={2}
          error={(headway < 1 || count > MOST_NEW_DEPARTURES) && problem}
          onChange={(next) => type({ every: next })}
        />
      </Group>
      <Input.Wrapper label={texts.days} error={days === 0 && problem}>
        <DaysChips value={days} disabled={false} onChange={(next) => type({ days: next })} />
      </Input.Wrapper>
      {like ? (
        <Text size="sm" c="dimmed">
          {texts.seriesTimesCopied}
        </Text>
      ) : (
        <NumberInput label={texts.speedKmH} description={texts.speedHint} value={speed} min={1} onChange={(next) => type({ speed: Number(next) })} />
      )}
      <EditCost of={ofTrack(sheet)} edit={edit} />
    </Ask>
  );
}

/** The selected departures again, at a headway. */
export function DuplicateModal({ sheet, range, onAdd, onClose }: AskProps): ReactNode {
  const [{ times, headway }, type] = useTyped(duplicates, { times: 1, headway: 10 });
  const columns = columnsOf(range);
  const count = columns.length * Number(times);
  const bad = Number(times) < 1 || Number(headway) <= 0 || count > MOST_NEW_DEPARTURES;
  const { left, right } = range;
  const edit = useMemo(
    () => (bad ? undefined : duplicateColumns(sheet, columnsOf({ left, right }), Number(times), Math.round(Number(headway) * 60))),
    [bad, sheet, left, right, times, headway],
  );
  return (
    <Ask
      title={texts.duplicateTheDeparture({ columns: columns.length })}
      confirm={texts.addDepartureTitle({ count })}
      disabled={bad}
      onConfirm={() => {
        if (!edit) return;
        onAdd(edit);
        onClose();
      }}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <NumberInput
          data-autofocus
          label={texts.times}
          value={times}
          min={1}
          allowDecimal={false}
          error={count > MOST_NEW_DEPARTURES && texts.mostAtOnce({ mostNewDepartures: MOST_NEW_DEPARTURES })}
          onChange={(next) => type({ times: next })}
        />
        <NumberInput
          label={texts.headwayMin}
          value={headway}
          min={0}
          decimalScale={2}
          error={Number(headway) <= 0 && texts.headwayZero}
          onChange={(next) => type({ headway: next })}
        />
      </Group>
      <EditCost of={ofTrack(sheet)} edit={edit} />
    </Ask>
  );
}

function columnsOf({ left, right }: Pick<Range, 'left' | 'right'>): readonly number[] {
  return Array.from({ length: right - left + 1 }, (_, nth) => left + nth);
}

function ofTrack({ track }: Sheet): { readonly scheduleId: string; readonly trackId: string } {
  return { scheduleId: track.ScheduleId, trackId: track.Id };
}

/** The selection some minutes later or earlier. */
export function ShiftModal({ onShift, onClose }: { onShift: (seconds: number) => void; onClose: () => void }): ReactNode {
  const [{ by }, type] = useTyped(shiftBy, { by: '5' });
  const [, sign, amount = ''] = /^\s*([-\u2212+]?)(.*)$/.exec(by) ?? [];
  const seconds = parseRunningTime(amount);
  return (
    <Ask
      title={texts.shiftTheSelection}
      confirm={texts.shift}
      disabled={seconds === undefined || seconds === 0}
      onConfirm={() => {
        if (seconds === undefined || seconds === 0) return;
        onShift(sign === '' || sign === '+' ? seconds : -seconds);
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={texts.minutesLater}
        description={texts.minutesExample}
        value={by}
        error={seconds === undefined && texts.notMinutes}
        onChange={(event) => type({ by: event.currentTarget.value })}
      />
    </Ask>
  );
}

function Ask({
  title,
  confirm,
  disabled,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  disabled: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack gap="sm">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" disabled={disabled}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
