/** The network behind the stops: the polylines of all visible tracks. */
import type { Network } from '../../domain/mapOverlays.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { lineTrackKey, type OnMap } from '../../projections/onMap.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData } from '../../projections/versions.ts';
import type { MapCoordinate, Polyline } from '../mapPicture.ts';
import { defineLayer } from './mapLayer.ts';

/** The entry of the lines in the menu; they are drawn and picked side by side: lines.ts. */
export const networkLayer = defineLayer({ id: 'network', menu: { label: 'Lines', initially: true }, sources: {}, layers: () => [] });

/** The polylines of the lines or tracks that are meant, as far as the network is loaded. */
export function polylinesOn(view: AppState, { schedules, tracks }: Pick<OnMap, 'schedules' | 'tracks'>): readonly (readonly MapCoordinate[])[] {
  if (!schedules && !tracks) return [];
  const isMeant = (track: string): boolean => tracks?.has(track) === true || schedules?.has(scheduleOf(track)) === true;
  return (finestPolylines(view) ?? []).flatMap((polyline) => (polyline.tracks.some(isMeant) ? [polyline.points] : []));
}

/** The polylines of all tracks in the finest detail that is loaded. */
export function finestPolylines(view: AppState): readonly Polyline[] | undefined {
  const shown = Object.entries(presentData(view)?.overlays.network ?? {}).flatMap(([zoom, load]) =>
    load.value ? [{ zoom: Number(zoom), network: load.value }] : [],
  );
  // the finest that is loaded: the library generalises it further for the zoom
  const finest = shown.toSorted((a, b) => b.zoom - a.zoom)[0];
  return finest && polylinesOf(finest.network);
}

/** The schedule of a `lineTrackKey`. */
export function scheduleOf(track: string): string {
  return decodeURIComponent(track.split('/')[0] ?? '');
}

const known = new WeakMap<Network, readonly Polyline[]>();

function polylinesOf(network: Network): readonly Polyline[] {
  let polylines = known.get(network);
  if (!polylines) {
    polylines = network.Shapes.map(({ Shape, Tracks }) => ({
      points: decodeShape(Shape),
      tracks: Tracks.map(([line, track]) => lineTrackKey(network.Lines[line]?.Id ?? '', track)),
    }));
    known.set(network, polylines);
  }
  return polylines;
}
