import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePorts } from '../ports.tsx';
import { Modal } from '../parts/Modal.tsx';
import classes from './ReportDialog.module.css';
import { useScreenActs } from './screenActs.tsx';

/** Characters that a user may say of a problem. */
const NOTE_LIMIT = 1000;
/** Lines of the file that are shown. */
const LINES_SHOWN = 400;

/** What went wrong, in the user's words, and what the file will hold: nothing leaves the browser that was not shown. */
export function ReportDialog(): ReactNode {
  const { overlay, show } = useScreenActs();
  return (
    <Modal opened={overlay === 'report'} onClose={() => show(undefined)} title="Report a problem" size={680}>
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
        label="What went wrong?"
        description="One sentence helps: what you did, and what you expected."
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
        <Text fw={500}>The file will hold</Text>
        <ul className={classes['list']}>
          <li>
            what you did and what the server answered
            {start === undefined ? '' : ` since ${new Date(start).toISOString().slice(0, 16).replace('T', ' ')} UTC`}, and the errors that were shown
          </li>
          <li>the page you are on, your role, the version of the product and of your browser</li>
          <li>what you say above</li>
        </ul>
        <Text c="dimmed" size="sm">
          Names and e-mail addresses of people are replaced. Passwords, tokens and keys are not in it. It is saved on your disk, and sent nowhere by
          itself.
        </Text>
      </div>
      {file !== undefined && (
        <pre className={classes['file']} aria-label="The file" tabIndex={0}>
          {file}
        </pre>
      )}
      {saved === null && (
        <Alert color="red" role="alert">
          The recording could not be saved
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="subtle" onClick={() => setFile(file === undefined ? beginOf(readReport(note)) : undefined)}>
          {file === undefined ? 'Show the file' : 'Hide the file'}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => show(undefined)}>
            Cancel
          </Button>
          <Button onClick={save}>Save report</Button>
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
      <Text>The report is among the downloads of your browser, as</Text>
      <Text className="dmp-mono">{name}</Text>
      <Text c="dimmed">Send this file to your support: they open it and see what you saw.</Text>
      <Group justify="flex-end">
        <Button autoFocus onClick={() => show(undefined)}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function beginOf(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, LINES_SHOWN).map((line) => (line.length > 2000 ? `${line.slice(0, 2000)}…` : line));
  return lines.length > LINES_SHOWN ? [...shown, `… ${lines.length - LINES_SHOWN} more lines`].join('\n') : shown.join('\n');
}
