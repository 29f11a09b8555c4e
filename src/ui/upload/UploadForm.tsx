import { Button, type ComboboxItem, Select, TextInput, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { loadDatabases } from '../../commands/databases/loadDatabases.ts';
import { chooseUploadDatabase, chooseUploadFile, closeUpload, nameUploadVersion, submitUpload } from '../../commands/upload/uploadSteps.ts';
import { versionNameError } from '../../domain/uploads.ts';
import type { Database } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { uploadDatabases } from '../../projections/uploads.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { FileDrop } from './FileDrop.tsx';
import classes from './upload.module.css';
import { useUpload } from './useUpload.ts';
import { texts } from './texts.ts';

/** What is uploaded, where to, and under which name. */
export function UploadForm(): ReactNode {
  const load = useView((view) => view.databases);
  const databases = useView(uploadDatabases, sameDatabases);
  return (
    <LoadStates load={load} what={texts.databases} retry={loadDatabases({})} skeleton={3} isEmpty={() => databases.length === 0} empty={<Nowhere />}>
      {() => <Fields databases={databases} />}
    </LoadStates>
  );
}

function Nowhere(): ReactNode {
  const dispatch = useDispatch();
  return (
    <div className={classes['pane']}>
      <p className={classes['about']}>{texts.noPermission}</p>
      <div className={classes['buttons']}>
        <Button data-autofocus variant="default" onClick={() => dispatch(closeUpload({}))}>
          {texts.close}
        </Button>
      </div>
    </div>
  );
}

function Fields({ databases }: { databases: readonly Database[] }): ReactNode {
  const dispatch = useDispatch();
  const { keepFile } = usePorts();
  const databaseId = useUpload('databaseId');
  const versionName = useUpload('versionName');
  const file = useUpload('file');
  const fileLost = useUpload('fileLost');
  const rejection = useUpload('rejection');
  const [typed, setTyped] = useState<string>();
  const name = typed ?? versionName;
  const nameError = versionNameError(name);
  const groups = useMemo(() => byRegion(databases), [databases]);
  const why = databaseId === null ? texts.selectDatabaseFirst : file === null || fileLost ? texts.chooseAFileFirst : nameError;

  const sayName = (): void => {
    if (name !== versionName) dispatch(nameUploadVersion({ versionName: name }));
    setTyped(undefined);
  };
  const submit = (): void => {
    if (why !== undefined) return;
    sayName();
    dispatch(submitUpload({}));
  };
  const choose = (files: readonly File[]): void => {
    const [first] = files;
    if (!first) return;
    dispatch(chooseUploadFile({ fileId: keepFile(first), files: files.map(({ name: fileName, size }) => ({ name: fileName, size })) }));
  };
  return (
    <div className={classes['pane']}>
      <Select
        label={texts.database}
        placeholder={texts.chooseADatabase}
        data={groups}
        value={databaseId}
        searchable
        openOnFocus={false}
        selectFirstOptionOnChange
        // else the list, once it has opened, forgets what quick typing has found, and Enter does nothing
        selectFirstOptionOnDropdownOpen
        checkIconPosition="right"
        nothingFoundMessage={texts.noDatabasesFound}
        comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: false }}
        data-autofocus={databaseId === null || undefined}
        onChange={(next) => next !== null && dispatch(chooseUploadDatabase({ databaseId: next }))}
      />
      <TextInput
        label={texts.versionName}
        value={name}
        error={nameError}
        rightSection={
          nameError !== undefined && (
            <Tooltip label={nameError}>
              <IconAlertTriangle size={15} className={classes['wrong']} aria-hidden />
            </Tooltip>
          )
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={sayName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // or the same key press would reach the button that gets the focus next
          event.preventDefault();
          submit();
        }}
      />
      <FileDrop
        file={file}
        lost={fileLost}
        rejection={rejection}
        disabled={databaseId === null ? texts.selectDatabaseFirst : undefined}
        onFiles={choose}
      />
      <div className={classes['buttons']}>
        <WhyButton label={texts.upload} icon={IconUpload} variant="filled" why={why} onClick={submit} />
        <Button variant="default" onClick={() => dispatch(closeUpload({}))}>
          {texts.close}
        </Button>
      </div>
    </div>
  );
}

interface Group {
  readonly group: string;
  readonly items: ComboboxItem[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The choices under their regions, each in the order of names. */
function byRegion(databases: readonly Database[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { Id, Name, RegionName } of databases.toSorted(
    (a, b) => collator.compare(a.RegionName, b.RegionName) || collator.compare(a.Name || a.Id, b.Name || b.Id),
  )) {
    const group = groups.get(RegionName) ?? { group: RegionName, items: [] };
    group.items.push({ value: Id, label: Name || Id });
    groups.set(RegionName, group);
  }
  return [...groups.values()];
}

function sameDatabases(a: readonly Database[], b: readonly Database[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
