/** The steps of taking over the changes of another version into a draft. `machines/takeOverMachine.ts` follows them. */
import { z } from 'zod';
import { Side } from '../../domain/takeOver.ts';
import { VersionId } from '../../domain/versions.ts';
import { undoRefusal } from '../../projections/rights.ts';
import { presentVersion } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the window for a draft. */
export const openTakeOver = defineStep('takeOver.open', 'Open taking over from another version', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  action: {
    title: 'Take over from …',
    icon: 'git-merge',
    group: 'Version',
    words: 'branch branches merge combine drafts side by side take over changes',
    payload: (view) => {
      const version = presentVersion(view);
      if (!version) return { why: 'Open a version first' };
      const why = undoRefusal(view, version.Id);
      return why === undefined ? { versionId: version.Id } : { why };
    },
  },
});

/** Chooses the version whose changes are taken over; both are compared then. */
export const chooseBranch = defineStep('takeOver.choose', 'Choose the version to take over from', {
  payload: z.object({ from: VersionId }),
  samples: [{ from: 2 }],
});

/** Compares both again. */
export const compareBranches = defineStep('takeOver.compare', 'Compare both versions again');

/** Decides one conflict, named as `conflictKey` names it. */
export const decideConflict = defineStep('takeOver.decide', ({ side }) => `Decide a conflict: ${side}`, {
  payload: z.object({ key: z.string(), side: Side }),
  samples: [{ key: 'Stop|S1|Name', side: 'theirs' }],
});

/** Decides all conflicts for one side, those too that are not listed. */
export const decideAllConflicts = defineStep('takeOver.decideAll', ({ side }) => `Decide all conflicts: ${side}`, {
  payload: z.object({ side: Side }),
  samples: [{ side: 'ours' }],
});

/** Takes over what was decided. */
export const confirmTakeOver = defineStep('takeOver.confirm', 'Confirm taking over');

/** Closes the window. */
export const closeTakeOver = defineStep('takeOver.close', 'Close taking over');
