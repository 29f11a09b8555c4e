/** Exports: which data of a region goes out as a GTFS zip, under which name, when, and where to. */
import { z } from 'zod';
import { DELIVERY_KINDS } from './deliveryLocations.ts';
import { LogCounts } from './runLogs.ts';
import { RunStatus } from './runs.ts';
import { TaskFile, TaskProgress } from './taskRuns.ts';
import { parseServiceTime } from './time.ts';
import { VersionId } from './versions.ts';

export const EXPORT_NAME_LIMIT = 128;
/** Runs on one page of an export's history. */
export const EXPORT_HISTORY_PAGE = 5;
/** Agency merging rules of one export. */
export const MERGING_RULES_LIMIT = 50;

export type ExportMode = 'CREATE' | 'EDIT' | 'VIEW';

/** `Database`: the current version of one database. `Region`: the other databases of its region too, their ids prefixed with `{database}:`. */
export const ExportScope = z.enum(['Database', 'Region']);
export type ExportScope = z.infer<typeof ExportScope>;
export const EXPORT_SCOPE_WORDS: Readonly<Record<ExportScope, string>> = {
  Database: 'One database',
  Region: 'All databases of the region',
};

/** Agencies that become one in the exported feed: `agencyIds` go, everything that names them names `mergedAgencyId`. */
export const AgencyMergingRule = z.object({
  /** Given by the form; unique in its export. */
  id: z.string().min(1).max(60),
  agencyIds: z.array(z.string().min(1).max(255)).min(1, 'Name at least one agency to merge').max(500),
  mergedAgencyId: z
    .string()
    .trim()
    .min(1, 'The Merged Agency ID field is required')
    .max(255, 'The Merged Agency ID field cannot exceed 255 characters'),
  /** Empty: the name of the agency with that id, or else of the first one merged. */
  mergedAgencyName: z.string().trim().max(255, 'The Merged Agency Name field cannot exceed 255 characters'),
});
export type AgencyMergingRule = z.infer<typeof AgencyMergingRule>;

const address = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Enter a full address starting with http:// or https://' }).max(2000)]);

/**
 * What feed_info.txt says in place of what the version says; empty: as in the version. `fill`: what is empty then is made of the region, the
 * agencies, the calendars and the number of the version.
 */
export const ExportFeedInfo = z.object({ url: address, contactUrl: address, fill: z.boolean().optional() });
export type ExportFeedInfo = z.infer<typeof ExportFeedInfo>;

/** Placeholders of file names, with what stands in for them. */
export const FILE_NAME_PLACEHOLDERS = ['{db}', '{version}', '{date}', '{time}'] as const;

/** What a person says of an export. */
export const ExportInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'The Export Name field is required')
    .max(EXPORT_NAME_LIMIT, `The Export Name field cannot exceed ${EXPORT_NAME_LIMIT} characters`),
  region: z.string().min(1, 'The Region field is required'),
  DbId: z.string().min(1, 'The Database field is required'),
  scope: ExportScope,
  /** Version of the database to write; null or absent: the current one, else the newest that is finished. */
  version: VersionId.nullable().optional(),
  schedule: z.object({
    /** HH:mm in the time zone of the region; empty: it runs by hand only. */
    timeOfDay: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'A time is written as HH:mm'),
  }),
  deliveryLocation: z.object({
    fileName: z
      .string()
      .trim()
      .min(1, 'The File Name field is required')
      .max(120, 'The File Name field cannot exceed 120 characters')
      .regex(
        /^([A-Za-z0-9_-]|\.(?!\.)|\{(db|version|date|time)\})*$/,
        'A file name is made of letters, digits, - _ . and {db} {version} {date} {time}',
      )
      .regex(/^[^.].*\.zip$/, 'A file name ends in .zip'),
    /** Id of a delivery location of the region. */
    location: z.int('The Delivery Location field is required').positive('The Delivery Location field is required'),
  }),
  feedInfo: ExportFeedInfo,
  /** Depots and dead runs besides, as files of TODS (Transit Operational Data Standard). */
  vehicleWork: z.boolean().optional(),
  agencyMergingRules: z.array(AgencyMergingRule).max(MERGING_RULES_LIMIT),
});
export type ExportInput = z.infer<typeof ExportInput>;

/** An export as it is edited: texts as they are typed, 0 where no location is chosen. */
export const ExportForm = z.object({
  name: z.string(),
  region: z.string(),
  DbId: z.string(),
  scope: ExportScope,
  version: VersionId.nullable().optional(),
  schedule: z.object({ timeOfDay: z.string() }),
  deliveryLocation: z.object({ fileName: z.string(), location: z.int().min(0) }),
  feedInfo: z.object({ url: z.string(), contactUrl: z.string(), fill: z.boolean().optional() }),
  vehicleWork: z.boolean().optional(),
  agencyMergingRules: z.array(z.object({ id: z.string(), agencyIds: z.array(z.string()), mergedAgencyId: z.string(), mergedAgencyName: z.string() })),
});
export type ExportForm = z.infer<typeof ExportForm>;

/** A new export. */
export function newExportForm(region = '', DbId = ''): ExportForm {
  return {
    name: '',
    region,
    DbId,
    scope: 'Database',
    schedule: { timeOfDay: '' },
    deliveryLocation: { fileName: '{db}.zip', location: 0 },
    feedInfo: { url: '', contactUrl: '' },
    agencyMergingRules: [],
  };
}

/** An export as the form begins with it. */
export function exportFormOf(input: ExportInput): ExportForm {
  return ExportForm.parse(input);
}

/** What is wrong with an export, by the path of its field (`deliveryLocation/fileName`, `agencyMergingRules/0/agencyIds`). */
export function exportFaults(form: ExportForm): Readonly<Record<string, string>> {
  const read = ExportInput.safeParse(form);
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) faults[path.map(String).join('/')] ??= message;
  const merged = new Map<string, number>();
  for (const [i, { agencyIds }] of form.agencyMergingRules.entries()) {
    for (const id of agencyIds) {
      if (merged.has(id) && merged.get(id) !== i)
        faults[`agencyMergingRules/${i}/agencyIds`] ??= `The agency ${id} is merged by another rule already`;
      merged.set(id, i);
    }
  }
  return faults;
}

/** A typed time of day as it is kept: `8:05`, `805` become `08:05`. Undefined where it is none; '' stays. */
export function timeOfDay(text: string): string | undefined {
  if (text.trim() === '') return '';
  const seconds = parseServiceTime(text);
  if (seconds === undefined || seconds >= 86_400 || seconds % 60 !== 0) return undefined;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two((seconds / 60) % 60)}`;
}

/** The name of a delivered file: placeholders filled in. `moment` is `YYYY-MM-DDTHH:mm` in the time zone of the region. */
export function fileNameOf(pattern: string, { DbId, version, moment }: { DbId: string; version: number; moment: string }): string {
  const values: Readonly<Record<string, string>> = {
    db: DbId,
    version: String(version),
    date: moment.slice(0, 10).replaceAll('-', ''),
    time: moment.slice(11, 16).replace(':', ''),
  };
  return pattern.replaceAll(/\{(db|version|date|time)\}/g, (_, name: string) => values[name] ?? '');
}

export const Export = ExportInput.extend({
  id: z.int().positive(),
  /** Time zone in which the schedule is meant. */
  timezone: z.string(),
  /** NotRun (-1) where it never ran. Running where any of its runs is. */
  status: RunStatus,
  lastRunId: z.int().nullable(),
  /** Unix seconds of the next run by schedule; null where none is planned. */
  nextRun: z.int().nullable(),
  /** Name of the delivery location; null where it is gone. */
  locationName: z.string().nullable(),
  permissions: z.object({ readOnly: z.boolean() }),
  /** Rises with every change; `If-Match` of a PUT. */
  rev: z.int().min(0),
});
export type Export = z.infer<typeof Export>;

/** One run in the history of an export, with the configuration of that time. */
export const ExportRun = z.object({
  RunId: z.int().positive(),
  /** The task of the run, whose log tells what happened. */
  taskRunId: z.int().positive(),
  /** Unix seconds. */
  created: z.int(),
  ended: z.int().nullable(),
  /** A name, or `schedule`. */
  causedBy: z.string(),
  status: RunStatus,
  feedInfo: ExportFeedInfo,
  scope: ExportScope,
  versionId: VersionId.nullable(),
  /** Where the file went: `nightly/velmar.zip in Partner server`; null where it went nowhere. */
  delivered: z.string().nullable(),
  /** Bytes of the file. */
  size: z.int().nullable(),
  /** The stored file, for download. */
  files: z.array(TaskFile).optional(),
  message: z.string().nullable(),
  progress: TaskProgress.nullable(),
  levelSummary: LogCounts,
});
export type ExportRun = z.infer<typeof ExportRun>;

/** Exports of one region, by name. */
export const ExportGroup = z.object({ region: z.string(), name: z.string(), exports: z.array(Export) });
export type ExportGroup = z.infer<typeof ExportGroup>;

/** A page of the runs of an export, newest first, with how many there are in all. */
export const ExportHistoryPage = z.object({ exportRuns: z.array(ExportRun), total: z.int().min(0) });
export type ExportHistoryPage = z.infer<typeof ExportHistoryPage>;

/** What an export can be made of. */
export const ExportConfiguration = z.object({
  regions: z.array(
    z.object({
      region: z.string(),
      name: z.string(),
      timezone: z.string(),
      readOnly: z.boolean(),
      databases: z.array(z.object({ DbId: z.string(), name: z.string(), hasVersion: z.boolean() })),
    }),
  ),
  scopes: z.array(ExportScope),
  deliveryKinds: z.array(z.enum(DELIVERY_KINDS)),
  fileNamePlaceholders: z.array(z.string()),
});
export type ExportConfiguration = z.infer<typeof ExportConfiguration>;

/** An agency by the id that it would have in an export. */
export const ExportAgency = z.object({ id: z.string(), name: z.string() });
export type ExportAgency = z.infer<typeof ExportAgency>;
