import type { MapFeature } from '../engine/mapEngine.ts';
import type { MapCoordinate, MapLink, MapSketch } from '../mapPicture.ts';
import { isDrawable } from '../viewport.ts';

/** Pathways or transfers as lines; one from a stop to itself becomes a ring around it. What a search does not keep steps back. */
export function linkFeatures(links: readonly MapLink[], selected: ReadonlySet<string>, kept?: ReadonlySet<string>): MapFeature[] {
  return links.filter(drawableLink).map((link, place) => {
    const loop = link.From.Lat === link.To.Lat && link.From.Lng === link.To.Lng;
    return {
      id: place + 1,
      shape: loop ? { type: 'Point', at: link.From } : { type: 'Line', points: [link.From, link.To] },
      properties: { count: link.Count ?? 1, selected: selected.has(link.Id), dimmed: kept !== undefined && !kept.has(link.Id) },
    };
  });
}

/** True when both ends of the link can be drawn. */
export function drawableLink(link: MapLink): boolean {
  return isDrawable(link.From) && isDrawable(link.To);
}

/** The single dot that follows the pointer while a stop is placed or moved. */
export function previewFeatures(preview: (MapCoordinate & { readonly Type: number }) | undefined): MapFeature[] {
  return preview && isDrawable(preview) ? [{ id: 1, shape: { type: 'Point', at: preview }, properties: { type: preview.Type } }] : [];
}

/** A line of a sketch, or nothing while it has no length. */
export function sketchLine(points: readonly MapCoordinate[] | undefined): MapFeature[] {
  return points && points.length > 1 ? [{ id: 1, shape: { type: 'Line', points }, properties: {} }] : [];
}

/** The handles of a sketch. */
export function sketchHandles(handles: MapSketch['handles']): MapFeature[] {
  return (handles ?? []).map((handle, place) => ({
    id: place + 1,
    shape: { type: 'Point', at: handle },
    properties: { chosen: handle.chosen ?? false },
  }));
}
