import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openUpload } from '../../commands/upload/openUpload.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { uploadWords } from '../../projections/uploads.ts';
import { useView } from '../parts/appState.ts';
import classes from './upload.module.css';
import { useUpload, useUploadStep } from './useUpload.ts';
import { texts } from './texts.ts';

/** Progress of an upload in the background, or its end. A click opens it. */
export function UploadChip(): ReactNode {
  const dispatch = useDispatch();
  const step = useUploadStep();
  const shown = useUpload('shown');
  const fileName = useUpload('file')?.name ?? '';
  const words = useView((view) => (view.upload ? uploadWords(view.upload) : ''));
  if (shown || step === 'closed') return null;
  const { icon: Icon, tone, text = texts.uploadingFileName({ fileName }) } = ENDED[step] ?? RUNNING;
  return (
    <Tooltip label={step === 'failed' ? texts.showFailure({ fileName }) : texts.showUpload({ fileName })}>
      <UnstyledButton className={classes['chip']} data-tone={tone} onClick={() => dispatch(openUpload({ databaseId: null }))}>
        <Icon size={14} aria-hidden />
        <span className={classes['chipText']}>{text}</span>
        {step === 'uploading' && <span className="dmp-number">{words}</span>}
      </UnstyledButton>
    </Tooltip>
  );
}

interface Look {
  readonly icon: typeof IconCheck;
  readonly tone: string;
  readonly text?: string;
}

const RUNNING: Look = { icon: IconFileUpload, tone: 'running' };
const ENDED: Readonly<Partial<Record<string, Look>>> = {
  failed: {
    icon: IconAlertTriangle,
    tone: 'error',
    get text() {
      return texts.uploadFailed;
    },
  },
  successful: {
    icon: IconCheck,
    tone: 'done',
    get text() {
      return texts.uploadSuccessful;
    },
  },
};
