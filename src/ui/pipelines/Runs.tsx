import { TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerTrackNext, IconRepeat } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadPipelineRuns } from '../../commands/pipelines/loadPipelines.ts';
import { askRepeatRun, askResumeRun, openReview } from '../../commands/pipelines/pipelineRunSteps.ts';
import { comparerPath } from '../../domain/locations.ts';
import { PIPELINE_RUNS_PAGE } from '../../domain/pipelines.ts';
import { refusalOfRunAct } from '../../domain/runs.ts';
import { type PipelineRun, supersededWords, type TaskRun } from '../../domain/taskRuns.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { mayResumeFrom, type PipelineDetail, pipelineViewOf, runPageKey, runPageOf } from '../../projections/pipelineState.ts';
import { integerError, searchWith } from '../../projections/taskAddress.ts';
import { lastGood } from '../../projections/review.ts';
import { useView } from '../parts/appState.ts';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ApprovedBy, TaskFiles } from '../tasks/TaskFiles.tsx';
import { RunVersionLink } from '../tasks/RunVersionLink.tsx';
import { momentText, RunBadge, TaskStatus } from '../tasks/TaskStatus.tsx';
import { LevelSummary } from './LevelSummary.tsx';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** Whether the account may not act on a pipeline. */
export function useReadOnly(pipeline: PipelineDetail): boolean {
  return useView((view) => view.session.account?.permissions.readOnly !== false) || pipeline.permissions.read_only;
}

/** The runs of a pipeline, 15 a page, newest first; those in which a task took or made a version where one is searched by. */
export function Runs({ pipeline }: { pipeline: PipelineDetail }): ReactNode {
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const at = pipelineViewOf(search);
  const page = runPageOf(at);
  const load = useView((view) => (page === undefined ? undefined : view.pipelines.runPages[runPageKey(page)]));
  const go = (change: Readonly<Record<string, string | undefined>>): void => open('/pipelines', searchWith(search, change), { replace: true });
  const more = page === undefined ? pipeline.runs.length >= PIPELINE_RUNS_PAGE : load?.value?.has_more === true;
  const listed = (runs: readonly PipelineRun[]): ReactNode =>
    runs.length === 0 ? (
      <p className={classes['quiet']}>{at.version === '' ? texts.noRuns : texts.noRunOfVersion({ version: at.version })}</p>
    ) : (
      runs.map((run) => <Run key={run.id} run={run} pipeline={pipeline} />)
    );
  return (
    <>
      <div className={classes['runFilter']}>
        <VersionFilter key={at.version} value={at.version} onFilter={(version) => go({ version, runs: undefined })} />
        {(at.runs > 0 || more) && (
          <>
            <WhyButton
              label={texts.newerRuns}
              icon={IconChevronLeft}
              iconOnly
              why={at.runs === 0 ? texts.newestRuns : undefined}
              onClick={() => go({ runs: at.runs <= 1 ? undefined : String(at.runs) })}
            />
            <span className="dmp-number">{texts.pageRuns({ runs: at.runs + 1 })}</span>
            <WhyButton
              label={texts.olderRuns}
              icon={IconChevronRight}
              iconOnly
              why={more ? undefined : texts.oldestRuns}
              onClick={() => go({ runs: String(at.runs + 2) })}
            />
          </>
        )}
      </div>
      {page === undefined ? (
        listed(pipeline.runs.slice(0, PIPELINE_RUNS_PAGE))
      ) : (
        <LoadStates load={load} what={texts.runsWord} retry={loadPipelineRuns(page)} skeleton={4}>
          {({ runs }) => listed(runs)}
        </LoadStates>
      )}
    </>
  );
}

function VersionFilter({ value, onFilter }: { value: string; onFilter: (version: string) => void }): ReactNode {
  const [typed, setTyped] = useState(value);
  const wrong = integerError(typed);
  const say = (): void => {
    if (wrong === undefined && typed.trim() !== value) onFilter(typed.trim());
  };
  return (
    <TextInput
      size="xs"
      aria-label={texts.versionOfTheRuns}
      placeholder={texts.version}
      inputMode="numeric"
      value={typed}
      error={wrong}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={say}
      onKeyDown={(event) => event.key === 'Enter' && say()}
    />
  );
}

function Run({ run, pipeline }: { run: PipelineRun; pipeline: PipelineDetail }): ReactNode {
  const dispatch = useDispatch();
  const { superseded } = run;
  const pointed = useView((view) => pipelineViewOf(view.location.search).run === run.id);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pointed) place.current?.scrollIntoView({ block: 'nearest' });
  }, [pointed]);
  const made = run.tasks.findLast(({ output_version_id, output_version_exists }) => output_version_id !== null && output_version_exists);
  const databaseId = pipeline.db_id;
  const good = useView((view) =>
    made?.output_version_id == null ? undefined : lastGood(view, databaseId, pipeline.current_db_version, made.output_version_id),
  );
  return (
    <article
      ref={place}
      className={classes['run']}
      aria-label={texts.runId({ id: run.id })}
      aria-current={pointed ? 'true' : undefined}
      data-superseded={superseded == null ? undefined : true}
    >
      <div className={classes['runHead']}>
        <strong>{texts.runId({ id: run.id })}</strong>
        <RunBadge status={run.status} />
        <span className="dmp-number">{texts.createdPart({ created: momentText(run.created) })}</span>
        <span className={classes['quiet']}>{run.caused_by}</span>
        <LevelSummary run={run} />
        {good !== undefined && made?.output_version_id != null && (
          <Link to={comparerPath({ databaseId, from: good, to: made.output_version_id })} aria-label={texts.compareWithGood({ id: run.id, good })}>
            {texts.compare}
          </Link>
        )}
        {run.status === 4 && (
          <WhyButton
            label={texts.review}
            compact
            variant="light"
            color={superseded == null ? 'orange' : 'gray'}
            onClick={() => dispatch(openReview({ runId: run.id }))}
          />
        )}
      </div>
      {superseded != null && (
        <p className={classes['superseded']}>
          <strong>{texts.superseded}</strong>: {supersededWords(superseded)}
        </p>
      )}
      {run.tasks.map((one) => (
        <RunTask key={one.task.id} run={run} one={one} pipeline={pipeline} />
      ))}
    </article>
  );
}

/** A task of a run: its state, its versions and files, who approved it, and how to continue or repeat the run from it. */
function RunTask({ run, one, pipeline }: { run: PipelineRun; one: TaskRun; pipeline: PipelineDetail }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useReadOnly(pipeline);
  const from = { runId: run.id, taskId: one.task.id };
  const resumes = refusalOfRunAct('resume', run.status) === undefined;
  const why = readOnly ? READ_ONLY : (refusalOfRunAct('repeat', run.status) ?? (mayResumeFrom(run, one.task.id) ? undefined : texts.earlierTaskOpen));
  return (
    <div className={classes['task']}>
      <span className={classes['taskName']}>{one.task.name}</span>
      <span className={classes['taskStatus']}>
        <TaskStatus run={one} />
      </span>
      <span>
        <RunVersionLink run={one} which="input" /> → <RunVersionLink run={one} which="output" />
      </span>
      <Link to={`/log/${one.task.id}`} aria-label={texts.logOfName({ name: one.task.name })}>
        {texts.log}
      </Link>
      <WhyButton
        label={resumes ? texts.resume : texts.runAgain}
        icon={resumes ? IconPlayerTrackNext : IconRepeat}
        compact
        hint={resumes ? texts.resumeFromName({ name: one.task.name }) : texts.repeatFromTask({ name: one.task.name })}
        why={why}
        onClick={() => dispatch(resumes ? askResumeRun(from) : askRepeatRun(from))}
      />
      <ApprovedBy run={one} />
      <TaskFiles run={one} />
    </div>
  );
}
