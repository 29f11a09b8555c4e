import { Alert } from '@mantine/core';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deletePipeline } from '../../commands/pipelines/pipelineEdits.ts';
import { cancelPipelineForm, confirmPipelineForm } from '../../commands/pipelines/pipelineFormSteps.ts';
import { closePipelineRun, confirmRun } from '../../commands/pipelines/pipelineRunSteps.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { PipelineFormContext } from '../../machines/pipelineFormMachine.ts';
import type { PipelineRunContext, RunReason } from '../../machines/pipelineRunMachine.ts';
import type { PipelineDetail } from '../../projections/pipelineState.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { momentText } from '../tasks/TaskStatus.tsx';
import classes from './pipelines.module.css';
import { ReviewModal } from './ReviewModal.tsx';

/** What is asked before something that cannot be taken back, and the review of a run. */
export function PipelineQuestions(): ReactNode {
  return (
    <>
      <FormQuestion />
      <RunQuestion />
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

function reasonText(reason: RunReason, { runs, next_run }: PipelineDetail): string {
  const run = runs.find(({ status }) => (reason === 'Running' ? status === 1 || status === 5 : status === 0));
  const begun = run === undefined ? 'A run of this pipeline' : `Run ${run.id}, created ${momentText(run.created)} UTC by ${run.caused_by},`;
  switch (reason) {
    case 'Running':
      return `${begun} is running. Another one waits until it has ended. Run it all the same?`;
    case 'Pending':
      return `${begun} is pending. Another one begins after it. Run it all the same?`;
    case 'Scheduled':
      return `A run of this pipeline is scheduled for ${next_run === null ? 'the next minutes' : `${momentText(next_run)} UTC`}. Run it now all the same?`;
  }
}
