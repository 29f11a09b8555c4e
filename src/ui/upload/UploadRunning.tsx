import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { cancelUpload } from '../../commands/upload/cancelUpload.ts';
import { hideUpload } from '../../commands/upload/uploadSteps.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { UploadProgress } from '../../projections/state.ts';
import { formatBytes, formatElapsed, percentOf } from '../../projections/uploads.ts';
import { useView } from '../parts/appState.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from './upload.module.css';
import { useUpload } from './useUpload.ts';
import { texts } from './texts.ts';

/** A running upload: how much is sent, how much the server has read, for how long; Cancel and Hide. */
export function UploadRunning({ cancelling = false }: { cancelling?: boolean }): ReactNode {
  const dispatch = useDispatch();
  const fileName = useUpload('file')?.name ?? '';
  const progress = useView((view) => view.upload);
  // the line broke, or the page was reloaded: the server is asked what it has made of it
  const asking = progress !== null && progress.sent.total === 0;
  return (
    <div className={classes['pane']}>
      <h2 className={classes['heading']}>{texts.uploadingFileName({ fileName })}</h2>
      <Bars progress={progress} asking={asking} />
      <div className={classes['buttons']}>
        <Button data-autofocus variant="default" disabled={cancelling} onClick={() => dispatch(hideUpload({}))}>
          {texts.hide}
        </Button>
        <Button variant="default" loading={cancelling} onClick={() => dispatch(cancelUpload({}))}>
          {texts.cancel}
        </Button>
        {asking ? (
          <StillWaiting on={!cancelling} words="No answer yet. The server is asked again by itself until it answers." />
        ) : (
          <span className={classes['hint']}>{texts.continuesInTheBackground}</span>
        )}
      </div>
    </div>
  );
}

const NOT_SENT: UploadProgress = { uploadId: '', sent: { done: 0, total: 0 }, reading: null, elapsedMs: 0 };

function Bars({ progress, asking }: { progress: UploadProgress | null; asking: boolean }): ReactNode {
  const { sent, reading, elapsedMs } = progress ?? NOT_SENT;
  const saving = reading?.phase === 'saving';
  const read = reading && reading.phase !== 'receiving' ? reading : null;
  return (
    <div className={classes['bars']}>
      <Bar label={texts.sending} {...sent} words={asking ? 'Asking the server' : undefined} />
      {saving ? (
        <Bar label={texts.saving} done={1} total={1} words="Almost done" />
      ) : (
        <Bar label={texts.reading} done={read?.done ?? 0} total={read?.total ?? 0} />
      )}
      <span className={classes['barLabel']}>{texts.elapsed}</span>
      <span className={`dmp-number ${classes['elapsed']}`}>{formatElapsed(elapsedMs)}</span>
    </div>
  );
}

interface BarProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** In place of the bytes. */
  readonly words?: string | undefined;
}

function Bar({ label, done, total, words }: BarProps): ReactNode {
  const bytes = total > 0 ? `${formatBytes(done)} of ${formatBytes(total)}` : done > 0 ? formatBytes(done) : '';
  return (
    <>
      <span className={classes['barLabel']}>{label}</span>
      <Progress.Root size={8} transitionDuration={200}>
        <Progress.Section value={percentOf({ done, total })} aria-label={label} color="blue" />
      </Progress.Root>
      <span className={`dmp-number ${classes['bytes']}`}>{words ?? bytes}</span>
    </>
  );
}
