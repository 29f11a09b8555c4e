import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import { reportNumber } from '../../domain/problemReports.ts';
import { useView } from '../parts/appState.ts';
import { type SendOutcome, usePorts } from '../ports.tsx';
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
  /** Kept when the dialog is closed, until the report is sent or saved. */
  const [draft, setDraft] = useState<Draft>({ note: '' });
  return (
    // a click beside it keeps what was written, and the number: the second of two quick clicks on *Send* lands there
    <Modal opened={overlay === 'report'} onClose={() => show(undefined)} title={texts.reportAProblem} size={680} closeOnClickOutside={false}>
      <ReportForm draft={draft} setDraft={setDraft} />
    </Modal>
  );
}

interface Draft {
  readonly note: string;
  /** What is sent, and sent again as it is until the note is another one: the server keeps it once. */
  readonly attempt?: { readonly key: string; readonly text: string };
}

function ReportForm({ draft, setDraft }: { draft: Draft; setDraft: Dispatch<SetStateAction<Draft>> }): ReactNode {
  const { note } = draft;
  const { show } = useScreenActs();
  const { newId, readReport, reportProblem, sendReport, sessionStart } = usePorts();
  const taken = useView((view) => view.config?.problemReports);
  const [file, setFile] = useState<string>();
  /** Name of the file that was saved; null where it could not be. */
  const [saved, setSaved] = useState<string | null>();
  const [outcome, setOutcome] = useState<SendOutcome | 'sending'>();
  const start = sessionStart();
  /** Unless another note was written meanwhile. */
  const forget = (): void => setDraft((now) => (now.note === note ? { note: '' } : now));
  const save = (): void =>
    void reportProblem(note.trim()).then(
      (name) => {
        setSaved(name);
        forget();
      },
      () => setSaved(null),
    );
  const send = (): void => {
    if (outcome === 'sending') return;
    // what was shown is what is sent
    const attempt = draft.attempt ?? { key: newId(), text: file ?? readReport(note.trim()) };
    setDraft({ note, attempt });
    if (taken !== undefined && new Blob([attempt.text]).size > taken.most) return setOutcome({ failed: 'tooLarge' });
    setOutcome('sending');
    void sendReport(attempt).then(
      (answer) => {
        setOutcome(answer);
        if ('sent' in answer) forget();
      },
      () => setOutcome({ failed: 'offline' }),
    );
  };
  if (typeof saved === 'string') return <Saved name={saved} />;
  if (outcome !== undefined && outcome !== 'sending' && 'sent' in outcome) return <Sent number={reportNumber(outcome.sent)} />;
  return (
    <Stack gap="sm">
      <Textarea
        label={texts.whatWentWrong}
        description={texts.reportNoteHint}
        value={note}
        onChange={(event) => {
          setDraft({ note: event.currentTarget.value });
          setFile(undefined);
          setOutcome(undefined);
        }}
        readOnly={outcome === 'sending'}
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
          {beginOf(file)}
        </pre>
      )}
      {saved === null && (
        <Alert color="red" role="alert">
          {texts.recordingFailed}
        </Alert>
      )}
      {taken !== undefined && (
        <Text c="dimmed" size="sm">
          {texts.sendReportHint({ days: taken.days })}
        </Text>
      )}
      {outcome !== undefined && outcome !== 'sending' && 'failed' in outcome && (
        <Alert color="red" role="alert" title={texts.reportNotSent} ref={showWhole}>
          {whyNotSent(outcome, taken?.most ?? 0)} {texts.reportSaveAndMail}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="subtle" onClick={() => setFile(file === undefined ? (draft.attempt?.text ?? readReport(note.trim())) : undefined)}>
          {file === undefined ? texts.showTheFile : texts.hideTheFile}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => show(undefined)}>
            {texts.cancel}
          </Button>
          <Button {...(taken && { variant: 'default' })} onClick={save}>
            {texts.saveReport}
          </Button>
          {taken !== undefined && (
            <Button leftSection={<IconSend size={15} aria-hidden />} loading={outcome === 'sending'} onClick={send}>
              {texts.sendReport}
            </Button>
          )}
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

/** The number by which support finds the report. */
function Sent({ number }: { number: string }): ReactNode {
  const { show } = useScreenActs();
  return (
    <Stack gap="sm" role="status">
      <Text>{texts.reportSent({ number })}</Text>
      <Text c="dimmed">{texts.reportSentNextStep({ number })}</Text>
      <Group justify="flex-end">
        <Button autoFocus onClick={() => show(undefined)}>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  );
}

/** On a low screen the window scrolls: why the report was not sent is seen at once. */
function showWhole(alert: HTMLDivElement | null): void {
  alert?.scrollIntoView({ block: 'center' });
}

function whyNotSent(outcome: Exclude<SendOutcome, { sent: number }>, most: number): string {
  switch (outcome.failed) {
    case 'tooLarge':
      return texts.reportTooLarge({ megabytes: Math.round(most / 1e6) });
    case 'tooMany':
      return texts.reportTooMany({ minutes: outcome.minutes });
    case 'diskFull':
      return texts.reportDiskFull;
    case 'offline':
      return texts.reportOffline;
    case 'refused':
      return outcome.message;
  }
}

function beginOf(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, LINES_SHOWN).map((line) => (line.length > 2000 ? `${line.slice(0, 2000)}…` : line));
  return lines.length > LINES_SHOWN ? [...shown, texts.linesMoreLines({ lines: lines.length - LINES_SHOWN })].join('\n') : shown.join('\n');
}
