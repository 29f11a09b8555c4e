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
import { Question } from '../parts/Question.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { momentText } from '../tasks/TaskStatus.tsx';
import { WhatDiffers } from '../versions/WhatDiffers.tsx';
import { ReviewModal } from './ReviewModal.tsx';
import { texts } from './texts.ts';

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
    get title() {
      return texts.deletePipelineTask;
    },
    get text() {
      return texts.removeImportTitle;
    },
    get yes() {
      return texts.remove;
    },
  },
  discarding: {
    get title() {
      return texts.discardChanges;
    },
    get text() {
      return texts.discardQuestion;
    },
    get yes() {
      return texts.discard;
    },
  },
} as const;

function FormQuestion(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('pipelineForm', (snapshot) => String(snapshot.value));
  const { id, messages } = useWorkflow('pipelineForm', (snapshot) => snapshot.context as PipelineFormContext);
  useShownHere(messages, deletePipeline);
  const name = useView((view) => view.pipelines.details[String(id)]?.value?.name ?? texts.pipelineIdWord({ id: String(id) }));
  const isDelete = state === 'askingDelete' || state === 'deleting';
  const question = isDelete
    ? {
        title: texts.deletePipeline,
        text: texts.removePipelineTitle({ name }),
        yes: texts.deleteWord,
      }
    : QUESTIONS[state as keyof typeof QUESTIONS];
  if (question === undefined) return null;
  const close = (): void => void dispatch(cancelPipelineForm({}));
  return (
    <Question
      title={question.title}
      yes={question.yes}
      no={texts.cancel}
      icon={IconTrash}
      busy={state === 'deleting'}
      messages={messages}
      onClose={close}
      onYes={() => dispatch(confirmPipelineForm({}))}
    >
      {question.text}
    </Question>
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
    <Question
      title={texts.runName({ name: pipeline.name })}
      yes={texts.run}
      no={texts.cancel}
      icon={IconPlayerPlay}
      danger={false}
      onClose={close}
      onYes={() => dispatch(confirmRun({}))}
    >
      {reasonText(reason, pipeline)}
    </Question>
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
    <Question
      title={`${words.title} ${runId}`}
      size="md"
      yes={words.yes}
      no={texts.cancel}
      danger={superseded !== null}
      onClose={close}
      onYes={() => dispatch(confirmRun({}))}
    >
      {superseded !== null && (
        <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {texts.supersededQuestion({ runId, superseded: supersededWords(superseded) })}
          {made !== null && current !== null && current !== made && texts.wouldReplace({ made, current })}
        </Alert>
      )}
      <p>{words.text(runId, names)}</p>
      {superseded !== null && made !== null && current !== null && current !== made && (
        <WhatDiffers databaseId={run.tasks[0]?.task.db_id ?? ''} from={current} to={made} />
      )}
    </Question>
  );
}

const TASK_QUESTIONS = {
  resuming: {
    get title() {
      return texts.resumeRun;
    },
    get yes() {
      return texts.resume;
    },
    text: (_run: number, tasks: readonly string[]) => texts.resumeHint({ tasks: tasks.join(', ') }),
  },
  repeating: {
    get title() {
      return texts.runAgainFromRun;
    },
    get yes() {
      return texts.runAgain;
    },
    text: (run: number, tasks: readonly string[]) => texts.repeatHint({ tasks: tasks.join(', '), run }),
  },
  replacing: {
    get title() {
      return texts.approveSupersededRun;
    },
    get yes() {
      return texts.approveAllTheSame;
    },
    text: () => texts.olderDataQuestion,
  },
} as const;

function reasonText(reason: RunReason, { runs, next_run }: PipelineDetail): string {
  const run = runs.find(({ status }) => (reason === 'Running' ? status === 1 || status === 5 : status === 0));
  const begun = run === undefined ? texts.someRun : texts.runCreated({ id: run.id, created: momentText(run.created), causedBy: run.caused_by });
  const waiting = runs.find((one) => one.status === 4 && one.superseded == null);
  switch (reason) {
    case 'Approval':
      return texts.runWaitsForApproval({
        run:
          waiting === undefined
            ? texts.someRun
            : texts.runCreated({ id: waiting.id, created: momentText(waiting.created), causedBy: waiting.caused_by }),
      });
    case 'Running':
      return texts.runningQuestion({ begun });
    case 'Pending':
      return texts.pendingQuestion({ begun });
    case 'Scheduled':
      return texts.plannedQuestion({ moment: next_run === null ? texts.theNextMinutes : texts.momentUTC({ moment: momentText(next_run) }) });
  }
}
