/** What of the state is to be seen on the map: stops, the chosen track, the links of the chosen stop. */
import { decode } from '@mapbox/polyline';
import type { ScheduleDetails, TrackDetails } from '../domain/scheduleDetails.ts';
import type { OverlayStop, StopDetails } from '../domain/stopDetails.ts';
import type { DataPlace } from '../domain/locations.ts';
import { getRow, type Table } from '../kernel/table.ts';
import type { AppState, VersionData } from '../projections/state.ts';
import { presentData, presentPlace } from '../projections/versions.ts';
import { emptyPicture, type MapLink, type MapPicture, type MapStop, type MapStops, type MapTrack } from './mapPicture.ts';

/** What only the screen knows: where the pointer rests, and which colours are shown. */
export interface ScreenState {
  readonly hoveredStops: readonly string[];
  readonly theme: 'light' | 'dark';
}

/** The picture of the present place. Parts that did not change are the same objects as before, so that the map skips them. */
export function pictureOf(view: AppState, screen: ScreenState): MapPicture {
  const data = presentData(view);
  const place = presentPlace(view);
  const { layers, tiles } = view.settings;
  const selected = place.page === 'stops' && place.itemId !== undefined ? place.itemId : undefined;
  const details = selected === undefined ? undefined : (data?.stopDetails[selected]?.value ?? undefined);
  const table = data?.stops.value ?? undefined;
  return {
    ...emptyPicture,
    stops: table ? stopChunks(table) : NO_STOPS,
    pathways: details && table ? pathwayLinks(details, table) : NO_LINKS,
    transfers: details && table ? transferLinks(details, table) : NO_LINKS,
    track: shownTrack(data, place),
    selectedStops: selected === undefined ? NOTHING : selection(selected),
    hoveredStops: screen.hoveredStops,
    layers: { ...layers, realtime: false },
    tiles,
    theme: screen.theme,
  };
}

/** The track that the address names, when its schedule is loaded. */
export function trackOf(details: ScheduleDetails | null | undefined, trackId: string | undefined): TrackDetails | undefined {
  return trackId === undefined ? undefined : details?.Tracks.find((one) => one.Track.Id === trackId);
}

const NOTHING: readonly string[] = [];
const NO_STOPS: MapStops = [];
const NO_LINKS: readonly MapLink[] = [];

const selection = remembered((id: string): readonly string[] => [id]);
const chunks = new WeakMap<object, readonly MapStop[]>();
const tables = new WeakMap<object, MapStops>();

/** One chunk a bucket: an edit changes one bucket, and the map looks at that one alone. */
function stopChunks(table: Table<OverlayStop>): MapStops {
  const known = tables.get(table);
  if (known) return known;
  const all = table.buckets.map((bucket) => {
    const before = chunks.get(bucket);
    if (before) return before;
    const made = Object.values(bucket).flatMap(({ Id, Name, Type, Coordinate }) =>
      Coordinate ? [{ Id, Name, Type, Lat: Coordinate.Lat, Lng: Coordinate.Lng }] : [],
    );
    chunks.set(bucket, made);
    return made;
  });
  tables.set(table, all);
  return all;
}

const tracks = new WeakMap<object, { readonly table: unknown; readonly track: MapTrack }>();

function shownTrack(data: VersionData | undefined, place: DataPlace): MapTrack | undefined {
  if (!data || place.page !== 'schedules' || place.itemId === undefined) return undefined;
  const found = trackOf(data.scheduleDetails[place.itemId]?.value, place.trackId);
  const table = data.stops.value;
  if (!found || !table) return undefined;
  const known = tracks.get(found);
  if (known?.table === table) return known.track;
  const { Shape, Stops } = found.Track;
  const stops = Stops.flatMap((stop, i) => {
    const at = getRow(table, stop.StopId)?.Coordinate;
    return at ? [{ StopId: stop.StopId, Number: i + 1, Lat: at.Lat, Lng: at.Lng }] : [];
  });
  const shape = Shape === undefined ? stops : decode(Shape, 5).map(([Lat, Lng]) => ({ Lat, Lng }));
  const track: MapTrack = { shape, stops };
  tracks.set(found, { table, track });
  return track;
}

const links = new WeakMap<object, { readonly table: unknown; readonly pathways: readonly MapLink[]; readonly transfers: readonly MapLink[] }>();

function linksOf(details: StopDetails, table: Table<OverlayStop>): { readonly pathways: readonly MapLink[]; readonly transfers: readonly MapLink[] } {
  const known = links.get(details);
  if (known?.table === table) return known;
  const link = (id: string, from: string | undefined, to: string | undefined): readonly MapLink[] => {
    const [a, b] = [from, to].map((stopId) => (stopId === undefined ? null : (getRow(table, stopId)?.Coordinate ?? null)));
    return a && b ? [{ Id: id, From: a, To: b }] : [];
  };
  const made = {
    table,
    pathways: details.Pathways.flatMap((one) => link(one.Id, one.FromStopId, one.ToStopId)),
    transfers: details.Transfers.flatMap((one) => link(one.Id, one.StopIdFrom, one.StopIdTo)),
  };
  links.set(details, made);
  return made;
}

function pathwayLinks(details: StopDetails, table: Table<OverlayStop>): readonly MapLink[] {
  return linksOf(details, table).pathways;
}

function transferLinks(details: StopDetails, table: Table<OverlayStop>): readonly MapLink[] {
  return linksOf(details, table).transfers;
}

/** The same answer object for the same text as last time. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly made: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
