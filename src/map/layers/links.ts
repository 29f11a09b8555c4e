/** Pathways (solid) and transfers (dashed), which differ in stroke as well as colour, with counters from zoom 15. */
import type { ExpressionSpecification } from 'maplibre-gl';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { dataPath } from '../../domain/locations.ts';
import type { LegendEntry } from '../../domain/legend.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { type LinkList, linkListQuery, linkQuery } from '../../projections/overlays.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import type { MapPoint } from '../engine/mapEngine.ts';
import { drawableLink, linkFeatures } from '../sources/linkFeatures.ts';
import { linksAt, type Projection } from '../sources/picking.ts';
import { boxAround, indexed } from '../sources/placeIndex.ts';
import { type LinkGroup, type ShownLinks, shownPathways, shownTransfers } from '../sources/shownLinks.ts';
import { linkCounterZoom } from '../viewport.ts';
import { defineLayer, type GlLayerSpec, type LayerStyle, type LegendView } from './mapLayer.ts';

export const transfersLayer = defineLayer<ShownLinks | undefined>({
  id: 'transfers',
  menu: { label: 'Transfers', initially: true },
  data: (seen) => shownTransfers(seen.view),
  sources: { transfers: (shown) => featuresOf(shown) },
  legend: (shown, view) => linkLegend(shown, view, view.colours.transfer, true, 'Transfer'),
  layers: (style) => linkGroup(style, 'transfers', style.colours.transfer, [2, 1.4]),
  pick: idsAt,
  open: (ids, view) => openLinks(view, 'transfers', ids),
});

export const pathwaysLayer = defineLayer<ShownLinks | undefined>({
  id: 'pathways',
  menu: { label: 'Pathways', initially: true },
  data: (seen) => shownPathways(seen.view),
  sources: { pathways: (shown) => featuresOf(shown) },
  legend: (shown, view) => linkLegend(shown, view, view.colours.pathway, false, 'Pathway'),
  layers: (style) => linkGroup(style, 'pathways', style.colours.pathway, undefined),
  pick: idsAt,
  open: (ids, view) => openLinks(view, 'pathways', ids),
});

const placesOf = indexed(
  (link: LinkGroup) => boxAround([link.From, link.To]),
  (links: readonly LinkGroup[]) => links.filter(drawableLink),
);

/** All links of the lines under the point. */
function idsAt(shown: ShownLinks | undefined, surface: Projection, point: MapPoint): readonly string[] {
  return shown ? linksAt(placesOf(shown.links), surface, point).flatMap((group) => group.ids) : [];
}

/** The address that shows some transfers or pathways beside the map. */
function openLinks(view: AppState, list: LinkList, ids: readonly string[]): CommandInput {
  const { databaseId, versionId, page } = presentPlace(view);
  const place = { ...(databaseId === undefined ? {} : { databaseId }), ...(versionId === undefined ? {} : { versionId }), page: 'stops' };
  const [only] = ids;
  const search = ids.length === 1 ? linkQuery(page === 'stops' ? view.location.search : '', list, only) : linkListQuery(list, ids);
  return openPlace({ path: dataPath(place), search });
}

function featuresOf(shown: ShownLinks | undefined): ReturnType<typeof linkFeatures> {
  return shown ? linkFeatures(shown.links, shown.selected, shown.kept) : [];
}

function linkLegend(shown: ShownLinks | undefined, { zoom }: LegendView, colour: string, dashed: boolean, text: string): readonly LegendEntry[] {
  if (!shown || shown.links.length === 0 || zoom < LINK_ZOOM) return [];
  return [{ swatch: { kind: 'lines', colours: [colour], width: 3, dashed }, text }];
}

/** Further out there would be more of them than anybody could tell apart. */
export const LINK_ZOOM = 11;

function linkGroup(
  { colours, fonts }: LayerStyle,
  group: 'pathways' | 'transfers',
  colour: string,
  dashes: [number, number] | undefined,
): GlLayerSpec[] {
  const chosen: ExpressionSpecification = ['case', ['get', 'selected'], colours.selected, colour];
  const opacity = (plain: number): ExpressionSpecification => ['case', ['get', 'dimmed'], 0.15, plain];
  const width = (extra: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], 9, 1 + extra, 13, 2.5 + extra, 17, 4 + extra];
  return [
    {
      id: `${group}-casing`,
      type: 'line',
      source: group,
      minzoom: LINK_ZOOM,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round' },
      paint: { 'line-color': colours.trackCasing, 'line-opacity': opacity(0.75), 'line-width': width(2) },
    },
    {
      id: group,
      type: 'line',
      source: group,
      minzoom: LINK_ZOOM,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': dashes ? 'butt' : 'round' },
      paint: { 'line-color': chosen, 'line-opacity': opacity(1), 'line-width': width(0), ...(dashes ? { 'line-dasharray': dashes } : {}) },
    },
    {
      id: `${group}-loop`,
      type: 'circle',
      source: group,
      minzoom: LINK_ZOOM,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, 4, 13, 11, 17, 17],
        'circle-opacity': 0,
        'circle-stroke-color': chosen,
        'circle-stroke-opacity': opacity(1),
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
      paint: { 'text-color': colour, 'text-halo-color': colours.labelHalo, 'text-halo-width': 3, 'text-opacity': opacity(1) },
    },
  ];
}
