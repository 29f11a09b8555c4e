import { Alert, Button, Loader, Progress, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dismissVersionFailure } from '../../commands/versions/dismissVersionFailure.ts';
import { cancelDownload } from '../../commands/versions/downloadVersion.ts';
import { CONTROL_OF_ACT, retryOf } from '../../commands/versions/versionActs.ts';
import type { Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { AppState, DownloadProgress, VersionFailure, RunningAct } from '../../projections/state.ts';
import { ACT_WORDS, failuresOf, actsUnderWay } from '../../projections/versionLife.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Popover } from '../parts/Popover.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { mainAct, versionPath } from './versionActions.ts';
import classes from './VersionActs.module.css';
import { texts } from './texts.ts';

/** In a row of the list: what is under way on a version, else what failed, else the button of what one most likely wants. */
export function VersionRowWork({ version }: { version: Version }): ReactNode {
  const { work, failures, download } = useLife(version);
  const [newest] = work;
  if (newest) return <Working work={newest} download={download} />;
  const [failure] = failures;
  if (!failure) return <ActionButton of={CONTROL_OF_ACT[mainAct(version)]} at={versionPath(version)} compact />;
  return (
    <Popover position="bottom-end" width={320}>
      <Popover.Target>
        <UnstyledButton className={classes['failed']} aria-haspopup="dialog" aria-label={texts.showFailure({ version: version.Version })}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{texts.failed({ failures: failures.length })}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <Failures failures={failures} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** On the page of a version: all that is under way on it, and all that failed. Nothing where there is nothing. */
export function VersionPageWork({ version }: { version: Version }): ReactNode {
  const { work, failures, download } = useLife(version);
  if (work.length === 0 && failures.length === 0) return null;
  return (
    <section aria-label={texts.underWay} className={classes['panel']}>
      {work.map((one) => (
        <div key={one.act} className={classes['line']}>
          <Working work={one} download={download} />
          {one.act === 'download' && <DownloadBar versionId={version.Id} download={download} />}
        </div>
      ))}
      <Failures failures={failures} />
    </section>
  );
}

function Working({ work: { act }, download }: { work: RunningAct; download: DownloadProgress | undefined }): ReactNode {
  return (
    <span className={classes['working']} role="status">
      <Loader size={12} color="var(--dmp-running)" aria-hidden />
      <span className="dmp-number">
        {ACT_WORDS[act].working}
        {act === 'download' && download && ` ${shareOf(download)}`}
      </span>
    </span>
  );
}

function DownloadBar({ versionId, download }: { versionId: number; download: DownloadProgress | undefined }): ReactNode {
  const dispatch = useDispatch();
  return (
    <>
      {download?.total != null && download.total > 0 && (
        <Progress className={classes['bar'] ?? ''} value={(100 * download.done) / download.total} aria-label={texts.downloaded} />
      )}
      <WhyButton compact label={texts.cancel} icon={IconX} onClick={() => dispatch(cancelDownload({ versionId }))} />
    </>
  );
}

function Failures({ failures }: { failures: readonly VersionFailure[] }): ReactNode {
  return failures.map((failure) => <Failure key={failure.act} failure={failure} />);
}

function Failure({ failure }: { failure: VersionFailure }): ReactNode {
  const dispatch = useDispatch();
  const { act, versionId, messages } = failure;
  const retry = retryOf(failure);
  useShownHere(messages, retry);
  return (
    <Alert p="xs" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={ACT_WORDS[act].failed} role="alert">
      {messages.map((message) => (
        <p key={message} className={classes['message']}>
          {message}
        </p>
      ))}
      <div className={classes['buttons']}>
        <Button variant="default" size="compact-xs" leftSection={<IconRefresh size={13} aria-hidden />} onClick={() => dispatch(retry)}>
          {texts.retry}
        </Button>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => dispatch(dismissVersionFailure({ versionId, act }))}>
          {texts.dismiss}
        </Button>
      </div>
    </Alert>
  );
}

interface Life {
  readonly work: readonly RunningAct[];
  readonly failures: readonly VersionFailure[];
  readonly download: DownloadProgress | undefined;
}

function useLife(version: Version): Life {
  return useView(
    (view: AppState): Life => ({ work: actsUnderWay(view, version), failures: failuresOf(view, version.Id), download: view.downloads[version.Id] }),
    sameLife,
  );
}

function sameLife(a: Life, b: Life): boolean {
  return a.download === b.download && sameItems(a.work, b.work, (x, y) => x.act === y.act) && sameItems(a.failures, b.failures, Object.is);
}

function sameItems<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((one, i) => same(one, b[i] ?? one));
}

/** Per cent where the whole is known, else megabytes (of 1,000,000 bytes). */
function shareOf({ done, total }: DownloadProgress): string {
  return total !== null && total > 0 ? `${Math.min(100, Math.floor((100 * done) / total))} %` : `${(done / 1_000_000).toFixed(1)} MB`;
}
