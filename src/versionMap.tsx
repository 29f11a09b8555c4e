/** The map with the screens' popups on it: where `map` and `ui` meet. */
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { newId } from './effects/newId.ts';
import { startDetour } from './commands/tracks/detourSteps.ts';
import { fitNetwork } from './commands/map/fitNetwork.ts';
import { toggleLegend } from './commands/map/toggleLegend.ts';
import type { KernelState } from './kernel/state.ts';
import { DataMap } from './map/DataMap.tsx';
import { providerChoices, tileChoices } from './map/engine/tileChoices.ts';
import type { RoutePreview } from './domain/routing.ts';
import { isLayerOn, layerCatalogue } from './map/layers/catalogue.ts';
import { mapCode } from './mapCode.ts';
import { mapKey } from './map/mapKeys.ts';
import { mapSettings } from './map/mapSettings.ts';
import { type MapExtent, viewerLinks } from './map/viewport.ts';
import type { AppState } from './projections/state.ts';
import { peopleOnMap } from './projections/peopleOnMap.ts';
import { canEdit } from './projections/rights.ts';
import { sameJson } from './domain/sameJson.ts';
import { presentData } from './projections/versions.ts';
import { DetourPanel } from './ui/map/DetourPanel.tsx';
import { ZonePanel } from './ui/map/ZonePanel.tsx';
import { Legend, MapButtons } from './ui/map/Legend.tsx';
import { LinesCard, LinesMenu } from './ui/map/LinesCard.tsx';
import { MapMenu } from './ui/map/MapMenu.tsx';
import { ShapeBar } from './ui/map/ShapeBar.tsx';
import { ActionButton } from './ui/parts/ActionButton.tsx';
import { useView } from './ui/parts/appState.ts';
import { everybody, useColleagues, usePresence } from './ui/parts/colleagues.ts';
import { MapSearch } from './ui/search/MapSearch.tsx';
import { CreateStopPopup } from './ui/stops/CreateStopPopup.tsx';
import { StationPanel } from './ui/stations/StationPanel.tsx';
import { useDetailsInset } from './ui/parts/DetailsDock.tsx';
import { useShownOnMap } from './ui/parts/pointed.tsx';
import { CreateTransferPopup } from './ui/transfers/CreateTransferPopup.tsx';
import { RealtimeBar } from './ui/realtime/RealtimeBar.tsx';
import { VehicleCard } from './ui/realtime/VehicleCard.tsx';
import { StopHoverCard } from './ui/stops/StopHoverCard.tsx';
import { StopSelectMenu } from './ui/stops/StopSelectMenu.tsx';

/** The map beside the content. `stateNow` answers the state between two renders; a replayer's, in a replay. */
export function VersionMap({
  stateNow,
  routePreview,
}: {
  readonly stateNow: () => KernelState<AppState>;
  readonly routePreview?: RoutePreview;
}): ReactNode {
  const theme = useComputedColorScheme('light');
  const presence = usePresence();
  const colleagues = useColleagues(everybody);
  const people = useView(
    useCallback((view: AppState) => peopleOnMap(view, colleagues), [colleagues]),
    sameJson,
  );
  return (
    <DataMap
      theme={theme}
      pointed={useShownOnMap()}
      code={mapCode}
      inset={useDetailsInset()}
      newId={newId}
      routePreview={routePreview}
      people={people}
      onWorkAt={useCallback((at) => presence.focus({ at }), [presence])}
      stateNow={stateNow}
      hoverCard={(stopIds) => <StopHoverCard stopIds={stopIds} />}
      stopMenu={(stopIds, choose, close) => <StopSelectMenu stopIds={stopIds} onChoose={choose} onClose={close} />}
      linesCard={(tracks) => <LinesCard tracks={tracks} />}
      linesMenu={(tracks, close) => <LinesMenu tracks={tracks} onClose={close} />}
      createPopup={() => <CreateStopPopup />}
      toolPopup={(tool) => (tool === 'createTransfer' ? <CreateTransferPopup /> : null)}
      layerPopup={(layer) => (layer === 'realtime' ? <VehicleCard /> : null)}
      search={<MapSearch />}
      panel={(extent) => <StationPanel extent={extent} />}
      controls={(extent, legend) => (
        <>
          <ShapeBar />
          <DetourPanel />
          <ZonePanel />
          <OfNetwork />
          <Controls extent={extent} />
          <RealtimeBar />
          {legend && <Legend entries={legend} />}
        </>
      )}
    />
  );
}

/** Nothing where no network is on the map. */
function OfNetwork(): ReactNode {
  const hasNetwork = useView((view) => presentData(view)?.stops.value != null);
  const hasLegend = useView((view) => view.settings.legend === true);
  const isEditable = useView(canEdit);
  if (!hasNetwork) return null;
  return (
    <MapButtons>
      <ActionButton of={fitNetwork} iconOnly />
      {isEditable && <ActionButton of={startDetour} iconOnly />}
      <ActionButton of={toggleLegend} iconOnly active={hasLegend} />
    </MapButtons>
  );
}

function Controls({ extent }: { readonly extent: MapExtent | undefined }): ReactNode {
  const config = useView((view) => view.config);
  const layers = useView((view) => view.settings.layers);
  const provider = useView((view) => view.settings.provider);
  const settings = mapSettings(config, provider);
  const viewers = (config?.map.viewers ?? [])
    .map(({ title, template }) => ({ label: title, url: mapKey(template) ?? '' }))
    .filter(({ url }) => url !== '');
  return (
    <MapMenu
      layers={layerCatalogue.flatMap(({ id, menu }) => (menu ? [{ id, label: menu.label, on: isLayerOn(id, layers) }] : []))}
      tiles={tileChoices(settings)}
      providers={providerChoices(settings)}
      links={extent ? viewerLinks(viewers, extent) : []}
    />
  );
}
