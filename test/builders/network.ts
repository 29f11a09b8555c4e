/**
 * Small networks for tests, said in one breath: `aNetwork().withStop('A').withStop('B').withLine('1', ['A', 'B']).build()`.
 * What is not said is filled in so that the network is sound.
 */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { ENTITY_SCHEMAS, entityId } from '../../src/domain/entities.ts';

/** A document with its kind. */
export type BuiltDocument = { [K in EntityKind]: { readonly kind: K; readonly doc: Entity<K> } }[EntityKind];

/** A line to be built: stop ids by position, first departures in seconds of the service day, and what differs from usual. */
export interface LineOptions {
  readonly departures?: readonly number[];
  /** Days of the week as a bitmask; all days where it is not said. */
  readonly days?: number;
  /** Seconds from stop to stop. */
  readonly hop?: number;
  readonly schedule?: Partial<Entity<'Schedule'>>;
  readonly track?: Partial<Entity<'Track'>>;
  readonly timetable?: Partial<Entity<'Timetable'>>;
}

/** Begins a network with one agency. */
export function aNetwork(): NetworkBuilder {
  return new NetworkBuilder([
    { kind: 'Agency', doc: { Id: 'AG', Name: 'Agency', Url: 'https://agency.example/', Timezone: 'Europe/Berlin', Language: 'en' } },
  ]);
}

/** A network under construction. Each step answers a new builder, so a beginning can be shared between tests. */
export class NetworkBuilder {
  readonly #documents: readonly BuiltDocument[];

  constructor(documents: readonly BuiltDocument[]) {
    this.#documents = documents;
  }

  /** A stop; each further one lies 400 m east of the one before. */
  withStop(id: string, more: Partial<Entity<'Stop'>> = {}): NetworkBuilder {
    const nth = this.#documents.filter(({ kind }) => kind === 'Stop').length;
    return this.with('Stop', {
      Id: id,
      Name: `Stop ${id}`,
      Type: 0,
      Coordinate: { Lat: 48, Lng: Number((9 + nth * 0.0054).toFixed(4)) },
      WheelchairBoarding: 0,
      ...more,
    });
  }

  /** So many stops with the ids `S1`, `S2`, ... */
  withStops(count: number, prefix = 'S'): NetworkBuilder {
    return Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`).reduce((network: NetworkBuilder, id) => network.withStop(id), this);
  }

  /** A schedule for all of 2026 with one track and one timetable. */
  withLine(name: string, stops: readonly string[], options: LineOptions = {}): NetworkBuilder {
    const { departures = [8 * 3600], days = 127, hop = 120, schedule = {}, track = {}, timetable = {} } = options;
    const scheduleId = schedule.Id ?? `${name}_20260101`;
    const offsets = stops.map((_, i) => i * hop);
    return this.with('Schedule', {
      Id: scheduleId,
      Name: name,
      LongName: `Line ${name}`,
      ExternalTransportId: name,
      IsBaseSchedule: true,
      AgencyId: 'AG',
      VehicleType: 3,
      Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
      ...schedule,
    })
      .with('Track', {
        ScheduleId: scheduleId,
        Id: 'a-b',
        Name: `${stops[0] ?? ''} - ${stops.at(-1) ?? ''}`,
        Direction: 'Forward',
        Visible: true,
        Stops: stops.map((id, i) => ({ StopId: id, ...(i === 0 ? { Destination: stops.at(-1) ?? '' } : {}) })),
        ...track,
      })
      .with('Timetable', {
        ScheduleId: scheduleId,
        TrackId: track.Id ?? 'a-b',
        Number: 1,
        Days: days,
        ArrivalOffsets: offsets,
        DepartureOffsets: offsets,
        Departures: departures.map((time, i) => ({ Type: 'Exact', Time: time, TripId: `${scheduleId}-${i + 1}` })),
        ...timetable,
      });
  }

  /** A transfer of type 2 (at least so many seconds) unless another type is said. */
  withTransfer(from: string, to: string, more: Partial<Entity<'Transfer'>> = {}): NetworkBuilder {
    return this.with('Transfer', {
      Id: `${from}~${to}`,
      StopIdFrom: from,
      StopIdTo: to,
      Type: 2,
      ...(more.Type === undefined || more.Type === 2 ? { Time: 120 } : {}),
      ...more,
    });
  }

  /** A walkway both ways. */
  withPathway(from: string, to: string, more: Partial<Entity<'Pathway'>> = {}): NetworkBuilder {
    return this.with('Pathway', { Id: `${from}>${to}`, FromStopId: from, ToStopId: to, Mode: 1, IsBidirectional: true, ...more });
  }

  /** Any document as it is. One of the same kind and id is replaced. */
  with<K extends EntityKind>(kind: K, doc: Entity<K>): NetworkBuilder {
    const id = entityId(kind, doc);
    const kept = this.#documents.filter((known) => known.kind !== kind || entityId(known.kind, known.doc) !== id);
    // Checked here, so that a test never runs on a document the product could not hold.
    ENTITY_SCHEMAS[kind].parse(doc);
    return new NetworkBuilder([...kept, { kind, doc } as BuiltDocument]);
  }

  /** Every document, in the order they were given. */
  build(): readonly BuiltDocument[] {
    return this.#documents;
  }

  /** The documents of one kind. */
  all<K extends EntityKind>(kind: K): readonly Entity<K>[] {
    return this.#documents.flatMap((known) => (known.kind === kind ? [known.doc as Entity<K>] : []));
  }
}
