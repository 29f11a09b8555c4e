/** How long people walk between stops: in straight lines, along the pathways of a station, or as transfers say. */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import type { Pathway } from '../model/pathway.ts';
import type { Stop } from '../model/stop.ts';
import type { Transfer } from '../model/transfer.ts';
import { TRANSFER_TYPES } from '../transfers.ts';
import type { JourneyNetwork } from './network.ts';
import type { Walk } from './search.ts';

/** What walking takes of a stop. */
export type WalkedStop = Pick<Stop, 'Id' | 'Coordinate' | 'ParentId'>;

/** What walking takes of a version. */
export interface WalkedPlaces {
  readonly stops: ReadonlyMap<string, WalkedStop>;
  readonly transfers: Iterable<Transfer>;
  readonly pathways: Iterable<Pathway>;
}

/** Metres a second: 4.3 km/h. */
export const WALKING_SPEED = 1.2;
/** Ways are longer than straight lines by this factor. */
export const DETOUR_FACTOR = 1.3;
/** Metres in a straight line that people walk between two stops, and to or from a stop, at most. */
export const LONGEST_CHANGE = 400;
export const LONGEST_ACCESS = 800;
/** Seconds that every change takes besides the walk. */
export const CHANGE_SECONDS = 60;

/** Seconds for a walk between two places, rounded up. */
export function walkSeconds(a: Coordinate, b: Coordinate): number {
  return Math.ceil((metresBetween(a, b) * DETOUR_FACTOR) / WALKING_SPEED);
}

/** Walks between the stops of a network. They are worked out when they are first asked for. */
export class Walking {
  readonly #network: JourneyNetwork;
  readonly #stops: ReadonlyMap<string, WalkedStop>;
  readonly #cells = new Map<string, string[]>();
  readonly #children = new Map<string, string[]>();
  readonly #ways = new Map<string, { to: string; seconds: number }[]>();
  /** Seconds by from and to; Infinity where people cannot change. */
  readonly #said = new Map<string, Map<string, number>>();
  readonly #saidTo = new Map<string, Set<string>>();
  readonly #known = new Map<number, readonly Walk[]>();
  /** Stops of the network when the walks were worked out: of a stop that has a number since, they do not know. */
  #size = 0;

  constructor(network: JourneyNetwork, { stops, transfers, pathways }: WalkedPlaces) {
    this.#network = network;
    this.#stops = stops;
    for (const { Id, Coordinate: at, ParentId } of stops.values()) {
      if (at) addTo(this.#cells, cellOf(at), Id);
      if (ParentId !== undefined) addTo(this.#children, ParentId, Id);
    }
    for (const pathway of pathways) this.#addPathway(pathway);
    for (const transfer of transfers) this.#addTransfer(transfer);
  }

  /** Walks from a stop after a ride: to itself the time of a change, to others the way and the change. */
  readonly from = (stop: number): readonly Walk[] => {
    if (this.#size !== this.#network.size) this.#known.clear();
    this.#size = this.#network.size;
    let walks = this.#known.get(stop);
    if (!walks) this.#known.set(stop, (walks = this.#walksFrom(this.#network.idOf(stop))));
    return walks;
  };

  /** Stops from which people walk to a stop, with the seconds. */
  to(stop: number): readonly Walk[] {
    const id = this.#network.idOf(stop);
    const near = new Set([...this.#near(id, LONGEST_CHANGE), ...this.#ofStation(id), ...(this.#saidTo.get(id) ?? []), id]);
    return [...near].flatMap((other) => {
      const number = this.#network.numberOf(other);
      const seconds = number === undefined ? undefined : this.from(number).find((walk) => walk.stop === stop)?.seconds;
      return number === undefined || seconds === undefined ? [] : [{ stop: number, seconds }];
    });
  }

  /** Walks between a place and the stops of the network, without the time of a change. */
  around(at: Coordinate, longest = LONGEST_ACCESS): readonly Walk[] {
    return this.#within(at, longest).flatMap((id) => {
      const there = this.#stops.get(id)?.Coordinate;
      return there ? this.#numbered(id, walkSeconds(at, there)) : [];
    });
  }

  /** As `around`, of a stop or a station: at the stop itself, and at those of the station, people need not walk. */
  aroundStop(stopId: string): readonly Walk[] {
    const stop = this.#stops.get(stopId);
    const own = new Set([stopId, ...this.#inside(stopId)]);
    const there = [...own].flatMap((id) => this.#numbered(id, 0));
    const near = stop?.Coordinate ? this.around(stop.Coordinate) : [];
    return [...there, ...near.filter((walk) => !own.has(this.#network.idOf(walk.stop)))];
  }

  #walksFrom(id: string): readonly Walk[] {
    const seconds = new Map<string, number>([[id, CHANGE_SECONDS]]);
    const at = this.#stops.get(id)?.Coordinate;
    for (const other of at ? this.#near(id, LONGEST_CHANGE) : []) {
      const there = this.#stops.get(other)?.Coordinate;
      if (at && there) seconds.set(other, walkSeconds(at, there) + CHANGE_SECONDS);
    }
    if (this.#ways.has(id)) {
      const along = this.#alongPathways(id);
      for (const other of this.#ofStation(id)) {
        if (!this.#ways.has(other) || other === id) continue;
        const way = along.get(other);
        if (way === undefined) seconds.delete(other);
        else seconds.set(other, Math.ceil(way) + CHANGE_SECONDS);
      }
    }
    for (const [other, time] of this.#said.get(id) ?? []) {
      if (time === Infinity) seconds.delete(other);
      else seconds.set(other, time);
    }
    return [...seconds].flatMap(([other, time]) => this.#numbered(other, time));
  }

  #numbered(id: string, seconds: number): readonly Walk[] {
    const stop = this.#network.numberOf(id);
    return stop === undefined ? [] : [{ stop, seconds }];
  }

  #near(id: string, metres: number): readonly string[] {
    const at = this.#stops.get(id)?.Coordinate;
    return at ? this.#within(at, metres).filter((other) => other !== id) : [];
  }

  #within(at: Coordinate, metres: number): readonly string[] {
    const found: string[] = [];
    const rows = Math.ceil(metres / METRES_OF_DEGREE / CELL);
    const columns = Math.ceil(metres / (METRES_OF_DEGREE * Math.max(0.01, Math.cos((at.Lat * Math.PI) / 180))) / CELL);
    const [row, column] = [Math.floor(at.Lat / CELL), Math.floor(at.Lng / CELL)];
    for (let y = row - rows; y <= row + rows; y++)
      for (let x = column - columns; x <= column + columns; x++)
        for (const id of this.#cells.get(`${y} ${x}`) ?? []) {
          const there = this.#stops.get(id)?.Coordinate;
          if (there && metresBetween(at, there) <= metres) found.push(id);
        }
    return found;
  }

  /** The topmost parent of a stop, or itself. */
  #stationOf(id: string): string {
    let station = id;
    for (let up = 0; up < LEVELS; up++) station = this.#stops.get(station)?.ParentId ?? station;
    return station;
  }

  /** All that is within the station of a stop. */
  #ofStation(id: string): readonly string[] {
    const station = this.#stationOf(id);
    return [station, ...this.#inside(station)];
  }

  #inside(id: string, levels = LEVELS): readonly string[] {
    return levels === 0 ? [] : (this.#children.get(id) ?? []).flatMap((child) => [child, ...this.#inside(child, levels - 1)]);
  }

  #addPathway({ FromStopId, ToStopId, IsBidirectional, TraversalTime, Length }: Pathway): void {
    const [from, to] = [this.#stops.get(FromStopId)?.Coordinate, this.#stops.get(ToStopId)?.Coordinate];
    const seconds = TraversalTime ?? (Length ?? (from && to ? metresBetween(from, to) : 0)) / WALKING_SPEED;
    addTo(this.#ways, FromStopId, { to: ToStopId, seconds });
    if (IsBidirectional) addTo(this.#ways, ToStopId, { to: FromStopId, seconds });
    else if (!this.#ways.has(ToStopId)) this.#ways.set(ToStopId, []);
  }

  #alongPathways(id: string): ReadonlyMap<string, number> {
    const seconds = new Map<string, number>([[id, 0]]);
    const open = new Set([id]);
    while (open.size > 0) {
      let [next, least] = ['', Infinity];
      for (const one of open) if ((seconds.get(one) ?? Infinity) < least) [next, least] = [one, seconds.get(one) ?? Infinity];
      open.delete(next);
      for (const way of this.#ways.get(next) ?? []) {
        if (least + way.seconds >= (seconds.get(way.to) ?? Infinity)) continue;
        seconds.set(way.to, least + way.seconds);
        open.add(way.to);
      }
    }
    return seconds;
  }

  /** Transfers of single lines or trips are left aside: they do not hold for everyone. */
  #addTransfer({ StopIdFrom, StopIdTo, Type, Time, RouteIdFrom, RouteIdTo, TripIdFrom, TripIdTo }: Transfer): void {
    if (StopIdFrom === undefined || StopIdTo === undefined || Type > TRANSFER_TYPES.NotPossible) return;
    if ([RouteIdFrom, RouteIdTo, TripIdFrom, TripIdTo].some((id) => id !== undefined)) return;
    for (const from of [StopIdFrom, ...this.#inside(StopIdFrom)])
      for (const to of [StopIdTo, ...this.#inside(StopIdTo)]) {
        const seconds = this.#transferSeconds(from, to, Type, Time);
        if (seconds === undefined) continue;
        const own = this.#said.get(from);
        if (own) own.set(to, seconds);
        else this.#said.set(from, new Map([[to, seconds]]));
        const sources = this.#saidTo.get(to);
        if (sources) sources.add(from);
        else this.#saidTo.set(to, new Set([from]));
      }
  }

  #transferSeconds(from: string, to: string, type: number, time: number | undefined): number | undefined {
    if (type === TRANSFER_TYPES.NotPossible) return Infinity;
    if (time !== undefined) return time;
    // a timed transfer: the second vehicle waits for the first one
    if (type === TRANSFER_TYPES.Waits && from === to) return 0;
    const [a, b] = [this.#stops.get(from)?.Coordinate, this.#stops.get(to)?.Coordinate];
    return a && b && from !== to ? walkSeconds(a, b) + (type === TRANSFER_TYPES.Waits ? 0 : CHANGE_SECONDS) : undefined;
  }
}

/** Parents of a boarding area: its platform and its station. */
const LEVELS = 3;
/** Degrees of a cell in which stops are looked up: 0.4 to 0.6 km. */
const CELL = 0.005;
const METRES_OF_DEGREE = 111_195;

function cellOf({ Lat, Lng }: Coordinate): string {
  return `${Math.floor(Lat / CELL)} ${Math.floor(Lng / CELL)}`;
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
