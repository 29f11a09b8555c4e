import { sql } from 'kysely';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { type TripGroup, tripGroup } from '../../src/domain/service/figures.ts';
import { metresAlong } from '../../src/domain/timetableSheet/distances.ts';
import type { Engine } from './engine.ts';
import { pageOf, parseDocument } from './entities.ts';
import type { Db } from './tables.ts';

/** The trips of the timetables of a store, shared by all that ask for them. */
export function timetableGroups(engine: Engine): TimetableGroups {
  let groups = stores.get(engine);
  if (groups === undefined) stores.set(engine, (groups = new TimetableGroups()));
  return groups;
}

const stores = new WeakMap<Engine, TimetableGroups>();

type PlaceOf = (stopId: string) => Coordinate | null | undefined;

/** A track without its shape. */
interface KnownTrack {
  readonly track: Track;
  /** Along its shape; null where the distance goes by the places of its stops. */
  readonly onShape: readonly number[] | null;
  /** By the places of its stops, as text. */
  byPlaces?: { readonly places: string; readonly metres: readonly number[] | null };
}

interface KnownGroup {
  readonly trackBid: number;
  readonly metres: readonly number[] | null;
  readonly group: TripGroup | undefined;
}

/** Documents never change, so each is summed up once for all versions that have it; the distance of a track without a shape again where a stop is moved. */
export class TimetableGroups {
  readonly #tracks = new Map<number, KnownTrack>();
  readonly #groups = new Map<number, KnownGroup>();

  /** The trips of a version by schedule. Documents are read page by page; `pause` lets others have their turn. */
  async read(db: Db, versionId: number, placeOf: PlaceOf, pause: () => Promise<void>): Promise<ReadonlyMap<string, readonly TripGroup[]>> {
    const tracks = new Map<string, { readonly bid: number; readonly track: Track; readonly metres: readonly number[] | null }>();
    for await (const page of pages(db, versionId, 'Track')) {
      const known = await this.#readTracks(db, page, pause);
      for (const { id, bid } of page) {
        const one = known.get(bid);
        if (one) tracks.set(id, { bid, track: one.track, metres: metresOf(one, placeOf) });
        await pause();
      }
    }
    const bySchedule = new Map<string, TripGroup[]>();
    for await (const page of pages(db, versionId, 'Timetable')) {
      const rows = page.flatMap(({ id, bid }) => {
        const of = tracks.get(id.slice(0, id.lastIndexOf('/')));
        return of ? [{ bid, of }] : [];
      });
      const fresh = new Map<number, TripGroup | undefined>();
      const asked = rows.filter(({ bid, of }) => {
        const known = this.#groups.get(bid);
        return !known || known.trackBid !== of.bid || known.metres !== of.metres;
      });
      const docs = await docsOf(
        db,
        asked.map(({ bid }) => bid),
      );
      for (const { bid, of } of asked) {
        const doc = docs.get(bid);
        if (doc === undefined) continue;
        const group = tripGroup(of.track, parseDocument('Timetable', doc), of.metres);
        fresh.set(bid, group);
        if (this.#groups.size >= MOST_KNOWN) this.#groups.clear();
        this.#groups.set(bid, { trackBid: of.bid, metres: of.metres, group });
        await pause();
      }
      for (const { bid, of } of rows) {
        const group = fresh.has(bid) ? fresh.get(bid) : this.#groups.get(bid)?.group;
        if (!group) continue;
        const own = bySchedule.get(of.track.ScheduleId);
        if (own) own.push(group);
        else bySchedule.set(of.track.ScheduleId, [group]);
      }
    }
    return bySchedule;
  }

  async #readTracks(db: Db, page: readonly Row[], pause: () => Promise<void>): Promise<ReadonlyMap<number, KnownTrack>> {
    const found = new Map<number, KnownTrack>();
    const asked: number[] = [];
    for (const { bid } of page) {
      const known = this.#tracks.get(bid);
      if (known) found.set(bid, known);
      else asked.push(bid);
    }
    if (this.#tracks.size + asked.length > MOST_KNOWN) this.#tracks.clear();
    for (const [bid, doc] of await docsOf(db, asked)) {
      const { ScheduleId, Id, Name, Direction, Visible, Stops, ...rest } = parseDocument('Track', doc);
      const onShape =
        rest.Shape === undefined ? null : metresAlong({ ScheduleId, Id, Name, Direction, Visible, Stops, Shape: rest.Shape }, () => null);
      const stops = Stops.map(({ StopId, Ignored }) => ({ StopId, ...(Ignored === undefined ? {} : { Ignored }) }));
      const one: KnownTrack = { track: { ScheduleId, Id, Name, Direction, Visible, Stops: stops }, onShape };
      this.#tracks.set(bid, one);
      found.set(bid, one);
      await pause();
    }
    return found;
  }
}

interface Row {
  readonly id: string;
  readonly bid: number;
}

async function* pages(db: Db, versionId: number, kind: 'Track' | 'Timetable'): AsyncGenerator<readonly Row[]> {
  for (let after: string | undefined; ;) {
    const { rows } = await sql<Row>`select id, bid from ${pageOf(versionId, KIND_NUMBERS[kind], after, PAGE)} p`.execute(db);
    yield rows;
    after = rows.at(-1)?.id;
    if (rows.length < PAGE || after === undefined) return;
  }
}

async function docsOf(db: Db, bids: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
  if (bids.length === 0) return new Map();
  const { rows } = await sql<{ bid: number; doc: unknown }>`select bid, doc from blob where bid = any(${bids}::bigint[])`.execute(db);
  return new Map(rows.map(({ bid, doc }) => [bid, doc]));
}

function metresOf(known: KnownTrack, placeOf: PlaceOf): readonly number[] | null {
  if (known.onShape) return known.onShape;
  const places = known.track.Stops.map(({ StopId }) => {
    const place = placeOf(StopId);
    return place ? `${place.Lat},${place.Lng}` : '';
  }).join(' ');
  if (known.byPlaces?.places !== places) known.byPlaces = { places, metres: metresAlong(known.track, placeOf) };
  return known.byPlaces.metres;
}

// Others are served in between.
const PAGE = 200;
/** Documents of a kind that are kept. */
const MOST_KNOWN = 100_000;
