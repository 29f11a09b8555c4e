import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePorts } from '../ports.tsx';
import { Modal } from '../parts/Modal.tsx';
import classes from './ReportDialog.module.css';
import { useScreenActs } from './screenActs.tsx';
import { texts } from './texts.ts';

/** Characters that a user may say of a problem. */
const NOTE_LIMIT = 1000;
/** Lines of the file that are shown. */
const LINES_SHOWN = 400;

/** What went wrong, in the user's words, and what the file will hold: nothing leaves the browser that was not shown. */
export function ReportDialog(): ReactNode {
  const { overlay, show } = useScreenActs();
  return (
    <Modal opened={overlay === 'report'} onClose={() => show(undefined)} title={texts.reportAProblem} size={680}>
      <ReportForm />
    </Modal>
  );
}

function ReportForm(): ReactNode {
  const { show } = useScreenActs();
  const { readReport, reportProblem, sessionStart } = usePorts();
  const [note, setNote] = useState('');
  const [file, setFile] = useState<string>();
  /** Name of the file that was saved; null where it could not be. */
  const [saved, setSaved] = useState<string | null>();
  const start = sessionStart();
  const save = (): void => void reportProblem(note.trim()).then(setSaved, () => setSaved(null));
  if (typeof saved === 'string') return <Saved name={saved} />;
  return (
    <Stack gap="sm">
      <Textarea
        label={texts.whatWentWrong}
        description={texts.reportNoteHint}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setFile(undefined);
        }}
        maxLength={NOTE_LIMIT}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
      />
      <div>
        <Text fw={500}>{texts.theFileWillHold}</Text>
        <ul className={classes['list']}>
          <li>
            {start === undefined ? texts.whatYouDid : texts.whatYouDidSince({ moment: new Date(start).toISOString().slice(0, 16).replace('T', ' ') })}
          </li>
          <li>{texts.reportContext}</li>
          <li>{texts.whatYouSayAbove}</li>
        </ul>
        <Text c="dimmed" size="sm">
          {texts.reportLeftOut}
        </Text>
      </div>
      {file !== undefined && (
        <pre className={classes['file']} aria-label={texts.theFile} tabIndex={0}>
          {file}
        </pre>
      )}
      {saved === null && (
        <Alert color="red" role="alert">
          {texts.recordingFailed}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="subtle" onClick={() => setFile(file === undefined ? beginOf(readReport(note)) : undefined)}>
          {file === undefined ? texts.showTheFile : texts.hideTheFile}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => show(undefined)}>
            {texts.cancel}
          </Button>
          <Button onClick={save}>{texts.saveReport}</Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** Where the file went, and what to do with it. */
function Saved({ name }: { name: string }): ReactNode {
  const { show } = useScreenActs();
  return (
    <Stack gap="sm" role="status">
      <Text>{texts.reportSaved}</Text>
      <Text className="dmp-mono">{name}</Text>
      <Text c="dimmed">{texts.reportNextStep}</Text>
      <Group justify="flex-end">
        <Button autoFocus onClick={() => show(undefined)}>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  );
}

function beginOf(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, LINES_SHOWN).map((line) => (line.length > 2000 ? `${line.slice(0, 2000)}…` : line));
  return lines.length > LINES_SHOWN ? [...shown, texts.linesMoreLines({ lines: lines.length - LINES_SHOWN })].join('\n') : shown.join('\n');
}
