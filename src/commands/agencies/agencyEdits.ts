/** The edits of agencies as commands. */
import * as edits from '../../domain/edits/agencies.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { defineEdit } from '../defineEdit.ts';
import { loadValidationSummary } from '../validation/loadValidationSummary.ts';
import { loadAgencies } from './loadAgencies.ts';

export const editAgencyField = defineEdit(edits.editAgencyField, { next: readAgain });
export const createAgency = defineEdit(edits.createAgency, { next: readAgain });
export const removeAgencies = defineEdit(edits.removeAgencies, { next: readAgain });

/** The list is read again, and the validation summary where one looks at it. */
function readAgain({ versionId }: { readonly versionId: number }, _reply: unknown, view: AppState): readonly CommandInput[] {
  const summary = view.versions[versionId]?.validation.summary.status ?? 'idle';
  return [loadAgencies({ versionId }), ...(summary === 'idle' ? [] : [loadValidationSummary({ versionId })])];
}
