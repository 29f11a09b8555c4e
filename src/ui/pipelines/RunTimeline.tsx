import type { ReactNode } from 'react';
import { RUN_STATUS_WORDS } from '../../domain/runs.ts';
import type { PipelineRun } from '../../domain/taskRuns.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { durationText, momentText } from '../tasks/TaskStatus.tsx';
import { said } from '../language/language.ts';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** The newest runs of a pipeline from the oldest to the newest: a bar each, in the colour of its state, as high as it took long. */
export function RunTimeline({ runs, selected }: { runs: readonly PipelineRun[]; selected: number | undefined }): ReactNode {
  const search = useView((view) => view.location.search);
  if (runs.length === 0) return null;
  const longest = Math.max(1, ...runs.map(workOf));
  const completed = runs.filter(({ status }) => status === 2).length;
  return (
    <div className={classes['timelineBox']}>
      <ol className={classes['timeline']} aria-label={texts.timelineOfRuns}>
        {runs.toReversed().map((run) => {
          const words = texts.runSummary({
            id: run.id,
            state: said(RUN_STATUS_WORDS[run.status]),
            created: momentText(run.created),
            durationText: durationText(workOf(run)),
          });
          return (
            <li key={run.id}>
              <Link
                to={`/pipelines${searchWith(search, { run: String(run.id), runs: undefined, version: undefined })}`}
                aria-label={words}
                title={words}
                aria-current={run.id === selected ? 'true' : undefined}
                className={classes['bar'] ?? ''}
              >
                <span data-status={run.status} style={{ height: `${Math.max(15, (workOf(run) / longest) * 100)}%` }} />
              </Link>
            </li>
          );
        })}
      </ol>
      <span className={classes['quiet']}>{texts.completedRuns({ completed, runs: runs.length })}</span>
    </div>
  );
}

/** Seconds in which the tasks of a run were worked on; the time that they waited does not count. */
function workOf({ tasks }: PipelineRun): number {
  return tasks.reduce(
    (sum, { started, last_result: { type, created } }) => sum + (started == null || type < 2 ? 0 : Math.max(0, created - started)),
    0,
  );
}
