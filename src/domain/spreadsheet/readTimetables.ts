/** What a workbook, or a pasted table, would change of the timetables of a line. */
import { formatDays } from '../days.ts';
import type { TrackDetails } from '../scheduleDetails.ts';
import { formatServiceTime } from '../time.ts';
import { writtenText } from '../timetableSheet/clipboard.ts';
import { refsOf } from '../timetableSheet/departures.ts';
import { type CellValue, sameCell } from '../timetableSheet/profile.ts';
import { cellOfColumn, type SheetColumn, sheetOf, sideOf, withSide } from '../timetableSheet/sheet.ts';
import type { Written } from '../timetableSheet/sheetActs.ts';
import { type ColumnEdit, isNoEdit, type NewColumn, type SheetEdit, sheetEditError } from '../timetableSheet/sheetEdit.ts';
import { printedOf, textOf, type WorkbookSheet } from './cells.ts';
import { daysOfWords } from './dayWords.ts';
import { type AssignedHeads, assignedTo, headOf, TIMETABLE_HEADS as HEADS } from './heads.ts';
import { type ImportPlan, PlanNotes } from './plan.ts';
import {
  isWritten,
  namesTracksByColumn,
  placedRows,
  type PlacedRow,
  trackNamed,
  trackOfSheetName,
  type TracksInto,
  trackThatFits,
} from './sheetTracks.ts';
import { type Layout, layoutOf } from './timetableLayout.ts';
import { keyOf, keysOf, MADE } from './timetables.ts';

/** Where a file is read to: a line, with its tracks. */
export interface TimetablesInto extends TracksInto {
  stopName(id: string): string;
  /** Heads that the user has given a meaning. */
  readonly assigned?: AssignedHeads | undefined;
}

/** What a workbook would change of a line. Departures that it does not hold stay as they are. */
export function planTimetables(into: TimetablesInto, file: string, sheets: readonly WorkbookSheet[]): ImportPlan {
  const notes = new PlanNotes(file);
  const edits = new Map<string, SheetEdit>();
  const found = new Map<string, Set<string>>();
  const assigned = into.assigned ?? {};
  for (const read of sheets) {
    const layout = layoutOf(read, assigned, (text) => stopNamed(into, text));
    if (!layout) {
      notes.ignore(read.name, -1, 0, '');
      notes.offer(read);
      continue;
    }
    partsOf(notes, read, layout, into, sheets.length > 1).forEach(({ track, departures, byColumn }, nth) => {
      const { Id } = track.Track;
      const keys = found.get(Id) ?? new Set<string>();
      found.set(Id, keys);
      const edit = new SheetReader({ notes, read, layout: { ...layout, departures }, byColumn, isFirst: nth === 0 }, track, into).edit(keys);
      if (!isNoEdit(edit)) edits.set(Id, joined(edits.get(Id), edit));
    });
  }
  const tracks: { trackId: string; edit: SheetEdit }[] = [];
  for (const { Track, Timetables } of into.details.Tracks) {
    const keys = found.get(Track.Id);
    if (keys) notes.absent += Timetables.reduce((sum, timetable) => sum + refsOf(timetable).filter((ref) => !keys.has(keyOf(ref))).length, 0);
    const edit = edits.get(Track.Id);
    if (!edit) continue;
    const why = notes.faults > 0 ? undefined : sheetEditError(Timetables, edit, Track.Stops.length);
    if (why !== undefined) notes.fault('refused', Track.Name || Track.Id, -1, 0, why);
    tracks.push({ trackId: Track.Id, edit });
  }
  return notes.plan(tracks.length === 0 ? null : { times: { scheduleId: into.details.Schedule.Id, tracks } });
}

/** The departures of a sheet that are of one track. */
interface SheetPart {
  readonly track: TrackDetails;
  readonly departures: readonly number[];
  /** Each departure names its track: the stops of other tracks are on the sheet too. */
  readonly byColumn: boolean;
}

/** The tracks that a sheet is about. What is not known is reported, and the user can choose a track for it. */
function partsOf(notes: PlanNotes, read: WorkbookSheet, layout: Layout, into: TimetablesInto, isOneOfSeveral: boolean): readonly SheetPart[] {
  const known = (name: string, row: number, column: number): TrackDetails | undefined => {
    const track = trackNamed(into, name);
    const isChosen = assignedTo(into.sheetTracks ?? {}, name) !== undefined;
    if (track === undefined || isChosen) notes.head('sheet', read.name, row, column, name, track === null ? '' : track?.Track.Id);
    if (track === undefined) notes.fault('track', read.name, row, column, name);
    return track ?? undefined;
  };
  if (namesTracksByColumn(layout)) return partsByColumn(notes, read, layout, into, known);
  const anchor = anchorOf(layout);
  const open = layout.track || trackOfSheetName(into, read.name) ? undefined : openTrack(into, read.name);
  if (open && isOneOfSeveral) notes.head('sheet', read.name, anchor, 0, read.name, open.Track.Id);
  const track = layout.track
    ? known(layout.track.text, layout.track.row, layout.track.column)
    : (trackOfSheetName(into, read.name) ?? open ?? known(read.name, anchor, 0));
  return track ? [{ track, departures: layout.departures, byColumn: false }] : [];
}

/** The track that is open, unless another was chosen for a sheet. */
function openTrack({ details, trackId, sheetTracks = {} }: TimetablesInto, sheet: string): TrackDetails | undefined {
  return assignedTo(sheetTracks, sheet) === undefined ? details.Tracks.find(({ Track }) => Track.Id === trackId) : undefined;
}

function partsByColumn(
  notes: PlanNotes,
  read: WorkbookSheet,
  layout: Layout,
  into: TimetablesInto,
  known: (name: string, row: number, column: number) => TrackDetails | undefined,
): readonly SheetPart[] {
  const row = layout.track?.row ?? 0;
  const names = new Map(layout.departures.map((at) => [at, textOf(read.rows[row]?.[at])]));
  const tracks = new Map<string, TrackDetails | undefined>();
  for (const [at, name] of names) if (name !== '' && !tracks.has(name)) tracks.set(name, known(name, row, at));
  const among = [...new Set([...tracks.values()].filter((track) => track !== undefined))];
  const columns = new Map<TrackDetails, number[]>();
  for (const [at, name] of names) {
    if (read.rows.every((cells, line) => line < anchorOf(layout) || textOf(cells[at]) === '')) continue;
    const track = name === '' ? trackThatFits(read, layout, among, at, isStopOf(into)) : tracks.get(name);
    if (!track && name === '') notes.fault('track', read.name, row, at, '');
    if (track) columns.set(track, [...(columns.get(track) ?? []), at]);
  }
  const parts = [...columns].map(([track, departures]): SheetPart => ({ track, departures, byColumn: true }));
  reportOthers(notes, read, layout, parts, isStopOf(into));
  return parts;
}

/** Rows of a sheet of several tracks that are a stop of none, and times of a departure at a stop that is not on its track. */
function reportOthers(notes: PlanNotes, read: WorkbookSheet, layout: Layout, parts: readonly SheetPart[], isStop: ReturnType<typeof isStopOf>): void {
  const { below, stopId, stop } = layout;
  const placed = parts.map(({ track, departures }) => new Set(placedRows(read, layout, track, departures, isStop).map(({ at }) => at)));
  read.rows.forEach((cells, at) => {
    if (at < below || cells.every((cell) => textOf(cell) === '')) return;
    const column = Math.max(0, textOf(cells[stopId]) === '' ? stop : stopId);
    const text = textOf(cells[column]);
    const wrong = parts.flatMap(({ departures }, nth) => (placed[nth]?.has(at) === true ? [] : departures.filter((one) => isWritten(cells[one]))));
    if (placed.some((rows) => rows.has(at))) for (const one of wrong) notes.fault('stop', read.name, at, one, text);
    else if (wrong.length > 0) notes.fault('stop', read.name, at, column, text);
    else notes.ignore(read.name, at, column, text);
  });
}

/** Whether a row with an id or a name is one of a stop. */
function isStopOf({ stopName }: TimetablesInto): (id: string, name: string, stopId: string) => boolean {
  return (id, name, stopId) => (id === '' ? isSameName(stopName(stopId), name) : stopId === id);
}

function joined(a: SheetEdit | undefined, b: SheetEdit): SheetEdit {
  const columns = [...(a?.columns ?? []), ...(b.columns ?? [])];
  const add = [...(a?.add ?? []), ...(b.add ?? [])];
  return { ...(columns.length > 0 && { columns }), ...(add.length > 0 && { add }) };
}

const HALF_A_DAY = 43_200;

/** Where something about the heads is reported. */
function anchorOf({ head, below }: Layout): number {
  return head < 0 ? below : head;
}

/** Spaces and capitals of a printed name do not matter. */
function isSameName(name: string, printed: string): boolean {
  return plainName(name) === plainName(printed);
}

function plainName(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function stopNamed({ details, stopName }: TimetablesInto, text: string): 'stopId' | 'stop' | undefined {
  if (text === '') return undefined;
  const stops = details.Tracks.flatMap(({ Track }) => Track.Stops);
  if (stops.some(({ StopId }) => StopId === text)) return 'stopId';
  return stops.some(({ StopId }) => isSameName(stopName(StopId), text)) ? 'stop' : undefined;
}

interface SheetToRead {
  readonly notes: PlanNotes;
  readonly read: WorkbookSheet;
  readonly layout: Layout;
  readonly byColumn: boolean;
  /** What is said of the sheet as a whole is said once. */
  readonly isFirst: boolean;
}

/** One sheet, read against one of its tracks. */
class SheetReader {
  readonly #notes: PlanNotes;
  readonly #read: WorkbookSheet;
  readonly #layout: Layout;
  readonly #track: TrackDetails;
  readonly #into: TimetablesInto;
  readonly #assigned: AssignedHeads;
  readonly #byColumn: boolean;
  readonly #isFirst: boolean;

  constructor({ notes, read, layout, byColumn, isFirst }: SheetToRead, track: TrackDetails, into: TimetablesInto) {
    this.#notes = notes;
    this.#read = read;
    this.#layout = layout;
    this.#byColumn = byColumn;
    this.#isFirst = isFirst;
    this.#track = track;
    this.#into = into;
    this.#assigned = into.assigned ?? {};
  }

  /** What the sheet amounts to; `found` collects the departures that it names. */
  edit(found: Set<string>): SheetEdit {
    const { Track, Timetables } = this.#track;
    const { name } = this.#read;
    const { head } = this.#layout;
    if (this.#isFirst) this.#reportHeads();
    const days = this.#days();
    const stops = this.#stops();
    const sheet = sheetOf(Track, Timetables, { days: 127, split: false });
    const keys = keysOf(Timetables);
    const byKey = new Map(sheet.columns.map((column) => [keys.get(keyOf(column.ref)) ?? '', column]));
    const anchor = anchorOf(this.#layout);
    const headed = new Set(this.#layout.departures.map((at) => this.#text(head, at)));
    const columns: ColumnEdit[] = [];
    const add: NewColumn[] = [];
    for (const at of this.#layout.departures) {
      const key = this.#text(head, at);
      const known =
        key === ''
          ? this.#alike(
              at,
              stops,
              sheet.columns.filter((one) => one.timetable.Days === days && !found.has(keyOf(one.ref)) && !headed.has(keys.get(keyOf(one.ref)) ?? '')),
            )
          : byKey.get(key);
      if (!known && key !== '' && !/\d/.test(key)) this.#notes.head('column', name, head, at, key, 'departure');
      if (known) {
        if (found.has(keyOf(known.ref))) {
          this.#notes.fault('twice', name, anchor, at, key);
          continue;
        }
        found.add(keyOf(known.ref));
        const edit = this.#change(known, at, stops);
        if (edit) columns.push(edit);
        continue;
      }
      if (MADE.test(key)) {
        this.#notes.fault('gone', name, anchor, at, key);
        continue;
      }
      const made = this.#add(at, stops, key, days);
      if (made) add.push(made);
    }
    return { ...(columns.length > 0 && { columns }), ...(add.length > 0 && { add }) };
  }

  /** What of the heads is not known, was assigned, or means nothing here. */
  #reportHeads(): void {
    const { name } = this.#read;
    const { others, labels, unknown, head } = this.#layout;
    for (const row of others) this.#notes.ignore(name, row, ...this.#firstOf(row));
    for (const row of labels) this.#notes.head('label', name, row, 0, this.#text(row, 0), assignedTo(this.#assigned, this.#text(row, 0)) ?? '');
    for (const at of unknown) {
      const to = assignedTo(this.#assigned, this.#text(head, at)) ?? '';
      this.#notes.head('column', name, head, at, this.#text(head, at), to);
      if (to === '') this.#notes.ignore(name, head, at, this.#text(head, at));
    }
  }

  #days(): number {
    const { days } = this.#layout;
    const usual = this.#track.Timetables.at(-1)?.Days ?? 127;
    if (!days) return daysOfWords(this.#read.name) ?? usual;
    const mask = daysOfWords(days.text);
    if (mask === undefined && this.#isFirst) this.#notes.fault('days', this.#read.name, days.row, days.column, days.text);
    return mask ?? usual;
  }

  /** The rows of stops with where each stands on the track. */
  #stops(): readonly PlacedRow[] {
    const { below, stopId, stop, side: sideColumn, departures } = this.#layout;
    if (this.#byColumn) return placedRows(this.#read, this.#layout, this.#track, departures, isStopOf(this.#into));
    const stops = this.#track.Track.Stops;
    const isStop = isStopOf(this.#into);
    const calls = new Map<string, number>();
    let arrivedAt = '';
    return this.#read.rows.flatMap((cells, at) => {
      if (at < below || cells.every((cell) => textOf(cell) === '')) return [];
      const [id, name] = [this.#text(at, stopId), this.#text(at, stop)];
      const words = headOf(HEADS, this.#text(at, sideColumn));
      const side = words === 'arrival' || words === 'departure' ? words : 'both';
      // a stop that is called at twice stands there twice; an arrival and the departure after it are one call
      const key = id === '' ? name : id;
      const nth = (calls.get(key) ?? -1) + (side === 'departure' && arrivedAt === key ? 0 : 1);
      calls.set(key, nth);
      arrivedAt = side === 'arrival' ? key : '';
      const position = stops.flatMap(({ StopId }, place) => (isStop(id, name, StopId) ? [place] : []))[nth];
      if (position !== undefined) return [{ at, row: { position, side } }];
      // a note under the table
      if (departures.every((column) => this.#text(at, column) === '')) {
        this.#notes.ignore(this.#read.name, at, Math.max(0, stop, stopId), id || name);
        return [];
      }
      this.#notes.fault('stop', this.#read.name, at, id === '' ? Math.max(0, stop) : stopId, id || name);
      return [];
    });
  }

  /** What changes of a departure that is there. */
  #change(column: SheetColumn, at: number, stops: readonly PlacedRow[]): ColumnEdit | undefined {
    const now = new Map<number, CellValue>();
    let first = -1;
    for (const { row, place, written } of this.#column(at, stops)) {
      const before = now.get(place.position) ?? cellOfColumn(column, place.position);
      const shown = before === '-' ? '-' : sideOf(before, place.side);
      if (written === shown) continue;
      if (first < 0) first = row;
      now.set(place.position, withSide(before, place.side, written));
    }
    this.#interval(column, at);
    const cells = [...now].flatMap(([position, after]): [number, CellValue, CellValue][] => {
      const before = cellOfColumn(column, position);
      return sameCell(before, after) ? [] : [[position, before, after]];
    });
    if (cells.length === 0) {
      this.#notes.same++;
      return undefined;
    }
    const changes = cells.map(([position, before, after]) => ({ field: this.#nameAt(position), from: shownText(before), to: shownText(after) }));
    this.#notes.line('change', this.#read.name, first, at, departureName(column), changes);
    return { of: column.ref, cells };
  }

  /** A departure that is not there yet; undefined where its column is empty, or broken. */
  #add(at: number, stops: readonly PlacedRow[], key: string, days: number): NewColumn | undefined {
    const cells = this.#track.Track.Stops.map((): CellValue => null);
    const faults = this.#notes.faults;
    let start: number | undefined;
    for (const { place, written } of this.#column(at, stops)) {
      if (typeof written === 'number') start ??= written;
      cells[place.position] = withSide(cells[place.position] ?? null, place.side, written);
    }
    if (this.#notes.faults > faults) return undefined;
    if (start === undefined) {
      if (key !== '' || cells.includes('-')) this.#notes.fault('empty', this.#read.name, anchorOf(this.#layout), at, key);
      return undefined;
    }
    const { every, until } = this.#layout;
    const [frequency, to] = [this.#read.rows[every]?.[at], this.#written(until, at)];
    const seconds =
      frequency === null || frequency === undefined || frequency === '' ? null : Math.round(Number(textOf(frequency).replace(',', '.')) * 60);
    const isInterval = seconds !== null || (to !== null && to !== undefined);
    if (isInterval && !(seconds !== null && seconds > 0 && typeof to === 'number')) {
      this.#notes.fault('interval', this.#read.name, Math.max(every, until), at, [textOf(frequency), this.#text(until, at)].join(' '));
      return undefined;
    }
    const like = this.#track.Timetables.findLast(({ Days }) => Days === days) ?? this.#track.Timetables.at(-1);
    const times = cells.flatMap((cell, position) => (cell === null ? [] : [{ field: this.#nameAt(position), from: '', to: shownText(cell) }]));
    this.#notes.line('add', this.#read.name, anchorOf(this.#layout), at, `${formatServiceTime(start)}, ${formatDays(days)}`, times);
    return {
      days,
      cells,
      ...(like && { like: like.Number }),
      ...(isInterval && typeof to === 'number' && seconds !== null && { every: { to, frequency: seconds } }),
      ...(key !== '' && { fields: { TripId: key } }),
    };
  }

  /** How often an interval runs, and until when, is not changed by a file: a sheet that says otherwise is reported. */
  #interval({ departure }: SheetColumn, at: number): void {
    const { every, until } = this.#layout;
    const wanted = { every: departure.Type === 'Interval' ? (departure.Frequency ?? 0) / 60 : null, until: departure.ToTime ?? null };
    if (every >= 0) {
      const text = this.#text(every, at).replace(',', '.');
      if ((text === '' ? null : Number(text)) !== wanted.every) this.#notes.fault('interval', this.#read.name, every, at, text);
    }
    if (until < 0) return;
    const to = this.#written(until, at);
    if (to !== undefined && to !== (departure.Type === 'Interval' ? wanted.until : null))
      this.#notes.fault('interval', this.#read.name, until, at, this.#text(until, at));
  }

  /** The departure without a head of its own: one of these that is at its first time where the column says. */
  #alike(at: number, stops: readonly PlacedRow[], among: readonly SheetColumn[]): SheetColumn | undefined {
    for (const { at: row, row: place } of stops) {
      const written = printedOf(this.#read.rows[row]?.[at])?.written;
      if (typeof written !== 'number') continue;
      return among.find((one) => {
        const cell = cellOfColumn(one, place.position);
        return one.departure.Type === 'Exact' && cell !== '-' && sideOf(cell, place.side) === written;
      });
    }
    return undefined;
  }

  /** The cells of a column that can be read. A typed time far before the one above it is of the night after. */
  #column(at: number, stops: readonly PlacedRow[]): readonly { readonly row: number; readonly place: PlacedRow['row']; readonly written: Written }[] {
    let last = 0;
    return stops.flatMap(({ at: row, row: place }) => {
      let written = this.#written(row, at);
      if (written === undefined) return [];
      if (typeof written === 'number') {
        if (typeof this.#read.rows[row]?.[at] === 'string' && written + HALF_A_DAY < last) written += 2 * HALF_A_DAY;
        last = written;
      }
      return [{ row, place, written }];
    });
  }

  /** The first cell of a row that is not empty: its column and text. */
  #firstOf(row: number): [column: number, text: string] {
    const column = Math.max(0, this.#read.rows[row]?.findIndex((cell) => textOf(cell) !== '') ?? 0);
    return [column, this.#text(row, column)];
  }

  /** The time in a cell; undefined, and reported, if the cell holds no time. */
  #written(row: number, column: number): Written | undefined {
    const cell = row < 0 ? null : this.#read.rows[row]?.[column];
    const printed = printedOf(cell);
    if (printed) this.#notes.symbol(this.#read.name, row, column, printed.symbol);
    else this.#notes.fault('time', this.#read.name, row, column, textOf(cell));
    return printed?.written;
  }

  #text(row: number, column: number): string {
    return textOf(this.#read.rows[row]?.[column]);
  }

  #nameAt(position: number): string {
    const id = this.#track.Track.Stops[position]?.StopId ?? '';
    return this.#into.stopName(id);
  }
}

function departureName({ first, ref: { trip } }: SheetColumn): string {
  return trip === undefined ? formatServiceTime(first) : `${formatServiceTime(first)} (${trip})`;
}

/** A cell as the sheet shows it; empty where there is no time. */
function shownText(cell: CellValue): string {
  return Array.isArray(cell) ? cell.map((time) => (time === null ? '' : formatServiceTime(time))).join(' / ') : writtenText(cell);
}
