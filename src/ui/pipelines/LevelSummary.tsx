import type { ReactNode } from 'react';
import type { PipelineRun } from '../../domain/taskRuns.ts';
import { Link } from '../parts/Link.tsx';
import classes from './pipelines.module.css';

/** Errors and warnings of a run, each a link into the log of the first task that has some. */
export function LevelSummary({ run }: { run: PipelineRun }): ReactNode {
  const { errors, warnings } = run.level_summary;
  return (
    <span className={classes['levels']}>
      <Count run={run} level="errors" level_code={3} count={errors} word="error" />
      <Count run={run} level="warnings" level_code={2} count={warnings} word="warning" />
    </span>
  );
}

function Count({
  run,
  level,
  level_code,
  count,
  word,
}: {
  run: PipelineRun;
  level: 'errors' | 'warnings';
  level_code: 2 | 3;
  count: number;
  word: string;
}): ReactNode {
  const text = `${count.toLocaleString('en-GB')} ${word}${count === 1 ? '' : 's'}`;
  const task = run.tasks.find(({ level_summary }) => level_summary[level] > 0);
  if (task === undefined) return <span className={classes['quiet']}>{text}</span>;
  return (
    <Link to={`/log/${task.task.id}?levels=${level_code}`} data-level={level} className={classes['level'] ?? ''}>
      {text}
    </Link>
  );
}
