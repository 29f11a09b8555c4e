import { exportDraft } from '../../commands/exports/exportDraft.ts';
import { pipelineDraft } from '../../commands/pipelines/pipelineFormSteps.ts';
import { taskRunDraft } from '../../commands/tasks/taskRunSteps.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { texts } from './texts.ts';

/** Drafts that a form fills in, by the kind of draft, and what each makes. */
const FORMS: Readonly<Record<string, string>> = {
  get [exportDraft.name]() {
    return texts.anExport;
  },
  get [pipelineDraft.name]() {
    return texts.aPipeline;
  },
  get [taskRunDraft.name]() {
    return texts.aTask;
  },
};

/** Forms in which something was changed and not saved yet, also those that one has gone away from. */
export function unsavedForms({ drafts, history }: Pick<KernelState<AppState>, 'drafts' | 'history'>): readonly string[] {
  return Object.entries(drafts).flatMap(([scope, { kind }]) => {
    const form = FORMS[kind];
    return form !== undefined && (history[scope]?.undo.length ?? 0) > 0 ? [form] : [];
  });
}
