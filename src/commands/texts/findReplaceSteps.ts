/** The steps of find and replace; `machines/findReplaceMachine.ts` follows them and issues the edit. */
import { z } from 'zod';
import { MOST_TEXTS } from '../../domain/edits/texts.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit } from '../../projections/rights.ts';
import { presentVersion } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens find and replace on the version in view. */
export const openFindReplace = defineStep('findReplace.open', 'Open find and replace', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  action: {
    title: 'Find and replace',
    icon: 'replace',
    group: 'Lists',
    words: 'search substitute rename names headsigns descriptions pattern regular expression',
    payload: (view) => {
      const version = presentVersion(view);
      return version ? { versionId: version.Id } : { why: 'Open a version first' };
    },
  },
});

/** Selects texts: all but these, by their keys. */
export const selectTexts = defineStep('findReplace.select', ({ left }) => `Select all texts but ${left.length}`, {
  payload: z.object({ left: z.array(z.string()).max(MOST_TEXTS) }),
  samples: [{ left: ['Stop/S9/Name'] }],
});

/** Replaces the texts that are selected. */
export const confirmReplace = defineStep('findReplace.confirm', 'Replace what is selected', { decide: (view) => refusedEdit(view) });

/** Closes it; nothing changes. */
export const closeFindReplace = defineStep('findReplace.close', 'Close find and replace');
