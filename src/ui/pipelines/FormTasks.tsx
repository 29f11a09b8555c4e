import { ActionIcon, Alert, Textarea, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconHelp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { addPipelineTask, askRemoveTask, changePipelineTask, movePipelineTask } from '../../commands/pipelines/pipelineFormSteps.ts';
import { loadDocumentation } from '../../commands/tasks/loadTasks.ts';
import { type FormTask, isImport } from '../../domain/pipelineForm.ts';
import type { FieldError } from '../../domain/regions.ts';
import { TASK_TYPE_WORDS } from '../../domain/runs.ts';
import { templateOf } from '../../domain/taskTemplates/catalogue.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { CommandForm } from '../tasks/CommandForm.tsx';
import { TaskDocsModal } from '../tasks/TaskDocsModal.tsx';
import tasksClasses from '../tasks/tasks.module.css';
import { TemplateSelect } from '../tasks/TemplateSelect.tsx';
import { said } from '../language/language.ts';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

interface FormTasksProps {
  readonly tasks: readonly FormTask[];
  readonly faults: readonly FieldError[];
  /** Rises whenever a field is left: what is typed in one visit is undone together. */
  readonly visit: RefObject<number>;
}

/** The tasks of the pipeline in their order; one of them is open at a time. */
export function FormTasks({ tasks, faults, visit }: FormTasksProps): ReactNode {
  const dispatch = useDispatch();
  const [open, setOpen] = useState<number>();
  const [docs, setDocs] = useState<string>();
  const hasImport = tasks.some(isImport);
  const fault = faults.find(({ Field }) => Field === 'tasks')?.Message;
  return (
    <fieldset className={classes['part']}>
      <legend>{texts.tasksTasks({ tasks: tasks.length })}</legend>
      {fault !== undefined && (
        <Alert color="red" p="xs" role="alert">
          {fault}
        </Alert>
      )}
      {tasks.length === 0 && <p className={classes['quiet']}>{texts.tasksHint}</p>}
      <ol className={classes['formTasks']}>
        {tasks.map((task, i) => (
          <TaskItem
            key={task.key}
            task={task}
            at={i}
            count={tasks.length}
            isOpen={open === task.key}
            faults={faults.flatMap(({ Field, Message }) =>
              Field.startsWith(`tasks[${i}]/`) ? [{ Field: Field.slice(`tasks[${i}]/`.length), Message }] : [],
            )}
            visit={visit}
            onOpen={(isOpen) => setOpen(isOpen ? task.key : undefined)}
            onDocs={(template) => {
              setDocs(template);
              dispatch(loadDocumentation({}));
            }}
          />
        ))}
      </ol>
      <TemplateSelect
        aria-label={texts.addATask}
        placeholder={texts.addATaskTitle}
        value={null}
        whyNot={({ task_type }) => (task_type === 1 && hasImport ? texts.importPresent : undefined)}
        onChoose={(template) => {
          dispatch(addPipelineTask({ template }));
          setOpen(Math.max(-1, ...tasks.map(({ key }) => key)) + 1);
        }}
      />
      {docs !== undefined && <TaskDocsModal template={docs} onChoose={setDocs} onClose={() => setDocs(undefined)} />}
    </fieldset>
  );
}

interface TaskItemProps {
  readonly task: FormTask;
  readonly at: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly faults: readonly FieldError[];
  readonly visit: RefObject<number>;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onDocs: (template: string) => void;
}

function TaskItem({ task, at, count, isOpen, faults, visit, onOpen, onDocs }: TaskItemProps): ReactNode {
  const dispatch = useDispatch();
  const { key } = task;
  const template = templateOf(task.s3_url);
  const change = (changes: Parameters<typeof changePipelineTask>[0]['changes'], field: string): void =>
    void dispatch(changePipelineTask({ key, changes }), { gesture: `task ${key} ${field} ${visit.current}` });
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const faultOf = (field: string): string | undefined => faults.find(({ Field }) => Field === field)?.Message;
  return (
    <li className={classes['formTask']} aria-label={task.name}>
      <div className={classes['formTaskHead']}>
        <UnstyledButton className={classes['formTaskName']} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <Chevron size={14} aria-hidden />
          <span className="dmp-number">{`${at + 1}.`}</span>
          <span className={classes['taskName']}>{task.name || texts.withoutAName}</span>
          <span className={classes['quiet']}>{`${said(TASK_TYPE_WORDS[task.task_type])}: ${task.original_name}`}</span>
          {faults.length > 0 && (
            <Tooltip label={faults.map(({ Message }) => Message).join('. ')}>
              <IconAlertTriangle size={15} color="var(--mantine-color-error)" role="img" aria-label={texts.taskFaulty} />
            </Tooltip>
          )}
        </UnstyledButton>
        <WhyButton
          label={texts.moveNameUp({ name: task.name })}
          icon={IconArrowUp}
          iconOnly
          why={at === 0 ? texts.firstTask : undefined}
          onClick={() => dispatch(movePipelineTask({ key, to: at - 1 }))}
        />
        <WhyButton
          label={texts.moveNameDown({ name: task.name })}
          icon={IconArrowDown}
          iconOnly
          why={at === count - 1 ? texts.lastTask : undefined}
          onClick={() => dispatch(movePipelineTask({ key, to: at + 1 }))}
        />
        <WhyButton label={texts.removeName({ name: task.name })} icon={IconTrash} iconOnly onClick={() => dispatch(askRemoveTask({ key }))} />
      </div>
      {isOpen && (
        <div className={classes['formTaskBody']}>
          <p className={classes['quiet']}>
            {template ? said(template.summary) : texts.unknownTemplate({ s3Url: task.s3_url })}
            {template && (
              <Tooltip label={texts.documentationOfName({ name: said(template.name) })}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.documentationOfName({ name: said(template.name) })}
                  onClick={() => onDocs(template.id)}
                >
                  <IconHelp size={15} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </p>
          <TextInput
            data-text="same"
            label={texts.taskName}
            value={task.name}
            error={faultOf('name')}
            onChange={(event) => change({ name: event.currentTarget.value }, 'name')}
          />
          {at === 0 && !isImport(task) && (
            <TextInput
              data-text="same"
              label={texts.inputVersion}
              description={texts.versionHint}
              inputMode="numeric"
              value={task.input_version_id ?? ''}
              error={faultOf('input_version_id')}
              onChange={(event) => {
                const text = event.currentTarget.value.trim();
                if (/^\d{0,9}$/.test(text)) change({ input_version_id: text === '' ? null : Number(text) }, 'input');
              }}
            />
          )}
          {template && (
            <div className={tasksClasses['form']}>
              <CommandForm
                template={template}
                command={task.command}
                faults={faults.flatMap(({ Field, Message }) => (Field.startsWith('command/') ? [{ field: Field.slice(8), message: Message }] : []))}
                onChange={(command, field) => change({ command }, field)}
              />
            </div>
          )}
          <Textarea
            data-text="same"
            label={texts.notes}
            autosize
            minRows={1}
            maxRows={6}
            maxLength={2000}
            value={task.notes}
            onChange={(event) => change({ notes: event.currentTarget.value }, 'notes')}
          />
        </div>
      )}
    </li>
  );
}
