/** The lines of a version as the map draws them: every visible track's way, generalised by zoom, equal ways once. */
import type { Network, NetworkLine, NetworkShape } from '../../src/domain/mapOverlays.ts';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { decodeShape, encodeShape, simplifyLine } from '../../src/domain/shapes.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readSome } from '../store/entities.ts';
import { readTracksState } from '../store/stops.ts';
import { readable } from './editing.ts';

/** The network of a version for a zoom, kept until a track, a schedule or (for straight lines) a stop changes. */
export interface Networks {
  /** Tag of what `read` would answer now, without making it. */
  etagOf(versionId: number, zoom: number): Promise<string>;
  read(versionId: number, zoom: number): Promise<{ readonly etag: string; readonly json: Buffer }>;
  /** The ways of all visible tracks in full. */
  lines(versionId: number): Promise<readonly (readonly Coordinate[])[]>;
}

interface Ways {
  readonly rev: number;
  readonly lines: readonly NetworkLine[];
  readonly tracks: readonly { readonly line: number; readonly id: string; readonly points: readonly Coordinate[] }[];
  /** Some tracks have no shape: their lines follow the stops. */
  readonly straight: boolean;
}

/** Keeps the networks last asked for; decoded ways of 3,000 tracks are about 30 MB, so of few versions. */
export function networks(engine: Engine, keep = 3): Networks {
  const known = new Map<number, { readonly state: string; readonly ways: Promise<Ways>; readonly bodies: Map<number, Promise<Buffer>> }>();

  const present = async (versionId: number) => {
    const { rev } = await readable(engine.db, versionId);
    const state = await readTracksState(engine.db, versionId);
    let entry = known.get(versionId);
    if (entry) {
      const ways = await entry.ways;
      if (entry.state !== state || (ways.straight && ways.rev !== rev)) entry = undefined;
    }
    if (!entry) {
      entry = { state, ways: readWays(engine, versionId, rev), bodies: new Map() };
      entry.ways.catch(() => known.delete(versionId));
    }
    known.delete(versionId);
    known.set(versionId, entry);
    for (const oldest of known.keys()) if (known.size > keep) known.delete(oldest);
    return entry;
  };
  const tagOf = (versionId: number, zoom: number, ways: Ways): string => `"n${versionId}-${ways.rev}-${zoom}"`;
  return {
    async etagOf(versionId, zoom) {
      return tagOf(versionId, zoom, await (await present(versionId)).ways);
    },
    async read(versionId, zoom) {
      const { ways, bodies } = await present(versionId);
      let json = bodies.get(zoom);
      if (!json) {
        json = ways.then((all) => Buffer.from(JSON.stringify(networkOf(all, zoom))));
        bodies.set(zoom, json);
      }
      return { etag: tagOf(versionId, zoom, await ways), json: await json };
    },
    async lines(versionId) {
      return (await (await present(versionId)).ways).tracks.map(({ points }) => points);
    },
  };
}

async function readWays(engine: Engine, versionId: number, rev: number): Promise<Ways> {
  const lines: NetworkLine[] = [];
  const placeOf = new Map<string, number>();
  for await (const { Id, Name, LongName, Color } of readAll(engine, versionId, 'Schedule')) {
    placeOf.set(Id, lines.length);
    lines.push({ Id, Name, ...(LongName === undefined ? {} : { LongName }), ...(Color === undefined ? {} : { Color }) });
  }
  const shaped: { line: number; id: string; points: readonly Coordinate[] }[] = [];
  const straight: { line: number; id: string; stops: readonly string[] }[] = [];
  for await (const track of readAll(engine, versionId, 'Track')) {
    const line = placeOf.get(track.ScheduleId);
    if (line === undefined || !track.Visible) continue;
    if (track.Shape !== undefined) shaped.push({ line, id: track.Id, points: decodeShape(track.Shape) });
    else straight.push({ line, id: track.Id, stops: track.Stops.map(({ StopId }) => StopId) });
  }
  const stops = await readSome(engine.db, versionId, 'Stop', [...new Set(straight.flatMap((track) => track.stops))]);
  const direct = straight.map(({ line, id, stops: ids }) => ({ line, id, points: ids.flatMap((stopId) => stops.get(stopId)?.doc.Coordinate ?? []) }));
  return { rev, lines, tracks: [...shaped, ...direct].filter(({ points }) => points.length > 1), straight: straight.length > 0 };
}

/** Metres that a pixel shows at zoom 0 on the equator, of a world 512 px wide. */
const METRES_AT_ZOOM_0 = 78_271.5;

function networkOf({ rev, lines, tracks }: Ways, zoom: number): Network {
  const metres = zoom >= 15 ? 1 : METRES_AT_ZOOM_0 / 2 ** zoom;
  const shapes = new Map<string, NetworkShape>();
  for (const { line, id, points } of tracks) {
    const shape = encodeShape(simplifyLine(points, metres));
    const same = shapes.get(`${lines[line]?.Color ?? ''} ${shape}`);
    if (same) same.Tracks.push([line, id]);
    else shapes.set(`${lines[line]?.Color ?? ''} ${shape}`, { Shape: shape, Tracks: [[line, id]] });
  }
  return { Rev: rev, Lines: [...lines], Shapes: [...shapes.values()] };
}
