import { Alert, Modal, Select, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { runTask } from '../../commands/tasks/runTask.ts';
import { TaskName, type TaskCommand } from '../../domain/pipelines.ts';
import { TASK_TYPE_WORDS } from '../../domain/runs.ts';
import { readCommand, TASK_TEMPLATES } from '../../domain/taskTemplates/catalogue.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { CommandForm } from './CommandForm.tsx';
import classes from './tasks.module.css';

interface RunTaskModalProps {
  readonly template: string | undefined;
  readonly onChoose: (template: string) => void;
  readonly onClose: () => void;
}

/** Runs a task by hand: its kind, its database, and its parameters. */
export function RunTaskModal({ template: chosen, onChoose, onClose }: RunTaskModalProps): ReactNode {
  const dispatch = useDispatch();
  const databases = useView((view) => view.databases.value);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const [database, setDatabase] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [version, setVersion] = useState('');
  const [command, setCommand] = useState<TaskCommand>({});
  const [tried, setTried] = useState(false);
  const template = TASK_TEMPLATES.find(({ id }) => id === chosen) ?? TASK_TEMPLATES[0];
  if (template === undefined) return null;
  const read = readCommand({ s3_url: template.s3_url, command });
  const faults = 'faults' in read ? read.faults : [];
  const shownName = name === '' ? template.name : name;
  const nameError = TaskName.safeParse(shownName).error?.issues[0]?.message;
  const versionError = version === '' || /^[1-9]\d{0,8}$/.test(version) ? undefined : 'Enter an integer';
  const run = (): void => {
    setTried(true);
    if (database === null || faults.length > 0 || nameError !== undefined || versionError !== undefined || 'faults' in read) return;
    dispatch(
      runTask({
        db_id: database,
        name: shownName,
        original_name: template.name,
        s3_url: template.s3_url,
        command: read.values,
        task_type: template.task_type,
        input_version_id: version === '' ? null : Number(version),
        notes: '',
      }),
    );
  };
  return (
    <Modal opened onClose={onClose} title="Run a task" size="lg" transitionProps={{ duration: 0 }}>
      <div className={classes['form']}>
        <Select
          label="Task"
          data={([1, 2, 3] as const).map((type) => ({
            group: TASK_TYPE_WORDS[type],
            items: TASK_TEMPLATES.filter(({ task_type }) => task_type === type).map(({ id, name: label }) => ({ value: id, label })),
          }))}
          value={template.id}
          allowDeselect={false}
          searchable
          maxDropdownHeight={260}
          description={template.summary}
          onChange={(id) => {
            if (id === null) return;
            setCommand({});
            setTried(false);
            onChoose(id);
          }}
        />
        <Select
          label="Database"
          data={(databases ?? [])
            .filter(({ Permissions }) => !Permissions.ReadOnly)
            .map(({ Id, Name }) => ({ value: Id, label: Name === Id ? Id : `${Id} ${Name}` }))}
          value={database}
          searchable
          maxDropdownHeight={260}
          error={tried && database === null ? 'Choose a database' : undefined}
          onChange={setDatabase}
        />
        <TextInput label="Name" placeholder={template.name} value={name} error={nameError} onChange={(event) => setName(event.currentTarget.value)} />
        {template.task_type !== 1 && (
          <TextInput
            label="Input version"
            description="Empty: the current version, else the newest"
            value={version}
            error={versionError}
            onChange={(event) => setVersion(event.currentTarget.value)}
          />
        )}
        <CommandForm template={template} command={command} faults={tried ? faults : []} onChange={setCommand} />
        {tried && faults.some(({ field }) => field === '') && <Alert color="red">{faults.map(({ message }) => message).join('. ')}</Alert>}
      </div>
      <footer className={classes['footer']}>
        <WhyButton label="Cancel" onClick={onClose} />
        <WhyButton label="Run" icon={IconPlayerPlay} variant="filled" why={readOnly ? READ_ONLY : undefined} onClick={run} />
      </footer>
    </Modal>
  );
}
