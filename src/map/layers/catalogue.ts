/** Every layer of data, lowest first. */
import { comparedLayer } from './compared.ts';
import { fareZonesLayer } from './fareZones.ts';
import { journeysLayer } from './journeys.ts';
import { lineNamesLayer, linesLayer } from './lines.ts';
import type { MapLayer } from './mapLayer.ts';
import { pathwaysLayer, transfersLayer } from './links.ts';
import { matchedLayer } from './matched.ts';
import { networkLayer } from './network.ts';
import { pointedLayer } from './pointed.ts';
import { realtimeLayer } from './realtime.ts';
import { regionsLayer } from './regions.ts';
import { previewLayer, sketchActiveLayer, sketchClosedLayer, sketchHandlesLayer, sketchLayer, sketchRingsLayer } from './sketch.ts';
import { stopMarksLayer, stopsLayer } from './stops.ts';
import { townsLayer } from './towns.ts';
import { zonesLayer } from './zones.ts';
import { trackDirectionLayer, trackLayer, trackStopsLayer } from './track.ts';

export const layerCatalogue: readonly MapLayer[] = [
  regionsLayer,
  fareZonesLayer,
  zonesLayer,
  networkLayer,
  linesLayer,
  trackLayer,
  trackDirectionLayer,
  transfersLayer,
  pathwaysLayer,
  pointedLayer,
  stopsLayer,
  stopMarksLayer,
  townsLayer,
  lineNamesLayer,
  trackStopsLayer,
  journeysLayer,
  realtimeLayer,
  comparedLayer,
  sketchClosedLayer,
  matchedLayer,
  sketchRingsLayer,
  sketchLayer,
  sketchActiveLayer,
  sketchHandlesLayer,
  previewLayer,
];

/** Whether a layer is on: as the browser remembers, else as the layer declares. */
export function isLayerOn(id: string, remembered: Readonly<Record<string, boolean>>): boolean {
  return remembered[id] ?? layerCatalogue.find((layer) => layer.id === id)?.menu?.initially ?? true;
}
