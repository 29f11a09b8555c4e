import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { closeUpload, retryUpload } from '../../commands/upload/uploadSteps.ts';
import { dataPath } from '../../domain/locations.ts';
import type { UploadImport } from '../../domain/uploads.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { databaseOf } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import classes from './upload.module.css';
import { useUpload } from './useUpload.ts';
import { texts } from './texts.ts';

/** What the server said when it refused the file. */
export function UploadFailed(): ReactNode {
  const dispatch = useDispatch();
  const messages = useUpload('messages');
  const fileName = useUpload('file')?.name ?? '';
  return (
    <div className={classes['pane']}>
      <h2 className={classes['heading']} data-tone="error">
        <IconAlertTriangle size={18} aria-hidden />
        {texts.uploadFailed}
      </h2>
      <p className={classes['about']}>{messages.length > 1 ? texts.fileNameMessagesMessages({ fileName, messages: messages.length }) : fileName}</p>
      {/* what scrolls has to be reached by keyboard */}
      <ul className={classes['messages']} tabIndex={0} aria-label={texts.whatWasWrong}>
        {messages.map((message, i) => (
          <li key={`${i} ${message}`}>{message}</li>
        ))}
      </ul>
      <div className={classes['buttons']}>
        <Button data-autofocus leftSection={<IconRefresh size={15} aria-hidden />} onClick={() => dispatch(retryUpload({}))}>
          {texts.tryAgain}
        </Button>
        <CloseButton />
      </div>
    </div>
  );
}

/** The way to the new version. */
export function UploadSuccessful(): ReactNode {
  const databaseId = useUpload('databaseId') ?? '';
  const versionId = useUpload('versionId');
  const versionName = useUpload('versionName');
  const imported = useUpload('imported');
  const database = useView((view) => databaseOf(view, databaseId)?.Name) || databaseId;
  return (
    <div className={classes['pane']}>
      <h2 className={classes['heading']} data-tone="done">
        <IconCheck size={18} aria-hidden />
        {texts.uploadSuccessful}
      </h2>
      <p className={classes['about']}>
        {versionId !== null && (
          <Link data-autofocus to={dataPath({ databaseId, versionId })}>
            {versionName.trim()}
          </Link>
        )}
        {texts.newVersionPart({ database })}
      </p>
      {imported !== undefined && (
        <p className={classes['about']}>
          {importWords(imported)} <Link to={`/log/${imported.TaskRunId}`}>{texts.openTheImportLog}</Link>
        </p>
      )}
      <div className={classes['buttons']}>
        <CloseButton />
      </div>
    </div>
  );
}

/** What the import of a GTFS feed reports. */
function importWords({ Errors, Warnings }: UploadImport): string {
  if (Errors + Warnings === 0) return texts.allImported;
  const parts = [Errors > 0 && counted(Errors, 'error'), Warnings > 0 && counted(Warnings, 'warning')].filter((part) => part !== false);
  return texts.importReports({ parts: parts.join(' and ') });
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function CloseButton(): ReactNode {
  const dispatch = useDispatch();
  return (
    <Button variant="default" onClick={() => dispatch(closeUpload({}))}>
      {texts.close}
    </Button>
  );
}
