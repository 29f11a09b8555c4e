/** What a workbook, or a pasted table, would change of the timetables of a line. */
import { formatDays } from '../days.ts';
import type { ScheduleDetails, TrackDetails } from '../scheduleDetails.ts';
import { formatServiceTime } from '../time.ts';
import { writtenText } from '../timetableSheet/clipboard.ts';
import { refsOf } from '../timetableSheet/departures.ts';
import { type CellValue, sameCell } from '../timetableSheet/profile.ts';
import { cellOfColumn, type SheetColumn, type SheetRow, sheetOf, sideOf, withSide } from '../timetableSheet/sheet.ts';
import type { Written } from '../timetableSheet/sheetActs.ts';
import { type ColumnEdit, isNoEdit, type NewColumn, type SheetEdit, sheetEditError } from '../timetableSheet/sheetEdit.ts';
import { printedOf, textOf, type WorkbookSheet } from './cells.ts';
import { daysOfWords } from './dayWords.ts';
import { type AssignedHeads, assignedTo, headOf, TIMETABLE_HEADS as HEADS } from './heads.ts';
import { type ImportPlan, PlanNotes } from './plan.ts';
import { type Layout, layoutOf } from './timetableLayout.ts';
import { keyOf, keysOf, MADE } from './timetables.ts';

/** Where a file is read to: a line, and the track of sheets that do not name one. */
export interface TimetablesInto {
  readonly details: ScheduleDetails;
  readonly trackId?: string | undefined;
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
    const named = layout.track?.text ?? into.trackId;
    const track = into.details.Tracks.find(({ Track }) => Track.Id === named);
    if (!track) {
      notes.fault('track', read.name, layout.track?.row ?? anchorOf(layout), layout.track?.column ?? 0, named ?? '');
      continue;
    }
    const keys = found.get(track.Track.Id) ?? new Set<string>();
    found.set(track.Track.Id, keys);
    const edit = new SheetReader(notes, read, layout, track, into).edit(keys);
    if (!isNoEdit(edit)) edits.set(track.Track.Id, joined(edits.get(track.Track.Id), edit));
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

/** One sheet, read against its track. */
class SheetReader {
  readonly #notes: PlanNotes;
  readonly #read: WorkbookSheet;
  readonly #layout: Layout;
  readonly #track: TrackDetails;
  readonly #stopName: (id: string) => string;
  readonly #assigned: AssignedHeads;

  constructor(notes: PlanNotes, read: WorkbookSheet, layout: Layout, track: TrackDetails, { stopName, assigned = {} }: TimetablesInto) {
    this.#notes = notes;
    this.#read = read;
    this.#layout = layout;
    this.#track = track;
    this.#stopName = stopName;
    this.#assigned = assigned;
  }

  /** What the sheet amounts to; `found` collects the departures that it names. */
  edit(found: Set<string>): SheetEdit {
    const { Track, Timetables } = this.#track;
    const { name } = this.#read;
    const { others, labels, unknown, head } = this.#layout;
    for (const row of others) this.#notes.ignore(name, row, ...this.#firstOf(row));
    for (const row of labels) this.#notes.head('label', name, row, 0, this.#text(row, 0), assignedTo(this.#assigned, this.#text(row, 0)) ?? '');
    for (const at of unknown) {
      const to = assignedTo(this.#assigned, this.#text(head, at)) ?? '';
      this.#notes.head('column', name, head, at, this.#text(head, at), to);
      if (to === '') this.#notes.ignore(name, head, at, this.#text(head, at));
    }
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

  #days(): number {
    const { days } = this.#layout;
    const usual = this.#track.Timetables.at(-1)?.Days ?? 127;
    if (!days) return daysOfWords(this.#read.name) ?? usual;
    const mask = daysOfWords(days.text);
    if (mask === undefined) this.#notes.fault('days', this.#read.name, days.row, days.column, days.text);
    return mask ?? usual;
  }

  /** The rows of stops with where each stands on the track. */
  #stops(): readonly ReadStop[] {
    const { below, stopId, stop, side: sideColumn, departures } = this.#layout;
    const stops = this.#track.Track.Stops;
    const calls = new Map<string, number>();
    let arrivedAt = '';
    return this.#read.rows.flatMap((cells, at) => {
      if (at < below || cells.every((cell) => textOf(cell) === '')) return [];
      const [id, name] = [this.#text(at, stopId), this.#text(at, stop)];
      const words = headOf(HEADS, this.#text(at, sideColumn));
      const side = words === 'arrival' || words === 'departure' ? words : 'both';
      const isMeant = (known: string): boolean => (id === '' ? isSameName(this.#stopName(known), name) : known === id);
      // a stop that is called at twice stands there twice; an arrival and the departure after it are one call
      const key = id === '' ? name : id;
      const nth = (calls.get(key) ?? -1) + (side === 'departure' && arrivedAt === key ? 0 : 1);
      calls.set(key, nth);
      arrivedAt = side === 'arrival' ? key : '';
      const position = stops.flatMap(({ StopId }, place) => (isMeant(StopId) ? [place] : []))[nth];
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
  #change(column: SheetColumn, at: number, stops: readonly ReadStop[]): ColumnEdit | undefined {
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
  #add(at: number, stops: readonly ReadStop[], key: string, days: number): NewColumn | undefined {
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
  #alike(at: number, stops: readonly ReadStop[], among: readonly SheetColumn[]): SheetColumn | undefined {
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
  #column(at: number, stops: readonly ReadStop[]): readonly { readonly row: number; readonly place: ReadStop['row']; readonly written: Written }[] {
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
    return this.#stopName(id);
  }
}

/** A row of stops: where it is in the file, and where its stop stands on the track. */
interface ReadStop {
  readonly at: number;
  readonly row: Pick<SheetRow, 'position' | 'side'>;
}

function departureName({ first, ref: { trip } }: SheetColumn): string {
  return trip === undefined ? formatServiceTime(first) : `${formatServiceTime(first)} (${trip})`;
}

/** A cell as the sheet shows it; empty where there is no time. */
function shownText(cell: CellValue): string {
  return Array.isArray(cell) ? cell.map((time) => (time === null ? '' : formatServiceTime(time))).join(' / ') : writtenText(cell);
}
