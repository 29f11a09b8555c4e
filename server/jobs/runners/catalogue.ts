import { runImportUrl } from './importUrl.ts';
import { TaskFailed, type TaskRunner } from './runner.ts';

/** What runs the tasks of each template. */
const RUNNERS: Readonly<Record<string, TaskRunner>> = {
  'builtin:import-url': runImportUrl,
};

/** The runner of a template. Throws TaskFailed where this build has none. */
export function runnerOf(s3_url: string): TaskRunner {
  const runner = RUNNERS[s3_url];
  if (runner === undefined) throw new TaskFailed(`There is no task template ${s3_url}.`);
  return runner;
}
