import { Modal } from '@mantine/core';
import { IconCheck, IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { loadPipeline } from '../../commands/pipelines/loadPipelines.ts';
import { approveRun, resumeRun, reviewRun, runPipeline, stopRun } from '../../commands/pipelines/runPipeline.ts';
import { changesPath, dataPath } from '../../domain/locations.ts';
import { confirmationOfRun } from '../../domain/pipelines.ts';
import { refusalOfRunAct, TASK_TYPE_WORDS } from '../../domain/runs.ts';
import type { PipelineRun } from '../../domain/taskRuns.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { firstToResume, mayResumeFrom, type PipelineDetail, runToAct, scheduleDays } from '../../projections/pipelineState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { ShownField } from '../parts/Field.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import list from '../parts/listWithFields.module.css';
import { RunVersionLink } from '../tasks/RunVersionLink.tsx';
import { momentText, RunBadge, TaskStatus } from '../tasks/TaskStatus.tsx';
import { Fold } from './Fold.tsx';
import classes from './pipelines.module.css';

const QUESTIONS = {
  Running: 'A run of this pipeline is running. Another one waits until it has ended. Run it all the same?',
  Pending: 'A run of this pipeline is pending. Another one begins after it. Run it all the same?',
  Scheduled: 'A run of this pipeline is scheduled within minutes. Run it all the same?',
} as const;

/** The selected pipeline: what can be done with it, and all there is to know of it. */
export function PipelinePanel({ id, ask }: { id: number; ask: boolean }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.pipelines.details[String(id)]);
  const go = (change: Readonly<Record<string, string | undefined>>): void => open('/pipelines', searchWith(search, change));
  return (
    <section className={list['details']} aria-label="Pipeline">
      <header className={list['bar']}>
        <h2 className={list['name']}>{load?.value?.name ?? `Pipeline ${id}`}</h2>
        <WhyButton label="Close" icon={IconX} iconOnly onClick={() => go({ pipeline: undefined, ask: undefined })} />
      </header>
      <LoadStates load={load} what="pipeline" retry={loadPipeline({ id })}>
        {(pipeline) => (
          <>
            <Actions pipeline={pipeline} ask={ask} onAsk={(isAsked) => go({ ask: isAsked ? 'run' : undefined })} />
            <div className={list['fields']}>
              <Parts pipeline={pipeline} />
            </div>
          </>
        )}
      </LoadStates>
    </section>
  );
}

function useReadOnly(pipeline: PipelineDetail): boolean {
  return useView((view) => view.session.account?.permissions.readOnly !== false) || pipeline.permissions.read_only;
}

function Actions({ pipeline, ask, onAsk }: { pipeline: PipelineDetail; ask: boolean; onAsk: (ask: boolean) => void }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useReadOnly(pipeline);
  const reviewed = useView((view) => view.pipelines.reviewed);
  const why = (other: string | undefined): string | undefined => (readOnly ? READ_ONLY : other);
  const run = runToAct(pipeline.runs);
  const none = 'This pipeline has not run yet';
  const from = run && firstToResume(run);
  const isWaiting = run?.status === 4;
  const begin = (): void => void dispatch(runPipeline({ id: pipeline.id }));
  const confirmation = (): keyof typeof QUESTIONS | undefined => confirmationOfRun(pipeline, Math.floor(Date.now() / 1000));
  const review = (): void => void (run && dispatch(reviewRun({ runId: run.id })));
  return (
    <div className={classes['actions']}>
      <WhyButton
        label="Run"
        icon={IconPlayerPlay}
        variant="filled"
        why={why(pipeline.tasks.length === 0 ? 'This pipeline has no tasks' : undefined)}
        onClick={() => (confirmation() === undefined ? begin() : onAsk(true))}
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
        why={why(run ? (refusalOfRunAct('resume', run.status) ?? (from ? undefined : 'This run has been completed')) : none)}
        onClick={() => run && from && dispatch(resumeRun({ runId: run.id, fromTaskId: from.task.id }))}
      />
      <WhyButton
        label="Approve"
        icon={IconCheck}
        why={why(run ? (refusalOfRunAct('approve', run.status) ?? (reviewed.includes(run.id) ? undefined : 'Review changes first')) : none)}
        onClick={() => run && dispatch(approveRun({ runId: run.id }))}
      />
      {isWaiting && (
        <Link to={changesPath(pipeline.db_id)} onClick={review} onAuxClick={review}>
          Review changes
        </Link>
      )}
      {ask && <Question pipeline={pipeline} why={why(undefined)} onClose={() => onAsk(false)} onRun={begin} />}
    </div>
  );
}

/** Asks before a run that comes on top of another one. */
function Question({
  pipeline,
  why,
  onClose,
  onRun,
}: {
  pipeline: PipelineDetail;
  why: string | undefined;
  onClose: () => void;
  onRun: () => void;
}): ReactNode {
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const reason = confirmationOfRun(pipeline, now);
  return (
    <Modal opened onClose={onClose} title={`Run ${pipeline.name}`} size="sm" transitionProps={{ duration: 0 }}>
      <p>{reason === undefined ? 'Run this pipeline?' : QUESTIONS[reason]}</p>
      <footer className={classes['footer']}>
        <WhyButton label="Cancel" onClick={onClose} />
        <WhyButton
          label="Run"
          icon={IconPlayerPlay}
          variant="filled"
          why={why}
          onClick={() => {
            onRun();
            onClose();
          }}
        />
      </footer>
    </Modal>
  );
}

function Parts({ pipeline }: { pipeline: PipelineDetail }): ReactNode {
  const [folds, setFolds] = useState({ details: true, scheduler: true, runs: false, tasks: false });
  const fold = (part: keyof typeof folds): { open: boolean; onToggle: (open: boolean) => void } => ({
    open: folds[part],
    onToggle: (open) => setFolds({ ...folds, [part]: open }),
  });
  const { schedule, next_run, runs, tasks } = pipeline;
  return (
    <>
      <Fold title="Details" {...fold('details')}>
        <ShownField label="Database">
          <Link to={dataPath({ databaseId: pipeline.db_id })}>{pipeline.db_id}</Link>
        </ShownField>
        <ShownField label="Region">{pipeline.region}</ShownField>
        <ShownField label="Tags">{pipeline.tags.join(', ') || '—'}</ShownField>
        <ShownField label="Last run">
          <RunBadge status={pipeline.last_run_status} />
          {pipeline.last_task_run_id !== null && <Link to={`/log/${pipeline.last_task_run_id}`}> Log</Link>}
        </ShownField>
        <ShownField label="Current version">
          <VersionLink databaseId={pipeline.db_id} id={pipeline.current_db_version} />
        </ShownField>
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
      <Fold title="Runs" count={runs.length} {...fold('runs')}>
        {runs.length === 0 ? (
          <p className={classes['quiet']}>This pipeline has not run yet</p>
        ) : (
          runs.map((run) => <Run key={run.id} run={run} pipeline={pipeline} />)
        )}
      </Fold>
      <Fold title="Tasks" count={tasks.length} {...fold('tasks')}>
        {tasks.length === 0 && <p className={classes['quiet']}>This pipeline has no tasks</p>}
        {tasks.map((task, i) => (
          <div key={`${i} ${task.name}`} className={classes['task']}>
            <span className={classes['taskName']}>{task.name}</span>
            <span className={classes['quiet']}>{`${TASK_TYPE_WORDS[task.task_type]}: ${task.original_name}`}</span>
          </div>
        ))}
      </Fold>
    </>
  );
}

function Run({ run, pipeline }: { run: PipelineRun; pipeline: PipelineDetail }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useReadOnly(pipeline);
  const { errors, warnings } = run.level_summary;
  return (
    <article className={classes['run']} aria-label={`Run ${run.id}`}>
      <div className={classes['runHead']}>
        <strong>{`Run ${run.id}`}</strong>
        <RunBadge status={run.status} />
        <span className="dmp-number">{`${momentText(run.created)} UTC`}</span>
        <span className={classes['quiet']}>{`${run.caused_by}, ${errors} errors, ${warnings} warnings`}</span>
      </div>
      {run.tasks.map((one) => (
        <div key={one.task.id} className={classes['task']}>
          <span className={classes['taskName']}>{one.task.name}</span>
          <span className={classes['taskStatus']}>
            <TaskStatus run={one} />
          </span>
          <span>
            <RunVersionLink run={one} which="input" /> → <RunVersionLink run={one} which="output" />
          </span>
          <Link to={`/log/${one.task.id}`} aria-label={`Log of ${one.task.name}`}>
            Log
          </Link>
          <WhyButton
            label={`Resume from ${one.task.name}`}
            icon={IconPlayerTrackNext}
            iconOnly
            why={
              readOnly
                ? READ_ONLY
                : (refusalOfRunAct('resume', run.status) ?? (mayResumeFrom(run, one.task.id) ? undefined : 'A task before it has not been completed'))
            }
            onClick={() => dispatch(resumeRun({ runId: run.id, fromTaskId: one.task.id }))}
          />
        </div>
      ))}
    </article>
  );
}

function VersionLink({ databaseId, id }: { databaseId: string; id: number | null }): ReactNode {
  return id === null ? <span className={classes['quiet']}>—</span> : <Link to={dataPath({ databaseId, versionId: id })}>{id}</Link>;
}
