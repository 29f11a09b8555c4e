/** Live messages: how a client gets its connection, and what the server tells over it. Server to client only. */
import { z } from 'zod';
import { LogCounts } from '../domain/runLogs.ts';
import { RunStatus } from '../domain/runs.ts';
import { TaskProgress, TaskResult } from '../domain/taskRuns.ts';
import { NewsItem } from '../domain/news.ts';
import { SentMail, SentNotice } from '../domain/notices.ts';
import { NotificationRule, SentRule } from '../domain/notificationRules.ts';
import { Version, VersionId } from '../domain/versions.ts';
import { defineRoute } from './route.ts';
import { EntityState } from './versions.ts';

export const readLiveToken = defineRoute({
  name: 'readLiveToken',
  summary: 'Address and short-lived token of the live connection (SignalR).',
  method: 'GET',
  path: '/scheduler/ui/notifications/token',
  reply: z.object({
    url: z.string(),
    accessToken: z.string(),
    /** Colleagues see over this connection where one works, where one shows it. Absent with a service that takes nothing from clients. */
    presence: z.literal(true).optional(),
  }),
  access: 'read',
  scope: 'person',
});

export const watchVersions = defineRoute({
  name: 'watchVersions',
  summary: 'Subscribes a live connection to versions, and to who works where in a database; replaces its earlier subscriptions.',
  method: 'POST',
  path: '/scheduler/ui/notifications/watch',
  body: z.object({ connectionId: z.string(), versionIds: z.array(VersionId).max(20), databaseId: z.string().max(200).optional() }),
  reply: z.object({ versionIds: z.array(VersionId) }),
  access: 'read',
  scope: 'person',
});

const Rules = z.object({
  notifications: z.array(NotificationRule),
  /** The recipient of a new rule: the caller. */
  defaultEmail: z.string(),
  permissions: z.object({ readOnly: z.boolean() }),
  /** Rises with every change of the rules; a write says on which one it is based. */
  rev: z.int().min(0),
});

export const listNotificationRules = defineRoute({
  name: 'listNotificationRules',
  summary: 'Who is mailed about pipelines and exports of a region.',
  method: 'GET',
  path: '/scheduler/ui/notifications',
  query: z.object({ region: z.string() }),
  reply: Rules,
  access: 'read',
});

export const saveNotificationRules = defineRoute({
  name: 'saveNotificationRules',
  summary: 'Puts these rules in the place of all rules of a region; a new one has no id, dbIds null means the whole region.',
  method: 'POST',
  path: '/scheduler/ui/notifications',
  query: z.object({ region: z.string() }),
  body: z.array(SentRule).max(1000),
  reply: Rules,
  access: 'write',
  conditional: true,
});

export const listSentNotices = defineRoute({
  name: 'listSentNotices',
  summary: 'The newest 200 notices of a region: to whom, about what, and what became of them.',
  method: 'GET',
  path: '/scheduler/ui/notifications/sent',
  query: z.object({ region: z.string() }),
  reply: z.object({ notices: z.array(SentNotice) }),
  access: 'read',
});

export const readSentMail = defineRoute({
  name: 'readSentMail',
  summary: 'A sent mail of a region, with its .eml file if mails are stored as files.',
  method: 'GET',
  path: '/scheduler/ui/notifications/sent/:mailId',
  params: z.object({ mailId: z.coerce.number().int().positive() }),
  query: z.object({ region: z.string() }),
  reply: SentMail,
  access: 'read',
});

/** Somebody changed entities of a version. `Edits` is null when the change is too large to send: fetch it by `listEdits`. */
export const VersionChanged = z.object({
  VersionId,
  Rev: z.int().min(0),
  /** Idempotency key of the command that did it, so that its own author can tell it is theirs. */
  CommandId: z.string().nullable(),
  Author: z.string(),
  Edits: z.array(EntityState).nullable(),
  /** After an undo: how many revisions of the version are void now. */
  Undone: z.int().min(0).optional(),
});
export type VersionChanged = z.infer<typeof VersionChanged>;

/** The revision of a version that a client watches, every few seconds: a client behind it has lost a message. */
export const VersionAt = VersionChanged.pick({ VersionId: true, Rev: true });

/** Something about a version itself changed (a new one, a finished one). */
export const VersionListed = z.object({ DatabaseId: z.string(), Version });
export type VersionListed = z.infer<typeof VersionListed>;

/** A version is gone: a deleted draft. */
export const VersionRemoved = z.object({ DatabaseId: z.string(), VersionId });
export type VersionRemoved = z.infer<typeof VersionRemoved>;

/** A background job on a version has failed; the version keeps its previous state. */
export const VersionFailed = z.object({ DatabaseId: z.string(), VersionId, Act: z.enum(['archive', 'unArchive', 'store']), Message: z.string() });
export type VersionFailed = z.infer<typeof VersionFailed>;

/** Changes of a database were switched, deleted, attached or commented. */
export const ChangesTold = z.object({ DatabaseId: z.string(), CommandId: z.string().nullable() });
export type ChangesTold = z.infer<typeof ChangesTold>;

/** How far the reading of an upload is, in bytes of the unpacked file. Several a second at most, and to its sender alone. */
export const UploadProgress = z.object({
  UploadId: z.string(),
  Phase: z.enum(['receiving', 'reading', 'saving']),
  Done: z.int().min(0),
  Total: z.int().min(0),
});
export type UploadProgress = z.infer<typeof UploadProgress>;

/** A run is there, or has moved on. Its tasks come without their parameters; many come in several messages, some in each. */
export const RunChanged = z.object({
  run_id: z.int(),
  /** Null where a task was run by hand. */
  pipeline_id: z.int().nullable(),
  /** The export that it is a run of; absent for all others. */
  export_id: z.int().optional(),
  db_id: z.string(),
  caused_by: z.string(),
  status: RunStatus,
  tasks: z.array(
    z.object({
      task_run_id: z.int(),
      last_result: TaskResult,
      input_version_id: VersionId.nullable(),
      progress: TaskProgress.nullable(),
      approved: z.boolean(),
      level_summary: LogCounts,
    }),
  ),
});
export type RunChanged = z.infer<typeof RunChanged>;

/** How far a task is, and how much it has logged. About two a second at most. */
export const TaskProgressed = z.object({
  run_id: z.int(),
  task_run_id: z.int(),
  pipeline_id: z.int().nullable(),
  db_id: z.string(),
  progress: TaskProgress.nullable(),
  level_summary: LogCounts,
});
export type TaskProgressed = z.infer<typeof TaskProgressed>;

/** A pipeline was made, changed, or removed (`rev` null). */
export const PipelineChanged = z.object({ pipeline_id: z.int(), db_id: z.string(), rev: z.int().nullable() });
export type PipelineChanged = z.infer<typeof PipelineChanged>;

/** An export was made, changed, or removed (`rev` null). */
export const ExportChanged = z.object({ exportId: z.int(), region: z.string(), rev: z.int().nullable() });
export type ExportChanged = z.infer<typeof ExportChanged>;

/** Delivery locations of a region were made, changed or removed. */
export const DeliveryLocationsChanged = z.object({ region: z.string() });
export type DeliveryLocationsChanged = z.infer<typeof DeliveryLocationsChanged>;

/** A public feed of a region was made, changed or switched. */
export const PublicFeedsChanged = z.object({ region: z.string() });
export type PublicFeedsChanged = z.infer<typeof PublicFeedsChanged>;

/** A region was made or changed: its data, its databases or its rules. */
export const RegionChanged = z.object({ RegionKey: z.string() });
export type RegionChanged = z.infer<typeof RegionChanged>;

/** A version was checked up to a revision: which rules have more or fewer cases, and what each change set brought or cured. */
export const FindingsChanged = z.object({
  VersionId,
  Rev: z.int().min(0),
  /** Null where everything was checked again. */
  Rules: z.array(z.object({ RuleId: z.int(), Added: z.int().min(0), Cured: z.int().min(0) })).nullable(),
  /** By change set: more than 0 where errors or warnings came, less where they went. */
  Effects: z.array(z.object({ Rev: z.int(), CommandId: z.string().nullable(), Errors: z.int(), Warnings: z.int() })),
});
export type FindingsChanged = z.infer<typeof FindingsChanged>;

/** Something happened in the review of a version, or its database asks for approvals now, or no more (no version). */
export const ReviewChanged = z.object({ DatabaseId: z.string(), DbVersionId: VersionId.nullable() });

/** Vehicles of a database have moved: clients that show them read what is new. */
export const VehiclesMoved = z.object({ DatabaseId: z.string() });

/** Live messages by their SignalR target. */
export const LIVE_MESSAGES = {
  versionChanged: VersionChanged,
  versionAt: VersionAt,
  versionListed: VersionListed,
  versionRemoved: VersionRemoved,
  versionFailed: VersionFailed,
  changesTold: ChangesTold,
  uploadProgress: UploadProgress,
  runChanged: RunChanged,
  taskProgressed: TaskProgressed,
  pipelineChanged: PipelineChanged,
  exportChanged: ExportChanged,
  deliveryLocationsChanged: DeliveryLocationsChanged,
  publicFeedsChanged: PublicFeedsChanged,
  regionChanged: RegionChanged,
  findingsChanged: FindingsChanged,
  vehiclesMoved: VehiclesMoved,
  reviewChanged: ReviewChanged,
  newsTold: NewsItem,
} as const;
