import { Alert, Group, Loader, Stack } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { importRows, importTimes } from '../../commands/spreadsheets/spreadsheetEdits.ts';
import {
  applySpreadsheet,
  chooseSpreadsheet,
  closeSpreadsheet,
  planSpreadsheet,
  refuseSpreadsheet,
} from '../../commands/spreadsheets/spreadsheetSteps.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import type { WorkbookSheet } from '../../domain/spreadsheet/cells.ts';
import { headKey } from '../../domain/spreadsheet/heads.ts';
import { MOST_PASTED, pastedSheet } from '../../domain/spreadsheet/pasted.ts';
import type { PlannedHead } from '../../domain/spreadsheet/plan.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { SpreadsheetContext } from '../../machines/spreadsheetMachine.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useStateNow, useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { HeadChoices } from './HeadChoices.tsx';
import { PasteBox } from './PasteBox.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { useSubject } from './useSubject.ts';
import classes from './spreadsheets.module.css';
import { texts } from './texts.ts';

/** A subject as a workbook: downloaded, and read back with a preview. */
export function SpreadsheetModal(): ReactNode {
  const dispatch = useDispatch();
  const { readWorkbook, saveWorkbook } = usePorts();
  const refusal = useView(editRefusal);
  const step = useWorkflow('spreadsheet', ({ value }) => String(value));
  const { versionId, subject, file, plan, messages } = useWorkflow('spreadsheet', ({ context }) => context as SpreadsheetContext);
  const shown = useSubject(versionId, subject);
  const isFailed = useView((view) => subject?.of === 'rows' && view.versions[versionId]?.sheetRows?.[subject.kind]?.status === 'failed');
  const [writing, setWriting] = useState(false);
  /** The file of the preview; gone after a reload. */
  const [read, setRead] = useState<readonly WorkbookSheet[] | null>(null);
  const now = useStateNow();
  const input = useRef<HTMLInputElement>(null);
  useShownHere(messages, subject?.of === 'rows' ? importRows : importTimes);

  const close = (): void => void (step !== 'saving' && dispatch(closeSpreadsheet({})));
  const download = async (): Promise<void> => {
    if (!shown) return;
    setWriting(true);
    try {
      await saveWorkbook(`${shown.fileName.replaceAll(/[\\/:*?"<>|]/g, ' ')}.xlsx`, shown.sheets());
    } finally {
      setWriting(false);
    }
  };
  const take = async (chosen: File): Promise<void> => {
    if (!shown) return;
    dispatch(chooseSpreadsheet({ file: chosen.name }));
    try {
      preview(chosen.name, await readWorkbook(chosen));
    } catch (error) {
      dispatch(refuseSpreadsheet({ messages: [texts.notRead, error instanceof Error ? error.message : String(error)] }));
    }
  };
  const preview = (name: string, sheets: readonly WorkbookSheet[]): void => {
    if (!shown) return;
    const made = shown.plan(name, sheets);
    setRead(sheets);
    dispatch(planSpreadsheet({ plan: made }));
  };
  const paste = (text: string): void => {
    dispatch(chooseSpreadsheet({ file: texts.pasted }));
    try {
      if (text.trim() === '') throw new Error(texts.nothingPasted);
      if (text.length > MOST_PASTED) throw new Error(texts.pastedTooLong);
      preview(texts.pasted, [pastedSheet(texts.pastedSheet, text)]);
    } catch (error) {
      dispatch(refuseSpreadsheet({ messages: [error instanceof Error ? error.message : String(error)] }));
    }
  };
  const assign = ({ text, of }: PlannedHead, to: string): void => {
    if (!shown || !read) return;
    const scope = (of === 'sheet' ? shown.trackScope : undefined) ?? shown.scope;
    const all = now().view.settings.sheetHeads ?? {};
    dispatch(changeSettings({ changes: { sheetHeads: { ...all, [scope]: { ...all[scope], [headKey(text)]: to } } } }));
    preview(file, read);
  };
  const busy = step === 'saving' ? texts.saving : shown ? undefined : isFailed ? texts.loadFailed : texts.notLoaded;
  const isPreview = plan !== null && (step === 'previewing' || step === 'saving');
  const whyNot = plan?.edit ? undefined : (plan?.faults.length ?? 0) > 0 ? texts.fixFirst : texts.nothingDiffers;

  return (
    <Modal opened onClose={close} title={shown?.title ?? (isFailed ? texts.loadFailed : '')} size="xl" transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        {step === 'open' && (
          <>
            <h3 className={classes['heading']}>{texts.downloadTitle}</h3>
            <p className={classes['text']}>{shown?.hint}</p>
            <Group>
              <WhyButton label={texts.download} icon={IconDownload} why={writing ? texts.writing : busy} onClick={() => void download()} />
            </Group>
            <h3 className={classes['heading']}>{texts.importTitle}</h3>
            <p className={classes['text']}>{shown?.importHint}</p>
            <PasteBox onPaste={paste} why={refusal ?? busy} />
          </>
        )}
        {step === 'open' && messages.length > 0 && (
          <Alert color="red" variant="light" p="xs" icon={<IconAlertTriangle size={16} aria-hidden />} role="alert">
            {messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </Alert>
        )}
        {step === 'reading' && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <span>{texts.reading({ file })}</span>
          </Group>
        )}
        {isPreview && shown && (
          <PlanPreview plan={plan} shown={shown}>
            {plan.heads && (
              <HeadChoices
                heads={plan.heads}
                options={shown.headOptions}
                onAssign={assign}
                why={refusal ?? (step === 'saving' ? texts.saving : read ? undefined : texts.assignAgain)}
              />
            )}
          </PlanPreview>
        )}
        {isPreview && file === texts.pasted && <PasteBox onPaste={paste} why={refusal ?? busy} />}
        {isPreview && <NotSaved message={messages.length > 0 ? messages.join(' ') : undefined} />}
        <input
          ref={input}
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          hidden
          aria-label={texts.file}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (chosen) void take(chosen);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <WhyButton label={texts.close} why={step === 'saving' ? texts.saving : undefined} onClick={close} />
          {step !== 'reading' && (
            <WhyButton
              label={isPreview ? texts.chooseAnother : texts.choose}
              icon={IconUpload}
              why={refusal ?? busy}
              onClick={() => input.current?.click()}
            />
          )}
          {isPreview && (
            <WhyButton
              label={texts.apply}
              variant="filled"
              loading={step === 'saving'}
              why={refusal ?? whyNot}
              onClick={() => dispatch(applySpreadsheet({}))}
            />
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
