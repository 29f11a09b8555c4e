import { Modal, Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { loadRebase } from '../../commands/changes/loadChanges.ts';
import { clearChangeNotes, rebaseCorrections } from '../../commands/changes/switchChanges.ts';
import type { CorrectionResult } from '../../domain/changes.ts';
import { VersionName } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { isReadable } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './changes.module.css';

/** Carries the corrections of a version on to another one: a dry run with the result of each, then a new draft. */
export function RebaseModal({ opened, databaseId, onClose }: { opened: boolean; databaseId: string; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const close = (): void => {
    dispatch(clearChangeNotes({}));
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Carry corrections on" size={760} transitionProps={{ duration: 0 }}>
      <Form databaseId={databaseId} onClose={close} />
    </Modal>
  );
}

function Form({ databaseId, onClose }: { databaseId: string; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const versions = useView((view) => view.versionLists[databaseId]?.value);
  const load = useView((view) => view.changes.rebase);
  const [from, setFrom] = useState<string | null>(null);
  const [onto, setOnto] = useState<string | null>(null);
  const [name, setName] = useState('');
  const options = (versions ?? []).filter(isReadable).map(({ Id, Version }) => ({ value: String(Id), label: `${Version} #${Id}` }));
  const pair = from !== null && onto !== null ? { versionId: Number(from), onto: Number(onto) } : undefined;
  const named = VersionName.safeParse(name);
  const why = !pair
    ? 'Choose both versions first'
    : load.status !== 'succeeded'
      ? 'Try it first'
      : load.value?.Applied === 0
        ? 'Nothing would be applied'
        : named.success
          ? undefined
          : named.error.issues[0]?.message;
  const pick = (set: (id: string | null) => void) => (id: string | null) => {
    set(id);
    dispatch(clearChangeNotes({}));
  };
  return (
    <>
      <div className={classes['write']}>
        <Select label="Corrections of" searchable data={options} value={from} onChange={pick(setFrom)} className={classes['grow'] ?? ''} />
        <Select
          label="onto"
          searchable
          data={options.filter(({ value }) => value !== from)}
          value={onto}
          onChange={pick(setOnto)}
          className={classes['grow'] ?? ''}
        />
        <WhyButton label="Try" why={pair ? undefined : 'Choose both versions first'} onClick={() => void (pair && dispatch(loadRebase(pair)))} />
      </div>
      {load.status !== 'idle' && pair && (
        <LoadStates load={load} what="corrections" retry={loadRebase(pair)}>
          {(rebase) => (
            <>
              <p aria-live="polite">{`${rebase.Applied} applied, ${rebase.AlreadySo} already so, ${rebase.KeptBack} no longer fit`}</p>
              <div className={classes['results']}>
                <VirtualList label="Corrections" rows={rebase.Results} columns={COLUMNS} idOf={({ ChangeId }) => String(ChangeId)} />
              </div>
            </>
          )}
        </LoadStates>
      )}
      <div className={classes['write']}>
        <TextInput
          label="Name of the new draft"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          className={classes['grow'] ?? ''}
        />
        <WhyButton
          label="Make the draft"
          variant="filled"
          why={why}
          onClick={() => {
            if (pair) dispatch(rebaseCorrections({ ...pair, name: name.trim() }));
            onClose();
          }}
        />
      </div>
    </>
  );
}

const WORDS: Readonly<Record<CorrectionResult['Outcome'], string>> = {
  applied: 'Applied',
  alreadySo: 'Already so',
  noLongerFits: 'No longer fits',
  unattached: 'Unattached',
};

const COLUMNS: readonly Column<CorrectionResult>[] = [
  { key: 'outcome', title: 'Outcome', width: '110px', render: ({ Outcome }) => WORDS[Outcome] },
  {
    key: 'what',
    title: 'Correction',
    width: 'minmax(140px, 1.4fr)',
    render: (one) => <span title={one.Message}>{one.Message || `${one.Type} ${one.Name}`}</span>,
  },
  { key: 'reason', title: 'Why', width: 'minmax(140px, 1.4fr)', render: ({ Reason }) => <span title={Reason}>{Reason ?? ''}</span> },
  { key: 'by', title: 'By', width: 'minmax(80px, 0.8fr)', render: ({ CreatedBy }) => <span title={CreatedBy}>{CreatedBy}</span> },
];
