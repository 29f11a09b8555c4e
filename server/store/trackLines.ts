import { sql } from 'kysely';
import { z } from 'zod';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { pageOf } from './entities.ts';
import type { Db } from './tables.ts';

/** A track of a version: its schedule and id, and the number of the document that it is. */
export interface TrackPlace {
  readonly scheduleId: string;
  readonly id: string;
  readonly bid: number;
}

/** Where a track goes. `shape` is encoded; without one it runs straight along its stops. */
export interface TrackLine {
  readonly bid: number;
  readonly visible: boolean;
  readonly shape: string | undefined;
  readonly stops: readonly string[];
}

/** The tracks of a version in the order of their ids, page by page. */
export async function* readTrackPlaces(db: Db, versionId: number): AsyncGenerator<readonly TrackPlace[]> {
  for (let after: string | undefined; ;) {
    const { rows } = await sql<{ id: string; bid: number }>`
      select id, bid from ${pageOf(versionId, KIND_NUMBERS.Track, after, PLACES)} s order by id`.execute(db);
    yield rows.map(({ id, bid }) => {
      const [schedule = '', track = ''] = id.split('/');
      return { scheduleId: decodeURIComponent(schedule), id: decodeURIComponent(track), bid };
    });
    if (rows.length < PLACES) return;
    after = rows.at(-1)?.id;
  }
}

/** Lines of some tracks, by the numbers of their documents. */
export async function readTrackLines(engine: Engine, bids: readonly number[]): Promise<TrackLine[]> {
  if (bids.length === 0) return [];
  const text = await engine.readText(
    sql`select '[' || string_agg('[' || bid || ',' || doc::text || ']', ',') || ']' from blob where bid = any(${[...bids]}::bigint[])`.compile(
      engine.db,
    ),
  );
  return Lines.parse(JSON.parse(text.length === 0 ? '[]' : text.toString('utf8'))).map(([bid, { Visible, Shape, Stops }]) => ({
    bid,
    visible: Visible,
    shape: Shape,
    stops: Shape === undefined ? Stops.map(({ StopId }) => StopId) : [],
  }));
}

const PLACES = 5000;
const Lines = z.array(
  z.tuple([z.number(), z.object({ Visible: z.boolean(), Shape: z.string().optional(), Stops: z.array(z.object({ StopId: z.string() })) })]),
);
