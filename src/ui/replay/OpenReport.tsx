import { Alert, Button, FileButton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import classes from './OpenReport.module.css';
import { texts } from './texts.ts';

/** Takes a problem report from the disk: dropped, or chosen. `problem` says why the last one could not be opened. */
export function OpenReport({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }): ReactNode {
  const [over, setOver] = useState(false);
  const [many, setMany] = useState(false);
  const forget = useRef<() => void>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file, ...others] = event.dataTransfer.files;
    setMany(others.length > 0);
    if (file && others.length === 0) onFile(file);
  };
  const shown = many ? texts.oneFile : problem;
  return (
    <main className={classes['page']}>
      <Stack gap="md" w={560} maw="100%">
        <div>
          <Title order={1}>{texts.replayAProblemReport}</Title>
          <Text c="dimmed">{texts.reportHint}</Text>
        </div>
        <div
          className={classes['drop']}
          data-over={over ? '' : undefined}
          data-invalid={shown === undefined ? undefined : ''}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <IconFileUpload size={32} stroke={1.4} aria-hidden />
          <Text>{texts.dropHere}</Text>
          <FileButton
            accept=".dmplog,.dmptrace,.json"
            resetRef={forget}
            onChange={(file) => {
              setMany(false);
              if (file) onFile(file);
              // the same file, mended, can be chosen again
              forget.current?.();
            }}
          >
            {(props) => <Button {...props}>{texts.chooseAFile}</Button>}
          </FileButton>
        </div>
        {shown !== undefined && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.openFailed} role="alert">
            {shown}
          </Alert>
        )}
      </Stack>
    </main>
  );
}
