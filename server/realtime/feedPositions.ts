/** Vehicle positions of a GTFS-Realtime feed. */
import realtime from 'gtfs-realtime-bindings';

/** A vehicle as a feed tells of it. `at`: unix seconds; bearing in degrees, speed in metres per second. */
export interface FeedPosition {
  readonly vehicleId: string;
  readonly label: string | null;
  readonly tripId: string;
  /** Service day, YYYY-MM-DD; undefined where the feed is silent. */
  readonly startDate: string | undefined;
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
  readonly bearing: number | null;
  readonly speed: number | null;
}

/** What a feed holds: its positions, and how many vehicles say too little to be shown (no trip, no place, an impossible place). */
export interface FeedContent {
  readonly positions: readonly FeedPosition[];
  readonly left: number;
}

/** Decodes a feed. Throws an Error whose message is for the log where the bytes are no such feed. */
export function feedPositions(bytes: Uint8Array): FeedContent {
  // Valid protobuf begins with the header, field 1: otherwise the message says whether it is HTML or JSON.
  if (bytes[0] === 0x3c) throw new Error('it is a page of HTML, not GTFS-Realtime');
  if (bytes[0] === 0x7b || bytes[0] === 0x5b) throw new Error('it is JSON, not GTFS-Realtime in protobuf');
  let message: realtime.transit_realtime.FeedMessage;
  try {
    message = realtime.transit_realtime.FeedMessage.decode(bytes);
  } catch {
    throw new Error('it is not GTFS-Realtime in protobuf');
  }
  const header = Number(message.header.timestamp);
  const positions: FeedPosition[] = [];
  let left = 0;
  for (const { id, vehicle, isDeleted } of message.entity) {
    if (!vehicle || isDeleted === true) continue;
    const { position, trip } = vehicle;
    const at = Number(vehicle.timestamp ?? 0) || header;
    const usable =
      position && at > 0 && trip?.tripId && Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 && Number.isFinite(at);
    // 0, 0 is what receivers say that have found no satellite.
    if (!usable || (position.latitude === 0 && position.longitude === 0)) {
      left += 1;
      continue;
    }
    positions.push({
      vehicleId: (vehicle.vehicle?.id || vehicle.vehicle?.label || id).slice(0, 200),
      label: vehicle.vehicle?.label?.slice(0, 200) || null,
      tripId: trip.tripId ?? '',
      startDate: dateOf(trip.startDate),
      at: Math.round(at),
      lat: position.latitude,
      lng: position.longitude,
      bearing: has(position, 'bearing') ? position.bearing : null,
      speed: has(position, 'speed') ? position.speed : null,
    });
  }
  return { positions, left };
}

/** Optional numbers of protobuf are 0 where they are not given; only own properties were in the feed. */
function has<K extends string>(part: object, key: K): part is { readonly [key in K]: number } {
  const value: unknown = Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function dateOf(text: string | null | undefined): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '');
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined;
}
