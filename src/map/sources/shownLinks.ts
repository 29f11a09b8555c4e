/** All transfers and pathways of the version in view as lines between the present places of their stops, those between the same places as one. */
import type { OverlayStop } from '../../domain/stopDetails.ts';
import { getRow, rows, type Table } from '../../kernel/table.ts';
import { openLine } from '../../projections/openLine.ts';
import { type LinkList, listedLinks } from '../../projections/overlays.ts';
import { searchFound } from '../../projections/searchFound.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import type { MapLink } from '../mapPicture.ts';

/** Lines on the map, and which of them are chosen. */
export interface ShownLinks {
  readonly links: readonly LinkGroup[];
  readonly selected: ReadonlySet<string>;
  /** Those that a search keeps, none beside an open line; the others step back. Undefined where all look alike. */
  readonly kept: ReadonlySet<string> | undefined;
}

/** One line on the map: all links between two places, whichever way they go. Its id is that of the first. */
export interface LinkGroup extends MapLink {
  readonly ids: readonly string[];
}

/** The ends of a link. */
interface Ends {
  readonly Id: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Transfers on the map, once they and the stops are loaded. */
export function shownTransfers(view: AppState): ShownLinks | undefined {
  const table = presentData(view)?.overlays.transfers.value;
  return table ? shownLinks(view, 'transfers', table, ({ Id, StopIdFrom, StopIdTo }) => ({ Id, from: StopIdFrom, to: StopIdTo })) : undefined;
}

/** Pathways on the map, once they and the stops are loaded. */
export function shownPathways(view: AppState): ShownLinks | undefined {
  const table = presentData(view)?.overlays.pathways.value;
  return table ? shownLinks(view, 'pathways', table, ({ Id, FromStopId, ToStopId }) => ({ Id, from: FromStopId, to: ToStopId })) : undefined;
}

interface Known {
  readonly stops: unknown;
  readonly search: string;
  readonly line: unknown;
  readonly links: readonly LinkGroup[];
  readonly shown: ShownLinks;
}

const known = new WeakMap<object, Known>();
const NONE: ReadonlySet<string> = new Set();

function shownLinks<T extends object>(view: AppState, list: LinkList, table: Table<T>, endsOf: (row: T) => Ends): ShownLinks | undefined {
  const stops = presentData(view)?.stops.value;
  if (!stops) return undefined;
  const search = presentPlace(view).page === 'stops' ? view.location.search : '';
  const before = known.get(table);
  const line = openLine(view);
  if (before?.stops === stops && before.search === search && before.line === line) return before.shown;
  const links = before?.stops === stops ? before.links : grouped(table, stops, endsOf);
  const listed = listedLinks(search);
  const ids = listed?.list === list ? new Set(listed.ids) : NONE;
  const groupsOf = (wanted: ReadonlySet<string>): ReadonlySet<string> =>
    new Set(links.filter((group) => group.ids.some((id) => wanted.has(id))).map(({ Id }) => Id));
  const found = listed?.list === list ? searchFound(view) : undefined;
  const shown = {
    links,
    selected: ids.size === 0 ? NONE : groupsOf(ids),
    kept: line ? NONE : found?.dims === true && found.shown.links ? groupsOf(found.shown.links) : undefined,
  };
  known.set(table, { stops, search, line, links, shown });
  return shown;
}

function grouped<T>(table: Table<T>, stops: Table<OverlayStop>, endsOf: (row: T) => Ends): readonly LinkGroup[] {
  const groups = new Map<string, { From: MapLink['From']; To: MapLink['To']; ids: string[] }>();
  for (const row of rows(table)) {
    const { Id, from, to } = endsOf(row);
    const [a, b] = [from, to].map((id) => (id === undefined ? null : (getRow(stops, id)?.Coordinate ?? null)));
    if (!a || !b) continue;
    const [one, other] = [`${a.Lat},${a.Lng}`, `${b.Lat},${b.Lng}`];
    const key = one < other ? `${one} ${other}` : `${other} ${one}`;
    const group = groups.get(key);
    if (group) group.ids.push(Id);
    else groups.set(key, { From: a, To: b, ids: [Id] });
  }
  return [...groups.values()].map(({ From, To, ids }) => ({ Id: ids[0] ?? '', From, To, Count: ids.length, ids }));
}
