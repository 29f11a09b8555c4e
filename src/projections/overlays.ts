/** What the map shows of a version beside its stops. One key of VersionData, `overlays`. */
import type { Network, OverlayPathway, OverlayTransfer } from '../domain/mapOverlays.ts';
import type { Table } from '../kernel/table.ts';
import { queryPairs, queryText } from './queryText.ts';
import type { Load } from './state.ts';

export interface MapOverlays {
  /** Lines by the zoom they are generalised for. */
  readonly network: Readonly<Record<number, Load<Network>>>;
  readonly transfers: Load<Table<OverlayTransfer>>;
  readonly pathways: Load<Table<Omit<OverlayPathway, 'FromCoords' | 'ToCoords'>>>;
}

const IDLE: Load<never> = { status: 'idle', value: null, messages: [] };

/** Nothing loaded. */
export const NO_OVERLAYS: MapOverlays = { network: {}, transfers: IDLE, pathways: IDLE };

/** Lists of the stops page beside the stops themselves. */
export type LinkList = 'transfers' | 'pathways';

/** The list that the address of the stops page asks for, and the ids it is narrowed to. */
export function listedLinks(search: string): { readonly list: LinkList; readonly ids: readonly string[] } | undefined {
  const pairs = queryPairs(search);
  const list = pairs.find(([name]) => name === 'list')?.[1];
  if (list !== 'transfers' && list !== 'pathways') return undefined;
  return { list, ids: pairs.flatMap(([name, value]) => (name === 'Id' && value !== '' ? [value] : [])) };
}

/** The query that asks for some transfers or pathways; without ids for all. */
export function linkListQuery(list: LinkList, ids: readonly string[]): string {
  const exact = ids.length === 0 ? [] : [['match', 'Exact'] as const, ['condition', ids.length > 1 ? 'Or' : 'And'] as const];
  return queryText([['list', list], ...ids.map((id) => ['Id', id] as const), ...exact]);
}
