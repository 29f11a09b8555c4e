import { dataPath } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { type LinkList, linkListQuery, listedLinks } from '../../projections/overlays.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { openPlace } from './openPlace.ts';

/** Leaves the details of a transfer or pathway that was removed; the others that the address names stay open. */
export function linkGone(view: AppState, list: LinkList, id: string): readonly CommandInput[] {
  const listed = listedLinks(view.location.search);
  if (listed?.list !== list || !listed.ids.includes(id)) return [];
  const ids = listed.ids.filter((one) => one !== id);
  return [openPlace({ path: dataPath(presentPlace(view)), search: linkListQuery(list, ids), replace: true })];
}
