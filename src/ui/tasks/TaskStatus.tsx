import { Badge, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { RUN_STATUS_WORDS, type RunStatus } from '../../domain/runs.ts';
import type { TaskRun } from '../../domain/taskRuns.ts';
import { said } from '../language/language.ts';
import classes from './tasks.module.css';
import { texts } from './texts.ts';

/** The state of a task run in its colour, with how far it is. */
export function TaskStatus({ run: { last_result, progress, approved } }: { run: TaskRun }): ReactNode {
  const { type } = last_result;
  const share = progress && progress.total > 0 ? Math.min(100, (progress.done / progress.total) * 100) : undefined;
  return (
    <span className={classes['status']} title={last_result.message ?? progress?.phase ?? undefined}>
      <Badge size="sm" radius="sm" variant="light" color={STATUS_COLOURS[type]} classNames={{ label: classes['badge'] ?? '' }}>
        {approved ? texts.approved : said(RUN_STATUS_WORDS[type])}
      </Badge>
      {type === 1 && share !== undefined && <Progress size={3} value={share} color="blue" aria-label={progress?.phase ?? texts.progress} />}
    </span>
  );
}

const STATUS_COLOURS: Readonly<Record<RunStatus, string>> = {
  [-1]: 'gray',
  0: 'orange',
  1: 'blue',
  2: 'green',
  3: 'red',
  4: 'orange',
  5: 'gray',
  6: 'gray',
};

/** The state of a run in its colour. */
export function RunBadge({ status }: { status: RunStatus }): ReactNode {
  return (
    <Badge size="sm" radius="sm" variant="light" color={STATUS_COLOURS[status]} classNames={{ label: classes['badge'] ?? '' }}>
      {said(RUN_STATUS_WORDS[status])}
    </Badge>
  );
}

/** `2026-06-01 08:05`, in UTC; from unix seconds. */
export function momentText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** `0:42`, `12:05`, `1:02:05`. */
export function durationText(seconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
