import { IconDownload, IconWorldUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { askPublish } from '../../commands/exports/publicFeedSteps.ts';
import { saveTaskFile } from '../../commands/tasks/saveTaskFile.ts';
import type { TaskFile, TaskRun } from '../../domain/taskRuns.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { whyNotPublish, zipOfRun } from '../../projections/exportState.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './tasks.module.css';
import { momentText } from './TaskStatus.tsx';
import { texts } from './texts.ts';

/** The files that a task made: each to be downloaded, with its size and its checksum; a zip can be published. Nothing where it made none. */
export function TaskFiles({ run }: { run: TaskRun }): ReactNode {
  const dispatch = useDispatch();
  const mayPublish = useView((view) => whyNotPublish(view) === undefined);
  const { task, last_result, files = [] } = run;
  const zip = last_result.type === 2 ? zipOfRun({ status: 2, files: [...files] }) : undefined;
  return (
    <>
      <FileList taskRunId={task.id} files={files} />
      {mayPublish && zip !== undefined && (
        <WhyButton
          label={texts.publish}
          hint={texts.publishName({ name: zip })}
          icon={IconWorldUpload}
          compact
          onClick={() => dispatch(askPublish({ taskRunId: task.id, databaseId: task.db_id }))}
        />
      )}
    </>
  );
}

/** The same for the history of an export. */
export function FileList({ taskRunId, files }: { taskRunId: number; files: readonly TaskFile[] }): ReactNode {
  const dispatch = useDispatch();
  const days = useView((view) => view.config?.taskFileDays);
  return files.map(({ name, size, sha256, deleted = false }) => (
    <span key={name} className={classes['taskFile']}>
      <WhyButton
        label={texts.downloadName({ name })}
        icon={IconDownload}
        compact
        why={deleted ? texts.fileDeleted : undefined}
        onClick={() => dispatch(saveTaskFile({ taskRunId, name }))}
      />
      {size !== null && (
        <span className="dmp-number" title={texts.sizeBytes({ size })}>
          {sizeText(size)}
        </span>
      )}
      {days !== undefined && <span className={classes['checksum']}>{deleted ? texts.deleted : texts.deletedAfterDaysDays({ days })}</span>}
      <span className={classes['checksum']}>
        {texts.sha256} <CopyId id={sha256} shown={`${sha256.slice(0, 12)}…`} what={texts.sha256} />
      </span>
    </span>
  ));
}

/** Who approved a task that needed it, and when. */
export function ApprovedBy({ run: { approved, approved_by, approved_at } }: { run: TaskRun }): ReactNode {
  if (!approved || approved_by == null) return null;
  return (
    <span className={classes['approvedBy']}>
      {texts.approvedByWhen({
        approvedBy: approved_by,
        when: approved_at == null ? '' : texts.approvedPart({ approvedAt: momentText(approved_at) }),
      })}
    </span>
  );
}

/** `12.3 kB`, `4.5 MB`. */
export function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
