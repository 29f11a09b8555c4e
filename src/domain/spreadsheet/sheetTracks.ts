/** Which track a sheet of timetables is about, and which one each of its departures is of. */
import type { ScheduleDetails, TrackDetails } from '../scheduleDetails.ts';
import { type Cell, textOf, type WorkbookSheet } from './cells.ts';
import { daysOfWords } from './dayWords.ts';
import { type AssignedHeads, assignedTo, headOf, sameHead, TIMETABLE_HEADS as HEADS } from './heads.ts';
import { type CallRow, rowsOfCalls } from './joinedStops.ts';
import type { Layout } from './timetableLayout.ts';
import { inSheetName } from './timetables.ts';

/** Where the track of sheets and departures is looked for. */
export interface TracksInto {
  readonly details: ScheduleDetails;
  /** The track of sheets that do not name one. */
  readonly trackId?: string | undefined;
  /** Tracks that the user has chosen for names that are not known. */
  readonly sheetTracks?: AssignedHeads | undefined;
}

/** A name of a track: what it stands for; null where the user has left it out, undefined where it is not known. */
export function trackNamed({ details: { Tracks }, sheetTracks = {} }: TracksInto, name: string): TrackDetails | null | undefined {
  const byName = Tracks.filter(({ Track }) => Track.Name !== '' && Track.Name === name);
  const found = Tracks.find(({ Track }) => Track.Id === name) ?? (byName.length === 1 ? byName[0] : undefined);
  if (found) return found;
  const to = assignedTo(sheetTracks, name);
  return to === '' ? null : Tracks.find(({ Track }) => Track.Id === to);
}

/** The one track that a sheet is called by, with or without days before it: `Sat, Sun A B loop`. */
export function trackOfSheetName({ details: { Tracks } }: TracksInto, name: string): TrackDetails | undefined {
  const words = name.split(' ');
  const wanted = words.flatMap((_, at) => (at === 0 || daysOfWords(words.slice(0, at).join(' ')) !== undefined ? [words.slice(at).join(' ')] : []));
  const found = Tracks.filter(({ Track }) => [Track.Id, Track.Name].some((one) => wanted.some((rest) => sameHead(inSheetName(one), rest))));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether each departure of a sheet names its track, in the row of tracks. */
export function namesTracksByColumn({ track, departures }: Layout): boolean {
  return track !== undefined && departures.includes(track.column);
}

/** A row of a sheet of stops, and the row of its departure time where a stop has two. */
interface SheetCall extends CallRow {
  readonly rows: readonly { readonly at: number; readonly side: 'both' | 'arrival' | 'departure' }[];
}

/** A row of a sheet as a call of a track. */
export interface PlacedRow {
  readonly at: number;
  readonly row: { readonly position: number; readonly side: 'both' | 'arrival' | 'departure' };
}

type IsStop = (id: string, name: string, stopId: string) => boolean;

/** The rows of a sheet of several tracks that are calls of one of them, for its departures. */
export function placedRows(
  read: WorkbookSheet,
  layout: Layout,
  track: TrackDetails,
  columns: readonly number[],
  isStop: IsStop,
): readonly PlacedRow[] {
  const calls = callsOf(read, layout, columns, isStop);
  const at = rowsOfCalls(stopsOf(track), calls);
  return at
    .flatMap((row, position) => (calls[row]?.rows ?? []).map(({ at: line, side }): PlacedRow => ({ at: line, row: { position, side } })))
    .toSorted((a, b) => a.at - b.at);
}

/** The track that a departure without one is of: it calls wherever the departure has a time, and at the fewest other stops. */
export function trackThatFits(
  read: WorkbookSheet,
  layout: Layout,
  among: readonly TrackDetails[],
  column: number,
  isStop: IsStop,
): TrackDetails | undefined {
  const calls = callsOf(read, layout, [column], isStop);
  const timed = calls.filter((call) => call.timed).length;
  const fitting = among.flatMap((track) => {
    const rows = rowsOfCalls(stopsOf(track), calls);
    const served = rows.filter((row) => calls[row]?.timed === true).length;
    return served === timed ? [{ track, others: rows.length - served }] : [];
  });
  return fitting.toSorted((a, b) => a.others - b.others)[0]?.track;
}

function stopsOf({ Track }: TrackDetails): readonly string[] {
  return Track.Stops.map(({ StopId }) => StopId);
}

function callsOf(
  { rows }: WorkbookSheet,
  { below, stopId, stop, side: sideColumn }: Layout,
  columns: readonly number[],
  isStop: IsStop,
): readonly SheetCall[] {
  const calls: SheetCall[] = [];
  let arrived = '';
  rows.forEach((cells, at) => {
    const [id, name] = [textOf(cells[stopId]), textOf(cells[stop])];
    if (at < below || (id === '' && name === '')) return;
    const words = headOf(HEADS, textOf(cells[sideColumn]));
    const side = words === 'arrival' || words === 'departure' ? words : 'both';
    const timed = columns.some((column) => isWritten(cells[column]));
    const last = calls.at(-1);
    const key = id === '' ? name : id;
    if (side === 'departure' && arrived === key && last)
      calls[calls.length - 1] = { ...last, timed: last.timed || timed, rows: [...last.rows, { at, side }] };
    else calls.push({ isOf: (wanted) => isStop(id, name, wanted), timed, rows: [{ at, side }] });
    arrived = side === 'arrival' ? key : '';
  });
  return calls;
}

/** Whether a cell holds something other than a sign for no call. */
export function isWritten(cell: Cell | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(textOf(cell));
}
