import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { cancelScheduleForm, confirmScheduleForm, submitScheduleForm } from '../../commands/schedules/scheduleFormSteps.ts';
import { isCalendarDate } from '../../domain/date.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import { newSchedule } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { cloneSchedule, createSchedule, deleteSchedules } from '../../commands/schedules/scheduleEdits.ts';
import { Modal } from '../parts/Modal.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from './schedules.module.css';

/** Making a schedule, cloning one, deleting some. Nothing while nothing is asked. */
export function ScheduleFormModal(): ReactNode {
  const dispatch = useDispatch();
  const step = useWorkflow('scheduleForm', (snapshot) => String(snapshot.value));
  const ids = useWorkflow('scheduleForm', (snapshot): readonly string[] => snapshot.context.scheduleIds);
  const versionId = useWorkflow('scheduleForm', (snapshot): number => snapshot.context.versionId);
  const messages = useWorkflow('scheduleForm', (snapshot): readonly string[] => snapshot.context.messages);
  const names = useView(
    (view) => namesOf(view, versionId, ids),
    (a, b) => a.join('\n') === b.join('\n'),
  );
  const asking = step === 'asking' || step === 'removing';
  const busy = step === 'saving' || step === 'removing';
  const title = asking ? (ids.length === 1 ? 'Delete schedule' : 'Delete schedules') : ids.length > 0 ? 'Clone schedule' : 'Create schedule';
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
      {asking && <AskDelete names={names} messages={messages} busy={busy} />}
      {!asking && step !== 'closed' && <ScheduleForm key={ids.join(' ')} cloned={names[0]} id={ids[0]} messages={messages} busy={busy} />}
    </Modal>
  );
}

function AskDelete({ names, messages, busy }: { names: readonly string[]; messages: readonly string[]; busy: boolean }): ReactNode {
  useToldHere(messages, deleteSchedules);
  const dispatch = useDispatch();
  const what = names.length === 1 ? `schedule “${names[0]}”` : `${names.length.toLocaleString('en-GB')} selected schedules`;
  return (
    <Stack gap="sm">
      <p className={classes['question']}>{`Do you want to delete ${what} with all tracks and timetables?`}</p>
      <Messages messages={messages} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" aria-disabled={busy} onClick={() => !busy && dispatch(cancelScheduleForm({}))}>
          Close
        </Button>
        <StillWaiting on={busy} />
        <Button data-autofocus color="red" loading={busy} onClick={() => dispatch(confirmScheduleForm({}))}>
          Delete
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
  cloned: string | undefined;
  id: string | undefined;
  messages: readonly string[];
  busy: boolean;
}): ReactNode {
  useToldHere(messages, createSchedule, cloneSchedule);
  const dispatch = useDispatch();
  const [typed, type] = useTyped(newSchedule, () => {
    const year = new Date().getUTCFullYear();
    return { id: id ?? '', name: '', fromDate: `${year}-01-01`, toDate: `${year}-12-31` };
  });
  const { name, fromDate, toDate } = typed;
  const dates = cloned !== undefined || (isCalendarDate(fromDate) && isCalendarDate(toDate));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || !dates) return;
    dispatch(submitScheduleForm(typed));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {cloned !== undefined && <p className={classes['question']}>{`“${cloned}” is made again with its tracks and timetables.`}</p>}
        <TextInput
          data-autofocus
          required
          label={cloned === undefined ? 'Schedule id' : 'New schedule id'}
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
          <>
            <TextInput label="Name" value={name} placeholder="As the id" onChange={(event) => type({ name: event.currentTarget.value })} />
            <Group grow align="flex-start">
              <TextInput
                label="First day"
                value={fromDate}
                error={!isCalendarDate(fromDate) && 'A date is written as 2026-12-31'}
                onChange={(event) => type({ fromDate: event.currentTarget.value })}
              />
              <TextInput
                label="Last day"
                value={toDate}
                error={!isCalendarDate(toDate) && 'A date is written as 2026-12-31'}
                onChange={(event) => type({ toDate: event.currentTarget.value })}
              />
            </Group>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" aria-disabled={busy} onClick={() => !busy && dispatch(cancelScheduleForm({}))}>
            Close
          </Button>
          <StillWaiting on={busy} />
          <Button type="submit" loading={busy}>
            {cloned === undefined ? 'Create' : 'Clone'}
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

function namesOf(view: AppState, versionId: number, ids: readonly string[]): readonly string[] {
  const rows = view.versions[versionId]?.schedules.value ?? [];
  return ids.map((id) => rows.find((row) => row.Id === id)?.Name || id);
}
