/** The steps of choosing what is compared; `machines/comparerNavigatorMachine.ts` follows them. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineStep } from '../defineStep.ts';

/** The lists of the navigator. */
export const NavigatorList = z.enum(['databases', 'first', 'second']);
export type NavigatorList = z.infer<typeof NavigatorList>;

/** Opens a list, or closes it. */
export const toggleNavigatorList = defineStep(
  'comparerNavigator.toggle',
  ({ list }) => `Open or close the list of ${list === 'databases' ? 'databases' : `the ${list} version`}`,
  {
    payload: z.object({ list: NavigatorList }),
    samples: [{ list: 'databases' as const }, { list: 'first' as const }],
  },
);

/** Chooses the database: its versions are loaded afresh, and the selected ones are cleared. */
export const chooseComparerDatabase = defineStep('comparerNavigator.chooseDatabase', ({ databaseId }) => `Compare versions of ${databaseId}`, {
  payload: z.object({ databaseId: z.string() }),
  samples: [{ databaseId: 'demo' }],
  apply: (base, { databaseId }) => {
    base.versionLists[databaseId] = castDraft({ ...IDLE, messages: [] });
    delete base.versionTails[databaseId];
  },
});

/** Chooses the first or the second version. */
export const chooseComparerVersion = defineStep(
  'comparerNavigator.chooseVersion',
  ({ side, versionId }) => `Choose version ${versionId} as the ${side}`,
  {
    payload: z.object({ side: z.enum(['first', 'second']), versionId: VersionId }),
    samples: [
      { side: 'first' as const, versionId: 1 },
      { side: 'second' as const, versionId: 3 },
    ],
  },
);
