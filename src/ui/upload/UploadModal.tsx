import { type ReactNode, useEffect, useRef } from 'react';
import { closeUpload, hideUpload } from '../../commands/upload/uploadSteps.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Modal } from '../parts/Modal.tsx';
import { UploadFailed, UploadSuccessful } from './UploadEnded.tsx';
import { UploadForm } from './UploadForm.tsx';
import { UploadRunning } from './UploadRunning.tsx';
import { type UploadStep, useUpload, useUploadStep } from './useUpload.ts';
import { texts } from './texts.ts';

/** The upload of a version: form, progress, result. Nothing while it is closed, or continues in the background. */
export function UploadModal(): ReactNode {
  const dispatch = useDispatch();
  const step = useUploadStep();
  const shown = useUpload('shown');
  const fileName = useUpload('file')?.name ?? '';
  const body = useRef<HTMLDivElement>(null);
  useDropsKeptOut(shown);

  // each step begins where its next act is
  useEffect(() => {
    if (shown) body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [shown, step]);

  const running = step === 'uploading' || step === 'cancelling';
  const leave = (): void => {
    if (step !== 'cancelling') dispatch(running ? hideUpload({}) : closeUpload({}));
  };
  return (
    <Modal
      opened={shown}
      onClose={leave}
      title={texts.uploadVersion}
      size={540}
      withCloseButton={!running}
      closeOnClickOutside={false}
      // within the screens: a replay shows it there, and its own desk stays free
      withinPortal={false}
      lockScroll={false}
    >
      <div ref={body}>{PANES[step]}</div>
      <span role="status" className="dmp-sr-only">
        {SAID[step]?.(fileName)}
      </span>
    </Modal>
  );
}

const PANES: Readonly<Record<UploadStep, ReactNode>> = {
  closed: null,
  form: <UploadForm />,
  uploading: <UploadRunning />,
  cancelling: <UploadRunning cancelling />,
  failed: <UploadFailed />,
  successful: <UploadSuccessful />,
};

const SAID: Readonly<Partial<Record<UploadStep, (fileName: string) => string>>> = {
  uploading: (fileName) => texts.uploadingFileName({ fileName }),
  failed: () => texts.uploadFailed,
  successful: () => texts.uploadSuccessful,
};

/** A file dropped beside the drop area would be opened by the browser, in place of the product. */
function useDropsKeptOut(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const keepOut = (event: DragEvent): void => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', keepOut);
    window.addEventListener('drop', keepOut);
    return () => {
      window.removeEventListener('dragover', keepOut);
      window.removeEventListener('drop', keepOut);
    };
  }, [active]);
}
