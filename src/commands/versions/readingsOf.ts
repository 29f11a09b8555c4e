import type { CommandInput } from '../../kernel/command.ts';
import { idKey } from '../../kernel/table.ts';
import type { AppState } from '../../projections/state.ts';
import { askedAgain } from '../defineLoad.ts';

/** Readings of a version and of its list that are under way: they may answer what it was before, so they are requested again. */
export function readingsOf(view: AppState, databaseId: string, versionId: number): readonly CommandInput[] {
  return askedAgain([view.versionLists[idKey(databaseId)], view.versions[versionId]?.counts]);
}
