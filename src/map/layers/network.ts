/** The network behind the stops: the ways of all visible tracks, as they are picked. */
import type { Network } from '../../domain/mapOverlays.ts';
import { decodeShape } from '../../domain/shapes.ts';
import { lineTrackKey, type OnMap } from '../../projections/onMap.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData } from '../../projections/versions.ts';
import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { distanceToSegment, type Projection } from '../sources/picking.ts';
import { boxAround, boxAt, indexed, type MercatorBox } from '../sources/placeIndex.ts';
import { pickRadius } from '../viewport.ts';
import { defineLayer } from './mapLayer.ts';

/** A line on the map: its points and the tracks that go this way. */
interface Way {
  readonly points: readonly MapCoordinate[];
  readonly tracks: readonly string[];
}

export const networkLayer = defineLayer<readonly Way[] | undefined>({
  id: 'network',
  menu: { label: 'Lines', initially: true },
  data: ({ view }) => finestWays(view),
  sources: {},
  // drawn side by side: lines.ts
  layers: () => [],
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

function scheduleOf(track: string): string {
  return decodeURIComponent(track.split('/')[0] ?? '');
}

const known = new WeakMap<Network, readonly Way[]>();

function waysOf(network: Network): readonly Way[] {
  let ways = known.get(network);
  if (!ways) {
    ways = network.Shapes.map(({ Shape, Tracks }) => ({
      points: decodeShape(Shape),
      tracks: Tracks.map(([line, track]) => lineTrackKey(network.Lines[line]?.Id ?? '', track)),
    }));
    known.set(network, ways);
  }
  return ways;
}

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
