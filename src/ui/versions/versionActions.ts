/** The actions of any version, also of one that is not in view. */
import { openTakeOver } from '../../commands/changes/takeOverSteps.ts';
import { CONTROL_OF_ACT } from '../../commands/versions/versionActs.ts';
import { dataPath } from '../../domain/locations.ts';
import type { Version, VersionAct } from '../../domain/versions.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { type Action, actionOf, sameAction } from '../parts/actions.ts';

/** The acts as menus group them. */
const GROUPS: readonly (readonly ListedAct['act'][])[] = [
  ['beginEdit', 'finishEdit', 'clone', 'takeOver'],
  ['publish', 'makeCurrent', 'store'],
  ['archive', 'unArchive'],
  ['download'],
  ['deleteDraft'],
];

/** An act with its action as it stands for one version. */
export interface ListedAct {
  readonly act: VersionAct | 'takeOver';
  readonly action: Action;
}

/** Address of a version. */
export function versionPath(version: Version): string {
  return dataPath({ databaseId: version.DatabaseId, versionId: version.Id });
}

/** The act that one most likely wants to do with a version: its button is beside the menu. */
export function mainAct(version: Version): VersionAct {
  if (version.Archived || version.Saving === 'unArchiving') return 'unArchive';
  return version.Editable ? 'finishEdit' : 'beginEdit';
}

/** All acts of a version in groups, those that cannot be done now with their reason. */
export function actsOf(state: KernelState<AppState>, version: Version): readonly (readonly ListedAct[])[] {
  const there: KernelState<AppState> = { ...state, view: { ...state.view, location: { path: versionPath(version), search: '' } } };
  return GROUPS.map((acts) =>
    acts.flatMap((act) => {
      // of no use for a version that was never published
      if (act === 'makeCurrent' && !version.Published) return [];
      // only a draft takes something over
      if (act === 'takeOver' && !version.Editable) return [];
      const action = actionOf(act === 'takeOver' ? openTakeOver : CONTROL_OF_ACT[act], there);
      return action ? { act, action } : [];
    }),
  );
}

/** Whether two readings of the acts are the same to the eye and to the hand. */
export function sameActs(a: readonly (readonly ListedAct[])[], b: readonly (readonly ListedAct[])[]): boolean {
  return a.every((group, i) => group.every((one, j) => sameAction(one.action, b[i]?.[j]?.action)));
}
