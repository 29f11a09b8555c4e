/** The search of the map: stops by their fields, pathways by id, a coordinate, places by name. */
import { type Coordinate, metresBetween, parseCoordinate } from '../domain/coordinate.ts';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { rows } from '../kernel/table.ts';
import { folded } from '../domain/folded.ts';
import { NEAR } from '../domain/searchMatch.ts';
import type { AppState } from './state.ts';
import { type StopEntry, stopList } from './stopList.ts';
import { presentData } from './versions.ts';

/** What a text finds on the map of the version in view. */
export interface MapFinds {
  readonly at: Coordinate | undefined;
  /** Stops within reach of the coordinate. */
  readonly near: number;
  /** The likeliest first, few of them. */
  readonly stops: readonly OverlayStop[];
  readonly stopCount: number;
  /** Whether a zone has this name. */
  readonly zone: string | undefined;
  /** Ids of pathways, few of them. */
  readonly pathways: readonly string[];
}

const FEW = 6;

/** Looks for a text in the version in view; nothing for an empty one. */
export function mapFinds(view: AppState, typed: string): MapFinds {
  const text = typed.trim();
  const data = presentData(view);
  const table = data?.stops.value;
  const entries = table && text !== '' ? stopList(table) : [];
  const at = parseCoordinate(text);
  const wanted = folded(text);
  const ranks: OverlayStop[][] = [[], [], []];
  let zone: string | undefined;
  let near = 0;
  for (const entry of entries) {
    if (at) {
      if (entry.row.Coordinate && metresBetween(entry.row.Coordinate, at) <= NEAR) near++;
      continue;
    }
    const rank = rankOf(entry, wanted);
    if (rank !== undefined) ranks[rank]?.push(entry.row);
    if (zone === undefined && entry.row.ZoneId !== undefined && folded(entry.row.ZoneId) === wanted) zone = entry.row.ZoneId;
  }
  const stops = ranks.flat();
  const pathways = data?.overlays.pathways.value;
  const ids = pathways && text !== '' && !at ? [...rows(pathways)].flatMap(({ Id }) => (folded(Id).includes(wanted) ? [Id] : [])) : [];
  return { at, near, stops: stops.slice(0, FEW), stopCount: stops.length, zone, pathways: ids.slice(0, FEW) };
}

/** 0 an id or code that is the text, 1 a name that begins with it, 2 any of them that holds it. */
function rankOf({ name, id, code }: StopEntry, wanted: string): 0 | 1 | 2 | undefined {
  if (id === wanted || code === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return name.includes(wanted) || id.includes(wanted) || code.includes(wanted) ? 2 : undefined;
}
