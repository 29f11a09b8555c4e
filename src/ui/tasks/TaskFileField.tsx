import { FileInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { uploadTaskFile } from '../../commands/tasks/uploadTaskFile.ts';
import { fileNameOfKey } from '../../domain/taskFiles.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { usePorts } from '../ports.tsx';
import type { TaskFieldWords } from './CommandForm.tsx';
import { texts } from './texts.ts';

/** Sends a file for a task; the task takes it by the key that it gets in the object store. */
export function TaskFileField({
  words,
  fileKey,
  onUploaded,
}: {
  words: TaskFieldWords;
  fileKey: string;
  onUploaded: (key: string) => void;
}): ReactNode {
  const dispatch = useDispatch();
  const { keepFile } = usePorts();
  const [sent, setSent] = useState<{ readonly id: string; readonly file: File }>();
  const load = useView((view) => (sent === undefined ? undefined : view.tasks.files[sent.id]));
  const key = load?.value ?? undefined;
  const tell = useEffectEvent((uploaded: string) => onUploaded(uploaded));
  useEffect(() => {
    if (key !== undefined) tell(key);
  }, [key]);
  const note = load?.status === 'loading' ? texts.uploading : fileKey === '' ? texts.fileHint : texts.uploaded;
  return (
    <FileInput
      {...words}
      description={note}
      error={load?.status === 'failed' ? load.messages.join('. ') : words.error}
      placeholder={fileKey === '' ? texts.chooseAFile : fileNameOfKey(fileKey)}
      value={sent?.file ?? null}
      leftSection={<IconUpload size={14} aria-hidden />}
      onChange={(file) => {
        if (!file) return;
        const id = keepFile(file);
        setSent({ id, file });
        dispatch(uploadTaskFile({ fileId: id, name: file.name.slice(0, 200) }));
      }}
    />
  );
}
