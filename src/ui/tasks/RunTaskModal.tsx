import { Alert, Select, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { runTask } from '../../commands/tasks/runTask.ts';
import { changeTaskRunForm, submitTaskRun, TASK_RUN_SCOPE, taskRunDraft } from '../../commands/tasks/taskRunSteps.ts';
import { databasesForTasks, taskRunFaults, type TaskRunForm, templateOfForm } from '../../domain/taskRunForm.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { TaskRunContext } from '../../machines/taskRunMachine.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { said } from '../language/language.ts';
import { CommandForm } from './CommandForm.tsx';
import classes from './tasks.module.css';
import { TemplateSelect } from './TemplateSelect.tsx';
import { texts } from './texts.ts';

interface RunTaskModalProps {
  readonly onChoose: (template: string) => void;
  readonly onClose: () => void;
}

/** Runs a task by hand: its kind, its database, and its parameters. */
export function RunTaskModal({ onChoose, onClose }: RunTaskModalProps): ReactNode {
  const form = useKernelState((state) => taskRunDraft.of(state, TASK_RUN_SCOPE));
  return (
    <Modal opened onClose={onClose} title={texts.runATask} size="lg" transitionProps={{ duration: 0 }}>
      {form && <Form form={form} onChoose={onChoose} onClose={onClose} />}
    </Modal>
  );
}

function Form({ form, onChoose, onClose }: RunTaskModalProps & { readonly form: TaskRunForm }): ReactNode {
  const dispatch = useDispatch();
  const databases = useView((view) => view.databases.value);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const { tried, errors, messages } = useWorkflow('taskRun', (snapshot) => snapshot.context as TaskRunContext);
  useShownHere(messages, runTask);
  const starting = useWorkflow('taskRun', (snapshot) => snapshot.value === 'starting');
  const template = templateOfForm(form);
  const faults = tried ? [...taskRunFaults(form), ...errors] : [];
  const faultOf = (field: string): string | undefined => faults.find(({ Field }) => Field === field)?.Message;
  const change = (changes: Partial<TaskRunForm>): void => void dispatch(changeTaskRunForm(changes));
  const general = [...messages, ...faults.flatMap(({ Field, Message }) => (Field === 'command/' ? [Message] : []))];
  return (
    <>
      <div className={classes['form']}>
        <TemplateSelect
          label={texts.task}
          placeholder={texts.templatePlaceholder}
          value={template?.id ?? null}
          description={template && said(template.summary)}
          error={faultOf('template')}
          onChoose={onChoose}
        />
        <Select
          label={texts.database}
          data={databasesForTasks(databases ?? []).map(({ Id, Name }) => ({ value: Id, label: Name === Id ? Id : `${Id} ${Name}` }))}
          value={form.db_id || null}
          searchable
          maxDropdownHeight={260}
          error={faultOf('db_id')}
          onChange={(db_id) => change({ db_id: db_id ?? '' })}
        />
        <TextInput
          label={texts.name}
          placeholder={template?.name ?? ''}
          value={form.name}
          error={faultOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {template !== undefined && template.task_type !== 1 && (
          <TextInput
            label={texts.inputVersion}
            description={texts.versionHint}
            inputMode="numeric"
            value={form.version}
            error={faultOf('version') ?? faultOf('input_version_id')}
            onChange={(event) => change({ version: event.currentTarget.value })}
          />
        )}
        {template && (
          <CommandForm
            template={template}
            command={form.command}
            faults={faults.flatMap(({ Field, Message }) => (Field.startsWith('command/') ? [{ field: Field.slice(8), message: Message }] : []))}
            onChange={(command) => change({ command })}
          />
        )}
        {general.length > 0 && (
          <Alert color="red" role="alert">
            {general.join('. ')}
          </Alert>
        )}
      </div>
      <div className={classes['footer']}>
        <WhyButton label={texts.cancel} onClick={onClose} />
        <WhyButton
          label={texts.run}
          icon={IconPlayerPlay}
          variant="filled"
          loading={starting}
          why={readOnly ? READ_ONLY : undefined}
          onClick={() => dispatch(submitTaskRun({}))}
        />
      </div>
    </>
  );
}
