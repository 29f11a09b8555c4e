import { IconFileText, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadTask } from '../../commands/tasks/loadTasks.ts';
import { stopTask } from '../../commands/tasks/runTask.ts';
import { refusalOfRunAct, TASK_TYPE_WORDS, taskDuration } from '../../domain/runs.ts';
import type { TaskRun } from '../../domain/taskRuns.ts';
import { templateOf } from '../../domain/taskTemplates/catalogue.ts';
import { fieldsOf, type TemplateField, valueWords } from '../../domain/taskTemplates/fields.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { ShownField } from '../parts/Field.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { said } from '../language/language.ts';
import type { TaskCommand } from '../../domain/pipelines.ts';
import { RunVersionLink } from './RunVersionLink.tsx';
import { ApprovedBy, TaskFiles } from './TaskFiles.tsx';
import { durationText, momentText, TaskStatus } from './TaskStatus.tsx';
import classes from './tasks.module.css';
import { texts } from './texts.ts';

/** All there is to know of a task run. */
export function TaskDetailsModal({ id, now, onClose }: { id: number; now: number; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const load = useView((view) => view.tasks.details[String(id)]);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  return (
    <Modal opened onClose={onClose} title={texts.taskDetails} size="lg" transitionProps={{ duration: 0 }}>
      <LoadStates load={load} what={texts.taskWord} retry={loadTask({ id })}>
        {(run) => (
          <>
            <ShownField label={texts.name}>{run.task.name}</ShownField>
            <ShownField label={texts.taskRun}>
              <CopyId id={String(run.task.id)} what={texts.taskRunId} />
            </ShownField>
            <ShownField label={texts.status}>
              <TaskStatus run={run} />
            </ShownField>
            {run.last_result.message !== null && <ShownField label={texts.message}>{run.last_result.message}</ShownField>}
            {run.progress !== null && <ShownField label={texts.now}>{run.progress.phase}</ShownField>}
            <ShownField label={texts.type}>{`${said(TASK_TYPE_WORDS[run.task.task_type])}: ${run.task.original_name}`}</ShownField>
            <ShownField label={texts.database}>{run.task.db_id}</ShownField>
            <ShownField label={texts.pipeline}>{run.task.pipeline_name ?? texts.runByHand}</ShownField>
            <ShownField label={texts.begunBy}>{run.task.caused_by}</ShownField>
            <ShownField label={texts.createdUTC}>{momentText(run.task.created)}</ShownField>
            <ShownField label={texts.took}>{durationText(taskDuration(run.started ?? run.task.created, run.last_result, now))}</ShownField>
            <ShownField label={texts.inputVersion}>
              <RunVersionLink run={run} which="input" />
            </ShownField>
            <ShownField label={texts.outputVersion}>
              <RunVersionLink run={run} which="output" />
            </ShownField>
            {(run.files ?? []).length > 0 && (
              <ShownField label={texts.files}>
                <TaskFiles run={run} />
              </ShownField>
            )}
            {run.approved_by != null && (
              <ShownField label={texts.approval}>
                <ApprovedBy run={run} />
              </ShownField>
            )}
            <ShownField label={texts.log}>
              {texts.logCounts({
                information: run.level_summary.information,
                warnings: run.level_summary.warnings,
                errors: run.level_summary.errors,
              })}
            </ShownField>
            <ShownField label={texts.notes}>{run.task.notes}</ShownField>
            <Parameters task={run.task} />
            <div className={classes['footer']}>
              <WhyButton label={texts.openTheLog} icon={IconFileText} onClick={() => open(`/log/${id}`)} />
              <WhyButton
                label={texts.stop}
                icon={IconPlayerStop}
                color="red"
                why={readOnly ? READ_ONLY : refusalOfRunAct('stop', run.last_result.type)}
                onClick={() => dispatch(stopTask({ id }))}
              />
            </div>
          </>
        )}
      </LoadStates>
    </Modal>
  );
}

/** The parameters as the form asks for them; those of a template that this build does not have as they are stored. */
function Parameters({ task: { s3_url, command } }: { readonly task: TaskRun['task'] }): ReactNode {
  const template = templateOf(s3_url);
  if (template === undefined)
    return (
      <ShownField label={texts.parameters}>
        <pre className={classes['command']}>{JSON.stringify(command, null, 2)}</pre>
      </ShownField>
    );
  return fieldsOf(template).map((field) => (
    <ShownField key={field.name} label={said(field.title)}>
      <span className={classes['value']}>{saidValue(field, command[field.name] ?? field.standard)}</span>
    </ShownField>
  ));
}

/** Words of a switch or a choice are known in every language; anything else is what somebody typed. */
function saidValue(field: TemplateField, value: TaskCommand[string] | undefined): string {
  const words = valueWords(field, value);
  return field.kind === 'switch' || field.kind === 'choice' ? said(words) : words;
}
