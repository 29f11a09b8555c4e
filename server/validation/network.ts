/** A version in memory as the rules read it: documents by kind and id, and who refers to whom. */
import { ENTITY_SCHEMAS, entityId, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import type { Bounds } from '../../src/domain/coordinate.ts';
import { scheduleFamily } from '../../src/domain/scheduleFamily.ts';
import { KeyIndex } from './keyIndex.ts';
import { Pages } from './pages.ts';
import { THRESHOLDS, type Thresholds } from './thresholds.ts';
import { translatedValues } from './translatedValues.ts';

/**
 * A document in its place. `doc` may be read again each time: two readings are equal, and not always the same object. `cache` holds what
 * was computed of it and of those it is joined with (`Network.cached`).
 */
export interface Node<K extends EntityKind = EntityKind> {
  readonly kind: K;
  readonly id: string;
  readonly doc: Entity<K>;
  cache: Map<string, unknown> | undefined;
}
export type AnyNode = { [K in EntityKind]: Node<K> }[EntityKind];

/** What the database of a version says about the place it is in. */
export interface RegionFacts {
  readonly bounds: Bounds | null;
  readonly currency: string;
  /** Thresholds that the profile of the region changes. */
  readonly limits?: Partial<Thresholds>;
}

/** A document that changes: null where it is removed. */
export type DocumentChange = { readonly [K in EntityKind]: { readonly kind: K; readonly id: string; readonly doc: Entity<K> | null } }[EntityKind];

/** Joins: documents of a kind, by the ids of others that they name. */
const LINKS = {
  trackOfStop: link('Track', (track) => new Set(track.Stops.map((stop) => stop.StopId))),
  trackOfSchedule: link('Track', (track) => [track.ScheduleId]),
  flexTripOfSchedule: link('FlexTrip', (trip) => [trip.ScheduleId]),
  timetableOfTrack: link('Timetable', (timetable) => [trackKey(timetable)]),
  timetableOfSchedule: link('Timetable', (timetable) => [timetable.ScheduleId]),
  timetableOfTrip: link('Timetable', (timetable) => new Set(timetable.Departures.flatMap(({ TripId }) => TripId ?? []))),
  childOfStop: link('Stop', (stop) => named(stop.ParentId)),
  stopOfLevel: link('Stop', (stop) => named(stop.LevelId)),
  stopOfZone: link('Stop', (stop) => named(stop.ZoneId)),
  transferOfStop: link('Transfer', (transfer) => new Set([...named(transfer.StopIdFrom), ...named(transfer.StopIdTo)])),
  transferOfTrip: link('Transfer', (transfer) => new Set([...named(transfer.TripIdFrom), ...named(transfer.TripIdTo)])),
  pathwayOfStop: link('Pathway', (pathway) => new Set([pathway.FromStopId, pathway.ToStopId])),
  boardingOfStop: link('VehicleBoarding', (boarding) => [boarding.BoardingAreaId]),
  boardingOfCategory: link('VehicleBoarding', (boarding) => [boarding.VehicleCategoryId]),
  couplingOfCategory: link('VehicleCoupling', (coupling) => new Set([coupling.ParentId, coupling.ChildId])),
  ticketOfStop: link('TicketingIdentifier', (ticket) => [ticket.StopId]),
  ticketOfAgency: link('TicketingIdentifier', (ticket) => [ticket.AgencyId]),
  agencyOfLink: link('Agency', (agency) => named(agency.TicketingDeepLinkId)),
  scheduleOfLink: link('Schedule', (schedule) => named(schedule.TicketingDeepLinkId)),
  scheduleOfTransport: link('Schedule', (schedule) => named(schedule.ExternalTransportId)),
  scheduleOfFamily: link('Schedule', (schedule) => [scheduleFamily(schedule.Id)]),
  scheduleOfAgency: link('Schedule', (schedule) => [schedule.AgencyId ?? '']),
  attributionOfAgency: link('Attribution', (attribution) => named(attribution.AgencyId)),
  attributionOfTransport: link('Attribution', (attribution) => named(attribution.ExternalTransportId)),
  attributionOfTrip: link('Attribution', (attribution) => named(attribution.TripId)),
  fareOfTransport: link('Fare', (fare) => new Set([...fare.Rules.flatMap((rule) => named(rule.Transport)), ...(fare.ValidAfterTransports ?? [])])),
  fareOfZone: link('Fare', (fare) => new Set(fare.Rules.flatMap((rule) => [rule.FromZone, rule.ToZone, rule.ContainsZone].flatMap(named)))),
  fareOfStop: link(
    'Fare',
    (fare) => new Set([...(fare.BetweenStops ?? []).flatMap((pair) => [pair.FromStop, pair.ToStop].flatMap(named)), ...(fare.ValidAfterStops ?? [])]),
  ),
  fareInGroup: link('Fare', (fare) => named(fare.FareGroupId)),
  fareAfterGroup: link('Fare', (fare) => new Set(fare.ValidAfterFareGroups)),
  translationOfValue: link('Translation', (translation) => [`${translation.CategoryName}/${translation.FieldName}/${translation.FieldValue ?? ''}`]),
  stopWithText: link('Stop', (stop) => translatedValues('Stop', stop)),
  scheduleWithText: link('Schedule', (schedule) => translatedValues('Schedule', schedule)),
  trackWithText: link('Track', (track) => translatedValues('Track', track)),
  agencyWithText: link('Agency', (agency) => translatedValues('Agency', agency)),
  timetableWithText: link('Timetable', (timetable) => translatedValues('Timetable', timetable)),
  levelWithText: link('Level', (level) => translatedValues('Level', level)),
  pathwayWithText: link('Pathway', (pathway) => translatedValues('Pathway', pathway)),
  feedWithText: link('Feed', (feed) => translatedValues('Feed', feed)),
  attributionWithText: link('Attribution', (attribution) => translatedValues('Attribution', attribution)),
} as const;

type LinkName = keyof typeof LINKS;
type KindOfLink<N extends LinkName> = (typeof LINKS)[N]['kind'];

interface Link<K extends EntityKind> {
  readonly kind: K;
  readonly keysOf: (doc: Entity<K>) => Iterable<string>;
}

/** A version in memory. Reading is cheap; an index is built when it is first asked for, and kept from then on. */
export class Network {
  readonly region: RegionFacts;
  readonly limits: Thresholds;
  readonly #documents = new Map<EntityKind, Map<string, Node>>();
  readonly #links = new Map<LinkName, KeyIndex<Node>>();
  readonly #summaries = new Map<string, { kinds: readonly EntityKind[]; value: unknown }>();
  readonly #timetables: Pages<Entity<'Timetable'>>;
  /** Nodes with a cache, the oldest first. */
  readonly #computed = new Set<Node>();

  /** Timetables are most of a version: `unpacked` bytes of them are kept as they are. */
  constructor(region: RegionFacts = { bounds: null, currency: '' }, unpacked = UNPACKED_BYTES) {
    this.region = region;
    this.limits = { ...THRESHOLDS, ...region.limits };
    this.#timetables = new Pages(unpacked, bytesOfTimetable);
    for (const kind of KINDS) this.#documents.set(kind, new Map());
  }

  /** The document of an id. */
  get<K extends EntityKind>(kind: K, id: string | null | undefined): Entity<K> | undefined {
    return id === null || id === undefined ? undefined : this.node(kind, id)?.doc;
  }

  node<K extends EntityKind>(kind: K, id: string): Node<K> | undefined {
    return this.#documents.get(kind)?.get(id) as Node<K> | undefined;
  }

  count(kind: EntityKind): number {
    return this.#documents.get(kind)?.size ?? 0;
  }

  all<K extends EntityKind>(kind: K): Iterable<Node<K>> {
    return (this.#documents.get(kind)?.values() ?? []) as Iterable<Node<K>>;
  }

  /** Documents that name an id in that way, in the order of their ids. */
  linked<N extends LinkName>(name: N, id: string): readonly Node<KindOfLink<N>>[] {
    return this.#index(name).get(id) as readonly Node<KindOfLink<N>>[];
  }

  isLinked(name: LinkName, id: string): boolean {
    return this.#index(name).has(id);
  }

  /** Ids of the documents that name an id in that way. */
  idsOf(name: LinkName, id: string | undefined): readonly string[] {
    return id === undefined ? [] : this.linked(name, id).map((node) => node.id);
  }

  /** Days bitmasks of the timetables of a schedule that have departures; the timetables are not read for it. */
  daysOfTimetables(scheduleId: string): readonly number[] {
    return this.linked('timetableOfSchedule', scheduleId).flatMap((node) => (node instanceof PagedNode ? (node.days ?? []) : []));
  }

  /** Something computed of a document and those it is joined with, kept until one of them changes (`forget`) or others need the room. */
  cached<K extends EntityKind, T>(node: Node<K>, name: string, compute: () => T): T {
    const cache = (node.cache ??= new Map());
    this.#computed.add(node);
    if (this.#computed.size > KEPT_CACHES) {
      const [oldest] = this.#computed;
      if (oldest !== undefined) {
        oldest.cache = undefined;
        this.#computed.delete(oldest);
      }
    }
    if (!cache.has(name)) cache.set(name, compute());
    return cache.get(name) as T;
  }

  /** Something computed of all documents of some kinds, kept until one of them changes. */
  summary<T>(name: string, kinds: readonly EntityKind[], compute: () => T): T {
    let kept = this.#summaries.get(name);
    if (kept === undefined) this.#summaries.set(name, (kept = { kinds, value: compute() }));
    return kept.value as T;
  }

  /** Puts a document in its place, or takes it away. Returns the node that was there before. */
  put({ kind, id, doc }: DocumentChange): AnyNode | undefined {
    const table = this.#documents.get(kind);
    const before = table?.get(id);
    if (before) {
      this.#unlink(before);
      this.#forget(before);
    }
    if (doc === null) table?.delete(id);
    else {
      const node = this.#nodeOf(kind, id, doc);
      table?.set(id, node);
      for (const [name, index] of this.#links) this.#link(name, index, node);
      this.#forget(node);
    }
    for (const [name, { kinds }] of this.#summaries) if (kinds.includes(kind)) this.#summaries.delete(name);
    return before as AnyNode | undefined;
  }

  /** Adds a document without looking whether anything depends on it: for filling an empty network. */
  fill<K extends EntityKind>(kind: K, doc: Entity<K>): void {
    const id = entityId(kind, doc);
    this.#documents.get(kind)?.set(id, this.#nodeOf(kind, id, doc));
  }

  #nodeOf(kind: EntityKind, id: string, doc: Entity): Node {
    if (kind !== 'Timetable') return { kind, id, doc, cache: undefined };
    const timetable = doc as Entity<'Timetable'>;
    return new PagedNode(id, timetable.Departures.length > 0 ? timetable.Days : undefined, this.#timetables.add(timetable));
  }

  #index(name: LinkName): KeyIndex<Node> {
    let index = this.#links.get(name);
    if (index === undefined) {
      index = new KeyIndex();
      this.#links.set(name, index);
      for (const node of this.all(LINKS[name].kind)) this.#link(name, index, node);
    }
    return index;
  }

  #link(name: LinkName, index: KeyIndex<Node>, node: Node): void {
    const { kind, keysOf } = LINKS[name] as unknown as Link<EntityKind>;
    if (kind === node.kind) for (const key of keysOf(node.doc)) index.add(key, node);
  }

  #unlink(node: Node): void {
    for (const [name, index] of this.#links) {
      const { kind, keysOf } = LINKS[name] as unknown as Link<EntityKind>;
      if (kind === node.kind) for (const key of keysOf(node.doc)) index.remove(key, node);
    }
  }

  /** What was computed of tracks holds places of stops; what was computed of timetables holds their track and calendar. */
  #forget(node: Node): void {
    const tracks =
      node.kind === 'Stop'
        ? this.linked('trackOfStop', node.id)
        : node.kind === 'Schedule'
          ? this.linked('trackOfSchedule', node.id)
          : node.kind === 'Track'
            ? [node]
            : [];
    for (const track of tracks) {
      track.cache = undefined;
      for (const timetable of this.linked('timetableOfTrack', track.id)) timetable.cache = undefined;
    }
    if (node.kind === 'Schedule') for (const timetable of this.linked('timetableOfSchedule', node.id)) timetable.cache = undefined;
  }
}

class PagedNode implements Node {
  readonly kind = 'Timetable';
  readonly id: string;
  /** Undefined where the timetable has no departure. */
  readonly days: number | undefined;
  cache: Map<string, unknown> | undefined;
  readonly #read: () => Entity<'Timetable'>;

  constructor(id: string, days: number | undefined, read: () => Entity<'Timetable'>) {
    this.id = id;
    this.days = days;
    this.#read = read;
  }

  get doc(): Entity<'Timetable'> {
    return this.#read();
  }
}

/** Bytes of timetables that are kept unpacked: those of some 15 million stop times. */
const UNPACKED_BYTES = 96e6;
/** Nodes of which something computed is kept. */
const KEPT_CACHES = 4096;

/** What a timetable takes in memory, about: measured on hart_2020 and on the generated feed. */
function bytesOfTimetable({ ArrivalOffsets, Departures }: Entity<'Timetable'>): number {
  return 400 + 16 * ArrivalOffsets.length + 100 * Departures.length;
}

/** The id of the track that a timetable belongs to. */
export function trackKey(timetable: { readonly ScheduleId: string; readonly TrackId: string }): string {
  return `${encodeURIComponent(timetable.ScheduleId)}/${encodeURIComponent(timetable.TrackId)}`;
}

const KINDS = Object.keys(ENTITY_SCHEMAS) as EntityKind[];

function link<K extends EntityKind>(kind: K, keysOf: (doc: Entity<K>) => Iterable<string>): Link<K> {
  return { kind, keysOf };
}

function named(id: string | null | undefined): readonly string[] {
  return id === undefined || id === null || id === '' ? [] : [id];
}
