/** Asks for what the map shows beside stops, when it comes into view and its layer is on. */
import { useEffect } from 'react';
import { loadPathways } from '../commands/pathways/loadPathways.ts';
import { loadNetwork } from '../commands/tracks/loadNetwork.ts';
import { loadTransfers } from '../commands/transfers/loadTransfers.ts';
import { networkZoom } from '../domain/mapOverlays.ts';
import type { CommandInput } from '../kernel/command.ts';
import { kernelHooks, useDispatch } from '../kernel/react.tsx';
import type { AppState, Load } from '../projections/state.ts';
import { presentData } from '../projections/versions.ts';
import { isLayerOn } from './layers/catalogue.ts';
import { LINK_ZOOM } from './layers/links.ts';

const { useView } = kernelHooks<AppState>();

/** `zoom` is that of the map, undefined until it is open. */
export function useOverlayLoads(zoom: number | undefined): void {
  const detail = zoom === undefined ? undefined : networkZoom(zoom);
  const near = zoom !== undefined && zoom >= LINK_ZOOM;
  useLoad(
    detail !== undefined,
    'network',
    (view) => presentData(view)?.overlays.network[detail ?? 8],
    (versionId) => loadNetwork({ versionId, zoom: detail ?? 8 }),
  );
  useLoad(
    near,
    'transfers',
    (view) => presentData(view)?.overlays.transfers,
    (versionId) => loadTransfers({ versionId }),
  );
  useLoad(
    near,
    'pathways',
    (view) => presentData(view)?.overlays.pathways,
    (versionId) => loadPathways({ versionId }),
  );
}

function useLoad(
  wanted: boolean,
  layer: string,
  loadOf: (view: AppState) => Load<unknown> | undefined,
  command: (versionId: number) => CommandInput,
): void {
  const dispatch = useDispatch();
  // After the stops: those are what one looks at first.
  const versionId = useView((view) => {
    const data = presentData(view);
    const ready = wanted && data?.stops.value != null && isLayerOn(layer, view.settings.layers);
    return ready && (loadOf(view)?.status ?? 'idle') === 'idle' ? data.id : undefined;
  });
  useEffect(() => {
    if (versionId !== undefined) dispatch(command(versionId));
    // the command says what is missing now; it is another one only when the version or the wish is
    // eslint-disable-next-line react/exhaustive-deps
  }, [dispatch, versionId]);
}
