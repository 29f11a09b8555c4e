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

/** Milliseconds that what is drawn already may be out of date, so that it is not read for every single edit of a colleague. */
const READ_AGAIN_AFTER = 15_000;

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
  const isDrawn = useView((view) => loadOf(view)?.value != null);
  const wish = versionId === undefined ? undefined : JSON.stringify(command(versionId));
  useEffect(() => {
    if (versionId === undefined) return undefined;
    if (!isDrawn) return void dispatch(command(versionId));
    const timer = setTimeout(() => dispatch(command(versionId)), READ_AGAIN_AFTER);
    return () => clearTimeout(timer);
    // the command says what is missing now; it is another one only when its wording is
    // eslint-disable-next-line react/exhaustive-deps
  }, [dispatch, wish, isDrawn]);
}
