/** What the map shows of a version beside its stops. One key of VersionData, `overlays`. */
import type { Draft } from 'immer';
import type { Network, OverlayPathway, OverlayTransfer } from '../domain/mapOverlays.ts';
import { getRow, putRow, removeRow, type Table } from '../kernel/table.ts';
import type { RowKeeper } from './documentRows.ts';
import { queryPairs, queryText } from '../domain/queryText.ts';
import type { Load } from './state.ts';

export interface MapOverlays {
  /** Lines by the zoom they are generalised for. */
  readonly network: Readonly<Record<number, Load<Network>>>;
  readonly transfers: Load<Table<OverlayTransfer>>;
  readonly pathways: Load<Table<PathwayRow>>;
  /** Ids of what was requested last; the documents themselves are held in `docs`. */
  readonly transfersBetween: Load<readonly string[]>;
  readonly pathwayDetails: Load<readonly string[]>;
}

/** A pathway as map and lists show it. */
export type PathwayRow = Omit<OverlayPathway, 'FromCoords' | 'ToCoords'>;

const IDLE: Load<never> = { status: 'idle', value: null, messages: [] };

/** Nothing loaded. */
export const NO_OVERLAYS: MapOverlays = { network: {}, transfers: IDLE, pathways: IDLE, transfersBetween: IDLE, pathwayDetails: IDLE };

/** Lists of the stops page beside the stops themselves. */
export type LinkList = 'transfers' | 'pathways';

/** A list of the stops page as its address asks for it. */
export interface ListedLinks {
  readonly list: LinkList;
  /** Ids that the list is narrowed to: those asked for exactly. */
  readonly among: readonly string[];
  /** Ids whose details are open: the row chosen in the list, else all that it is narrowed to. */
  readonly ids: readonly string[];
}

/** The list of transfers or pathways that the address of the stops page asks for; undefined where it lists the stops. */
export function listedLinks(search: string): ListedLinks | undefined {
  const pairs = queryPairs(search);
  const list = pairs.find(([name]) => name === 'list')?.[1];
  if (list !== 'transfers' && list !== 'pathways') return undefined;
  const exact = pairs.some(([name, value]) => name === 'match' && value === 'Exact');
  const among = exact ? pairs.flatMap(([name, value]) => (name === 'Id' && value !== '' ? [value] : [])) : [];
  const chosen = pairs.find(([name, value]) => name === CHOSEN && value !== '')?.[1];
  return { list, among, ids: chosen === undefined ? among : [chosen] };
}

/** Names the chosen row of a list in its address. */
const CHOSEN = 'item';

/** The query that asks for some transfers or pathways; without ids for all. */
export function linkListQuery(list: LinkList, ids: readonly string[]): string {
  const exact = ids.length === 0 ? [] : [['match', 'Exact'] as const, ['condition', ids.length > 1 ? 'Or' : 'And'] as const];
  return queryText([['list', list], ...ids.map((id) => ['Id', id] as const), ...exact]);
}

/**
 * The query that opens the details of one transfer or pathway; without an id those of none. The list that is open stays as it is searched,
 * another one is opened whole.
 */
export function linkQuery(search: string, list: LinkList, id: string | undefined): string {
  const open = listedLinks(search)?.list === list ? queryPairs(search).filter(([name]) => name !== CHOSEN) : [['list', list] as const];
  return queryText([...open, ...(id === undefined ? [] : [[CHOSEN, id] as const])]);
}

/** The rows of transfers on map and lists, and in what is loaded of the stops at their ends. */
export const transferRows: RowKeeper<'Transfer'> = {
  fold(version, id, transfer) {
    const table = version.overlays.transfers.value;
    if (table && transfer === null) removeRow(table, id);
    else if (table && transfer) {
      const { Id, StopIdFrom, StopIdTo, Type, Time } = transfer;
      putRow<Draft<OverlayTransfer>>(table, id, {
        Id,
        Type,
        ...(StopIdFrom === undefined ? {} : { StopIdFrom }),
        ...(StopIdTo === undefined ? {} : { StopIdTo }),
        ...(Time === undefined ? {} : { Time }),
      });
    }
    for (const load of Object.values(version.stopDetails)) {
      if (!load.value) continue;
      const { Transfers, Stop } = load.value;
      // a new value: the one of an answer that has just come is that of the log, and frozen
      load.value = { ...load.value, Transfers: relisted(Transfers, id, transfer, transfer ? [transfer.StopIdFrom, transfer.StopIdTo] : [], Stop.Id) };
    }
  },
};

/** The rows of pathways on map and lists, and in what is loaded of the stops at their ends. */
export const pathwayRows: RowKeeper<'Pathway'> = {
  fold(version, id, pathway) {
    const table = version.overlays.pathways.value;
    if (table && pathway === null) removeRow(table, id);
    else if (table && pathway) {
      const { Id, FromStopId, ToStopId, Mode, IsBidirectional, Length, TraversalTime } = pathway;
      const before = getRow(table, id);
      // a pathway does not hold the levels of its stops: they stay while its ends do
      const [from, to] = [
        before?.FromStopId === FromStopId ? before.FromLevelId : undefined,
        before?.ToStopId === ToStopId ? before.ToLevelId : undefined,
      ];
      putRow<Draft<PathwayRow>>(table, id, {
        Id,
        FromStopId,
        ToStopId,
        Mode,
        IsBidirectional,
        ...(Length === undefined ? {} : { Length }),
        ...(TraversalTime === undefined ? {} : { TraversalTime }),
        ...(from === undefined ? {} : { FromLevelId: from }),
        ...(to === undefined ? {} : { ToLevelId: to }),
      });
    }
    for (const load of Object.values(version.stopDetails)) {
      if (!load.value) continue;
      const { Pathways, Stop } = load.value;
      load.value = { ...load.value, Pathways: relisted(Pathways, id, pathway, pathway ? [pathway.FromStopId, pathway.ToStopId] : [], Stop.Id) };
    }
  },
};

/** A stop's list with a document put in, changed in its place, or taken out; the same list where it is none of that stop's. */
function relisted<T extends { Id: string }>(list: T[], id: string, doc: T | null, ends: readonly (string | undefined)[], stopId: string): T[] {
  const at = list.findIndex((one) => one.Id === id);
  if (doc === null || !ends.includes(stopId)) return at < 0 ? list : list.filter((one) => one.Id !== id);
  return at < 0 ? [...list, doc] : list.map((one) => (one.Id === id ? doc : one));
}
