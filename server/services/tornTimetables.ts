/** A timetable has a time for each stop of its track: a merge of both may not leave one that has more or fewer. */
import type { DocumentFamily, DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import { readManySlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import type { FittedChange } from './fitting.ts';

/** Those of some changes that would leave a track with more or fewer stops than its timetables have times. */
export async function tornTimetables(db: Db, versionId: number, changes: readonly FittedChange[]): Promise<readonly FittedChange[]> {
  const ofTracks = new Map<string, FittedChange[]>();
  const resized = new Set<string>();
  for (const change of changes) {
    const track = trackOf(change);
    if (track === undefined) continue;
    const known = ofTracks.get(track);
    if (known) known.push(change);
    else ofTracks.set(track, [change]);
    if (change.doc !== null && stopsIn(change.doc) !== stopsIn(change.was)) resized.add(track);
  }
  if (resized.size === 0) return [];
  const wanted = [...resized].flatMap((id): readonly (DocumentKey | DocumentFamily)[] => [
    { kind: 'Track', id },
    { kind: 'Timetable', under: id },
  ]);
  const sizes = new Map<string, Size>();
  const note = (one: DocumentKey & { readonly doc: object | null }): void =>
    void sizes.set(`${one.kind} ${one.id}`, { track: trackOf(one), stops: stopsIn(one.doc) });
  for (const slot of await readManySlots(db, versionId, wanted)) note(slot);
  const unfitBefore = unfitTracks(sizes);
  for (const change of changes) note(change);
  return [...unfitTracks(sizes)].flatMap((track) => (resized.has(track) && !unfitBefore.has(track) ? (ofTracks.get(track) ?? []) : []));
}

interface Size {
  readonly track: string | undefined;
  readonly stops: number | undefined;
}

/** Tracks whose own number of stops and that of their timetables are not all the same. */
function unfitTracks(sizes: ReadonlyMap<string, Size>): ReadonlySet<string> {
  const ofTracks = new Map<string, number>();
  const unfit = new Set<string>();
  for (const { track, stops } of sizes.values()) {
    if (track === undefined || stops === undefined) continue;
    const known = ofTracks.get(track) ?? stops;
    ofTracks.set(track, known);
    if (known !== stops) unfit.add(track);
  }
  return unfit;
}

/** The key of the track that a document is, or belongs to. */
function trackOf({ kind, id }: DocumentKey): string | undefined {
  return kind === 'Track' ? id : kind === 'Timetable' ? id.slice(0, id.lastIndexOf('/')) : undefined;
}

/** How many stops a track has, or a timetable has times for; undefined where it is not there. */
function stopsIn(doc: object | null): number | undefined {
  const list: unknown = doc && (Reflect.get(doc, 'Stops') ?? Reflect.get(doc, 'DepartureOffsets'));
  return Array.isArray(list) ? list.length : undefined;
}
