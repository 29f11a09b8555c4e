/** Taking over from another version: which one, what is taken over, each conflict with both values, and one act. */
import { Select } from '@mantine/core';
import { IconGitMerge, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { chooseBranch, closeTakeOver, compareBranches, confirmTakeOver } from '../../commands/changes/takeOverSteps.ts';
import { loadTakeOver, takeOver } from '../../commands/changes/takeOver.ts';
import type { TakeOverPreview } from '../../domain/takeOver.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { type TakeOverContext, undecided } from '../../machines/takeOverMachine.ts';
import { branchesOf } from '../../projections/branches.ts';
import { versionOf } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Loading } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { Conflicts } from './Conflicts.tsx';
import { KeptBackTable, TakenGroups } from './TakenTables.tsx';
import classes from './takeOver.module.css';
import { texts } from './texts.ts';

/** The window, over any page of a database. */
export function TakeOverModal(): ReactNode {
  const dispatch = useDispatch();
  const opened = useWorkflow('takeOver', ({ value }) => value !== 'closed');
  const versionId = useWorkflow('takeOver', ({ context }) => (context as TakeOverContext).versionId);
  const name = useView((view) => versionOf(view, versionId)?.Version ?? '');
  return (
    <Modal opened={opened} onClose={() => dispatch(closeTakeOver({}))} title={texts.title({ name })} size={980} transitionProps={{ duration: 0 }}>
      {opened && <Content versionId={versionId} />}
    </Modal>
  );
}

type Step = 'choosing' | 'comparing' | 'deciding' | 'saving' | 'done';

function Content({ versionId }: { versionId: number }): ReactNode {
  const dispatch = useDispatch();
  const step = useWorkflow('takeOver', ({ value }) => value as Step);
  const context = useWorkflow('takeOver', (snapshot) => snapshot.context as TakeOverContext);
  const { from, messages, differs } = context;
  useShownHere(messages, loadTakeOver, takeOver);
  const preview = useView((view) => view.changes.takeOver?.value ?? undefined);
  const other = useView((view) => {
    const name = from === null ? undefined : versionOf(view, from)?.Version;
    // drafts of one version have its name
    return name === undefined ? `#${from ?? ''}` : name === versionOf(view, versionId)?.Version ? `${name} #${from}` : name;
  });
  const left = undecided(context);
  const shown = (step === 'deciding' || step === 'saving') && preview?.From === from ? preview : undefined;
  const why = {
    choosing: texts.chooseFirst,
    comparing: texts.stillComparing,
    deciding: !differs ? texts.nothing : left > 0 ? texts.decideFirst({ left }) : undefined,
    saving: texts.saving,
    done: undefined,
  }[step];
  if (step === 'done') return <Done name={other} />;
  return (
    <>
      <Choice versionId={versionId} from={from} disabled={step === 'saving'} again={step === 'deciding'} />
      <NotSaved message={messages[0]} />
      {step === 'comparing' && <Loading what={texts.comparing} />}
      {shown && <Comparison preview={shown} name={other} context={context} />}
      <div className={classes['bar']}>
        <span className={classes['grow']} />
        <StillWaiting on={step === 'saving'} />
        <WhyButton label={texts.close} onClick={() => dispatch(closeTakeOver({}))} />
        <WhyButton
          variant="filled"
          icon={IconGitMerge}
          label={texts.takeOver}
          loading={step === 'saving'}
          why={why}
          onClick={() => dispatch(confirmTakeOver({}))}
        />
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly versionId: number;
  readonly from: number | null;
  readonly disabled: boolean;
  readonly again: boolean;
}

function Choice({ versionId, from, disabled, again }: ChoiceProps): ReactNode {
  const dispatch = useDispatch();
  const lists = useView((view) => view.versionLists);
  const { beside, others } = branchesOf(Object.values(lists), versionId);
  const options = (list: typeof beside): { value: string; label: string }[] =>
    list.map(({ version, origin }) => ({
      value: String(version.Id),
      label: `${version.Version} #${version.Id}${origin === undefined ? '' : ` · ${origin}`}`,
    }));
  return (
    <div className={classes['top']}>
      <Select
        label={texts.from}
        placeholder={texts.chooseVersion}
        searchable
        data-autofocus
        data={[
          ...(beside.length === 0 ? [] : [{ group: texts.sideBySide, items: options(beside) }]),
          ...(others.length === 0 ? [] : [{ group: texts.otherVersions, items: options(others) }]),
        ]}
        value={from === null ? null : String(from)}
        disabled={disabled}
        onChange={(id) => id !== null && dispatch(chooseBranch({ from: Number(id) }))}
        className={classes['grow'] ?? ''}
      />
      {again && <WhyButton label={texts.compareAgain} icon={IconRefresh} onClick={() => dispatch(compareBranches({}))} />}
    </div>
  );
}

function Comparison({ preview, name, context }: { preview: TakeOverPreview; name: string; context: TakeOverContext }): ReactNode {
  const { Base, Documents, ConflictCount, KeptBackCount } = preview;
  return (
    <>
      <p className={classes['quiet']}>{texts.comparedWith({ name: Base.Version ?? `#${Base.VersionId}`, rev: Base.Rev })}</p>
      {Documents + ConflictCount + KeptBackCount === 0 && <Empty title={texts.nothing} hint={texts.nothingHint({ name })} />}
      {ConflictCount > 0 && <Conflicts preview={preview} name={name} context={context} />}
      {Documents > 0 && <TakenGroups preview={preview} name={name} />}
      <KeptBackTable count={KeptBackCount} rows={preview.KeptBack} />
    </>
  );
}

function Done({ name }: { name: string }): ReactNode {
  const dispatch = useDispatch();
  const result = useView((view) => view.changes.tookOver);
  if (!result) return null;
  const { Documents, KeptBack, KeptBackCount } = result;
  return (
    <>
      <p role="status">{Documents === 0 ? texts.nothingChanged : `${texts.done({ documents: Documents, name })} ${texts.doneHint}`}</p>
      <KeptBackTable count={KeptBackCount} rows={KeptBack} />
      <div className={classes['bar']}>
        <span className={classes['grow']} />
        <WhyButton variant="filled" autofocus label={texts.close} onClick={() => dispatch(closeTakeOver({}))} />
      </div>
    </>
  );
}
