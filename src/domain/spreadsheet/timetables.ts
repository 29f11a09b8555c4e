/** The timetables of a line as a workbook: a sheet for each track and its days, stops down, departures across. */
import { formatDays } from '../days.ts';
import type { ScheduleDetails, TrackDetails } from '../scheduleDetails.ts';
import { scheduleName } from '../schedules.ts';
import { formatServiceTime } from '../time.ts';
import { writtenText } from '../timetableSheet/clipboard.ts';
import { type DepartureRef, refsOf } from '../timetableSheet/departures.ts';
import { type CellValue, sameCell } from '../timetableSheet/profile.ts';
import { cellOfColumn, type Sheet, type SheetColumn, type SheetRow, sheetOf, sideOf, withSide } from '../timetableSheet/sheet.ts';
import { type Written, writtenAt } from '../timetableSheet/sheetActs.ts';
import { type ColumnEdit, isNoEdit, type NewColumn, type SheetEdit, sheetEditError } from '../timetableSheet/sheetEdit.ts';
import { type Cell, textOf, type WorkbookSheet, writtenOf } from './cells.ts';
import { dayWords, daysOfWords } from './dayWords.ts';
import { headIn, type HeadLanguage, headOf, TIMETABLE_HEADS as HEADS } from './heads.ts';
import { type ImportPlan, PlanNotes } from './plan.ts';

/** Words of the writer: the language of the heads, and what stops are called. */
export interface WorkbookWords {
  readonly language: HeadLanguage;
  stopName(id: string): string;
}

/** The workbook of a line. A departure is on one sheet: that of its track and of the days of its timetable. */
export function timetableSheets({ Schedule, Tracks }: ScheduleDetails, words: WorkbookWords): WorkbookSheet[] {
  const names = new Set<string>();
  return Tracks.flatMap(({ Track, Timetables }) => {
    const keys = keysOf(Timetables);
    const masks = [...new Set(Timetables.filter(({ Departures }) => Departures.length > 0).map(({ Days }) => Days))];
    return masks.map((mask): WorkbookSheet => {
      const sheet = sheetOf(
        Track,
        Timetables.filter(({ Days }) => Days === mask),
        { days: 127, split: false },
      );
      const label = (head: keyof typeof HEADS): string => headIn(HEADS[head], words.language);
      const intervals = sheet.columns.some(({ departure }) => departure.Type === 'Interval');
      const above: Cell[][] = [
        [label('line'), scheduleName(Schedule)],
        [label('track'), Track.Id],
        [label('days'), dayWords(mask, words.language)],
        ...(intervals ? [intervalRow(sheet, label('every'), 'every'), intervalRow(sheet, label('until'), 'until')] : []),
      ];
      const heads = [label('stopId'), label('stop'), label('side'), ...sheet.columns.map(({ ref }) => keys.get(keyOf(ref)) ?? '')];
      const rows = sheet.rows.map(({ stop, side }, row): Cell[] => [
        stop.StopId,
        words.stopName(stop.StopId),
        side === 'both' ? '' : label(side),
        ...sheet.columns.map((_, column) => cellOfWritten(writtenAt(sheet, row, column))),
      ]);
      const name = sheetName(`${dayWords(mask, words.language)} ${Track.Name || Track.Id}`, names);
      return { name, rows: [...above, heads, ...rows], heads: { rows: above.length + 1, columns: 3 } };
    });
  });
}

function intervalRow(sheet: Sheet, label: string, of: 'every' | 'until'): Cell[] {
  const cells = sheet.columns.map(({ departure: { Type, Frequency, ToTime } }): Cell => {
    if (Type !== 'Interval') return null;
    return of === 'every' ? (Frequency ?? 0) / 60 : cellOfWritten(ToTime ?? null);
  });
  return [label, null, null, ...cells];
}

function cellOfWritten(written: Written): Cell {
  return typeof written === 'number' ? { seconds: written } : written;
}

/** What departures are called in a workbook: by their trip id where that names one alone, else by timetable and time. */
function keysOf(timetables: TrackDetails['Timetables']): ReadonlyMap<string, string> {
  const refs = timetables.flatMap((timetable) => [...refsOf(timetable)]);
  const counts = new Map<string, number>();
  for (const { trip } of refs) if (trip !== undefined) counts.set(trip, (counts.get(trip) ?? 0) + 1);
  return new Map(
    refs.map((ref) => {
      const alone = ref.trip !== undefined && counts.get(ref.trip) === 1 && !MADE.test(ref.trip);
      return [keyOf(ref), alone ? (ref.trip ?? '') : nameOf(ref)];
    }),
  );
}

function nameOf({ timetable, time, trip, nth }: DepartureRef): string {
  return [`#${timetable}`, formatServiceTime(time), ...(nth === undefined ? [] : [`(${nth + 1})`]), ...(trip === undefined ? [] : [trip])].join(' ');
}

/** A name that was made, not a trip id. */
const MADE = /^#\d+ \d/;

function keyOf({ timetable, time, trip, nth }: DepartureRef): string {
  return JSON.stringify([timetable, time, trip, nth]);
}

/** At most 31 characters without those that sheets forbid, and no two alike. */
function sheetName(wanted: string, taken: Set<string>): string {
  const clean =
    wanted
      .replaceAll(/[[\]:*?/\\']/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || 'Sheet';
  for (let nth = 1; ; nth++) {
    const end = nth === 1 ? '' : ` (${nth})`;
    const name = `${clean.slice(0, 31 - end.length).trim()}${end}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

/** Where a file is read to: a line, and the track of sheets that do not name one. */
export interface TimetablesInto {
  readonly details: ScheduleDetails;
  readonly trackId?: string | undefined;
  stopName(id: string): string;
}

/** What a workbook would change of a line. Departures that it does not hold stay as they are. */
export function planTimetables(into: TimetablesInto, file: string, sheets: readonly WorkbookSheet[]): ImportPlan {
  const notes = new PlanNotes(file);
  const edits = new Map<string, SheetEdit>();
  const found = new Map<string, Set<string>>();
  for (const read of sheets) {
    const layout = layoutOf(read);
    if (!layout) {
      notes.ignore(read.name, -1, 0, '');
      continue;
    }
    const named = layout.track?.text ?? into.trackId;
    const track = into.details.Tracks.find(({ Track }) => Track.Id === named);
    if (!track) {
      notes.fault('track', read.name, layout.track?.row ?? layout.head, layout.track ? 1 : 0, named ?? '');
      continue;
    }
    const keys = found.get(track.Track.Id) ?? new Set<string>();
    found.set(track.Track.Id, keys);
    const edit = new SheetReader(notes, read, layout, track, into.stopName).edit(keys);
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

/** Where things stand on a sheet that was read. */
interface Layout {
  readonly head: number;
  readonly stopId: number;
  readonly stop: number;
  readonly side: number;
  readonly track?: { readonly row: number; readonly text: string };
  readonly days?: { readonly row: number; readonly text: string };
  readonly every: number;
  readonly until: number;
  /** Labelled rows above the head that mean nothing here. */
  readonly others: readonly number[];
  readonly departures: readonly number[];
}

/** Rows in which the head of a sheet is looked for. */
const MOST_ROWS_ABOVE = 30;

function layoutOf({ rows }: WorkbookSheet): Layout | undefined {
  const head = rows.slice(0, MOST_ROWS_ABOVE).findIndex((row) => row.some((cell) => isStopHead(cell)));
  const heads = (rows[head] ?? []).map((cell) => headOf(HEADS, textOf(cell)));
  if (head < 0) return undefined;
  const at = (key: keyof typeof HEADS): number => heads.indexOf(key);
  const named = { stopId: at('stopId'), stop: at('stop'), side: at('side') };
  const labels = rows.slice(0, head).map((row) => headOf(HEADS, textOf(row[0])));
  const labelled = (key: keyof typeof HEADS): { row: number; text: string } | undefined => {
    const row = labels.indexOf(key);
    return row < 0 ? undefined : { row, text: textOf(rows[row]?.slice(1).find((cell) => textOf(cell) !== '')) };
  };
  const [track, days] = [labelled('track'), labelled('days')];
  const width = rows.slice(head).reduce((most, row) => Math.max(most, row.length), 0);
  const first = Math.max(named.stopId, named.stop, named.side) + 1;
  return {
    head,
    ...named,
    ...(track && track.text !== '' && { track }),
    ...(days && days.text !== '' && { days }),
    every: labels.indexOf('every'),
    until: labels.indexOf('until'),
    others: labels.flatMap((label, row) => (label === undefined && textOf(rows[row]?.[0]) !== '' ? [row] : [])),
    departures: Array.from({ length: Math.max(0, width - first) }, (_, nth) => first + nth),
  };
}

function isStopHead(cell: Cell): boolean {
  const head = headOf(HEADS, textOf(cell));
  return head === 'stop' || head === 'stopId';
}

/** One sheet, read against its track. */
class SheetReader {
  readonly #notes: PlanNotes;
  readonly #read: WorkbookSheet;
  readonly #layout: Layout;
  readonly #track: TrackDetails;
  readonly #stopName: (id: string) => string;

  constructor(notes: PlanNotes, read: WorkbookSheet, layout: Layout, track: TrackDetails, stopName: (id: string) => string) {
    this.#notes = notes;
    this.#read = read;
    this.#layout = layout;
    this.#track = track;
    this.#stopName = stopName;
  }

  /** What the sheet amounts to; `found` collects the departures that it names. */
  edit(found: Set<string>): SheetEdit {
    const { Track, Timetables } = this.#track;
    const { name } = this.#read;
    for (const row of this.#layout.others) this.#notes.ignore(name, row, 0, this.#text(row, 0));
    const days = this.#days();
    const stops = this.#stops();
    const sheet = sheetOf(Track, Timetables, { days: 127, split: false });
    const keys = keysOf(Timetables);
    const byKey = new Map(sheet.columns.map((column) => [keys.get(keyOf(column.ref)) ?? '', column]));
    const columns: ColumnEdit[] = [];
    const add: NewColumn[] = [];
    for (const at of this.#layout.departures) {
      const key = this.#text(this.#layout.head, at);
      const known = key === '' ? undefined : byKey.get(key);
      if (known) {
        if (found.has(keyOf(known.ref))) {
          this.#notes.fault('twice', name, this.#layout.head, at, key);
          continue;
        }
        found.add(keyOf(known.ref));
        const edit = this.#change(known, at, stops);
        if (edit) columns.push(edit);
        continue;
      }
      if (MADE.test(key)) {
        this.#notes.fault('gone', name, this.#layout.head, at, key);
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
    if (mask === undefined) this.#notes.fault('days', this.#read.name, days.row, 1, days.text);
    return mask ?? usual;
  }

  /** The rows of stops with where each stands on the track. */
  #stops(): readonly ReadStop[] {
    const { head, stopId, stop, side: sideColumn } = this.#layout;
    const stops = this.#track.Track.Stops;
    const calls = new Map<string, number>();
    let arrivedAt = '';
    return this.#read.rows.flatMap((cells, at) => {
      if (at <= head || cells.every((cell) => textOf(cell) === '')) return [];
      const [id, name] = [this.#text(at, stopId), this.#text(at, stop)];
      const words = headOf(HEADS, this.#text(at, sideColumn));
      const side = words === 'arrival' || words === 'departure' ? words : 'both';
      const isMeant = (known: string): boolean => (id === '' ? this.#stopName(known) === name : known === id);
      // a stop that is called at twice stands there twice; an arrival and the departure after it are one call
      const key = id === '' ? name : id;
      const nth = (calls.get(key) ?? -1) + (side === 'departure' && arrivedAt === key ? 0 : 1);
      calls.set(key, nth);
      arrivedAt = side === 'arrival' ? key : '';
      const position = stops.flatMap(({ StopId }, place) => (isMeant(StopId) ? [place] : []))[nth];
      if (position !== undefined) return [{ at, row: { position, side } }];
      this.#notes.fault('stop', this.#read.name, at, id === '' ? Math.max(0, stop) : stopId, id || name);
      return [];
    });
  }

  /** What changes of a departure that is there. */
  #change(column: SheetColumn, at: number, stops: readonly ReadStop[]): ColumnEdit | undefined {
    const now = new Map<number, CellValue>();
    let first = -1;
    for (const { at: row, row: place } of stops) {
      const written = this.#written(row, at);
      if (written === undefined) continue;
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
    for (const { at: row, row: place } of stops) {
      const written = this.#written(row, at);
      if (written === undefined) continue;
      if (typeof written === 'number') start ??= written;
      cells[place.position] = withSide(cells[place.position] ?? null, place.side, written);
    }
    if (this.#notes.faults > faults) return undefined;
    if (start === undefined) {
      if (key !== '' || cells.includes('-')) this.#notes.fault('empty', this.#read.name, this.#layout.head, at, key);
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
    this.#notes.line('add', this.#read.name, this.#layout.head, at, `${formatServiceTime(start)}, ${formatDays(days)}`, times);
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

  /** The time in a cell; undefined, and reported, if the cell holds no time. */
  #written(row: number, column: number): Written | undefined {
    const cell = row < 0 ? null : this.#read.rows[row]?.[column];
    const written = writtenOf(cell);
    if (written === undefined) this.#notes.fault('time', this.#read.name, row, column, textOf(cell));
    return written;
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
