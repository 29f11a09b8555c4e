/**
 * The lines of a version as the map draws them: every visible track, generalised by zoom, equal lines once. Tracks are read a few at a
 * time and only their generalised lines are kept, so that memory is bounded by the answer and not by the feed.
 */
import type { Network, NetworkLine, NetworkShape } from '../../src/domain/mapOverlays.ts';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import type { Box } from '../geo/alignment.ts';
import { decodeShape, encodeShape, simplifyLine } from '../../src/domain/shapes.ts';
import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { readSome } from '../store/entities.ts';
import { readScheduleBriefs } from '../store/schedules.ts';
import { readTracksState } from '../store/stops.ts';
import { readTrackLines, readTrackPlaces, type TrackLine, type TrackPlace } from '../store/trackLines.ts';
import { readable } from './editing.ts';
import { PATIENCE, slices, within } from './prepared.ts';

/** The network of a version for a zoom, kept until a track, a schedule or (for straight lines) a stop changes. */
export interface Networks {
  /** Entity tag of what `read` would answer now. */
  etagOf(versionId: number, zoom: number): Promise<string>;
  /** Refuses with 503 where it takes longer than a caller waits: the work continues, and the next call has it. */
  read(versionId: number, zoom: number): Promise<{ readonly etag: string; readonly json: Buffer }>;
  /** The full lines of visible tracks that pass a box, equal ones once, at most `MOST_NEAR`. */
  near(versionId: number, box: Box): Promise<readonly (readonly Coordinate[])[]>;
  /** All visible tracks whose lines pass a box: schedule and id of each. */
  tracksNear(versionId: number, box: Box): Promise<readonly (readonly [scheduleId: string, id: string])[]>;
}

/** A finished answer. */
interface Made {
  readonly rev: number;
  readonly json: Buffer;
  /** Some tracks have no shape: their lines follow the stops. */
  readonly straight: boolean;
}

interface Entry {
  readonly state: string;
  readonly rev: number;
  /** Tracks without a shape are among them; undefined while nothing was made. */
  straight: boolean | undefined;
  readonly bodies: Map<number, Promise<Made>>;
  index: Promise<readonly Passing[]> | undefined;
}

/** A line and the box round it, for what looks for lines near a place. */
interface Passing extends Box {
  readonly tracks: readonly (readonly [string, string])[];
}

export interface NetworkLimits {
  /** Versions that are kept. */
  readonly keep: number;
  /** Characters of shapes in an answer; beyond them lines are generalised further. */
  readonly characters: number;
  /** Milliseconds that a caller waits. */
  readonly patience: number;
}

const LIMITS: NetworkLimits = { keep: 3, characters: 8_000_000, patience: PATIENCE };

/** Networks over a store. */
export function networks(engine: Engine, { keep, characters, patience }: NetworkLimits = LIMITS): Networks {
  const known = new Map<number, Entry>();
  const generalised = new GeneralisedTracks();

  const present = async (versionId: number): Promise<Entry> => {
    const { rev } = await readable(engine.db, versionId);
    const state = await readTracksState(engine.db, versionId);
    let entry = known.get(versionId);
    if (entry?.state !== state || (entry.straight !== false && entry.rev !== rev))
      entry = { state, rev, straight: undefined, bodies: new Map(), index: undefined };
    known.delete(versionId);
    known.set(versionId, entry);
    for (const oldest of known.keys()) if (known.size > keep) known.delete(oldest);
    return entry;
  };
  const bodyOf = (versionId: number, entry: Entry, zoom: number): Promise<Made> => {
    let made = entry.bodies.get(zoom);
    if (!made) {
      made = makeNetwork({ engine, versionId, rev: entry.rev, zoom, characters, generalised }).then((done) => {
        entry.straight = done.straight;
        return done;
      });
      entry.bodies.set(zoom, made);
      made.catch(() => entry.bodies.delete(zoom));
    }
    return made;
  };
  const waitedFor = (made: Promise<Made>): Promise<Made> => within(made, 'The lines', patience);
  const tagOf = (versionId: number, zoom: number, rev: number): string => `"n${versionId}-${rev}-${zoom}"`;
  const passing = async (versionId: number, box: Box): Promise<readonly Passing[]> => {
    const entry = await present(versionId);
    const { json } = await waitedFor(bodyOf(versionId, entry, INDEX_ZOOM));
    entry.index ??= Promise.resolve(passingOf(json));
    const reach = metresOf(INDEX_ZOOM) / 50_000;
    return (await entry.index).filter(
      ({ south, north, west, east }) =>
        south - reach <= box.north && north + reach >= box.south && west - reach <= box.east && east + reach >= box.west,
    );
  };
  return {
    async etagOf(versionId, zoom) {
      return tagOf(versionId, zoom, (await present(versionId)).rev);
    },
    async read(versionId, zoom) {
      const { json, rev } = await waitedFor(bodyOf(versionId, await present(versionId), zoom));
      return { etag: tagOf(versionId, zoom, rev), json };
    },
    async tracksNear(versionId, box) {
      return (await passing(versionId, box)).flatMap(({ tracks }) => tracks);
    },
    async near(versionId, box) {
      const firsts = (await passing(versionId, box)).flatMap(({ tracks }) => tracks.slice(0, 1));
      const ids = firsts.slice(0, MOST_NEAR).map((track) => track.map(encodeURIComponent).join('/'));
      const tracks = await readSome(engine.db, versionId, 'Track', ids);
      const stopIds = [...tracks.values()].flatMap(({ doc }) => (doc.Shape === undefined ? doc.Stops.map(({ StopId }) => StopId) : []));
      const stops = await readSome(engine.db, versionId, 'Stop', [...new Set(stopIds)]);
      return [...tracks.values()]
        .map(({ doc }) =>
          doc.Shape === undefined ? doc.Stops.flatMap(({ StopId }) => stops.get(StopId)?.doc.Coordinate ?? []) : decodeShape(doc.Shape),
        )
        .filter((points) => points.length > 1);
    },
  };
}

/** The generalised lines of documents, by zoom. Documents never change, so a line is made once for all versions that have it. */
class GeneralisedTracks {
  readonly #byZoom = new Map<number, Map<number, GeneralisedTrack>>();
  #characters = 0;

  of(zoom: number): ReadonlyMap<number, GeneralisedTrack> {
    return this.#byZoom.get(zoom) ?? new Map<number, GeneralisedTrack>();
  }

  keep(zoom: number, bid: number, track: GeneralisedTrack): void {
    this.#characters += 100 + (typeof track === 'string' ? track.length : 40 * (track?.length ?? 0));
    if (this.#characters > MOST_KEPT) {
      this.#byZoom.clear();
      this.#characters = 0;
    }
    const own = this.#byZoom.get(zoom) ?? new Map<number, GeneralisedTrack>();
    this.#byZoom.set(zoom, own.set(bid, track));
  }
}

/** An encoded shape; the stops of a track that has none; null for one that is not visible. */
type GeneralisedTrack = string | readonly string[] | null;

interface Making {
  readonly engine: Engine;
  readonly versionId: number;
  readonly rev: number;
  readonly zoom: number;
  readonly characters: number;
  readonly generalised: GeneralisedTracks;
}

async function makeNetwork({ engine, versionId, rev, zoom, characters, generalised }: Making): Promise<Made> {
  const lines: NetworkLine[] = [];
  const placeOf = new Map<string, number>();
  for await (const page of readScheduleBriefs(engine, versionId)) {
    for (const { Id, Name, LongName, Color } of page) {
      placeOf.set(Id, lines.length);
      lines.push({ Id, Name, ...(LongName === undefined ? {} : { LongName }), ...(Color === undefined ? {} : { Color }) });
    }
  }
  let metres = metresOf(zoom);
  let shapes = new Map<string, NetworkShape>();
  let length = 0;
  let straight = false;
  const slice = slices();
  const add = async (shape: string, tracks: NetworkShape['Tracks']): Promise<void> => {
    const color = lines[tracks[0]?.[0] ?? 0]?.Color ?? '';
    const same = shapes.get(`${color} ${shape}`);
    if (same) for (const track of tracks) same.Tracks.push(track);
    else {
      shapes.set(`${color} ${shape}`, { Shape: shape, Tracks: tracks });
      length += shape.length;
    }
    await slice();
  };
  for await (const { scheduleId, id, track } of readGeneralised({ engine, versionId, zoom, generalised })) {
    const line = placeOf.get(scheduleId);
    if (line === undefined || track === null) continue;
    straight ||= track.straight;
    if (track.shape === undefined) continue;
    await add(metres === metresOf(zoom) ? track.shape : encodeShape(simplifyLine(decodeShape(track.shape), metres)), [[line, id]]);
    while (length > characters) {
      if (metres > LARGEST) throw new Refusal(413, 'too_large', 'This version has more lines than the map can show.');
      metres *= 4;
      const finer = shapes;
      [shapes, length] = [new Map(), 0];
      for (const { Shape, Tracks } of finer.values()) await add(encodeShape(simplifyLine(decodeShape(Shape), metres)), Tracks);
    }
  }
  return { rev, json: await jsonOf(rev, lines, [...shapes.values()]), straight };
}

/** A `Network` as JSON, some hundred shapes at a time. */
async function jsonOf(rev: number, lines: readonly NetworkLine[], shapes: readonly NetworkShape[]): Promise<Buffer> {
  const slice = slices();
  const parts: Buffer[] = [];
  for (let from = 0; from < shapes.length; from += SHAPES_AT_A_TIME) {
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${JSON.stringify(shapes.slice(from, from + SHAPES_AT_A_TIME)).slice(1, -1)}`));
    await slice();
  }
  return Buffer.concat([Buffer.from(`{"Rev":${rev},"Lines":${JSON.stringify(lines)},"Shapes":[`), ...parts, Buffer.from(']}')]);
}

/** The tracks of a version, each with its line for a zoom; without one where it has fewer than two points. */
async function* readGeneralised({
  engine,
  versionId,
  zoom,
  generalised,
}: Pick<Making, 'engine' | 'versionId' | 'zoom' | 'generalised'>): AsyncGenerator<
  Pick<TrackPlace, 'scheduleId' | 'id'> & { readonly track: { readonly shape: string | undefined; readonly straight: boolean } | null }
> {
  const metres = metresOf(zoom);
  const slice = slices();
  for await (const page of readTrackPlaces(engine.db, versionId)) {
    const found = new Map<number, GeneralisedTrack>();
    const missing: number[] = [];
    for (const { bid } of page) {
      const track = generalised.of(zoom).get(bid);
      if (track === undefined) missing.push(bid);
      else found.set(bid, track);
    }
    for (let from = 0; from < missing.length; from += TRACKS_AT_A_TIME) {
      for (const line of await readTrackLines(engine, missing.slice(from, from + TRACKS_AT_A_TIME))) {
        const track = generalisedOf(line, metres);
        found.set(line.bid, track);
        generalised.keep(zoom, line.bid, track);
        await slice();
      }
    }
    const stopIds = new Set([...found.values()].flatMap((track) => (typeof track === 'string' || track === null ? [] : track)));
    const stops = await readSome(engine.db, versionId, 'Stop', [...stopIds]);
    for (const { scheduleId, id, bid } of page) {
      const track = found.get(bid) ?? null;
      if (track === null) yield { scheduleId, id, track };
      else if (typeof track === 'string') yield { scheduleId, id, track: { shape: track === '' ? undefined : track, straight: false } };
      else {
        const points = track.flatMap((stopId) => stops.get(stopId)?.doc.Coordinate ?? []);
        yield { scheduleId, id, track: { shape: points.length > 1 ? encodeShape(simplifyLine(points, metres)) : undefined, straight: true } };
      }
    }
  }
}

function generalisedOf({ visible, shape, stops }: TrackLine, metres: number): GeneralisedTrack {
  if (!visible) return null;
  if (shape === undefined) return stops;
  const points = decodeShape(shape);
  return points.length > 1 ? encodeShape(simplifyLine(points, metres)) : '';
}

/** Boxes of the lines of an answer. */
function passingOf(json: Buffer): Passing[] {
  const { Lines, Shapes } = JSON.parse(json.toString('utf8')) as Network;
  return Shapes.map(({ Shape, Tracks }) => {
    const [lats, lngs] = [decodeShape(Shape).map(({ Lat }) => Lat), decodeShape(Shape).map(({ Lng }) => Lng)];
    const tracks = Tracks.map(([line, id]) => [Lines[line]?.Id ?? '', id] as const);
    return { south: Math.min(...lats), north: Math.max(...lats), west: Math.min(...lngs), east: Math.max(...lngs), tracks };
  });
}

/** Metres that a pixel shows at a zoom; at street zooms the precision of the shapes. */
function metresOf(zoom: number): number {
  return zoom >= 15 ? 1 : METRES_AT_ZOOM_0 / 2 ** zoom;
}

/** Metres that a pixel shows at zoom 0 on the equator, of a world 512 px wide. */
const METRES_AT_ZOOM_0 = 78_271.5;
const TRACKS_AT_A_TIME = 50;
const SHAPES_AT_A_TIME = 300;
/** Characters of lines that are kept for other versions and the next edit. */
const MOST_KEPT = 40_000_000;
/** Metres to which lines are generalised at most. */
const LARGEST = 2_000_000;
/** Zoom whose lines say which tracks pass a place. */
const INDEX_ZOOM = 11;
const MOST_NEAR = 500;
