import { IconCheck, IconCopy, IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { loadFailingLines, loadPipeline } from '../../commands/pipelines/loadPipelines.ts';
import { clonePipeline } from '../../commands/pipelines/pipelineEdits.ts';
import { askDeletePipeline, editPipeline } from '../../commands/pipelines/pipelineFormSteps.ts';
import { askResumeRun, askRunPipeline, openReview } from '../../commands/pipelines/pipelineRunSteps.ts';
import { stopRun } from '../../commands/pipelines/runPipeline.ts';
import { dataPath } from '../../domain/locations.ts';
import { refusalOfRunAct, TASK_TYPE_WORDS } from '../../domain/runs.ts';
import type { TaskRun } from '../../domain/taskRuns.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { firstToResume, type PipelineDetail, pipelineViewOf, runToAct, scheduleDays } from '../../projections/pipelineState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { ShownField } from '../parts/Field.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import list from '../parts/listWithFields.module.css';
import { usePorts } from '../ports.tsx';
import { momentText, RunBadge, TaskStatus } from '../tasks/TaskStatus.tsx';
import { Fold } from './Fold.tsx';
import { RunTimeline } from './RunTimeline.tsx';
import { Runs, useReadOnly } from './Runs.tsx';
import classes from './pipelines.module.css';

/** The selected pipeline: what can be done with it, and all there is to know of it. */
export function PipelinePanel({ id }: { id: number }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.pipelines.details[String(id)]);
  const go = (change: Readonly<Record<string, string | undefined>>): void => open('/pipelines', searchWith(search, change));
  return (
    <section className={list['details']} aria-label="Pipeline">
      <header className={list['bar']}>
        <h2 className={list['name']}>{load?.value?.name ?? `Pipeline ${id}`}</h2>
        <WhyButton
          label="Close"
          icon={IconX}
          iconOnly
          onClick={() => go({ pipeline: undefined, runs: undefined, version: undefined, run: undefined })}
        />
      </header>
      <LoadStates load={load} what="pipeline" retry={loadPipeline({ id })}>
        {(pipeline) => (
          <>
            <Actions pipeline={pipeline} />
            <Present pipeline={pipeline} />
            <RunTimeline runs={pipeline.runs} selected={pipelineViewOf(search).run} />
            <div className={list['fields']}>
              <Parts pipeline={pipeline} />
            </div>
          </>
        )}
      </LoadStates>
    </section>
  );
}

/** What the run that is under way does now, or why the last one did not come to its end. */
function Present({ pipeline: { runs } }: { pipeline: PipelineDetail }): ReactNode {
  const run = runToAct(runs);
  if (run === undefined || run.status === 2 || run.status === 6) return null;
  const at = run.tasks.findIndex(({ last_result: { type }, approved }) => type !== 2 && !(type === 4 && approved));
  const task = run.tasks[at];
  if (task === undefined) return null;
  const words = task.last_result.message ?? task.progress?.phase ?? '';
  return (
    <div className={classes['present']} role="status" aria-label={`Run ${run.id}`}>
      <strong className="dmp-number">{`Run ${run.id}, task ${at + 1} of ${run.tasks.length}`}</strong>
      <span className={classes['taskStatus']}>
        <TaskStatus run={task} />
      </span>
      <span className={classes['presentWords']} title={words}>{`${task.task.name}${words === '' ? '' : `: ${words}`}`}</span>
      <Link to={`/log/${task.task.id}`}>Log</Link>
      <FailingLines task={task} />
    </div>
  );
}

/** The first lines of what went wrong, without opening the log; a group's title is no line of its own. */
function FailingLines({ task: { task, last_result, level_summary } }: { task: TaskRun }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.pipelines.failing?.[String(task.id)]);
  const level = level_summary.errors > 0 ? 3 : 2;
  const some = (last_result.type === 3 || last_result.type === 4) && level_summary.errors + level_summary.warnings > 0;
  const taskRunId = task.id;
  const isIdle = load === undefined || load.status === 'idle';
  useEffect(() => {
    if (some && isIdle) dispatch(loadFailingLines({ taskRunId, level }));
  }, [dispatch, some, isIdle, taskRunId, level]);
  if (!some || !load?.value || load.value.length === 0) return null;
  return (
    <ul className={classes['failingLines']} aria-label={`First ${level === 3 ? 'errors' : 'warnings'} of ${task.name}`}>
      {load.value.map(({ seq, message }) => (
        <li key={seq}>{message.slice(0, 300)}</li>
      ))}
    </ul>
  );
}

function Actions({ pipeline }: { pipeline: PipelineDetail }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useReadOnly(pipeline);
  const { askForNotices } = usePorts();
  const why = (other: string | undefined): string | undefined => (readOnly ? READ_ONLY : other);
  const run = runToAct(pipeline.runs);
  const none = 'This pipeline has not run yet';
  const from = run && firstToResume(run);
  const { id } = pipeline;
  return (
    <div className={classes['actions']}>
      <WhyButton
        label="Run"
        icon={IconPlayerPlay}
        variant="filled"
        why={why(pipeline.tasks.length === 0 ? 'This pipeline has no tasks' : undefined)}
        onClick={() => {
          askForNotices();
          dispatch(askRunPipeline({ id, at: Math.floor(Date.now() / 1000) }));
        }}
      />
      <WhyButton
        label="Stop"
        icon={IconPlayerStop}
        why={why(run ? refusalOfRunAct('stop', run.status) : none)}
        onClick={() => run && dispatch(stopRun({ runId: run.id }))}
      />
      <WhyButton
        label="Resume"
        icon={IconPlayerTrackNext}
        hint={from ? `Resume from ${from.task.name}` : undefined}
        why={why(run ? refusalOfRunAct('resume', run.status) : none)}
        onClick={() => run && from && dispatch(askResumeRun({ runId: run.id, taskId: from.task.id }))}
      />
      <WhyButton
        label="Review"
        icon={IconCheck}
        why={why(run ? refusalOfRunAct('approve', run.status) : none)}
        {...(run?.status === 4 ? { variant: 'light', color: 'orange' } : {})}
        onClick={() => run && dispatch(openReview({ runId: run.id }))}
      />
      <span className={classes['gap']} />
      <ActionButton of={editPipeline} label="Edit" />
      <WhyButton label="Clone" icon={IconCopy} iconOnly why={why(undefined)} onClick={() => dispatch(clonePipeline({ id }))} />
      <WhyButton label="Delete" icon={IconTrash} iconOnly why={why(undefined)} onClick={() => dispatch(askDeletePipeline({ id }))} />
    </div>
  );
}

function Parts({ pipeline }: { pipeline: PipelineDetail }): ReactNode {
  const pointed = useView((view) => pipelineViewOf(view.location.search).run);
  const [folds, setFolds] = useState({ details: true, scheduler: true, runs: pointed !== undefined, tasks: false });
  // a link to a run opens the runs
  const [shown, setShown] = useState(pointed);
  if (shown !== pointed) {
    setShown(pointed);
    if (pointed !== undefined) setFolds({ ...folds, runs: true });
  }
  const fold = (part: keyof typeof folds): { open: boolean; onToggle: (open: boolean) => void } => ({
    open: folds[part],
    onToggle: (open) => setFolds({ ...folds, [part]: open }),
  });
  const { schedule, next_run, tasks } = pipeline;
  const regionName = useView((view) => view.pipelines.regions.value?.find(({ region }) => region === pipeline.region)?.name ?? pipeline.region);
  return (
    <>
      <Fold title="Details" {...fold('details')}>
        <ShownField label="Database">
          <Link to={dataPath({ databaseId: pipeline.db_id })}>{pipeline.db_id}</Link>
        </ShownField>
        <ShownField label="Region">{regionName}</ShownField>
        <ShownField label="Tags">{pipeline.tags.join(', ') || '—'}</ShownField>
        <ShownField label="Last run">
          <RunBadge status={pipeline.last_run_status} />
          {pipeline.last_task_run_id !== null && <Link to={`/log/${pipeline.last_task_run_id}`}> Log</Link>}
        </ShownField>
        <ShownField label="Current version">
          <VersionLink databaseId={pipeline.db_id} id={pipeline.current_db_version} />
        </ShownField>
        {pipeline.expired_db_version != null && (
          <ShownField label="Out of date">
            <VersionLink databaseId={pipeline.db_id} id={pipeline.expired_db_version} />
            {` was published; its dates ended on ${pipeline.expired_on ?? ''}`}
          </ShownField>
        )}
        <ShownField label="To publish">
          <VersionLink databaseId={pipeline.db_id} id={pipeline.publishable_db_version} />
        </ShownField>
      </Fold>
      <Fold title="Scheduler" {...fold('scheduler')}>
        <ShownField label="Times of day">{schedule?.times_of_day.join(', ') || 'Not scheduled'}</ShownField>
        <ShownField label="Days of week">{schedule === null ? '—' : scheduleDays(schedule.days_of_week)}</ShownField>
        <ShownField label="Time zone">{pipeline.timezone}</ShownField>
        <ShownField label="Next run (UTC)">{next_run === null ? '—' : momentText(next_run)}</ShownField>
      </Fold>
      <Fold title="Runs" {...fold('runs')}>
        <Runs pipeline={pipeline} />
      </Fold>
      <Fold title="Tasks" count={tasks.length} {...fold('tasks')}>
        {tasks.length === 0 && <p className={classes['quiet']}>This pipeline has no tasks</p>}
        {tasks.map((task, i) => (
          <div key={`${i} ${task.name}`} className={classes['task']}>
            <span className={classes['taskName']}>{task.name}</span>
            <span className={classes['quiet']}>{`${TASK_TYPE_WORDS[task.task_type]}: ${task.original_name}`}</span>
            {task.notes !== '' && <span className={classes['notes']}>{task.notes}</span>}
          </div>
        ))}
      </Fold>
    </>
  );
}

function VersionLink({ databaseId, id }: { databaseId: string; id: number | null }): ReactNode {
  return id === null ? <span className={classes['quiet']}>—</span> : <Link to={dataPath({ databaseId, versionId: id })}>{id}</Link>;
}
