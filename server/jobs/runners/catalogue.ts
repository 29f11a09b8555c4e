import * as transforms from '../../../src/domain/taskTemplates/transforms.ts';
import { runApplyCorrections } from './applyCorrections.ts';
import { runCheck } from './check.ts';
import { runDeliverExport } from './deliverExport.ts';
import { runExportFeed, runExportGtfs, runPublish } from './exports.ts';
import { runExportTimetableBook } from './timetableBook.ts';
import { runImportS3, runImportSftp, runImportStore, runImportUpload } from './importOthers.ts';
import { runImportUrl } from './importUrl.ts';
import type { TaskRunner } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';
import { runTransform } from './transform.ts';

/** What runs the tasks of each template. */
const RUNNERS: Readonly<Record<string, TaskRunner>> = {
  'builtin:import-url': runImportUrl,
  'builtin:import-store': runImportStore,
  'builtin:import-upload': runImportUpload,
  'builtin:import-s3': runImportS3,
  'builtin:import-sftp': runImportSftp,
  'builtin:check': runCheck,
  'builtin:apply-corrections': runApplyCorrections,
  'builtin:export-gtfs': runExportGtfs,
  'builtin:export-feed': runExportFeed,
  'builtin:export-timetable-book': runExportTimetableBook,
  'builtin:publish': runPublish,
  'builtin:deliver-export': runDeliverExport,
  ...Object.fromEntries(Object.values(transforms).map(({ s3_url }) => [s3_url, runTransform])),
};

/** The runner of a template. Throws TaskFailed where this build has none. */
export function runnerOf(s3_url: string): TaskRunner {
  const runner = RUNNERS[s3_url];
  if (runner === undefined) throw new TaskFailed(`There is no task template ${s3_url}.`);
  return runner;
}
