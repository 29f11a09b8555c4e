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
import { texts } from './texts.ts';

/** Chooses a secret by its name, and writes new ones. What a secret is can be written, and never be read again. */
export function SecretField({
  words,
  name,
  server,
  onChoose,
}: {
  words: TaskFieldWords;
  name: string;
  /** The server that the task speaks to: a secret that is written here may be sent to it alone. */
  server: string | undefined;
  onChoose: (name: string) => void;
}): ReactNode {
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
  const { servers } = (load.value ?? []).find((one) => one.name === name) ?? {};
  const isElsewhere = server !== undefined && servers && !servers.includes(server);
  const isGone = name !== '' && load.value !== null && !names.includes(name);
  return (
    <div>
      <div className={classes['secret']}>
        <Select
          {...words}
          error={
            words.error ??
            (isGone ? texts.unknownSecret({ name }) : isElsewhere ? texts.otherServers({ servers: servers.join(', '), server }) : undefined)
          }
          className={classes['grow'] ?? ''}
          placeholder={texts.none}
          data={[...new Set(name === '' ? names : [name, ...names])]}
          value={name || null}
          clearable
          searchable
          nothingFoundMessage={texts.noSuchSecret}
          maxDropdownHeight={260}
          leftSection={<IconKey size={14} aria-hidden />}
          onChange={(next) => onChoose(next ?? '')}
        />
        <WhyButton
          label={texts.newSecret}
          icon={IconPlus}
          why={readOnly ? READ_ONLY : undefined}
          onClick={() => (isWriting ? close() : type({ of: words.label, name: '' }))}
        />
        {name !== '' && !isGone && (
          <WhyButton
            label={texts.forgetTheSecretName({ name })}
            icon={IconTrash}
            iconOnly
            why={readOnly ? READ_ONLY : undefined}
            hint={texts.forgetSecretHint({ name })}
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
          server={server}
          onName={(typed) => type({ name: typed })}
          onClose={close}
          onWrite={(written, value, sentTo) => {
            dispatch(writeSecret({ name: written, value, servers: [sentTo] }));
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
  readonly server: string | undefined;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
  readonly onWrite: (name: string, value: string, server: string) => void;
}

/** The value stays here until it is written: it belongs into no record. */
function NewSecret({ name, server, onName, onClose, onWrite }: NewSecretProps): ReactNode {
  const [value, setValue] = useState('');
  const nameFault = /^[A-Za-z0-9_.-]{1,60}$/.test(name) ? undefined : texts.secretNameFormat;
  return (
    <fieldset className={classes['newSecret']}>
      <legend>{texts.newSecret}</legend>
      <TextInput
        label={texts.nameOfTheSecret}
        value={name}
        error={name === '' ? undefined : nameFault}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <PasswordInput
        label={texts.value}
        description={server === undefined ? texts.secretHint : texts.sealedForServer({ server })}
        value={value}
        autoComplete="off"
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div className={classes['secretActs']}>
        <WhyButton label={texts.close} onClick={onClose} />
        <WhyButton
          label={texts.keepSecret}
          variant="filled"
          why={nameFault ?? (value === '' ? texts.writeTheValue : server === undefined ? texts.serverFirst : undefined)}
          onClick={() => server !== undefined && onWrite(name, value, server)}
        />
      </div>
    </fieldset>
  );
}
