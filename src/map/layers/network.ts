/** The network behind the stops: all visible tracks as thin lines in the colour of their line. */
import { hexColour, seenOn } from '../../domain/colours.ts';
import type { Network } from '../../domain/mapOverlays.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { lineTrackKey, type OnMap } from '../../projections/onMap.ts';
import { openLine } from '../../projections/openLine.ts';
import { searchFound } from '../../projections/searchFound.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData } from '../../projections/versions.ts';
import type { MapFeature, MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { distanceToSegment, type Projection } from '../sources/picking.ts';
import { boxAround, boxAt, indexed, type MercatorBox } from '../sources/placeIndex.ts';
import { pickRadius } from '../viewport.ts';
import { defineLayer } from './mapLayer.ts';
import { palettes } from './palette.ts';

/** A line on the map: its points, its colour, and the schedules with the tracks that go this way. */
interface Way {
  readonly points: readonly MapCoordinate[];
  readonly color: string | undefined;
  readonly tracks: readonly string[];
  /** A search leaves all its tracks out, or another line is open. */
  readonly dimmed?: boolean;
}

export const networkLayer = defineLayer<readonly Way[] | undefined>({
  id: 'network',
  menu: { label: 'Lines', initially: true },
  data: ({ view }) => {
    const kept = openLine(view)?.schedules ?? searchFound(view)?.shown.schedules;
    const ways = finestWays(view);
    return ways && kept ? dimmedWays(ways, kept) : ways;
  },
  sources: { network: (ways) => (ways ?? []).map(featureOf) },
  layers: ({ colours }) => [
    {
      id: 'network',
      type: 'line',
      source: 'network',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        // a colour of its own, for a dozen lines on one street would add up to a strong one however faint each is
        'line-color': ['case', ['has', 'dimmed'], colours.border, ['has', colours.theme], ['get', colours.theme], colours.line],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.45, 13, 0.7],
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 10, 1, 13, 1.8, 16, 3],
      },
    },
  ],
  picks: 'lines',
  pick: (ways, surface, point) => (ways ? tracksAt(ways, surface, point) : []),
});

/** The ways of the lines or tracks that are meant, as far as the network is loaded. */
export function waysOn(view: AppState, { schedules, tracks }: Pick<OnMap, 'schedules' | 'tracks'>): readonly (readonly MapCoordinate[])[] {
  if (!schedules && !tracks) return [];
  const isMeant = (track: string): boolean => tracks?.has(track) === true || schedules?.has(scheduleOf(track)) === true;
  return (finestWays(view) ?? []).flatMap((way) => (way.tracks.some(isMeant) ? [way.points] : []));
}

function finestWays(view: AppState): readonly Way[] | undefined {
  const shown = Object.entries(presentData(view)?.overlays.network ?? {}).flatMap(([zoom, load]) =>
    load.value ? [{ zoom: Number(zoom), network: load.value }] : [],
  );
  // the finest that is loaded: the library generalises it further for the zoom
  const finest = shown.toSorted((a, b) => b.zoom - a.zoom)[0];
  return finest && waysOf(finest.network);
}

let last: { readonly ways: readonly Way[]; readonly schedules: ReadonlySet<string>; readonly made: readonly Way[] } | undefined;

/** The ways as a search shows them, those that it keeps on top. */
function dimmedWays(ways: readonly Way[], schedules: ReadonlySet<string>): readonly Way[] {
  if (last?.ways === ways && last.schedules === schedules) return last.made;
  const keeps = (track: string): boolean => schedules.has(scheduleOf(track));
  const kept = ways.filter(({ tracks }) => tracks.some(keeps));
  const made = [...ways.filter(({ tracks }) => !tracks.some(keeps)).map((way) => ({ ...way, dimmed: true })), ...kept];
  last = { ways, schedules, made };
  return made;
}

function scheduleOf(track: string): string {
  return decodeURIComponent(track.split('/')[0] ?? '');
}

const known = new WeakMap<Network, readonly Way[]>();

function waysOf(network: Network): readonly Way[] {
  let ways = known.get(network);
  if (!ways) {
    ways = network.Shapes.map(({ Shape, Tracks }) => {
      const color = network.Lines[Tracks[0]?.[0] ?? -1]?.Color;
      return {
        points: decodeShape(Shape),
        color: hexColour(color),
        tracks: Tracks.map(([line, track]) => lineTrackKey(network.Lines[line]?.Id ?? '', track)),
      };
    });
    known.set(network, ways);
  }
  return ways;
}

function featureOf({ points, color, dimmed }: Way, place: number): MapFeature {
  return {
    id: place + 1,
    shape: { type: 'Line', points },
    properties: { ...(color === undefined ? {} : seenInThemes(color)), ...(dimmed === true ? { dimmed } : {}) },
  };
}

/** The colour of a line as each theme shows it: a dark blue is not seen on the dark map, nor a yellow on the light one. */
function seenInThemes(color: string): Readonly<Record<'light' | 'dark', string>> {
  return { light: seenOn(color, palettes.light.land, SEEN), dark: seenOn(color, palettes.dark.land, SEEN) };
}

/** Contrast of a line with the land; more would take the colours of lines from them. */
const SEEN = 2;

interface Piece {
  readonly way: Way;
  readonly from: number;
  readonly to: number;
}

/** Points of a way that share a box of the index: few enough that a pointer is measured against some dozens. */
const PIECE = 12;

const pieces = new WeakMap<readonly Way[], readonly Piece[]>();
const placesOf = indexed(({ way, from, to }: Piece): MercatorBox => boxAround(way.points.slice(from, to + 1)));

function tracksAt(ways: readonly Way[], surface: Projection, point: MapPoint): readonly string[] {
  let all = pieces.get(ways);
  if (!all) {
    all = ways.flatMap((way) =>
      Array.from({ length: Math.ceil((way.points.length - 1) / PIECE) }, (_, i) => ({
        way,
        from: i * PIECE,
        to: Math.min((i + 1) * PIECE, way.points.length - 1),
      })),
    );
    pieces.set(ways, all);
  }
  const near = new Map<Way, number>();
  for (const { way, from, to } of placesOf(all).within(boxAt(surface, point, pickRadius))) {
    for (let i = from; i < to; i++) {
      const [a, b] = [way.points[i], way.points[i + 1]];
      if (!a || !b) continue;
      const away = distanceToSegment(point, surface.project(a), surface.project(b));
      if (away <= pickRadius && away < (near.get(way) ?? Infinity)) near.set(way, away);
    }
  }
  return [...near].toSorted((a, b) => a[1] - b[1]).flatMap(([way]) => way.tracks);
}
