import { PasswordInput, Select, TextInput } from '@mantine/core';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { deleteSecret, loadSecrets, writeSecret } from '../../commands/tasks/taskSecrets.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { newSecret } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import type { TaskFieldWords } from './CommandForm.tsx';
import classes from './tasks.module.css';

/** Chooses a secret by its name, and writes new ones. What a secret is can be written, and never be read again. */
export function SecretField({ words, name, onChoose }: { words: TaskFieldWords; name: string; onChoose: (name: string) => void }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.tasks.secrets);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const [{ of, name: typedName }, type] = useTyped(newSecret, { of: null, name: '' });
  const isWriting = of === words.label;
  const close = (): void => type({ of: null, name: '' });
  useEffect(() => {
    if (load.status === 'idle') dispatch(loadSecrets({}));
  }, [load.status, dispatch]);
  const names = (load.value ?? []).map((one) => one.name);
  const isGone = name !== '' && load.value !== null && !names.includes(name);
  return (
    <div>
      <div className={classes['secret']}>
        <Select
          {...words}
          error={words.error ?? (isGone ? `There is no secret named ${name}` : undefined)}
          className={classes['grow'] ?? ''}
          placeholder="None"
          data={[...new Set(name === '' ? names : [name, ...names])]}
          value={name || null}
          clearable
          searchable
          nothingFoundMessage="There is no secret of that name"
          maxDropdownHeight={260}
          leftSection={<IconKey size={14} aria-hidden />}
          onChange={(next) => onChoose(next ?? '')}
        />
        <WhyButton
          label="New secret"
          icon={IconPlus}
          why={readOnly ? READ_ONLY : undefined}
          onClick={() => (isWriting ? close() : type({ of: words.label, name: '' }))}
        />
        {name !== '' && !isGone && (
          <WhyButton
            label={`Forget the secret ${name}`}
            icon={IconTrash}
            iconOnly
            why={readOnly ? READ_ONLY : undefined}
            hint={`Forget the secret ${name}: tasks that use it fail from then on`}
            onClick={() => {
              dispatch(deleteSecret({ name }));
              onChoose('');
            }}
          />
        )}
      </div>
      {isWriting && (
        <NewSecret
          name={typedName}
          onName={(typed) => type({ name: typed })}
          onClose={close}
          onWrite={(written, value) => {
            dispatch(writeSecret({ name: written, value }));
            onChoose(written);
            close();
          }}
        />
      )}
    </div>
  );
}

interface NewSecretProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
  readonly onWrite: (name: string, value: string) => void;
}

/** The value stays here until it is written: it belongs into no record. */
function NewSecret({ name, onName, onClose, onWrite }: NewSecretProps): ReactNode {
  const [value, setValue] = useState('');
  const nameFault = /^[A-Za-z0-9_.-]{1,60}$/.test(name) ? undefined : 'A secret has a name of letters, digits, dots and dashes, at most 60';
  return (
    <fieldset className={classes['newSecret']}>
      <legend>New secret</legend>
      <TextInput
        label="Name of the secret"
        value={name}
        error={name === '' ? undefined : nameFault}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <PasswordInput
        label="Value"
        description="It is sealed on the server and cannot be read again."
        value={value}
        autoComplete="off"
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div className={classes['secretActs']}>
        <WhyButton label="Close" onClick={onClose} />
        <WhyButton
          label="Keep secret"
          variant="filled"
          why={nameFault ?? (value === '' ? 'Write the value' : undefined)}
          onClick={() => onWrite(name, value)}
        />
      </div>
    </fieldset>
  );
}
