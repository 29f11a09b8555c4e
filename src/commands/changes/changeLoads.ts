import type { CommandInput } from '../../kernel/command.ts';
import { changeLogAt, usableFilter } from '../../projections/changeLog.ts';
import type { AppState } from '../../projections/state.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { loadChangesets, loadChangesOfSet, loadComments } from './loadChanges.ts';

/** What the change log needs at the present address and nobody has asked for yet. */
export function changeLoads(view: AppState): readonly CommandInput[] {
  const at = changeLogAt(view.location);
  if (at?.databaseId === undefined) return [];
  const { databaseId, open } = at;
  const idle = (load: { readonly status: string } | undefined): boolean => load === undefined || load.status === 'idle';
  return [
    ...(idle(view.versionLists[databaseId]) ? [loadVersions({ databaseId })] : []),
    ...(idle(view.changes.sets) ? [loadChangesets({ databaseId, filter: { ...usableFilter(at.filter) } })] : []),
    ...(idle(view.changes.comments) ? [loadComments({ databaseId })] : []),
    ...(open !== undefined && idle(view.changes.changes[open]) ? [loadChangesOfSet({ setId: open })] : []),
  ];
}
