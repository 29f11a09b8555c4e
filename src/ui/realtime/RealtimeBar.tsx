import { ActionIcon, Button, Loader, Paper, Stack } from '@mantine/core';
import { IconBus, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { realtimeLoads } from '../../commands/realtime/loadRealtime.ts';
import { showRealtime, toggleRealtime } from '../../commands/realtime/showRealtime.ts';
import { type DateRange, NO_POINTS, rangeErrors } from '../../domain/realtime.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { isMoving, newestAt, type RealtimeState } from '../../projections/realtime.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { Popover } from '../parts/Popover.tsx';
import classes from './realtime.module.css';
import { texts } from './texts.ts';

/** While vehicles are shown: of which dates, how many, and what is wrong. */
export function RealtimeBar(): ReactNode {
  const dispatch = useDispatch();
  const realtime = useView((view) => view.realtime);
  const retry = useKernelState(({ view }) => realtimeLoads({ ...view, realtime: { ...view.realtime, points: IDLE } })[0], sameText);
  const [open, setOpen] = useState(false);
  const { range, points } = realtime;
  if (range === null) return null;
  const text = statusOf(realtime);
  return (
    <Paper shadow="xs" withBorder className={classes['bar']} role="group" aria-label={texts.realtime}>
      <Popover opened={open} onChange={setOpen} position="bottom-start">
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconBus size={14} aria-hidden />}
            aria-label={texts.datesFromToTo({ from: range.from, to: range.to })}
            onClick={() => setOpen((was) => !was)}
          >
            {range.from} – {range.to}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <RangeForm
            key={`${range.from} ${range.to}`}
            range={range}
            onChosen={(chosen) => {
              setOpen(false);
              dispatch(showRealtime(chosen));
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <span className={classes['status']} role="status">
        {points.status === 'loading' && points.value === null ? <Loader size={12} aria-label={texts.loadingVehicles} /> : text}
      </span>
      {points.status === 'failed' && retry && (
        <Button size="compact-xs" variant="default" onClick={() => dispatch(retry)}>
          {texts.retry}
        </Button>
      )}
      <ActionIcon size="sm" aria-label={texts.hideVehicles} onClick={() => dispatch(toggleRealtime({ range: null }))}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Paper>
  );
}

const IDLE = { status: 'idle', value: null, messages: [] } as const;

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** 'n vehicles, m points'; the specification's words where there are none. */
function statusOf({ points: { status, value, messages } }: RealtimeState): string {
  if (status === 'failed') return messages.join(' ') || texts.vehiclesFailed;
  if (value === null) return '';
  if (value.Runs.length === 0) return NO_POINTS;
  const newest = newestAt(value);
  const moving = value.Runs.filter((run) => isMoving(run, newest)).length;
  const points = value.Runs.reduce((sum, { Points }) => sum + Points.length, 0);
  const thinned = value.Every > 1 ? texts.sampledPart({ every: value.Every }) : '';
  return texts.positionCounts({ moving, points, thinned });
}

/** Two dates. What is wrong with them stands at the date, or below both. */
function RangeForm({ range, onChosen }: { range: DateRange; onChosen: (range: DateRange) => void }): ReactNode {
  const [typed, setTyped] = useState(range);
  const wrong = rangeErrors(typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.keys(wrong).length === 0) onChosen(typed);
  };
  return (
    <form onSubmit={submit} aria-label={texts.datesOfVehiclePositions}>
      <Stack gap={8} w={210}>
        {(['from', 'to'] as const).map((field) => (
          <DateInput
            key={field}
            size="xs"
            label={field === 'from' ? texts.firstDate : texts.secondDate}
            value={typed[field]}
            error={wrong[field]}
            onChange={(text) => setTyped({ ...typed, [field]: text.trim() })}
          />
        ))}
        {wrong.range !== undefined && (
          <span role="alert" className={classes['wrong']}>
            {wrong.range}
          </span>
        )}
        <Button type="submit" size="xs" {...(Object.keys(wrong).length > 0 ? { 'data-disabled': true, 'aria-disabled': true } : {})}>
          {texts.show}
        </Button>
      </Stack>
    </form>
  );
}
