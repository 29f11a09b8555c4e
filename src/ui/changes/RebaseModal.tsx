import { Alert, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { chooseRebase, closeRebase, submitRebase, tryRebase } from '../../commands/changes/changeDialogSteps.ts';
import { loadRebase } from '../../commands/changes/loadChanges.ts';
import { rebaseCorrections } from '../../commands/changes/switchChanges.ts';
import type { CorrectionResult } from '../../domain/changes.ts';
import { pairWords } from '../../domain/comparer/paired.ts';
import { VersionName } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { RebaseContext } from '../../machines/rebaseMachine.ts';
import { rebaseForm } from '../../projections/typedForms.ts';
import { isReadable } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Loading } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { authorWords } from './authorWords.ts';
import classes from './changes.module.css';
import { texts } from './texts.ts';

/** Rebases the corrections of a version onto another one: a dry run with the result of each, then a new draft. */
export function RebaseModal(): ReactNode {
  const dispatch = useDispatch();
  const opened = useWorkflow('carryOn', ({ value }) => value !== 'closed');
  return (
    <Modal opened={opened} onClose={() => dispatch(closeRebase({}))} title={texts.rebaseTitle} size={760} transitionProps={{ duration: 0 }}>
      {opened && <Form />}
    </Modal>
  );
}

const NOT_TRIED = {
  get choosing() {
    return texts.tryItFirst;
  },
  get trying() {
    return texts.previewing;
  },
  get making() {
    return texts.makingDraft;
  },
} as const;

function Form(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('carryOn', ({ value }) => value as 'choosing' | 'trying' | 'tried' | 'making');
  const { databaseId, from, onto, fitting, messages } = useWorkflow('carryOn', ({ context }) => context as RebaseContext);
  useShownHere(messages, loadRebase, rebaseCorrections);
  const versions = useView((view) => view.versionLists[databaseId]?.value);
  const rebase = useView((view) => view.changes.rebase.value);
  const [{ name }, type] = useTyped(rebaseForm, { name: '' });
  const options = (versions ?? []).filter(isReadable).map(({ Id, Version }) => ({ value: String(Id), label: `${Version} #${Id}` }));
  const named = VersionName.safeParse(name);
  const unchosen = from === null || onto === null ? texts.chooseBothVersionsFirst : undefined;
  const why =
    unchosen ??
    (state !== 'tried' ? NOT_TRIED[state] : fitting === 0 ? texts.nothingWouldBeApplied : named.success ? undefined : named.error.issues[0]?.message);
  const others = (taken: number | null): typeof options => options.filter(({ value }) => value !== textOf(taken));
  return (
    <>
      <div className={classes['write']}>
        <Select
          label={texts.correctionsOf}
          searchable
          data={others(onto)}
          value={textOf(from)}
          disabled={state === 'making'}
          onChange={(id) => id !== null && dispatch(chooseRebase({ from: Number(id) }))}
          className={classes['grow'] ?? ''}
        />
        <Select
          label={texts.onto}
          searchable
          data={others(from)}
          value={textOf(onto)}
          disabled={state === 'making'}
          onChange={(id) => id !== null && dispatch(chooseRebase({ onto: Number(id) }))}
          className={classes['grow'] ?? ''}
        />
        <WhyButton
          label={texts.try}
          why={unchosen ?? (state === 'choosing' ? undefined : state === 'tried' ? texts.resultBelow : NOT_TRIED[state])}
          onClick={() => dispatch(tryRebase({}))}
        />
      </div>
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" mt="xs" icon={<IconAlertTriangle aria-hidden />} title={texts.failed} role="alert">
          {messages.join(' ')}
        </Alert>
      )}
      {state === 'trying' && <Loading what={texts.corrections} />}
      {(state === 'tried' || state === 'making') && rebase && (
        <>
          <p aria-live="polite">{texts.rebaseCounts({ applied: rebase.Applied, alreadySo: rebase.AlreadySo, keptBack: rebase.KeptBack })}</p>
          <div className={classes['results']}>
            <VirtualList label={texts.correctionsTitle} rows={rebase.Results} columns={COLUMNS} idOf={({ ChangeId }) => String(ChangeId)} />
          </div>
        </>
      )}
      <div className={classes['write']}>
        <TextInput
          label={texts.draftName}
          value={name}
          onChange={(event) => type({ name: event.currentTarget.value })}
          className={classes['grow'] ?? ''}
        />
        <WhyButton label={texts.makeTheDraft} variant="filled" why={why} onClick={() => dispatch(submitRebase({ name }))} />
      </div>
    </>
  );
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id);
}

const WORDS: Readonly<Record<CorrectionResult['Outcome'], string>> = {
  get applied() {
    return texts.applied;
  },
  get alreadySo() {
    return texts.alreadySo;
  },
  get noLongerFits() {
    return texts.noLongerFits;
  },
  get unattached() {
    return texts.unattached;
  },
};

/** Why it no longer fits, or what its document is called in the other version. */
function whyText({ Reason, Pair }: CorrectionResult): string {
  return [Reason, Pair && pairWords(Pair)].filter((words) => words !== undefined).join('. ');
}

const COLUMNS: readonly Column<CorrectionResult>[] = [
  {
    key: 'outcome',
    get title() {
      return texts.outcome;
    },
    width: '110px',
    render: ({ Outcome }) => WORDS[Outcome],
  },
  {
    key: 'what',
    get title() {
      return texts.correction;
    },
    width: 'minmax(140px, 1.4fr)',
    render: (one) => <span title={one.Message}>{one.Message || `${one.Type} ${one.Name}`}</span>,
  },
  {
    key: 'reason',
    get title() {
      return texts.why;
    },
    width: 'minmax(140px, 1.4fr)',
    render: (one) => <span title={whyText(one)}>{whyText(one)}</span>,
  },
  {
    key: 'by',
    get title() {
      return texts.by;
    },
    width: 'minmax(80px, 0.8fr)',
    render: (one) => <span title={authorWords(one)}>{authorWords(one)}</span>,
  },
];
