/** shapes.txt, and what the trips of a track need of it. Shapes are written track by track; only stops and ids stay in memory. */
import { createHash } from 'node:crypto';
import polyline from '@mapbox/polyline';
import { entityId } from '../../../../src/domain/entities.ts';
import type { Track } from '../../../../src/domain/model/track.ts';
import type { FeedNotes } from '../notes.ts';
import { csvField, csvLine, decimal } from './csvText.ts';

export const SHAPE_COLUMNS = ['shape_id', 'shape_pt_lat', 'shape_pt_lon', 'shape_pt_sequence', 'shape_dist_traveled'];

/** A track as its trips are written. */
export interface TrackOfTrips {
  readonly shapeId: string | undefined;
  /** 0, 1 or blank. */
  readonly direction: string;
  /** trip_headsign. */
  readonly headsign: string;
  readonly stops: readonly TrackStopOfTrips[];
}

export interface TrackStopOfTrips {
  readonly id: string;
  /** stop_headsign: blank where that of the trip holds. */
  readonly headsign: string;
  /** What the stop shows. */
  readonly shown: string;
  readonly ignored: boolean;
  readonly distance: number | undefined;
}

/** The track for trips with a headsign of their own: each stop says what it shows where that is another. */
export function withHeadsign(track: TrackOfTrips, headsign: string): TrackOfTrips {
  return { ...track, headsign, stops: track.stops.map((stop) => ({ ...stop, headsign: stop.shown === headsign ? '' : stop.shown })) };
}

/** Writes shapes and remembers tracks, by the id of the document of each track. */
export class ShapeRows {
  readonly tracks = new Map<string, TrackOfTrips>();
  points = 0;
  /** Shape ids with the hash of the geometry each was given to: an edited shape gets an id of its own. */
  readonly #given = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #columns: readonly string[];
  readonly #notes: FeedNotes;

  /** `columns` are those of the file in their order. */
  constructor(columns: readonly string[], notes: FeedNotes) {
    this.#columns = columns;
    this.#notes = notes;
  }

  /** The header of the file. */
  header(): string {
    return `${csvLine(this.#columns)}\n`;
  }

  /** Takes a track; answers the rows of its shape, blank where it has none or the shape is written already. */
  add(track: Track): string {
    const shape = track.Shape ?? '';
    const written = shape === '' ? undefined : this.#idOf(track, shape);
    this.tracks.set(entityId('Track', track), {
      shapeId: written?.id,
      direction: track.Direction === 'Forward' ? '0' : track.Direction === 'Backward' ? '1' : '',
      ...this.#signed(track),
    });
    return written?.fresh === true ? this.#rows(written.id, track, shape) : '';
  }

  /** A point of a shape that no track has, as the source wrote it. */
  kept(row: Readonly<Record<string, string>>): string {
    this.points++;
    return `${csvLine(this.#columns.map((column) => row[column.toLowerCase()] ?? ''))}\n`;
  }

  #idOf(track: Track, shape: string): { id: string; fresh: boolean } {
    const hash = createHash('sha256')
      .update(JSON.stringify([shape, track.ShapeDistances ?? null]))
      .digest('hex')
      .slice(0, 16);
    const first = track.Extra?.['shape_id'] ?? `shape-${hash}`;
    let id = first;
    for (let k = 2; (this.#given.get(id) ?? hash) !== hash; k++) id = `${first}.${k}`;
    const fresh = !this.#given.has(id);
    this.#given.set(id, hash);
    return { id, fresh };
  }

  #rows(id: string, track: Track, shape: string): string {
    const points = polyline.decode(shape, 5);
    const distances = track.ShapeDistances?.length === points.length ? track.ShapeDistances : undefined;
    if (track.ShapeDistances !== undefined && distances === undefined) {
      this.#notes.add(
        'warning',
        'shapes.txt',
        null,
        'distances not written',
        `The shape of the track ${track.Id} of ${track.ScheduleId} has ${points.length} points and ${track.ShapeDistances.length} distances; the distances are not written`,
      );
    }
    this.points += points.length;
    const shapeId = csvField(id);
    const order = this.#columns.map((column) => SHAPE_COLUMNS.indexOf(column.toLowerCase()));
    return points
      .map(([lat, lng], i) => {
        const distance = distances?.[i];
        const cells = [shapeId, decimal(lat), decimal(lng), String(i + 1), distance === undefined || distance === null ? '' : decimal(distance)];
        return `${order.map((at) => cells[at] ?? '').join(',')}\n`;
      })
      .join('');
  }

  /** Headsigns: that of the trip is the first one, unless one of the later stops shows none; then each stop says its own. */
  #signed(track: Track): Pick<TrackOfTrips, 'headsign' | 'stops'> {
    let shown = '';
    const effective = track.Stops.map((stop) => (shown = stop.Destination ?? shown));
    const headsign = effective.includes('') ? '' : (effective[0] ?? '');
    return {
      headsign: this.#once(headsign),
      stops: track.Stops.map((stop, i) => ({
        id: this.#once(stop.StopId),
        headsign: effective[i] === headsign ? '' : this.#once(effective[i] ?? ''),
        shown: this.#once(effective[i] ?? ''),
        ignored: stop.Ignored === true,
        distance: stop.ShapeDistance,
      })),
    };
  }

  /** Ids of stops come with every track that calls there: one text for all of them. */
  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}
