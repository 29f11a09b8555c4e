/** What a feed file looks like: its members in their order, the schema of each element, and how large things may be. */
import { z } from 'zod';
import { ENTITY_SCHEMAS, type EntityKind } from '../../../src/domain/entities.ts';
import { KIND_NAMES, KINDS } from '../../../src/domain/model/catalogue.ts';
import { Schedule } from '../../../src/domain/model/schedule.ts';
import { Timetable } from '../../../src/domain/model/timetable.ts';
import { Track } from '../../../src/domain/model/track.ts';

/** The form of feed files that this build writes, and the only one it reads. */
export const FORMAT_VERSION = 1;

/** A kind with an array of its own in feed files. Tracks are in their schedule, timetables in their track. */
type MemberKind = Exclude<EntityKind, 'Track' | 'Timetable'>;
const MEMBER_KINDS = KIND_NAMES.filter((kind): kind is MemberKind => kind !== 'Track' && kind !== 'Timetable');

/** The kind of each array, in the order of the file. */
export const MEMBERS: ReadonlyMap<string, MemberKind> = new Map(MEMBER_KINDS.map((kind) => [KINDS[kind].array, kind]));

/** The array of the raw files of the source, after all others. */
export const FILES_MEMBER = 'Files';

/** A track as it is in its schedule. */
export const TrackElement = Track.omit({ ScheduleId: true }).extend({
  Timetables: z.array(Timetable.omit({ ScheduleId: true, TrackId: true })).optional(),
});

/** A schedule with its tracks and their timetables. */
export const ScheduleElement = Schedule.extend({ Tracks: z.array(TrackElement).optional() });

/** A file of the source that the model does not name, or a part of it. `More`: the next element continues the file. */
export const FileElement = z.object({
  Name: z.string().min(1).max(1000).refine(isPlainName, 'Not a plain file name: leave out / and \\ and folders'),
  /** Base64. Looked at when it is decoded: a pattern over megabytes would take longer than the rest. */
  Bytes: z.string(),
  More: z.boolean().optional(),
});
export type FileElement = z.infer<typeof FileElement>;

/** The schema of the elements of an array; undefined where a feed file has no such array. */
export function elementSchema(member: string): z.ZodObject | undefined {
  if (member === FILES_MEMBER) return FileElement;
  const kind = MEMBERS.get(member);
  return kind === undefined ? undefined : kind === 'Schedule' ? ScheduleElement : ENTITY_SCHEMAS[kind];
}

/** Bytes of a raw file in one element; a multiple of three, so that the texts of its parts are those of the whole. */
export const FILE_PART = 3 * 2 ** 20;

/** Largest raw file in bytes: the same that an import keeps. */
export const FILE_LIMIT = 32 * 2 ** 20;

/** Bytes of one element, such as a schedule with all its timetables; the largest in five large real feeds has 1.4 MB. */
export const ELEMENT_LIMIT = 32_000_000;

/** Values (numbers, texts, objects ...) of one element. Each takes up to a hundred bytes of memory, however short it is in the file. */
export const VALUES_LIMIT = 2_000_000;

/** How deep brackets may stand in each other in an element; the model needs eight. */
export const DEPTH_LIMIT = 32;

/** Documents of one file, tracks and timetables not counted. */
export const DOCUMENTS_LIMIT = 5_000_000;

/** PostgreSQL keeps no longer key in an index; real ids have at most about 100 bytes. */
export const ID_BYTES = 2000;

/** Messages about one file; with so many nobody reads on. */
export const MESSAGES_LIMIT = 100;

/** No separator of folders, no way up, nothing unprintable. */
function isPlainName(name: string): boolean {
  return !/[/\\]|\p{Cc}/u.test(name) && name !== '.' && name !== '..';
}
