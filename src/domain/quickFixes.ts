/** Remedies: for rules of validation whose faults have one safe remedy, what it makes of the document. Pure, shared with the server. */
import type { Coordinate } from './coordinate.ts';
import { type CalendarDate, daysOf, weekdayOf } from './date.ts';
import type { DocumentKey } from './edits/documentEdit.ts';
import { trackKey } from './edits/documentEdit.ts';
import type { Entity } from './entities.ts';
import { matchStopsToShape } from './matchShape.ts';
import type { NetworkCalendar } from './model/networkCalendar.ts';
import type { CalendarException } from './model/schedule.ts';
import { assignedDays } from './networkCalendar.ts';
import { decodeShape, encodeShape } from './shapes.ts';
import type { ValidationCase } from './validation.ts';
import { hasDomain, isWebUrl } from './formats.ts';

/** Documents that one fix takes at most. */
export const MOST_FIXED = 5000;

/** Kinds of documents that a remedy changes. */
export const FIXED_KINDS = ['Agency', 'Stop', 'Schedule', 'Track', 'Transfer'] as const;
type FixedKind = (typeof FIXED_KINDS)[number];

/** Where the stops of a track are; undefined where a stop has no place or is gone. */
type PlaceOf = (stopId: string) => Coordinate | undefined;

/** What a remedy reads beside the document that it changes. */
export interface FixReads {
  readonly placeOf: PlaceOf;
  /** The network calendars and the dates of the cases of the document. */
  readonly calendars: readonly NetworkCalendar[];
  readonly dates: readonly CalendarDate[];
}

interface QuickFixOf<K extends FixedKind> {
  readonly kind: K;
  /** What it does, as a command: 'Trim the name'. */
  readonly act: string;
  /** The field it changes, as in touches and in the preview. */
  readonly field: keyof Entity<K> & string;
  /** The document without the fault; the same one where it has none that can be fixed. */
  readonly apply: (doc: Entity<K>, reads: FixReads) => Entity<K>;
  /** The remedy reads where the stops of the track are. */
  readonly readsStops?: boolean;
  /** The remedy reads the network calendars and the dates that its cases name. */
  readonly readsCalendars?: boolean;
}

type QuickFix = { [K in FixedKind]: QuickFixOf<K> }[FixedKind];

const MATCH: QuickFixOf<'Track'> = { kind: 'Track', act: 'Find the stops on the shape', field: 'Stops', apply: withMatchedStops, readsStops: true };

/** By the code of the rule. */
const QUICK_FIXES: Readonly<Partial<Record<number, QuickFix>>> = {
  104: { kind: 'Agency', act: 'Trim the name', field: 'Name', apply: (doc) => withText(doc, 'Name', tidied(doc.Name)) },
  108: { kind: 'Agency', act: 'Complete the web address', field: 'Url', apply: (doc) => withText(doc, 'Url', fullUrl(doc.Url)) },
  109: { kind: 'Agency', act: 'Complete the web address', field: 'FareUrl', apply: (doc) => withText(doc, 'FareUrl', fullUrl(doc.FareUrl)) },
  203: { kind: 'Stop', act: 'Trim the name', field: 'Name', apply: (doc) => withText(doc, 'Name', tidied(doc.Name)) },
  223: { kind: 'Stop', act: 'Complete the web address', field: 'Url', apply: (doc) => withText(doc, 'Url', fullUrl(doc.Url)) },
  304: {
    kind: 'Schedule',
    act: 'Trim the names',
    field: 'Name',
    apply: (doc) => withText(withText(doc, 'Name', tidied(doc.Name)), 'LongName', tidied(doc.LongName)),
  },
  313: { kind: 'Schedule', act: 'Complete the web address', field: 'Url', apply: (doc) => withText(doc, 'Url', fullUrl(doc.Url)) },
  325: { kind: 'Schedule', act: 'Drop repeated exceptions', field: 'Calendar', apply: withoutRepeatedExceptions },
  326: { kind: 'Schedule', act: 'Drop exceptions outside of the interval', field: 'Calendar', apply: withoutIdleExceptions },
  343: { kind: 'Track', act: 'Turn the shape round', field: 'Shape', apply: withReversedShape, readsStops: true },
  345: MATCH,
  346: MATCH,
  347: MATCH,
  391: { kind: 'Schedule', act: 'Run as the holiday', field: 'Calendar', apply: withAssignedDates, readsCalendars: true },
  393: { kind: 'Schedule', act: 'Run as the calendar says', field: 'Calendar', apply: withAssignedDates, readsCalendars: true },
  394: { kind: 'Schedule', act: 'Drop exceptions that run as usual', field: 'Calendar', apply: withoutUsualExceptions },
  606: { kind: 'Transfer', act: 'Remove the unused time', field: 'Time', apply: ({ Time: _unused, ...doc }) => doc },
};

/** The remedy of a rule; undefined where its faults have no single safe one. */
export function quickFixOf(ruleId: number): QuickFix | undefined {
  return QUICK_FIXES[ruleId];
}

/** The document in which a case is fixed. */
export function fixedDocument(ruleId: number, { Id, TrackId }: Pick<ValidationCase, 'Id' | 'TrackId'>): DocumentKey | undefined {
  const fix = quickFixOf(ruleId);
  if (!fix) return undefined;
  if (fix.kind !== 'Track') return { kind: fix.kind, id: Id };
  if (fix !== MATCH) return TrackId === undefined ? undefined : { kind: 'Track', id: trackKey(Id, TrackId) };
  // A place of a track: schedule/track/position/stop, each part URL-encoded.
  const [schedule, track] = Id.split('/');
  return schedule === undefined || track === undefined ? undefined : { kind: 'Track', id: `${schedule}/${track}` };
}

/** What a remedy makes of a document of its kind; the same document where there is nothing to fix. */
export function fixed(fix: QuickFix, doc: Entity<FixedKind>, reads: FixReads): Entity<FixedKind> {
  // The document is of the remedy's kind, which TypeScript cannot follow through the union.
  return (fix.apply as (doc: Entity<FixedKind>, reads: FixReads) => Entity<FixedKind>)(doc, reads);
}

function withText<D extends object, F extends keyof D & string>(doc: D, field: F, text: string | undefined): D {
  return text === undefined || text === '' || doc[field] === text ? doc : { ...doc, [field]: text };
}

/** Without outer spaces, tabs, line breaks and spaces in a row. */
function tidied(text: string | undefined): string | undefined {
  return text?.trim().replaceAll(/\s+/g, ' ');
}

/** With `https://` where it has no protocol; undefined where that makes no web address of it. */
function fullUrl(text: string | undefined): string | undefined {
  const bare = text?.trim().replace(/^(https?):?\/*(?=[^/])/i, (_all, protocol: string) => `${protocol.toLowerCase()}://`) ?? '';
  const full = /^https?:\/\//.test(bare) ? bare : `https://${bare.replace(/^\/+/, '')}`;
  return isWebUrl(full) && hasDomain(full) ? full : undefined;
}

/** The first of the exceptions of each date is kept. */
function withoutRepeatedExceptions(doc: Entity<'Schedule'>): Entity<'Schedule'> {
  const { Exceptions } = doc.Calendar;
  return withExceptions(doc, ({ Date }, at) => Exceptions.findIndex((other) => other.Date === Date) === at);
}

/** Without those that take service away where the calendar has none. */
function withoutIdleExceptions(doc: Entity<'Schedule'>): Entity<'Schedule'> {
  const { fromDate, toDate } = doc.Calendar;
  return withExceptions(doc, ({ Date, RunAs }) => RunAs !== 0 || (Date >= fromDate && Date <= toDate));
}

/** Without those that run as the weekday that they are. */
function withoutUsualExceptions(doc: Entity<'Schedule'>): Entity<'Schedule'> {
  const { fromDate, toDate } = doc.Calendar;
  return withExceptions(doc, ({ Date, RunAs }) => Date < fromDate || Date > toDate || RunAs !== 1 << weekdayOf(daysOf(Date) ?? 0));
}

/** On the dates of the cases as the first of the calendars has it that speaks of the date; as usual where none does. */
function withAssignedDates(doc: Entity<'Schedule'>, { calendars, dates }: FixReads): Entity<'Schedule'> {
  if (calendars.length === 0) return doc;
  const own = new Map(doc.Calendar.Exceptions.map((one) => [one.Date, one]));
  for (const date of dates) {
    const day = calendars.map((calendar) => assignedDays(calendar, doc.Calendar).get(date)).find((runAs) => runAs !== undefined);
    if (day === undefined) own.delete(date);
    else own.set(date, { Date: date, RunAs: day });
  }
  const Exceptions = [...own.values()].toSorted((a, b) => (a.Date < b.Date ? -1 : 1));
  const isSame =
    Exceptions.length === doc.Calendar.Exceptions.length &&
    dates.every((date) => doc.Calendar.Exceptions.find((one) => one.Date === date)?.RunAs === own.get(date)?.RunAs);
  return isSame ? doc : { ...doc, Calendar: { ...doc.Calendar, Exceptions } };
}

function withExceptions(doc: Entity<'Schedule'>, keep: (one: CalendarException, at: number) => boolean): Entity<'Schedule'> {
  const kept = doc.Calendar.Exceptions.filter(keep);
  return kept.length === doc.Calendar.Exceptions.length ? doc : { ...doc, Calendar: { ...doc.Calendar, Exceptions: kept } };
}

function withReversedShape(track: Entity<'Track'>, reads: FixReads): Entity<'Track'> {
  if (track.Shape === undefined || track.Shape === '') return track;
  const { ShapeDistances: _distances, ...rest } = track;
  return withMatchedStops({ ...rest, Shape: encodeShape(decodeShape(track.Shape).toReversed()) }, reads);
}

/** The stops at the points of the shape that they are nearest to, never going back along it. */
function withMatchedStops(track: Entity<'Track'>, { placeOf }: FixReads): Entity<'Track'> {
  const points = track.Shape === undefined ? [] : decodeShape(track.Shape);
  if (points.length < 2) return track;
  const places = track.Stops.map(({ StopId }) => placeOf(StopId));
  const sequence = matchStopsToShape(
    places.map((place) => place?.Lat ?? NaN),
    places.map((place) => place?.Lng ?? NaN),
    Int32Array.from(points.flatMap(({ Lat, Lng }) => [Math.round(Lat * 1e5), Math.round(Lng * 1e5)])),
  );
  if (track.Stops.every(({ ShapeSequence }, i) => ShapeSequence === sequence[i])) return track;
  return {
    ...track,
    Stops: track.Stops.map(({ ShapeSequence: _was, ShapeDistance: _distance, ...stop }, i) => {
      const found = sequence[i];
      return found === undefined ? stop : { ...stop, ShapeSequence: found };
    }),
  };
}
