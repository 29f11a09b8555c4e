import type { CommandInput } from '../../kernel/command.ts';
import { hasPropertyFilter, SCHEDULES } from '../../domain/comparer/categories.ts';
import { comparisonAt, shownItem, shownList } from '../../projections/comparer.ts';
import type { AppState, Load } from '../../projections/state.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { loadDiff } from './loadDiff.ts';
import { loadDiffList, loadDiffProperties, loadDifference, loadServiceChange } from './loadDiffLists.ts';

/** What the comparer needs at the present address and nobody has asked for yet. */
export function comparerLoads(view: AppState): readonly CommandInput[] {
  const at = comparisonAt(view.location);
  if (at?.databaseId === undefined) return [];
  const loads: CommandInput[] = [];
  const need = (load: Load<unknown> | undefined, input: CommandInput): void => {
    if (load === undefined || load.status === 'idle') loads.push(input);
  };
  need(view.versionLists[at.databaseId], loadVersions({ databaseId: at.databaseId }));
  const { from: a, to: b } = at;
  if (a === undefined || b === undefined) return loads;
  const { comparer } = view;
  need(comparer.diff, loadDiff({ a, b }));
  const list = shownList(view);
  if (!list) return loads;
  const { category, page, property, number, key } = list;
  need(comparer.lists[key], loadDiffList({ a, b, category: category.section, page, property, number }));
  if (page === 'changed' && hasPropertyFilter(category))
    need(comparer.properties[category.section], loadDiffProperties({ a, b, category: category.section }));
  if (category.section === SCHEDULES.section && comparer.diff.status === 'succeeded') need(comparer.service, loadServiceChange({ a, b }));
  const item = shownItem(view);
  if (item) {
    const { kind, id, removed } = item;
    need(comparer.details[item.key], loadDifference({ a, b, kind, id, ...(removed ? { page: 'removed' as const } : {}) }));
    // the cells of a timetable stand under the stops of its track
    const track = id.slice(0, id.lastIndexOf('/'));
    if (kind === 'Timetable') need(comparer.details[`Track/${track}`], loadDifference({ a, b, kind: 'Track', id: track }));
  }
  return loads;
}
