/** Notifications of the bell: written in the transaction of the event, and sent to the person concerned only. */
import type { BodyOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/news.ts';
import { isEnded, RUN_STATUS, RUN_STATUS_WORDS } from '../../src/domain/runs.ts';
import type { RunStatus } from '../../src/domain/runs.ts';
import { importUpload } from '../../src/domain/taskTemplates/imports.ts';
import type { Caller } from '../auth/auth.ts';
import type { LiveMessage } from '../live/live.ts';
import * as store from '../store/news.ts';
import type { NewNews, AddressedNews } from '../store/news.ts';
import type { Claim } from '../store/runs.ts';
import type { Db } from '../store/tables.ts';
import { readUploadOfRun, type UploadKey } from '../store/uploads.ts';
import { heldBecause } from '../../src/domain/releaseGate.ts';
import type { KeptFeed, KeptRelease } from '../store/publicFeeds.ts';
import type { Write } from './editing.ts';

/** The caller's own. */
export async function listNews(db: Db, caller: Caller): Promise<ReplyOf<typeof contract.listNews>> {
  return { news: await store.listNews(db, caller.subject, caller.regions) };
}

/** Marks lines of the caller; those of others are left alone. */
export async function readNews(write: Write, { ids, read }: BodyOf<typeof contract.readNews>): Promise<ReplyOf<typeof contract.readNews>> {
  await store.markNews(write.db, write.caller.subject, ids, read);
  return listNews(write.db, write.caller);
}

/** Notifies the author of a draft that another user edits it: once, and again after the notification was read. */
export async function notifyOfEdit(write: Write, versionId: number, label: string): Promise<void> {
  const { subject, account } = write.caller;
  for (const news of await store.writeNewsOfEdit(write.db, versionId, { subject, name: account.name }, label.slice(0, 300)))
    if (news.item.count === 1) write.publish(...newsMessage(news));
}

/** Tells those who made the changes that were commented. */
export async function notifyOfComment(
  write: Write,
  changes: readonly { readonly subject: string; readonly databaseId: string; readonly setId: number }[],
  message: string,
): Promise<void> {
  const { subject, account } = write.caller;
  const [first] = changes;
  const others = [...new Set(changes.map((change) => change.subject))].filter((one) => one !== subject && one !== '');
  if (first === undefined) return;
  const written = await store.writeNews(write.db, others, {
    topic: `comments/${first.databaseId}/${first.setId}/${account.name}`,
    kind: 'commented',
    databaseId: first.databaseId,
    title: `${account.name} commented on your changes`,
    detail: message.slice(0, 300),
    path: `/changes/${encodeURIComponent(first.databaseId)}?setId=${first.setId}&open=${first.setId}`,
  });
  for (const one of written) write.publish(...newsMessage(one));
}

/**
 * Notifies the person who started a run that it has ended or needs approval; for a run by schedule, the author of its pipeline or export
 * where it did not go well.
 */
export async function newsOfRun(
  db: Db,
  { runId, taskRunId }: Pick<Claim, 'runId' | 'taskRunId'>,
  status: RunStatus,
  by = '',
): Promise<AddressedNews[]> {
  if (!isEnded(status) && status !== 4) return [];
  const run = await db
    .selectFrom('pipeline_run')
    .leftJoin('pipeline', 'pipeline.pipeline_id', 'pipeline_run.pipeline_id')
    .leftJoin('export', 'export.export_id', 'pipeline_run.export_id')
    .select(['pipeline_run.subject', 'pipeline_run.pipeline_id', 'pipeline_run.export_id', 'pipeline_run.pipeline_name', 'pipeline_run.database_id'])
    .select((eb) => eb.fn.coalesce('pipeline.author', 'export.author').as('author'))
    .where('pipeline_run.run_id', '=', runId)
    .executeTakeFirst();
  const there = run && (await db.selectFrom('database').select('id').where('id', '=', run.database_id).executeTakeFirst());
  if (run === undefined || there === undefined) return [];
  const upload = await readUploadOfRun(db, runId);
  if (upload !== undefined && status !== RUN_STATUS.Stopped) return newsOfUploadRun(db, upload, run.database_id, taskRunId);
  const scheduled = run.subject === '';
  if (scheduled && status !== 3 && status !== 4) return [];
  const subjects = scheduled ? await store.subjectsOf(db, run.author ?? '') : [run.subject];
  const what =
    run.export_id !== null
      ? `Export ${run.pipeline_name ?? run.export_id}`
      : run.pipeline_id !== null
        ? `Pipeline ${run.pipeline_name}`
        : await taskName(db, taskRunId);
  const task = await db.selectFrom('task_run').select(['message']).where('task_run_id', '=', taskRunId).executeTakeFirst();
  return store.writeNews(
    db,
    subjects.filter((one) => one !== by),
    {
      topic: `run/${runId}/${status}`,
      kind: status === 4 ? 'needsApproval' : status === 3 ? 'runFailed' : 'runEnded',
      databaseId: run.database_id,
      title: `${what}: ${RUN_STATUS_WORDS[status]}`.slice(0, 300),
      detail: `Run ${runId}${task?.message ? `. ${task.message}` : ''}`.slice(0, 300),
      path:
        run.export_id !== null
          ? `/exports/runs/${runId}`
          : run.pipeline_id !== null
            ? `/pipelines?pipeline=${run.pipeline_id}&run=${runId}`
            : `/log/${taskRunId}`,
    },
  );
}

/** A run that imports an uploaded feed is reported as that upload. */
async function newsOfUploadRun(db: Db, upload: UploadKey, databaseId: string, taskRunId: number): Promise<AddressedNews[]> {
  const task = await db
    .selectFrom('task_run')
    .select(['output_version_id', 'message', 'command'])
    .where('task_run_id', '=', taskRunId)
    .executeTakeFirst();
  const name = importUpload.parameters.safeParse(task?.command).data?.version_name ?? '';
  const versionId = task?.output_version_id ?? null;
  return newsOfUpload(db, upload, { databaseId, name }, versionId === null ? { messages: [task?.message ?? ''] } : { versionId });
}

async function taskName(db: Db, taskRunId: number): Promise<string> {
  const row = await db.selectFrom('task_run').select('name').where('task_run_id', '=', taskRunId).executeTakeFirst();
  return `Task ${row?.name ?? taskRunId}`;
}

/** Tells the sender of an upload what became of it. */
export async function newsOfUpload(
  db: Db,
  { subject, key }: { readonly subject: string; readonly key: string },
  { databaseId, name }: { readonly databaseId: string; readonly name: string },
  end: { readonly versionId: number } | { readonly messages: readonly string[] },
): Promise<AddressedNews[]> {
  const place = `/data/db/${encodeURIComponent(databaseId)}`;
  const news: NewNews = {
    topic: `upload/${key}`,
    databaseId,
    ...('versionId' in end
      ? {
          kind: 'uploaded',
          title: `Upload successful: ${name}`,
          detail: `Version ${end.versionId} of ${databaseId}`,
          path: `${place}/v/${end.versionId}`,
        }
      : { kind: 'uploadFailed', title: `Upload failed: ${name}`, detail: end.messages.join('. ').slice(0, 300), path: place }),
  };
  return store.writeNews(db, [subject], news);
}

/** Notifies the author of a release that the gate of its feed holds it back, or that the time of its switch has passed meanwhile. */
export async function newsOfHeldRelease(
  db: Db,
  { slug, databaseId }: Pick<KeptFeed, 'slug' | 'databaseId'>,
  { id, author, checked }: Pick<KeptRelease, 'id' | 'author' | 'checked'>,
  isLate: boolean,
): Promise<AddressedNews[]> {
  return store.writeNews(db, await store.subjectsOf(db, author), {
    topic: `release/${id}`,
    kind: 'releaseHeld',
    databaseId,
    title: (isLate ? `${slug} was not switched: the new release is held` : `${slug}: the new release is held`).slice(0, 300),
    detail: checked === null ? '' : `${heldBecause(checked).join('. ')}.`.slice(0, 300),
    path: '/exports?dialog=feeds',
  });
}

/** Notifies the author of a webhook that a message could not be delivered, after the last attempt. */
export async function newsOfWebhook(
  db: Db,
  {
    data,
    webhook,
  }: { readonly data: Readonly<Record<string, unknown>>; readonly webhook: { readonly id: number; readonly name: string; readonly subject: string } },
  error: string,
): Promise<AddressedNews[]> {
  return store.writeNews(db, [webhook.subject], {
    topic: `webhook/${webhook.id}`,
    kind: 'webhookFailed',
    databaseId: typeof data['database'] === 'string' ? data['database'] : '',
    title: `Webhook ${webhook.name}: a message could not be delivered`.slice(0, 300),
    detail: error.slice(0, 300),
    path: '/exports?dialog=webhooks',
  });
}

/** A line as a live message, with the subject that hears it. */
export function newsMessage({ subject, item }: AddressedNews): [message: LiveMessage, subject: string] {
  return [{ target: 'newsTold', message: item }, subject];
}
