import { isUtf8 } from 'node:buffer';
import { entityId, type Entity, type EntityKind } from '../../../src/domain/entities.ts';
import type { Schedule } from '../../../src/domain/model/schedule.ts';
import { checkElement } from './checkElement.ts';
import { FileElement, FILES_MEMBER, FILE_LIMIT, FORMAT_VERSION, ID_BYTES, MEMBERS, MESSAGES_LIMIT, type ScheduleElement } from './format.ts';
import { jsonFault } from './jsonFault.ts';
import { References, short } from './references.ts';
import { brokenAt, FeedFileRefused, type Problem } from './refusal.ts';
import { Splitter, type Element, type Piece } from './splitter.ts';
import type { z } from 'zod';

/** Takes what a feed file holds; a VersionWriter is one. Await what answers a promise: that is the back-pressure. */
export interface FeedTaker {
  add<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined;
  addRawFile(name: string, bytes: Uint8Array): Promise<void> | undefined;
}

export interface ReadFeedOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each chunk of the source with the bytes of the file read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Dangling references: `refuse` for files from outside; a version written by the store is restored without this check. */
  readonly dangling?: 'refuse' | 'keep';
}

/**
 * Reads a feed file (not compressed) and gives its documents to the taker as they come. Holds one element at a time.
 * Throws FeedFileRefused with up to 100 problems, or the signal's reason; what was given by then is of no use, the caller
 * drops it (VersionWriter.abort).
 */
export async function readFeedJson(
  source: AsyncIterable<Uint8Array>,
  taker: FeedTaker,
  { signal, onProgress, dangling = 'refuse' }: ReadFeedOptions = {},
): Promise<void> {
  const splitter = new Splitter();
  const reading = new Reading(taker, dangling);
  let bytes = 0;
  for await (const chunk of source) {
    signal?.throwIfAborted();
    for (const piece of splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
      const room = reading.take(piece);
      if (room !== undefined) await room;
    }
    bytes += chunk.byteLength;
    onProgress?.(bytes);
  }
  signal?.throwIfAborted();
  splitter.end();
  reading.end();
}

class Reading {
  readonly #taker: FeedTaker;
  readonly #dangling: 'refuse' | 'keep';
  readonly #references = new References();
  readonly #problems: Problem[] = [];
  #versionKnown = false;
  /** A raw file of which more parts are to come. */
  #file: { name: string; parts: Buffer[]; size: number } | undefined;

  constructor(taker: FeedTaker, dangling: 'refuse' | 'keep') {
    this.#taker = taker;
    this.#dangling = dangling;
  }

  take(piece: Piece): Promise<void> | undefined {
    if (!this.#versionKnown) this.#checkVersion(piece);
    else if (piece.is === 'element') return this.#takeElement(piece);
    else if (piece.is === 'scalar' || (piece.member !== FILES_MEMBER && !MEMBERS.has(piece.member))) {
      throw brokenAt(
        piece.at,
        MEMBERS.has(piece.member) || piece.member === FILES_MEMBER ? 'This is an array in a feed file' : 'A feed file has no such part',
        piece.member,
      );
    }
    return undefined;
  }

  end(): void {
    if (!this.#versionKnown)
      throw new FeedFileRefused([{ place: 'FormatVersion', message: `It is missing; a feed file begins with {"FormatVersion": ${FORMAT_VERSION}` }]);
    if (this.#file !== undefined) this.#problem(FILES_MEMBER, `The rest of the file ${JSON.stringify(short(this.#file.name))} is missing`);
    if (this.#dangling === 'refuse') for (const { place, message } of this.#references.missing()) this.#problem(place, message);
    if (this.#problems.length > 0) throw new FeedFileRefused(this.#problems);
  }

  #checkVersion(piece: Piece): void {
    if (piece.member !== 'FormatVersion' || piece.is !== 'scalar')
      throw brokenAt(piece.at, `A feed file begins with {"FormatVersion": ${FORMAT_VERSION}`);
    if (piece.text !== String(FORMAT_VERSION))
      throw brokenAt(piece.at, `This build reads feed files of format ${FORMAT_VERSION}, not of ${short(piece.text)}`, 'FormatVersion');
    this.#versionKnown = true;
  }

  #takeElement(element: Element): Promise<void> | undefined {
    const place = `${element.member}[${element.index}]`;
    const value = parse(element, place);
    const checked = checkElement(element, place, value);
    if ('problems' in checked) {
      this.#defineFaulty(element.member, value);
      for (const problem of checked.problems) this.#problem(problem.place, problem.message);
      return undefined;
    }
    if (element.member === FILES_MEMBER) return this.#takeFile(FileElement.parse(checked.doc), place);
    const kind = MEMBERS.get(element.member);
    if (kind === undefined) return undefined;
    // The schema of exactly this kind has said yes to it.
    const doc = checked.doc as Entity<typeof kind>;
    this.#define(kind, doc, place);
    this.#references.follow(kind, doc, place);
    if (kind === 'Schedule') return this.#takeSchedule(checked.doc as z.infer<typeof ScheduleElement>, place);
    return this.#give(kind, doc);
  }

  #takeSchedule({ Tracks, ...schedule }: z.infer<typeof ScheduleElement>, place: string): Promise<void> | undefined {
    let room = this.#give('Schedule', schedule satisfies Schedule);
    const trackIds = new Set<string>();
    for (const [t, { Timetables, ...rest }] of (Tracks ?? []).entries()) {
      const track = { ScheduleId: schedule.Id, ...rest };
      const trackPlace = `${place}.Tracks[${t}]`;
      if (trackIds.has(track.Id)) this.#problem(trackPlace, `The schedule has two tracks with the id ${JSON.stringify(short(track.Id))}`);
      trackIds.add(track.Id);
      this.#checkLength('Track', track, trackPlace);
      for (const [s, stop] of track.Stops.entries()) this.#references.name('Stop', stop.StopId, trackPlace, `.Stops[${s}].StopId`);
      room = this.#give('Track', track) ?? room;
      const numbers = new Set<number>();
      for (const [n, timetable] of (Timetables ?? []).entries()) {
        if (numbers.has(timetable.Number))
          this.#problem(`${trackPlace}.Timetables[${n}]`, `The track has two timetables with the number ${timetable.Number}`);
        numbers.add(timetable.Number);
        room = this.#give('Timetable', { ScheduleId: schedule.Id, TrackId: track.Id, ...timetable }) ?? room;
      }
    }
    return room;
  }

  #takeFile({ Name, Bytes, More = false }: FileElement, place: string): Promise<void> | undefined {
    const bytes = Buffer.from(Bytes, 'base64');
    // Node leaves out what is not base64.
    const padding = Bytes.endsWith('==') ? 2 : Bytes.endsWith('=') ? 1 : 0;
    if (Bytes.length % 4 !== 0 || bytes.length !== (Bytes.length / 4) * 3 - padding) this.#problem(`${place}.Bytes`, 'Not base64');
    if (this.#file !== undefined && this.#file.name !== Name)
      this.#problem(place, `The rest of the file ${JSON.stringify(short(this.#file.name))} is missing`);
    const file = this.#file?.name === Name ? this.#file : { name: Name, parts: [], size: 0 };
    if (file !== this.#file && this.#names.has(Name)) this.#problem(place, `There are two files with the name ${JSON.stringify(short(Name))}`);
    this.#names.add(Name);
    file.size += bytes.length;
    if (file.size > FILE_LIMIT) throw new FeedFileRefused([{ place, message: `The file is larger than ${FILE_LIMIT / 2 ** 20} MB` }]);
    file.parts.push(bytes);
    this.#file = More ? file : undefined;
    return More || this.#problems.length > 0 ? undefined : this.#taker.addRawFile(Name, Buffer.concat(file.parts));
  }

  readonly #names = new Set<string>();

  /** What is faulty is there all the same: nobody shall read that a stop is missing because its name is. */
  #defineFaulty(member: string, value: unknown): void {
    const kind = MEMBERS.get(member);
    const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'Id') : undefined;
    if (kind !== undefined && typeof id === 'string') this.#references.define(kind, id);
  }

  #define(kind: EntityKind, doc: object, place: string): void {
    const id = entityId(kind, doc);
    if (!this.#references.define(kind, id)) this.#problem(place, `There are two of ${kind} with the id ${JSON.stringify(short(id))}`);
    this.#checkLength(kind, doc, place);
  }

  #checkLength(kind: EntityKind, doc: object, place: string): void {
    const id = entityId(kind, doc);
    if (id.length * 3 > ID_BYTES && Buffer.byteLength(id) > ID_BYTES) this.#problem(place, `Its id has more than ${ID_BYTES} bytes`);
  }

  /** Once something is wrong nothing more is given: the file is only read on for what else is wrong. */
  #give<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined {
    return this.#problems.length > 0 ? undefined : this.#taker.add(kind, doc);
  }

  #problem(place: string, message: string): void {
    this.#problems.push({ place, message });
    if (this.#problems.length >= MESSAGES_LIMIT) throw new FeedFileRefused(this.#problems);
  }
}

function parse({ bytes, at }: Element, place: string): unknown {
  if (!isUtf8(bytes)) throw brokenAt(at, 'This is not UTF-8', place);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw brokenAt(at + jsonFault(bytes), 'This is not JSON', place);
  }
}
