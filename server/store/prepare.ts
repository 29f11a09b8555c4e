/** Makes a document ready for the store: its text, its hash, and what it is found by. Needs no database, so it can run in any thread. */
import { createHash } from 'node:crypto';
import { entityId, KIND_NUMBERS, stopsReferredTo, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { overlayStop } from '../../src/domain/stopDetails.ts';
import type { Stop } from '../../src/domain/model/stop.ts';

/** A document as the store takes it. */
export interface PreparedDocument {
  readonly kind: number;
  readonly id: string;
  /** First 128 bits of SHA-256 over kind and canonical JSON, in 32 hexadecimal digits: equal documents are stored once. */
  readonly hash: string;
  /** Canonical JSON: keys in order, nothing undefined. */
  readonly json: string;
  /** Ids of the stops it speaks of. */
  readonly refs: readonly string[];
  /** What lists show of it, as JSON text (stops only), so that the overlay of 100,000 need not open each document. */
  readonly brief: string | null;
  /** Trip ids of a timetable between line feeds, for the trip search. */
  readonly trips: string | null;
}

/** Makes a document ready. Throws where a number in it is not finite. */
export function prepareDocument<K extends EntityKind>(kind: K, doc: Entity<K>): PreparedDocument {
  const json = canonicalJson(doc);
  return {
    kind: KIND_NUMBERS[kind],
    id: entityId(kind, doc),
    hash: hashOf(KIND_NUMBERS[kind], json),
    json,
    refs: stopsReferredTo(kind, doc),
    brief: kind === 'Stop' ? JSON.stringify(overlayStop(doc as Stop, 0)) : null,
    trips: kind === 'Timetable' ? tripsOf(doc) : null,
  };
}

/** JSON with the keys of every object in order and undefined left out, so that equal content is equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`Not a number that can be stored: ${value}`);
    return `${value}`;
  }
  if (value === null || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object') throw new TypeError(`Cannot be stored: ${typeof value}`);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) text += text === '' ? canonicalJson(item ?? null) : `,${canonicalJson(item ?? null)}`;
    return `[${text}]`;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key of sorted(Object.keys(record))) {
    const item = record[key];
    if (item !== undefined) text += (text === '' ? '' : ',') + nameOf(key) + canonicalJson(item);
  }
  return `{${text}}`;
}

/** A key as it begins its member. There are about a hundred, and each is written a thousand times. */
function nameOf(key: string): string {
  const known = NAMES.get(key);
  if (known !== undefined) return known;
  const name = `${quoted(key)}:`;
  if (NAMES.size < MOST_NAMES) NAMES.set(key, name);
  return name;
}

const NAMES = new Map<string, string>();
/** Keys of the model; what else may come, such as the languages of translations, shall not fill the memory. */
const MOST_NAMES = 1000;

/** In place by insertion: objects have few keys, for which a sort takes longer to begin than to end. */
function sorted(keys: string[]): string[] {
  if (keys.length > 30) return keys.toSorted();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] ?? '';
    let j = i;
    for (; j > 0 && (keys[j - 1] ?? '') > key; j--) keys[j] = keys[j - 1] ?? '';
    keys[j] = key;
  }
  return keys;
}

/** A text as JSON. Most are short and plain: for them looking is quicker than asking JSON. */
function quoted(text: string): string {
  if (text.length > 40) return JSON.stringify(text);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000)) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** The first 128 bits of a hash in hexadecimal digits, written as a UUID. */
export function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

function hashOf(kind: number, json: string): string {
  // Not crypto.hash: quicker in the main thread, in a worker it made the garbage collector twice as busy (Node 20.20).
  return createHash('sha256').update(`${kind}\n`).update(json).digest('hex').slice(0, 32);
}

function tripsOf(doc: object): string | null {
  const departures: unknown = Reflect.get(doc, 'Departures');
  if (!Array.isArray(departures)) return null;
  const ids = departures.map((departure: unknown): unknown =>
    typeof departure === 'object' && departure !== null ? Reflect.get(departure, 'TripId') : undefined,
  );
  const texts = ids.filter((id): id is string => typeof id === 'string');
  return texts.length > 0 ? `\n${texts.join('\n')}\n` : null;
}
