import type { OnMap } from '../../projections/onMap.ts';
import type { AppState } from '../../projections/state.ts';
import { polylinesOn } from '../layers/network.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { shownPathways, shownTransfers } from './shownLinks.ts';

/** The polylines of lines and tracks and the links between stops that are meant, as far as they are loaded. */
export function linesOf(view: AppState, meant: OnMap): readonly (readonly MapCoordinate[])[] {
  const { links } = meant;
  const groups = links ? [...(shownTransfers(view)?.links ?? []), ...(shownPathways(view)?.links ?? [])] : [];
  return [...polylinesOn(view, meant), ...groups.flatMap(({ ids, From, To }) => (ids.some((id) => links?.has(id)) ? [[From, To]] : []))];
}
