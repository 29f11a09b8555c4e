/** Rules of stations as a whole: nodes, what can be reached, and levels. */
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { Network, Node } from '../network.ts';
import { documentRule, relationRule, type Fault, type Reads, type Rule } from '../rule.ts';
import { isBlank } from '../texts.ts';
import { stationOf } from './pathways.ts';

/** A station is checked again with its parts and the pathways between them. */
const STATION: Reads = {
  Stop: (stop, net, id) => [stationOf(net, id) ?? '', stop.ParentId ?? ''],
  Pathway: (pathway, net) => [pathway.FromStopId, pathway.ToStopId].flatMap((id) => stationOf(net, id) ?? []),
};

export const stationRules: readonly Rule[] = [
  relationRule(
    [
      521,
      'PATHWAY_DANGLING_NODE',
      'Warning',
      'Stop',
      'A generic node has pathways to fewer than two different stops.',
      'A node connects pathways; one with a single pathway is a dead end.',
      'Draw the missing pathway, or remove the node.',
      'The node "VN4" with one pathway.',
    ],
    'Stop',
    { Pathway: (pathway) => [pathway.FromStopId, pathway.ToStopId] },
    (stop, net) => {
      if (stop.Type !== STOP_TYPES.GenericNode) return undefined;
      const others = new Set(net.linked('pathwayOfStop', stop.Id).flatMap(({ doc }) => [doc.FromStopId, doc.ToStopId]));
      others.delete(stop.Id);
      return others.size < 2
        ? { text: others.size === 0 ? 'No pathway leads to this node' : `The only pathways of this node lead to ${[...others][0]}` }
        : undefined;
    },
  ),
  relationRule(
    [
      522,
      'PATHWAY_PLATFORM_UNREACHABLE',
      'Error',
      'Stop',
      'The station has pathways, and a platform, stop or boarding area of it cannot be reached from any exit, or reaches no exit.',
      'Journey planners rely on the pathways: they show passengers no route.',
      'Draw the missing pathways. A one-way pathway needs one in the other direction.',
      'Platform "4" of Velmar, to which no stairs were drawn.',
    ],
    'Stop',
    STATION,
    (stop, net) => (stop.Type === STOP_TYPES.Station ? unreachable(stop.Id, net) : undefined),
  ),
  documentRule(
    [
      523,
      'LEVEL_INDEX_MISSING',
      'Error',
      'Level!',
      'The index of the level is empty or not a number.',
      'Levels are ordered by it.',
      'Type the index: 0 is the ground.',
      'Level "L1" without an index.',
    ],
    'Level',
    ({ Index }) => (Number.isFinite(Index) ? undefined : { field: 'Index', text: 'The index of this level is not a number' }),
  ),
  relationRule(
    [
      524,
      'LEVEL_NAME_DUPLICATE',
      'Warning',
      'Level!',
      'Two levels used by one station have the same index and different names, or the same name and different indexes.',
      'Passengers cannot tell the floors apart.',
      'Use one level in both places, or correct name and index.',
      'Index 0 is "Street" and "RouteContext" in one station.',
    ],
    'Level',
    {
      Stop: (stop, net, id) => levelsOf(net, [stationOf(net, id), stop.ParentId, id]),
      Level: (_level, net, id) =>
        levelsOf(
          net,
          net.linked('stopOfLevel', id).map((stop) => stationOf(net, stop.id)),
        ),
    },
    (level, net) => {
      const stations = new Set(net.linked('stopOfLevel', level.Id).flatMap((stop) => stationOf(net, stop.id) ?? []));
      for (const station of [...stations].toSorted()) {
        for (const id of levelsOf(net, [station]).toSorted()) {
          const other = net.get('Level', id);
          if (!other || id === level.Id || isBlank(other.Name) || isBlank(level.Name)) continue;
          if (other.Index === level.Index && other.Name !== level.Name)
            return { field: 'Name', text: `The level ${id}, "${other.Name}", has the index ${level.Index} in the station ${station} too` };
          if (other.Index !== level.Index && other.Name === level.Name)
            return { field: 'Index', text: `The level ${id} of the station ${station} is named "${level.Name}" too, with the index ${other.Index}` };
        }
      }
      return undefined;
    },
  ),
  relationRule(
    [
      525,
      'LEVEL_UNKNOWN',
      'Error',
      'Stop!',
      'The stop refers to a level that is not in the version.',
      'It is unclear on which floor it is.',
      'Choose another level, or clear the field.',
      'LevelId "L9".',
    ],
    'Stop',
    { Level: (_level, net, id) => net.idsOf('stopOfLevel', id) },
    (stop, net) =>
      isBlank(stop.LevelId) || net.get('Level', stop.LevelId) !== undefined
        ? undefined
        : { field: 'LevelId', text: `The level ${stop.LevelId} is not in this version` },
  ),
];

/** The stations' parts, platforms' boarding areas included. */
function partsOf(net: Network, station: string): Node<'Stop'>[] {
  return net
    .linked('childOfStop', station)
    .flatMap((child) => [
      child,
      ...(child.id === station ? [] : net.linked('childOfStop', child.id).filter((one) => one.doc.Type === STOP_TYPES.BoardingArea)),
    ]);
}

function levelsOf(net: Network, stations: readonly (string | undefined)[]): string[] {
  const levels = new Set<string>();
  for (const station of stations) {
    if (station === undefined || station === '') continue;
    for (const { doc } of partsOf(net, station)) if (!isBlank(doc.LevelId)) levels.add(doc.LevelId ?? '');
    const own = net.get('Stop', station)?.LevelId;
    if (!isBlank(own)) levels.add(own ?? '');
  }
  return [...levels];
}

function unreachable(station: string, net: Network): Fault[] {
  const parts = partsOf(net, station);
  const forth = new Map<string, string[]>();
  const back = new Map<string, string[]>();
  for (const { id } of parts) {
    for (const { doc } of net.linked('pathwayOfStop', id)) {
      add(forth, doc.FromStopId, doc.ToStopId);
      add(back, doc.ToStopId, doc.FromStopId);
      if (!doc.IsBidirectional) continue;
      add(forth, doc.ToStopId, doc.FromStopId);
      add(back, doc.FromStopId, doc.ToStopId);
    }
  }
  if (forth.size === 0) return [];
  const exits = parts.filter(({ doc }) => doc.Type === STOP_TYPES.Exit).map(({ id }) => id);
  if (exits.length === 0) return [];
  const [in_, out] = [reachedFrom(exits, forth), reachedFrom(exits, back)];
  return parts.flatMap((of): Fault[] => {
    const { Type, Name } = of.doc;
    const grouped = Type === STOP_TYPES.Platform && net.linked('childOfStop', of.id).some(({ doc }) => doc.Type === STOP_TYPES.BoardingArea);
    if (grouped || (Type !== STOP_TYPES.Platform && Type !== STOP_TYPES.Regular && Type !== STOP_TYPES.BoardingArea)) return [];
    if (!in_.has(of.id)) return [{ of, text: `${Name || of.id} cannot be reached from any exit of the station` }];
    return out.has(of.id) ? [] : [{ of, text: `No exit of the station can be reached from ${Name || of.id}` }];
  });
}

function add(links: Map<string, string[]>, from: string, to: string): void {
  const list = links.get(from);
  if (list) list.push(to);
  else links.set(from, [to]);
}

function reachedFrom(starts: readonly string[], links: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(starts);
  for (const at of reached) for (const next of links.get(at) ?? []) reached.add(next);
  return reached;
}
