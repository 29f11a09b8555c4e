import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import { cancelScheduleForm, confirmScheduleForm, submitScheduleForm } from '../../commands/schedules/scheduleFormSteps.ts';
import { type ScheduleRow, scheduleRowOf } from '../../domain/scheduleDetails.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import { documentOf, documentsUnder } from '../../projections/documents.ts';
import { newSchedule } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { cloneSchedule, createSchedule, deleteSchedules } from '../../commands/schedules/scheduleEdits.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** Making a schedule, cloning one, deleting some. Nothing while nothing is asked. */
export function ScheduleFormModal(): ReactNode {
  const dispatch = useDispatch();
  const step = useWorkflow('scheduleForm', (snapshot) => String(snapshot.value));
  const ids = useWorkflow('scheduleForm', (snapshot): readonly string[] => snapshot.context.scheduleIds);
  const versionId = useWorkflow('scheduleForm', (snapshot): number => snapshot.context.versionId);
  const messages = useWorkflow('scheduleForm', (snapshot): readonly string[] => snapshot.context.messages);
  const rows = useView((view) => rowsOf(view, versionId, ids), sameRows);
  const asking = step === 'asking' || step === 'removing';
  const busy = step === 'saving' || step === 'removing';
  const title = asking ? texts.deleteSchedule({ ids: ids.length }) : ids.length > 0 ? texts.cloneSchedule : texts.createSchedule;
  return (
    <Modal
      opened={step !== 'closed'}
      onClose={() => dispatch(cancelScheduleForm({}))}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      title={title}
      size={460}
      transitionProps={{ duration: 0 }}
    >
      {asking && <AskDelete rows={rows} messages={messages} busy={busy} />}
      {!asking && step !== 'closed' && <ScheduleForm key={ids.join(' ')} cloned={rows[0]} id={ids[0]} messages={messages} busy={busy} />}
    </Modal>
  );
}

function AskDelete({ rows, messages, busy }: { rows: readonly ScheduleRow[]; messages: readonly string[]; busy: boolean }): ReactNode {
  useShownHere(messages, deleteSchedules);
  const dispatch = useDispatch();
  const [only] = rows;
  const what = only && rows.length === 1 ? texts.scheduleOnly({ only: titleOf(only) }) : texts.rowsSelectedSchedules({ rows: rows.length });
  const tracks = rows.reduce((sum, { TrackCount }) => sum + TrackCount, 0);
  return (
    <Stack gap="sm">
      <p className={classes['question']}>{texts.deleteTitle({ what })}</p>
      <p className={classes['note']}>
        {rows.length > 1 &&
          `${rows.slice(0, MOST_NAMES).map(titleOf).join(', ')}${rows.length > MOST_NAMES ? texts.andRowsMorePart({ rows: rows.length - MOST_NAMES }) : ''}. `}
        {texts.deleteHint({ tracks })}
      </p>
      <Messages messages={messages} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" aria-disabled={busy} onClick={() => !busy && dispatch(cancelScheduleForm({}))}>
          {texts.close}
        </Button>
        <StillWaiting on={busy} />
        <Button data-autofocus color="red" loading={busy} onClick={() => dispatch(confirmScheduleForm({}))}>
          {texts.delete}
        </Button>
      </Group>
    </Stack>
  );
}

function ScheduleForm({
  cloned,
  id,
  messages,
  busy,
}: {
  /** The schedule that is cloned; undefined where a new one is made. */
  cloned: ScheduleRow | undefined;
  id: string | undefined;
  messages: readonly string[];
  busy: boolean;
}): ReactNode {
  useShownHere(messages, createSchedule, cloneSchedule);
  const dispatch = useDispatch();
  const [typed, type] = useTyped(newSchedule, () => {
    const year = new Date().getUTCFullYear();
    return { id: id ?? '', name: '', fromDate: cloned?.FromDate ?? `${year}-01-01`, toDate: cloned?.ToDate ?? `${year}-12-31` };
  });
  const { name, fromDate, toDate } = typed;
  // a clone without dates is valid when its source is
  const asSource = cloned !== undefined && fromDate === '' && toDate === '';
  const dates = asSource || (isCalendarDate(fromDate) && isCalendarDate(toDate));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || !dates) return;
    // a clone that is valid when its source is keeps all exceptions of the source
    const same = cloned !== undefined && fromDate === cloned.FromDate && toDate === cloned.ToDate;
    dispatch(submitScheduleForm(same ? { ...typed, fromDate: '', toDate: '' } : typed));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {cloned !== undefined && <p className={classes['question']}>{texts.cloneHint({ cloned: titleOf(cloned), trackCount: cloned.TrackCount })}</p>}
        <TextInput
          data-autofocus
          required
          label={cloned === undefined ? texts.scheduleId : texts.newScheduleId}
          value={typed.id}
          error={
            messages.length > 0 &&
            messages.map((message) => (
              <span key={message} className={classes['message']}>
                {message}
              </span>
            ))
          }
          onChange={(event) => type({ id: event.currentTarget.value })}
          onFocus={(event) => event.currentTarget.select()}
        />
        {cloned === undefined && (
          <TextInput label={texts.name} value={name} placeholder={texts.asTheId} onChange={(event) => type({ name: event.currentTarget.value })} />
        )}
        <Group grow align="flex-start">
          <DateInput
            label={texts.firstDay}
            value={fromDate}
            error={!asSource && !isCalendarDate(fromDate) && texts.dateFormat}
            onChange={(text) => type({ fromDate: text })}
          />
          <DateInput
            label={texts.lastDay}
            value={toDate}
            error={!asSource && !isCalendarDate(toDate) && texts.dateFormat}
            onChange={(text) => type({ toDate: text })}
          />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" aria-disabled={busy} onClick={() => !busy && dispatch(cancelScheduleForm({}))}>
            {texts.close}
          </Button>
          <StillWaiting on={busy} />
          <Button type="submit" loading={busy}>
            {cloned === undefined ? texts.create : texts.clone}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Messages({ messages }: { messages: readonly string[] }): ReactNode {
  if (messages.length === 0) return null;
  return (
    <Alert color="red" variant="light" p="xs" role="alert">
      {messages.map((message) => (
        <span key={message} className={classes['message']}>
          {message}
        </span>
      ))}
    </Alert>
  );
}

/** Schedules that a question names. */
const MOST_NAMES = 8;

/** The rows of the list; a schedule that it does not hold is known by its id alone. */
function rowsOf(view: AppState, versionId: number, ids: readonly string[]): readonly ScheduleRow[] {
  const rows = view.versions[versionId]?.schedules.value ?? [];
  return ids.map(
    (id) =>
      rows.find((row) => row.Id === id) ??
      rowOfDocument(view, versionId, id) ?? { Id: id, Name: '', IsBaseSchedule: false, FromDate: '', ToDate: '', TrackCount: 0 },
  );
}

/** Where the list is not loaded: a schedule that is open is held as a document. */
function rowOfDocument(view: AppState, versionId: number, id: string): ScheduleRow | undefined {
  const schedule = documentOf(view, versionId, 'Schedule', id);
  return schedule && scheduleRowOf(schedule, documentsUnder(view, versionId, 'Track', id).length);
}

function sameRows(a: readonly ScheduleRow[], b: readonly ScheduleRow[]): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i] || JSON.stringify(row) === JSON.stringify(b[i]));
}

function titleOf(row: ScheduleRow): string {
  return scheduleName(row);
}
