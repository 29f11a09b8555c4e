import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconBug,
  IconCheck,
  IconHistory,
  IconList,
  IconMap,
  IconPencil,
  IconUpload,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { LiveState } from '../notifications/LiveState.tsx';
import { type Action, sameAction } from '../parts/actions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { keyLabel, onMac } from '../parts/keys.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { useRefusedSaves } from '../parts/refusedSaves.ts';
import { People } from '../presence/People.tsx';
import { UploadChip } from '../upload/UploadChip.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { useScreenActs } from './screenActs.tsx';
import { foldAction, historyActions } from './shellActions.ts';
import classes from './StatusStrip.module.css';
import { unsavedForms } from './unsavedForms.ts';
import { texts } from './texts.ts';

/** The strip at the bottom: what is saved, what undo and redo would do, the live connection, the recording. */
export function StatusStrip(): ReactNode {
  return (
    <footer className={classes['strip']} aria-label={texts.status}>
      <PaneSwitch />
      <SaveState />
      <span className={classes['rule']} />
      <HistoryButtons />
      <UploadChip />
      <span className={classes['gap']} />
      <People />
      <FoldButton />
      <LiveState />
      <span className={classes['rule']} />
      <Recording />
    </footer>
  );
}

/** A narrow window shows one of the two at a time. */
function PaneSwitch(): ReactNode {
  const dispatch = useDispatch();
  const showsMap = useView((view) => view.settings.maximised === 'map');
  return (
    <UnstyledButton
      className={`${classes['item']} ${classes['switch']}`}
      onClick={() => dispatch(changeSettings({ changes: { maximised: showsMap ? 'none' : 'map' } }))}
    >
      {showsMap ? <IconList size={14} aria-hidden /> : <IconMap size={14} aria-hidden />}
      <span>{showsMap ? texts.pageTitle : texts.mapTitle}</span>
    </UnstyledButton>
  );
}

/** On the page of a track: more room for it. */
function FoldButton(): ReactNode {
  const fold = useKernelState((state) => foldAction(state.view), sameAction);
  if (fold.run === undefined) return null;
  const isFolded = fold.icon === 'arrows-minimize';
  return <StripAction action={fold} icon={isFolded ? <IconArrowsMinimize size={14} aria-hidden /> : <IconArrowsMaximize size={14} aria-hidden />} />;
}

function SaveState(): ReactNode {
  const waiting = useKernelState(countWrites);
  const labels = useKernelState((state) =>
    state.pending
      .filter((one) => one.write)
      .slice(0, 8)
      .map((one) => one.label)
      .join('\n'),
  );
  const forms = useKernelState((state) => unsavedForms(state).join(', '));
  const refused = useRefusedSaves();
  const open = useOpenPlace();
  const [first] = refused.values();
  if (first && waiting === 0)
    return (
      <Tooltip label={<span className={classes['lines']}>{[...refused.values()].map((one) => `${one.label}: ${one.message}`).join('\n')}</span>}>
        <UnstyledButton className={classes['item']} data-tone="error" onClick={() => open(first.path)}>
          <IconAlertTriangle size={14} aria-hidden />
          <span className="dmp-number" role="status">
            {texts.sizeNotSaved({ size: refused.size })}
          </span>
        </UnstyledButton>
      </Tooltip>
    );
  if (forms !== '' && waiting === 0)
    return (
      <Tooltip label={texts.unsavedForms({ forms })}>
        <span className={classes['item']} role="status" data-tone="warning">
          <IconPencil size={14} aria-hidden />
          <span>{texts.formNotSaved}</span>
        </span>
      </Tooltip>
    );
  return (
    <Tooltip label={<span className={classes['lines']}>{labels}</span>} disabled={waiting === 0}>
      <span className={classes['item']} role="status" data-tone={waiting === 0 ? 'done' : 'running'}>
        {waiting === 0 ? <IconCheck size={14} aria-hidden /> : <IconUpload size={14} aria-hidden />}
        <span className="dmp-number">{texts.allSaved({ waiting })}</span>
      </span>
    </Tooltip>
  );
}

function countWrites(state: KernelState<AppState>): number {
  return state.pending.reduce((sum, one) => (one.write ? sum + 1 : sum), 0);
}

function HistoryButtons(): ReactNode {
  const undo = useKernelState((state) => historyActions(state)[0], sameAction);
  const redo = useKernelState((state) => historyActions(state)[1], sameAction);
  const { overlay, show } = useScreenActs();
  return (
    <>
      <StripAction action={undo} icon={<IconArrowBackUp size={14} aria-hidden />} />
      <StripAction action={redo} icon={<IconArrowForwardUp size={14} aria-hidden />} />
      <HistoryPanel>
        <Tooltip label={texts.showUndoListKey({ keyLabel: keyLabel('Alt+KeyZ', onMac()) })} disabled={overlay === 'history'}>
          <UnstyledButton
            className={classes['item']}
            aria-label={texts.showUndoList}
            aria-expanded={overlay === 'history'}
            aria-haspopup="dialog"
            onClick={() => show(overlay === 'history' ? undefined : 'history')}
          >
            <IconHistory size={14} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </HistoryPanel>
    </>
  );
}

function StripAction({ action, icon }: { action: Action; icon: ReactNode }): ReactNode {
  const { perform } = useScreenActs();
  const key = action.keys[0] === undefined ? '' : ` (${keyLabel(action.keys[0], onMac())})`;
  const stale = action.run !== undefined && 'screen' in action.run;
  const tip = action.why ?? `${action.title}${stale ? texts.changedSincePart : ''}${key}`;
  return (
    <Tooltip label={tip}>
      <UnstyledButton
        className={classes['item']}
        data-tone={stale ? 'warning' : undefined}
        {...(action.why === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => perform(action)}
      >
        {icon}
        <span className={classes['what']}>{action.title}</span>
      </UnstyledButton>
    </Tooltip>
  );
}

function Recording(): ReactNode {
  const { perform } = useScreenActs();
  const title = texts.reportAProblem;
  return (
    <Tooltip label={texts.recordingHint({ keyLabel: keyLabel('Alt+KeyR', onMac()) })}>
      <UnstyledButton
        className={classes['item']}
        onClick={() => perform({ id: 'screen.report', title, icon: 'bug', keys: [], group: 'Help', run: { screen: 'report' } })}
      >
        <span className={classes['dot']} aria-hidden />
        <IconBug size={14} aria-hidden />
        <span className={classes['words']}>{title}</span>
      </UnstyledButton>
    </Tooltip>
  );
}
