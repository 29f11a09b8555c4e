/** What is read again after schedules or tracks were made, changed or removed: the list, and the validation summary where one looks at it. */
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { loadValidationSummary } from '../validation/loadValidationSummary.ts';
import { loadSchedules } from './loadSchedules.ts';

/** The loads, for `next` of an edit. */
export function readAgain({ versionId }: { readonly versionId: number }, _reply: unknown, view: AppState): readonly CommandInput[] {
  const summary = view.versions[versionId]?.validation.summary.status ?? 'idle';
  return [loadSchedules({ versionId }), ...(summary === 'idle' ? [] : [loadValidationSummary({ versionId })])];
}
