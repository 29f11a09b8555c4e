import { Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadReleaseNotes } from '../../commands/comparer/loadDiffLists.ts';
import { IMPORTANCES, type LineNotes } from '../../domain/comparer/releaseNotes.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { releaseNotes } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { linesOf, markdownOf } from './noteWords.ts';
import { texts } from './texts.ts';

interface ReleaseNotesProps {
  readonly a: number;
  readonly b: number;
  readonly onClose: () => void;
}

/** What riders notice of the second version, as a text that can be edited and saved. */
export function ReleaseNotes({ a, b, onClose }: ReleaseNotesProps): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.comparer.notes);
  const isCompared = useView((view) => view.comparer.diff.status === 'succeeded');
  const isKnown = load !== undefined && load.status !== 'idle';
  useEffect(() => {
    if (isCompared && !isKnown) dispatch(loadReleaseNotes({ a, b }));
  }, [dispatch, isCompared, isKnown, a, b]);
  return (
    <Modal opened onClose={onClose} title={texts.releaseNotes} size={760} transitionProps={{ duration: 0 }}>
      <LoadStates
        load={load}
        what={texts.releaseNotesWord}
        retry={loadReleaseNotes({ a, b })}
        isEmpty={(lines) => lines.length === 0}
        empty={<Empty title={texts.noNotes} hint={texts.noNotesHint} />}
      >
        {(lines) => <NotesText lines={lines} name={`release-notes-${a}-${b}`} />}
      </LoadStates>
    </Modal>
  );
}

/** The text, and how to save it. */
export function NotesText({ lines, name }: { readonly lines: readonly LineNotes[]; readonly name: string }): ReactNode {
  const { saveText } = usePorts();
  const [{ least, text }, type] = useTyped(releaseNotes, { least: 'medium', text: null });
  const shown = text ?? markdownOf(lines, least);
  const words = { high: texts.notesHigh, medium: texts.notesMedium, low: texts.notesLow };
  const save = async (): Promise<void> => {
    const { Marked } = await import('marked');
    // a tag that somebody typed stays text
    const html = await new Marked().parse(shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    saveText(`${name}.html`, html, 'text/html');
  };
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label={texts.notesAbout}
          w={280}
          data={IMPORTANCES.map((value) => ({ value, label: words[value] }))}
          value={least}
          allowDeselect={false}
          disabled={text !== null}
          onChange={(value) => type({ least: IMPORTANCES.find((one) => one === value) ?? least })}
        />
        <Text c="dimmed" fz={12} pb={8}>
          {text === null ? texts.linesNamed({ shown: linesOf(lines, least).length, all: lines.length }) : texts.notesEdited}
        </Text>
        {text !== null && <WhyButton label={texts.discardEdits} onClick={() => type({ text: null })} />}
      </Group>
      <Textarea
        label={texts.notesText}
        data-text="same"
        minRows={10}
        maxRows={22}
        autosize
        value={shown}
        onChange={(event) => type({ text: event.currentTarget.value })}
      />
      <Group justify="flex-end" gap="sm">
        <WhyButton label={texts.saveMarkdown} icon={IconDownload} onClick={() => saveText(`${name}.md`, shown, 'text/markdown')} />
        <WhyButton label={texts.saveHtml} icon={IconDownload} onClick={() => void save()} />
      </Group>
    </Stack>
  );
}
