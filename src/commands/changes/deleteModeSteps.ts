/** The steps of a list's delete mode; `machines/deleteModeMachine.ts` follows them and issues the removal. */
import { z } from 'zod';
import { RECORD_KIND_NAMES, RECORD_KINDS } from '../../domain/model/records.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit, whyNoEdit } from '../../projections/rights.ts';
import { presentPlace, presentVersion } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** The pages of a version whose list has a delete mode. */
export const DeletePage = z.enum(['agencies', 'translations', 'fares', ...RECORD_KIND_NAMES.map((kind) => RECORD_KINDS[kind].page)]);
export type DeletePage = z.infer<typeof DeletePage>;

/** Turns the list in view into one to choose from. */
export const startDeleteMode = defineStep('deleteMode.start', ({ page }) => `Choose ${page} to delete`, {
  payload: z.object({ versionId: VersionId, page: DeletePage }),
  samples: [{ versionId: 1, page: 'agencies' as const }],
  action: {
    title: 'Delete mode',
    icon: 'trash',
    group: 'Lists',
    payload: (view) => {
      const page = DeletePage.safeParse(presentPlace(view).page);
      const version = presentVersion(view);
      if (!version || !page.success) return { why: 'Open a list with a delete mode first' };
      return whyNoEdit(view) ?? { versionId: version.Id, page: page.data };
    },
  },
  decide: (view) => refusedEdit(view),
});

/** Asks whether the one that is open shall go. */
export const askDeleteOne = defineStep('deleteMode.askOne', ({ page, id }) => `Ask to remove ${id} from ${page}`, {
  payload: z.object({ versionId: VersionId, page: DeletePage, id: z.string() }),
  samples: [{ versionId: 1, page: 'fares' as const, id: 'F1' }],
  decide: (view) => refusedEdit(view),
});

/** Chooses what is to go: all ids that are chosen from now on. */
export const chooseToDelete = defineStep('deleteMode.choose', ({ ids }) => `Choose ${ids.length} to delete`, {
  payload: z.object({ ids: z.array(z.string()).max(10_000) }),
  samples: [{ ids: ['A3'] }, { ids: [] }],
});

/** Wants the chosen ones gone: asks. */
export const askDelete = defineStep('deleteMode.ask', 'Ask before deleting');

/** Says yes. */
export const confirmDelete = defineStep('deleteMode.confirm', 'Confirm deleting');

/** Closes the question, or leaves the mode where nothing is asked. */
export const leaveDeleteMode = defineStep('deleteMode.leave', 'Leave the delete mode');
