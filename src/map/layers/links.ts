/** Pathways (solid) and transfers (dashed), told apart by stroke as well as colour, with counters from zoom 15. */
import type { ExpressionSpecification } from 'maplibre-gl';
import type { MapLink } from '../mapPicture.ts';
import { linksOfSelectedStop, type ShownLinks } from '../sources/stopLinks.ts';
import { drawableLink, linkFeatures } from '../sources/linkFeatures.ts';
import { linksAt } from '../sources/picking.ts';
import { boxAround, indexed } from '../sources/placeIndex.ts';
import { linkCounterZoom } from '../viewport.ts';
import { defineLayer, type GlLayerSpec, type LayerStyle } from './mapLayer.ts';

export const transfersLayer = defineLayer<ShownLinks | undefined>({
  id: 'transfers',
  menu: { label: 'Transfers of the selected stop', initially: true },
  data: (seen) => linksOfSelectedStop(seen.view)?.transfers,
  sources: { transfers: (shown) => featuresOf(shown) },
  layers: (style) => linkGroup(style, 'transfers', style.colours.transfer, [2, 1.4]),
  pick: (shown, surface, point) => (shown ? linksAt(placesOf(shown.links), surface, point).map((link) => link.Id) : []),
});

export const pathwaysLayer = defineLayer<ShownLinks | undefined>({
  id: 'pathways',
  menu: { label: 'Pathways of the selected stop', initially: true },
  data: (seen) => linksOfSelectedStop(seen.view)?.pathways,
  sources: { pathways: (shown) => featuresOf(shown) },
  layers: (style) => linkGroup(style, 'pathways', style.colours.pathway, undefined),
  pick: (shown, surface, point) => (shown ? linksAt(placesOf(shown.links), surface, point).map((link) => link.Id) : []),
});

const placesOf = indexed(
  (link: MapLink) => boxAround([link.From, link.To]),
  (links: readonly MapLink[]) => links.filter(drawableLink),
);

function featuresOf(shown: ShownLinks | undefined): ReturnType<typeof linkFeatures> {
  return shown ? linkFeatures(shown.links, shown.selected) : [];
}

function linkGroup(
  { colours, fonts }: LayerStyle,
  group: 'pathways' | 'transfers',
  colour: string,
  dashes: [number, number] | undefined,
): GlLayerSpec[] {
  const chosen: ExpressionSpecification = ['case', ['get', 'selected'], colours.selected, colour];
  const width = (extra: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], 9, 1 + extra, 13, 2.5 + extra, 17, 4 + extra];
  return [
    {
      id: `${group}-casing`,
      type: 'line',
      source: group,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round' },
      paint: { 'line-color': colours.trackCasing, 'line-opacity': 0.75, 'line-width': width(2) },
    },
    {
      id: group,
      type: 'line',
      source: group,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': dashes ? 'butt' : 'round' },
      paint: { 'line-color': chosen, 'line-width': width(0), ...(dashes ? { 'line-dasharray': dashes } : {}) },
    },
    {
      id: `${group}-loop`,
      type: 'circle',
      source: group,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, 4, 13, 11, 17, 17],
        'circle-opacity': 0,
        'circle-stroke-color': chosen,
        'circle-stroke-width': width(-0.5),
      },
    },
    {
      id: `${group}-count`,
      type: 'symbol',
      source: group,
      minzoom: linkCounterZoom,
      filter: ['>', ['get', 'count'], 1],
      layout: {
        'text-field': ['to-string', ['get', 'count']],
        'text-font': fonts.bold,
        'text-size': 12,
        'symbol-placement': 'line-center',
        'text-rotation-alignment': 'viewport',
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colour, 'text-halo-color': colours.labelHalo, 'text-halo-width': 3 },
    },
  ];
}
