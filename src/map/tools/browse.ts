import { openPlace } from '../../commands/shell/openPlace.ts';
import { cancelCreateStop, offerStop } from '../../commands/stops/createStopSteps.ts';
import { dropStop, grabStop, startStopMove } from '../../commands/stops/moveStopGesture.ts';
import { roundDegrees } from '../../domain/coordinate.ts';
import { dataPath } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { freeStopId } from '../../projections/freeStopId.ts';
import { canEdit } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { stopRow } from '../../projections/stops.ts';
import { presentPlace } from '../../projections/versions.ts';
import { layerCatalogue } from '../layers/catalogue.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { browseTool } from './browseTool.ts';
import type { ToolDeclaration, ToolPort } from './mapTools.ts';

/** Looking around: cards on hover, opening on a click, creating from a right click. In hand when no other tool is. */
export const browseDeclaration: ToolDeclaration = {
  id: 'browse',
  isInHand: () => true,
  hint: ({ pending }) => (pending.some((one) => one.type === 'stop.move') ? 'Updating coordinates...' : undefined),
  take: (port) =>
    browseTool({
      onHover: port.onHover,
      onClick: (hit, at) => {
        const { view, workflows } = port.stateNow();
        port.onChoice(undefined);
        const offered = workflows['createStop']?.value !== 'closed';
        if (offered) port.dispatch(cancelCreateStop({}));
        const [only, second] = hit.stops;
        if (only !== undefined && second !== undefined) {
          port.onChoice({ kind: 'stops', ids: hit.stops, at: { ...at } });
          return;
        }
        const place = presentPlace(view);
        const opened = only === undefined ? openedBy(hit, view) : openStop(view, only);
        const lines = hit['lines'] ?? [];
        const creates = place.page === 'stops' && canEdit(view);
        if (opened) port.dispatch(opened);
        // where stops are made a click makes one: they lie on lines more often than beside them
        else if (lines.length > 0 && !creates) port.onChoice({ kind: 'lines', ids: lines, at: { ...at } });
        else if (place.itemId !== undefined && place.page === 'stops') port.dispatch(openStop(view, undefined));
        else if (!offered && place.page === 'stops') offerAt(port, at);
      },
      onContextMenu: (at) => offerAt(port, at),
      canMove: () => {
        const { view, workflows } = port.stateNow();
        return presentPlace(view).page === 'stops' && canEdit(view) && workflows['moveStop']?.value === 'idle';
      },
      onMove: (stopId, to) => {
        const { view } = port.stateNow();
        const versionId = presentPlace(view).versionId ?? 0;
        const row = stopRow(view, versionId, stopId);
        port.dispatch(startStopMove({ versionId, stopId }));
        port.dispatch(grabStop({ stopId, from: row?.Coordinate ?? null, rev: row?.Rev ?? 0 }));
        port.dispatch(dropStop({ to: { Lat: roundDegrees(to.Lat), Lng: roundDegrees(to.Lng) } }));
      },
    }),
};

/** The address of a stop, or of the list when none is chosen; the list's search stays. */
export function openStop(view: AppState, stopId: string | undefined): CommandInput {
  const { databaseId, versionId, page } = presentPlace(view);
  const place = { ...(databaseId === undefined ? {} : { databaseId }), ...(versionId === undefined ? {} : { versionId }), page: 'stops' };
  return openPlace({
    path: dataPath(stopId === undefined ? place : { ...place, itemId: stopId }),
    search: page === 'stops' ? view.location.search : '',
  });
}

/** What the topmost layer that was hit does with a click. */
function openedBy(hit: Readonly<Record<string, readonly string[]>>, view: AppState): CommandInput | undefined {
  for (const layer of layerCatalogue.toReversed()) {
    const ids = hit[layer.picks ?? layer.id] ?? [];
    const opened = ids.length > 0 ? layer.open?.(ids, view) : undefined;
    if (opened) return opened;
  }
  return undefined;
}

/** Offers a new stop at a place, with an id that is free. */
export function offerAt({ dispatch, stateNow, newId }: Pick<ToolPort, 'dispatch' | 'stateNow' | 'newId'>, at: MapCoordinate): void {
  const { view } = stateNow();
  const { versionId } = presentPlace(view);
  if (versionId === undefined) return;
  dispatch(offerStop({ versionId, at: { Lat: roundDegrees(at.Lat), Lng: roundDegrees(at.Lng) }, stopId: freeStopId(view, versionId) ?? newId() }));
}
