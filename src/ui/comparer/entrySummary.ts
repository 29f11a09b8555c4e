import { propertyTitle } from '../../domain/comparer/fields.ts';
import type { DiffEntry } from '../../domain/comparer/lists.ts';
import { texts } from './texts.ts';

/** What differs in an entry, in one line: its properties, and of a schedule how many tracks and timetables. */
export function entrySummary({ Kind, Pair: pair, Properties, Tracks }: DiffEntry): string {
  const list = (sign: string, names: readonly string[]): readonly string[] =>
    names.map((name) => `${sign}${name === '' ? texts.anyTransport : propertyTitle(name)}`);
  const own = [
    ...(pair && OWN_ID.has(Kind) ? ['ID'] : []),
    ...list(
      '',
      Properties.Changed.filter((name) => Kind !== 'Schedule' || (name !== 'Tracks' && name !== 'Timetables')),
    ),
    ...list('+ ', Properties.Added),
    ...list('− ', Properties.Removed),
  ];
  if (!Tracks) return own.join(', ');
  const timetables = Tracks.Changed.flatMap(({ Timetables }) => [...Timetables.Added, ...Timetables.Changed, ...Timetables.Removed]).length;
  const tracks = Tracks.Added.length + Tracks.Removed.length + Tracks.Changed.length;
  return [...own, ...(tracks > 0 ? [texts.track({ tracks })] : []), ...(timetables > 0 ? [texts.timetable({ timetables })] : [])].join(', ');
}

/** Kinds whose id is a value of its own: the ids of tracks and timetables follow from what they belong to. */
const OWN_ID: ReadonlySet<string> = new Set(['Stop', 'Schedule']);
