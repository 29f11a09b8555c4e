import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deletePipeline } from '../../commands/pipelines/pipelineEdits.ts';
import { cancelPipelineForm, confirmPipelineForm } from '../../commands/pipelines/pipelineFormSteps.ts';
import { closePipelineRun, confirmRun } from '../../commands/pipelines/pipelineRunSteps.ts';
import { supersededWords } from '../../domain/taskRuns.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { PipelineFormContext } from '../../machines/pipelineFormMachine.ts';
import type { PipelineRunContext, RunReason } from '../../machines/pipelineRunMachine.ts';
import { type PipelineDetail, pipelineOfRun, runIn } from '../../projections/pipelineState.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { momentText } from '../tasks/TaskStatus.tsx';
import { WhatDiffers } from '../versions/WhatDiffers.tsx';
import classes from './pipelines.module.css';
import { ReviewModal } from './ReviewModal.tsx';

/** What is asked before something that cannot be taken back, and the review of a run. */
export function PipelineQuestions(): ReactNode {
  return (
    <>
      <FormQuestion />
      <RunQuestion />
      <TaskQuestion />
      <ReviewModal />
    </>
  );
}

const QUESTIONS = {
  askingImport: {
    title: 'Delete pipeline task',
    text: 'Are you sure you want to remove the Import task? The schedule of this pipeline is cleared with it.',
    yes: 'Remove',
  },
  discarding: { title: 'Discard changes', text: 'This pipeline has changes that were not saved. Discard them?', yes: 'Discard' },
} as const;

function FormQuestion(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('pipelineForm', (snapshot) => String(snapshot.value));
  const { id, messages } = useWorkflow('pipelineForm', (snapshot) => snapshot.context as PipelineFormContext);
  useToldHere(messages, deletePipeline);
  const name = useView((view) => view.pipelines.details[String(id)]?.value?.name ?? `pipeline ${id}`);
  const isDelete = state === 'askingDelete' || state === 'deleting';
  const question = isDelete
    ? {
        title: 'Delete pipeline',
        text: `Are you sure you want to remove "${name}"? Its runs stay on the Tasks screen until their logs expire.`,
        yes: 'Delete',
      }
    : QUESTIONS[state as keyof typeof QUESTIONS];
  if (question === undefined) return null;
  const close = (): void => void dispatch(cancelPipelineForm({}));
  return (
    <Modal opened onClose={close} title={question.title} size="sm" transitionProps={{ duration: 0 }}>
      <p>{question.text}</p>
      {messages.length > 0 && (
        <Alert color="red" role="alert">
          {messages.join('. ')}
        </Alert>
      )}
      <div className={classes['footer']}>
        <WhyButton label="Cancel" why={state === 'deleting' ? 'It is being removed' : undefined} onClick={close} />
        <WhyButton
          label={question.yes}
          icon={IconTrash}
          variant="filled"
          color="red"
          loading={state === 'deleting'}
          onClick={() => dispatch(confirmPipelineForm({}))}
        />
      </div>
    </Modal>
  );
}

/** Asks before a run that comes on top of another one. */
function RunQuestion(): ReactNode {
  const dispatch = useDispatch();
  const isOpen = useWorkflow('pipelineRun', (snapshot) => snapshot.value === 'confirming');
  const { id, reason } = useWorkflow('pipelineRun', (snapshot) => snapshot.context as PipelineRunContext);
  const pipeline = useView((view) => view.pipelines.details[String(id)]?.value ?? undefined);
  if (!isOpen || pipeline === undefined || reason === null) return null;
  const close = (): void => void dispatch(closePipelineRun({}));
  return (
    <Modal opened onClose={close} title={`Run ${pipeline.name}`} size="sm" transitionProps={{ duration: 0 }}>
      <p>{reasonText(reason, pipeline)}</p>
      <div className={classes['footer']}>
        <WhyButton label="Cancel" onClick={close} />
        <WhyButton label="Run" icon={IconPlayerPlay} variant="filled" onClick={() => dispatch(confirmRun({}))} />
      </div>
    </Modal>
  );
}

/** Asks before a run is resumed, before its tasks are run again, and before one is approved that another has overtaken. */
function TaskQuestion(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('pipelineRun', (snapshot) => String(snapshot.value));
  const { runId, taskId, superseded } = useWorkflow('pipelineRun', (snapshot) => snapshot.context as PipelineRunContext);
  const pipeline = useView((view) => pipelineOfRun(view.pipelines, runId));
  const run = useView((view) => runIn(view.pipelines, runId));
  const words = TASK_QUESTIONS[state as keyof typeof TASK_QUESTIONS];
  if (words === undefined || run === undefined) return null;
  const at = run.tasks.findIndex(({ task }) => task.id === taskId);
  const names = run.tasks.slice(Math.max(0, at)).map(({ task }) => task.name);
  const output = run.tasks.findLast(({ output_version_id, output_version_exists }) => output_version_id !== null && output_version_exists);
  const made = output?.output_version_id ?? null;
  const current = superseded?.version_id ?? pipeline?.current_db_version ?? null;
  const close = (): void => void dispatch(closePipelineRun({}));
  return (
    <Modal opened onClose={close} title={`${words.title} ${runId}`} size="md" transitionProps={{ duration: 0 }}>
      {superseded !== null && (
        <Alert color="orange" mb="sm" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {`Run ${runId} is superseded: ${supersededWords(superseded)}.`}
          {made !== null && current !== null && current !== made && ` Publishing version ${made} would replace version ${current}.`}
        </Alert>
      )}
      <p>{words.text(runId, names)}</p>
      {superseded !== null && made !== null && current !== null && current !== made && (
        <WhatDiffers databaseId={run.tasks[0]?.task.db_id ?? ''} from={current} to={made} />
      )}
      <div className={classes['footer']}>
        <WhyButton label="Cancel" onClick={close} />
        <WhyButton label={words.yes} variant="filled" {...(superseded === null ? {} : { color: 'red' })} onClick={() => dispatch(confirmRun({}))} />
      </div>
    </Modal>
  );
}

const TASK_QUESTIONS = {
  resuming: {
    title: 'Resume run',
    yes: 'Resume',
    text: (_run: number, tasks: readonly string[]) => `The run goes on with ${tasks.join(', ')}. The tasks before stay as they are.`,
  },
  repeating: {
    title: 'Run again from run',
    yes: 'Run again',
    text: (run: number, tasks: readonly string[]) =>
      `A new run does ${tasks.join(', ')} with the version that run ${run} began with there. Run ${run} stays as it is; the new one is approved on its own.`,
  },
  replacing: {
    title: 'Approve superseded run',
    yes: 'Approve all the same',
    text: () => 'The tasks that are left are done with the older data. Approve it all the same?',
  },
} as const;

function reasonText(reason: RunReason, { runs, next_run }: PipelineDetail): string {
  const run = runs.find(({ status }) => (reason === 'Running' ? status === 1 || status === 5 : status === 0));
  const begun = run === undefined ? 'A run of this pipeline' : `Run ${run.id}, created ${momentText(run.created)} UTC by ${run.caused_by},`;
  const waiting = runs.find((one) => one.status === 4 && one.superseded == null);
  switch (reason) {
    case 'Approval':
      return `${waiting === undefined ? 'A run of this pipeline' : `Run ${waiting.id}, created ${momentText(waiting.created)} UTC by ${waiting.caused_by},`} waits for approval. A new run supersedes it as soon as it has come as far. Run it all the same?`;
    case 'Running':
      return `${begun} is running. Another one waits until it has ended. Run it all the same?`;
    case 'Pending':
      return `${begun} is pending. Another one begins after it. Run it all the same?`;
    case 'Scheduled':
      return `A run of this pipeline is scheduled for ${next_run === null ? 'the next minutes' : `${momentText(next_run)} UTC`}. Run it now all the same?`;
  }
}
