import type { TaskDocumentation } from '../../src/domain/taskRuns.ts';
import type { TaskTemplate } from '../../src/domain/taskTemplates/template.ts';

/** A template with its documentation in Markdown. */
export function documentationOf({ id, name, s3_url, task_type, summary }: TaskTemplate): TaskDocumentation {
  return { id, name, s3_url, task_type, summary, docs: `# ${name}\n\n${DOCS[id] ?? summary}` };
}

const DOCS: Readonly<Record<string, string>> = {};
