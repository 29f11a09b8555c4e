import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconExternalLink, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { closePipelineRun, submitApproval } from '../../commands/pipelines/pipelineRunSteps.ts';
import { reviewRun, stopRun } from '../../commands/pipelines/runPipeline.ts';
import { loadVersions } from '../../commands/versions/loadVersions.ts';
import { refusalOfRunAct } from '../../domain/runs.ts';
import { sameJson } from '../../domain/sameJson.ts';
import { type PipelineRun, supersededWords } from '../../domain/taskRuns.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { PipelineRunContext } from '../../machines/pipelineRunMachine.ts';
import type { PipelineDetail } from '../../projections/pipelineState.ts';
import { lastGood, reviewLinks } from '../../projections/review.ts';
import { useView } from '../parts/appState.ts';
import { ShownField } from '../parts/Field.tsx';
import { Link } from '../parts/Link.tsx';
import { Modal } from '../parts/Modal.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ApprovedBy } from '../tasks/TaskFiles.tsx';
import { momentText, TaskStatus } from '../tasks/TaskStatus.tsx';
import { WhatDiffers } from '../versions/WhatDiffers.tsx';
import { LevelSummary } from './LevelSummary.tsx';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** A run that needs approval: why, what it logged, and the data changes, which have to be opened before it can be approved. */
export function ReviewModal(): ReactNode {
  const state = useWorkflow('pipelineRun', (snapshot) => String(snapshot.value));
  const { runId } = useWorkflow('pipelineRun', (snapshot) => snapshot.context as PipelineRunContext);
  const pipeline = useView((view) => Object.values(view.pipelines.details).find((one) => one.value?.runs.some(({ id }) => id === runId))?.value);
  const run = pipeline?.runs.find(({ id }) => id === runId);
  if ((state !== 'reviewing' && state !== 'reviewed') || !pipeline || run === undefined) return null;
  return <Review pipeline={pipeline} run={run} opened={state === 'reviewed'} />;
}

function Review({ pipeline, run, opened }: { pipeline: PipelineDetail; run: PipelineRun; opened: boolean }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false) || pipeline.permissions.read_only;
  const close = (): void => void dispatch(closePipelineRun({}));
  const waiting = run.tasks.find(({ last_result, approved }) => last_result.type === 4 && !approved);
  const open = (): void => void dispatch(reviewRun({ runId: run.id }));
  const { db_id: databaseId, current_db_version: current } = pipeline;
  const made = run.tasks.findLast(({ output_version_id, output_version_exists }) => output_version_id !== null && output_version_exists);
  const good = useView((view) => (made?.output_version_id == null ? undefined : lastGood(view, databaseId, current, made.output_version_id)));
  const { superseded } = useWorkflow('pipelineRun', (snapshot) => snapshot.context as PipelineRunContext);
  const links = useView((view) => reviewLinks(view, databaseId, current, made?.output_version_id ?? undefined), sameJson);
  // the versions say how many change sets there are to step through
  useEffect(() => void dispatch(loadVersions({ databaseId })), [dispatch, databaseId]);
  const why = readOnly ? READ_ONLY : (refusalOfRunAct('approve', run.status) ?? (opened ? undefined : texts.reviewChangesFirst));
  return (
    <Modal opened onClose={close} title={texts.reviewTitle({ id: run.id, name: pipeline.name })} size="lg" transitionProps={{ duration: 0 }}>
      <ShownField label={texts.createdUTC}>{texts.createdByCausedBy({ created: momentText(run.created), causedBy: run.caused_by })}</ShownField>
      {superseded !== null && (
        <Alert color="orange" p="xs" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {texts.supersededHint({ superseded: supersededWords(superseded) })}
        </Alert>
      )}
      {waiting !== undefined && (
        <ShownField label={texts.waitsBecause}>{waiting.last_result.message ?? texts.nameEndedWithWarnings({ name: waiting.task.name })}</ShownField>
      )}
      <ShownField label={texts.logged}>
        <LevelSummary run={run} />
      </ShownField>
      <ShownField label={texts.dataChanges}>
        {/* in a tab of its own: the dialog stays open */}
        {links.map(({ label, href }) => (
          <a key={label} href={href} target="_blank" rel="noreferrer" onClick={open} onAuxClick={open} className={classes['reviewLink'] ?? ''}>
            {label} <IconExternalLink size={13} aria-hidden />
          </a>
        ))}
      </ShownField>
      {made?.output_version_id != null && good !== undefined && (
        <WhatDiffers databaseId={databaseId} from={good} to={made.output_version_id} link={texts.compareWithVersionGood({ good })} onOpen={open} />
      )}
      <div className={classes['reviewTasks']}>
        {run.tasks.map((one) => (
          <div key={one.task.id} className={classes['task']}>
            <span className={classes['taskName']}>{one.task.name}</span>
            <span className={classes['taskStatus']}>
              <TaskStatus run={one} />
            </span>
            <ApprovedBy run={one} />
            <Link to={`/log/${one.task.id}`} aria-label={texts.logOfName({ name: one.task.name })}>
              {texts.log}
            </Link>
          </div>
        ))}
      </div>
      <div className={classes['footer']}>
        <WhyButton label={texts.close} onClick={close} />
        <WhyButton
          label={texts.stopRun}
          icon={IconPlayerStop}
          why={readOnly ? READ_ONLY : refusalOfRunAct('stop', run.status)}
          onClick={() => {
            dispatch(stopRun({ runId: run.id }));
            close();
          }}
        />
        <WhyButton label={texts.approve} icon={IconCheck} variant="filled" why={why} onClick={() => dispatch(submitApproval({}))} />
      </div>
    </Modal>
  );
}
