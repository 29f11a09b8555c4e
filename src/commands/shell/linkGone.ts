import { dataPath } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { type LinkList, linkListQuery, linkQuery, listedLinks } from '../../projections/overlays.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { openPlace } from './openPlace.ts';

/** Leaves the details of a transfer or pathway that was removed; the others that the address names stay open. */
export function linkGone(view: AppState, list: LinkList, id: string): readonly CommandInput[] {
  const listed = listedLinks(view.location.search);
  if (listed?.list !== list || !listed.ids.includes(id)) return [];
  const left = listed.among.filter((one) => one !== id);
  const narrowed = listed.among.includes(id) ? linkListQuery(list, left) : linkQuery(view.location.search, list, undefined);
  return [openPlace({ path: dataPath(presentPlace(view)), search: narrowed, replace: true })];
}
