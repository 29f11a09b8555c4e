/** Where the state wants the map to look: each wish has a key and is carried out once. */
import { rows, getRow } from '../kernel/table.ts';
import { searchFound } from '../projections/searchFound.ts';
import type { AppState } from '../projections/state.ts';
import { flatPoints } from '../domain/zoneGeometry.ts';
import { recordsOf } from '../projections/records.ts';
import { presentData, presentPlace } from '../projections/versions.ts';
import { placeOf } from '../domain/locations.ts';
import { cornersOf, shownRegions } from './layers/regions.ts';
import { polylinesOn } from './layers/network.ts';
import type { MapCameraRequest } from './mapPicture.ts';
import { type ComparedStates, comparedStates, pointsOf } from './sources/comparedStates.ts';
import { shownTrack } from './sources/shownTrack.ts';
import { boundsOf, contains, defaultBounds, detailZoom, type MapExtent } from './viewport.ts';

/** Zoom at which a single stop is shown when it has to be brought into view. */
const STOP_ZOOM = 15;

/**
 * The wishes that hold now and were not followed yet, the most urgent first. A selected stop that is in view already, at a scale at which it
 * can be worked on, asks for nothing: nothing jumps under the pointer.
 */
export function cameraWishes(view: AppState, extent: MapExtent | undefined, followed: ReadonlySet<string>, inset = 0): readonly MapCameraRequest[] {
  const compared = comparedStates(view);
  if (compared) return comparedWishes(view, compared).filter((wish) => !followed.has(wish.key));
  const shown = [...placeWish(view), ...regionsWish(view, followed, inset)];
  const data = presentData(view);
  const place = presentPlace(view);
  const table = data?.stops.value;
  if (!data || !table) return shown.filter((wish) => !followed.has(wish.key));
  const wishes: MapCameraRequest[] = [...shown];
  const stopAt = (id: string | undefined): ReturnType<typeof placeOfStop> => placeOfStop(id);

  const reveal = stopAt(view.camera.stopId);
  if (view.camera.request > 0 && reveal) wishes.push(lookAt(`reveal:${view.camera.request}`, reveal, extent));

  const network = `network:${view.camera.request}`;
  const asked = view.camera.network === true && !followed.has(network) ? boundsOf(placed()) : undefined;
  if (asked) wishes.push({ key: network, kind: 'fit', bounds: asked, animate: true });

  if (place.page === 'schedules' && place.trackId !== undefined && view.settings.zoomToTrack) {
    const track = shownTrack(view);
    const bounds = track && boundsOf([...track.shape, ...track.stops]);
    const key = `track:${place.versionId}/${place.itemId}/${place.trackId}`;
    if (bounds) wishes.push({ key, kind: 'fit', bounds, animate: true });
    // a line that is being made: its first stops do not move the map
    else if (track) wishes.push({ key, kind: 'stay' });
  }

  if (place.page === 'stops' && place.itemId !== undefined) {
    const at = stopAt(place.itemId);
    if (at) wishes.push(lookAt(`select:${place.versionId}/${place.itemId}/${inset}`, at, extent));
  }

  if (place.page === 'zones' && place.itemId !== undefined && place.versionId !== undefined) {
    const border = recordsOf(view, place.versionId, 'Zone')?.find(({ Id }) => Id === place.itemId)?.Geometry;
    const bounds = border && boundsOf(flatPoints(border));
    const key = `zone:${place.versionId}/${place.itemId}`;
    if (bounds) wishes.push({ key, kind: 'fit', bounds, animate: true });
  }

  const found = searchFound(view);
  if (found && found.name !== '' && (place.itemId === undefined || found.chosen)) {
    // details that open beside what was chosen must not cover it
    const key = `search:${data.id}/${found.name}${found.chosen ? `/${inset}` : ''}`;
    const spots = [...[...found.shown.stops].flatMap((id) => placeOfStop(id) ?? []), ...polylinesOn(view, found.shown).flat()];
    const fit = boundsOf(spots);
    const [only] = spots;
    if (only && spots.length === 1) wishes.push(lookAt(key, only, extent));
    else if (
      fit &&
      found.chosen &&
      extent &&
      (place.page !== 'stops' || extent.zoom >= detailZoom) &&
      contains(extent.bounds, fit.SouthWest) &&
      contains(extent.bounds, fit.NorthEast)
    )
      wishes.push({ key, kind: 'stay' });
    else if (fit) wishes.push({ key, kind: 'fit', bounds: fit, animate: true });
  }

  // Looking at every stop of a large version is expensive; once is enough.
  const whole = `version:${data.id}`;
  const bounds = followed.has(whole) ? undefined : boundsOf(placed());
  if (bounds) wishes.push({ key: whole, kind: 'fit', bounds });
  return wishes.filter((wish) => !followed.has(wish.key));

  function placeOfStop(id: string | undefined): { readonly Lat: number; readonly Lng: number } | undefined {
    return (table && id !== undefined ? getRow(table, id)?.Coordinate : undefined) ?? undefined;
  }

  function* placed(): Generator<{ readonly Lat: number; readonly Lng: number }> {
    if (table) for (const stop of rows(table)) if (stop.Coordinate) yield stop.Coordinate;
  }
}

/** The regions of the start page, or the region of the database that is open, come into view; elsewhere only while nothing else ever did. */
function regionsWish(view: AppState, followed: ReadonlySet<string>, inset: number): readonly MapCameraRequest[] {
  const regions = shownRegions(view);
  const bounds = boundsOf(regions.flatMap(cornersOf)) ?? (view.regions.value?.length === 0 ? defaultBounds : undefined);
  if (!bounds || (placeOf(view.location.path).section !== 'data' && followed.size > 0)) return [];
  // details of the page before may still be there: once they are gone, the regions are fitted to the whole map
  const beside = inset === 0 ? '' : ` beside ${inset}`;
  return [{ key: `${REGIONS}${regions.map(({ Key, Rev }) => `${Key}/${Rev}`).join(' ')}${beside}`, kind: 'fit', bounds }];
}

const REGIONS = 'regions:';
/** Wishes that are numbered: each is followed once, wherever the user goes afterwards. */
const ONE_TIME = ['place:', 'reveal:', 'network:'];

/**
 * The keys that stay followed when a wish is carried out: leaving the regions for a version, or a version for the regions, what was
 * looked at before is looked at again on the way back.
 */
export function stillFollowed(followed: ReadonlySet<string>, wish: MapCameraRequest): ReadonlySet<string> {
  const toRegions = wish.key.startsWith(REGIONS);
  return new Set([...followed].filter((key) => ONE_TIME.some((kind) => key.startsWith(kind)) || key.startsWith(REGIONS) === toRegions));
}

/** A place that somebody asked to see. */
function placeWish({ camera: { request, at, zoom, bounds } }: AppState): readonly MapCameraRequest[] {
  if (bounds) return [{ key: `place:${request}`, kind: 'fit', bounds, animate: true }];
  return at === undefined ? [] : [{ key: `place:${request}`, kind: 'centre', at, ...(zoom === undefined ? {} : { zoom }), animate: true }];
}

/** Both states of what is compared come into view. */
function comparedWishes(view: AppState, states: ComparedStates): readonly MapCameraRequest[] {
  const points = pointsOf(states);
  const bounds = boundsOf(points);
  return bounds
    ? [{ key: `compare:${view.comparer.pair}/${view.location.search}`, kind: 'fit', bounds, single: points.length < 3, animate: true }]
    : [];
}

function lookAt(key: string, at: { readonly Lat: number; readonly Lng: number }, extent: MapExtent | undefined): MapCameraRequest {
  // where nothing on the map can be clicked, nothing can be moved or drawn either
  if (extent !== undefined && contains(extent.bounds, at) && extent.zoom >= detailZoom) return { key, kind: 'stay' };
  return { key, kind: 'centre', at, zoom: STOP_ZOOM, animate: true };
}
