/** What of the state is to be seen on the map: the stops, and what each layer reads of it. */
import type { OverlayStop } from '../domain/stopDetails.ts';
import type { Table } from '../kernel/table.ts';
import { type Listed, onMapTogether } from '../projections/onMap.ts';
import { openLine } from '../projections/openLine.ts';
import { type Found, searchFound } from '../projections/searchFound.ts';
import type { AppState } from '../projections/state.ts';
import { presentData, presentPlace } from '../projections/versions.ts';
import { stopsOfShownLevel } from '../projections/stationPlan.ts';
import { selectedStops } from '../projections/stopSelection.ts';
import { layerCatalogue } from './layers/catalogue.ts';
import { shownMatch } from './layers/matched.ts';
import { finestPolylines } from './layers/network.ts';
import type { SeenState } from './layers/mapLayer.ts';
import type { LineStretches } from './sources/lineStretches.ts';
import { linesOf } from './sources/linesOf.ts';
import { emptyPicture, type MapPicture, type MapStop, type MapStops, type Polyline } from './mapPicture.ts';

/** What only the screen knows: where the pointer rests, on the map and in the list beside it, and which colours are shown. */
export interface ScreenState {
  readonly hoveredStops: readonly string[];
  /** What a list beside the map points at. */
  readonly pointed?: readonly Listed[] | undefined;
  /** The network joined by a worker. */
  readonly joined?: LineStretches | undefined;
  readonly theme: 'light' | 'dark';
  readonly inset: number;
}

/** The picture of the present place. Parts that did not change are the same objects as before, so that the map skips them. */
export function pictureOf(seen: SeenState, screen: ScreenState): MapPicture {
  const { view, workflows } = seen;
  const place = presentPlace(view);
  const { layers, tiles } = view.settings;
  const selected = place.page === 'stops' && place.itemId !== undefined ? place.itemId : undefined;
  const table = presentData(view)?.stops.value ?? undefined;
  const level = stopsOfShownLevel(view);
  const chosen = level.length > 0 ? level : selectedStops(view);
  const found = searchFound(view);
  const kept = found && found.shown.stops.size <= MOST_MARKED ? found.shown.stops : undefined;
  // stops that are added to a track are chosen among all
  const line = workflows['trackStops']?.value === 'adding' ? undefined : openLine(view);
  const pointed = screen.pointed && screen.pointed.length > 0 ? pointedAt(view, screen.pointed) : undefined;
  return {
    ...emptyPicture,
    stops: table ? stopChunks(table) : NO_STOPS,
    data: Object.fromEntries(layerCatalogue.flatMap((layer) => (layer.data ? [[layer.id, layer.data(seen)]] : []))),
    selectedStops: selected === undefined ? NOTHING : selection(selected),
    // stops that are chosen to be changed together are what one looks at; else those that a search keeps
    highlightedStops: chosen.length > 0 || !kept ? chosen : idsOf(kept),
    dimmed: level.length > 0 || (line !== undefined && line.stops.length > 0) || (kept !== undefined && found?.dims === true),
    keptStops: line?.stops ?? NOTHING,
    hoveredStops: pointed && pointed.stops.length <= MOST_POINTED ? [...screen.hoveredStops, ...pointed.stops] : screen.hoveredStops,
    // one line among a dozen on the same street is seen only where it is drawn on its own
    pointedLines: pointed ? pointed.lines : found?.chosen ? openLines(view, found) : NO_LINES,
    // an open line, and a shape that is matched, are drawn on their own, over the others
    lines:
      screen.joined && linesShown(screen.joined, openLine(view) || shownMatch(seen) ? NO_SCHEDULES : found?.shown.schedules, finestPolylines(view)),
    layers,
    tiles,
    theme: screen.theme,
    inset: screen.inset,
  };
}

const NO_SCHEDULES: ReadonlySet<string> = new Set();

const NO_POLYLINES: readonly Polyline[] = [];

let lastShown: MapPicture['lines'];

/** The same object while nothing changed. */
function linesShown(
  joined: LineStretches,
  kept: ReadonlySet<string> | undefined,
  polylines: readonly Polyline[] = NO_POLYLINES,
): MapPicture['lines'] {
  if (lastShown?.joined !== joined || lastShown.kept !== kept || lastShown.polylines !== polylines) lastShown = { joined, kept, polylines };
  return lastShown;
}

let lastOpen: { readonly found: Found; readonly network: unknown; readonly lines: MapPicture['pointedLines'] } | undefined;

/** The lines of the schedule or the agency that is open; the same object while nothing changed. */
function openLines(view: AppState, found: Found): MapPicture['pointedLines'] {
  const network = presentData(view)?.overlays.network;
  if (lastOpen?.found !== found || lastOpen.network !== network) {
    const { schedules } = found.shown;
    lastOpen = { found, network, lines: schedules ? linesOf(view, { stops: found.shown.stops, schedules }) : NO_LINES };
  }
  return lastOpen.lines;
}

let lastPointed:
  | { readonly of: readonly Listed[]; readonly data: unknown; readonly stops: readonly string[]; readonly lines: MapPicture['pointedLines'] }
  | undefined;

/** What a list points at, or all that it shows; the same object while nothing of the version changed. */
function pointedAt(view: AppState, of: readonly Listed[]): NonNullable<typeof lastPointed> {
  const data = presentData(view);
  if (lastPointed?.of !== of || lastPointed.data !== data) {
    const on = onMapTogether(view, of);
    lastPointed = { of, data, stops: [...on.stops], lines: linesOf(view, on) };
  }
  return lastPointed;
}

/** As many cases as are kept of a rule. */
const MOST_POINTED = 10_000;

/** A search that keeps more stops than this marks none: most of the map would be marks. */
const MOST_MARKED = 3000;

const keptIds = new WeakMap<ReadonlySet<string>, readonly string[]>();

function idsOf(kept: ReadonlySet<string>): readonly string[] {
  const known = keptIds.get(kept) ?? [...kept];
  keptIds.set(kept, known);
  return known;
}

const NOTHING: readonly string[] = [];
const NO_STOPS: MapStops = [];
const NO_LINES: MapPicture['pointedLines'] = [];

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

/** The same answer object for the same text as last time. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly made: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
