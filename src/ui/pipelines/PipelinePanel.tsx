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
import { said } from '../language/language.ts';
import { Fold } from './Fold.tsx';
import { RunTimeline } from './RunTimeline.tsx';
import { Runs, useReadOnly } from './Runs.tsx';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** The selected pipeline: what can be done with it, and all there is to know of it. */
export function PipelinePanel({ id }: { id: number }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.pipelines.details[String(id)]);
  const go = (change: Readonly<Record<string, string | undefined>>): void => open('/pipelines', searchWith(search, change));
  return (
    <section className={list['details']} aria-label={texts.pipeline}>
      <header className={list['bar']}>
        <h2 className={list['name']}>{load?.value?.name ?? texts.pipelineId({ id })}</h2>
        <WhyButton
          label={texts.close}
          icon={IconX}
          iconOnly
          onClick={() => go({ pipeline: undefined, runs: undefined, version: undefined, run: undefined })}
        />
      </header>
      <LoadStates load={load} what={texts.pipelineWord} retry={loadPipeline({ id })}>
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
    <div className={classes['present']} role="status" aria-label={texts.runId({ id: run.id })}>
      <strong className="dmp-number">{texts.runProgress({ id: run.id, at: at + 1, tasks: run.tasks.length })}</strong>
      <span className={classes['taskStatus']}>
        <TaskStatus run={task} />
      </span>
      <span className={classes['presentWords']} title={words}>{`${task.task.name}${words === '' ? '' : `: ${words}`}`}</span>
      <Link to={`/log/${task.task.id}`}>{texts.log}</Link>
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
    <ul className={classes['failingLines']} aria-label={(level === 3 ? texts.firstErrorsOfName : texts.firstWarningsOfName)({ name: task.name })}>
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
  const none = texts.noRuns;
  const from = run && firstToResume(run);
  const { id } = pipeline;
  return (
    <div className={classes['actions']}>
      <WhyButton
        label={texts.run}
        icon={IconPlayerPlay}
        variant="filled"
        why={why(pipeline.tasks.length === 0 ? texts.noTasks : undefined)}
        onClick={() => {
          askForNotices();
          dispatch(askRunPipeline({ id, at: Math.floor(Date.now() / 1000) }));
        }}
      />
      <WhyButton
        label={texts.stop}
        icon={IconPlayerStop}
        why={why(run ? refusalOfRunAct('stop', run.status) : none)}
        onClick={() => run && dispatch(stopRun({ runId: run.id }))}
      />
      <WhyButton
        label={texts.resume}
        icon={IconPlayerTrackNext}
        hint={from ? texts.resumeFromName({ name: from.task.name }) : undefined}
        why={why(run ? refusalOfRunAct('resume', run.status) : none)}
        onClick={() => run && from && dispatch(askResumeRun({ runId: run.id, taskId: from.task.id }))}
      />
      <WhyButton
        label={texts.review}
        icon={IconCheck}
        why={why(run ? refusalOfRunAct('approve', run.status) : none)}
        {...(run?.status === 4 ? { variant: 'light', color: 'orange' } : {})}
        onClick={() => run && dispatch(openReview({ runId: run.id }))}
      />
      <span className={classes['gap']} />
      <ActionButton of={editPipeline} label={texts.edit} />
      <WhyButton label={texts.clone} icon={IconCopy} iconOnly why={why(undefined)} onClick={() => dispatch(clonePipeline({ id }))} />
      <WhyButton label={texts.delete} icon={IconTrash} iconOnly why={why(undefined)} onClick={() => dispatch(askDeletePipeline({ id }))} />
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
      <Fold title={texts.details} {...fold('details')}>
        <ShownField label={texts.database}>
          <Link to={dataPath({ databaseId: pipeline.db_id })}>{pipeline.db_id}</Link>
        </ShownField>
        <ShownField label={texts.region}>{regionName}</ShownField>
        <ShownField label={texts.tags}>{pipeline.tags.join(', ') || '—'}</ShownField>
        <ShownField label={texts.lastRun}>
          <RunBadge status={pipeline.last_run_status} />
          {pipeline.last_task_run_id !== null && <Link to={`/log/${pipeline.last_task_run_id}`}> {texts.log}</Link>}
        </ShownField>
        <ShownField label={texts.currentVersion}>
          <VersionLink databaseId={pipeline.db_id} id={pipeline.current_db_version} />
        </ShownField>
        {pipeline.expired_db_version != null && (
          <ShownField label={texts.outOfDate}>
            <VersionLink databaseId={pipeline.db_id} id={pipeline.expired_db_version} />
            {texts.publishedExpired({ expiredOn: pipeline.expired_on ?? '' })}
          </ShownField>
        )}
        <ShownField label={texts.toPublish}>
          <VersionLink databaseId={pipeline.db_id} id={pipeline.publishable_db_version} />
        </ShownField>
      </Fold>
      <Fold title={texts.scheduler} {...fold('scheduler')}>
        <ShownField label={texts.timesOfDay}>{schedule?.times_of_day.join(', ') || texts.notScheduled}</ShownField>
        <ShownField label={texts.daysOfWeek}>{schedule === null ? '—' : scheduleDays(schedule.days_of_week)}</ShownField>
        <ShownField label={texts.timeZone}>{pipeline.timezone}</ShownField>
        <ShownField label={texts.nextRun}>{next_run === null ? '—' : momentText(next_run)}</ShownField>
      </Fold>
      <Fold title={texts.runs} {...fold('runs')}>
        <Runs pipeline={pipeline} />
      </Fold>
      <Fold title={texts.tasks} count={tasks.length} {...fold('tasks')}>
        {tasks.length === 0 && <p className={classes['quiet']}>{texts.noTasks}</p>}
        {tasks.map((task, i) => (
          <div key={`${i} ${task.name}`} className={classes['task']}>
            <span className={classes['taskName']}>{task.name}</span>
            <span className={classes['quiet']}>{`${said(TASK_TYPE_WORDS[task.task_type])}: ${task.original_name}`}</span>
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
