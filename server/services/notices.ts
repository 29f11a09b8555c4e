import { notificationsFor, type NoticeEvent } from '../../src/domain/notices.ts';
import type { RunState } from '../../src/domain/runs.ts';
import { listRules } from '../store/notificationRules.ts';
import { noteEvent, queueMails } from '../store/notices.ts';
import { regionOfDatabase } from '../store/regions.ts';
import type { TaskEnd, ClaimedTask } from '../store/runs.ts';
import type { Db } from '../store/tables.ts';
import { timeNow } from '../surroundings.ts';

/**
 * Matches an event against the rules of its region and queues a mail for each recipient; a repeated event is queued once.
 * Call it in the transaction in which the event happens: then neither is there without the other. The mail queue finds the mails.
 */
export async function notify(db: Db, event: NoticeEvent): Promise<void> {
  const due = notificationsFor(event, await listRules(db, event.regionKey));
  if (due.length === 0) return;
  if (await noteEvent(db, event)) await queueMails(db, event, due);
}

/** What a mail says of a task. */
type NotifiedTask = Pick<
  ClaimedTask,
  'taskRunId' | 'runId' | 'pipelineId' | 'pipelineName' | 'exportId' | 'databaseId' | 's3_url' | 'causedBy' | 'name'
>;

/**
 * Notifies of the end of a task where it failed or needs somebody. `after`: its run as it is now; a task that was asked to stop has stopped,
 * whatever it came to.
 */
export async function notifyOfTask(db: Db, task: NotifiedTask, end: TaskEnd, after: RunState): Promise<void> {
  if (
    end.status === 2 ||
    after.find(({ id }) => id === task.taskRunId)?.status !== end.status ||
    (task.pipelineId === null && task.exportId === null)
  )
    return;
  const regionKey = await regionOfDatabase(db, task.databaseId);
  if (regionKey === undefined) return;
  await notify(db, {
    id: `task-run/${task.taskRunId}/${end.status}`,
    kind:
      task.exportId !== null
        ? 'exportFailed'
        : end.status === 4
          ? 'pipelineNeedsApproval'
          : /publish/i.test(task.s3_url)
            ? 'pipelinePublishFailed'
            : 'pipelineFailed',
    execution: task.causedBy === 'schedule' ? 'scheduled' : 'manual',
    regionKey,
    databaseId: task.databaseId,
    name: task.pipelineName ?? String(task.pipelineId ?? task.exportId),
    // An export has one task, of its own name.
    task: task.exportId === null ? task.name : null,
    message: end.message ?? null,
    since: new Date(timeNow()).toISOString(),
    runPath: task.exportId === null ? `/pipelines?pipeline=${task.pipelineId}&run=${task.runId}` : `/exports/runs/${task.runId}`,
    logPath: `/log/${task.taskRunId}`,
  });
}
