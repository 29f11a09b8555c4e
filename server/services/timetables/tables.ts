/** Tables of a line as HTML: stops and trips, with the symbols that are to be explained below them. */
import { MARKS, type BookDirection, type BookRun, type LineBook } from '../../feed/book/lineBook.ts';
import { escaped } from '../html.ts';
import { ordered, timeAt } from './order.ts';
import { daysHtml, type Tongue } from './words.ts';

/** Seconds of a stay from which on arrival and departure are both shown. */
const STAY = 180;

export interface TableOptions {
  readonly tongue: Tongue;
  readonly allStops: boolean;
  /** Trips side by side in one table. */
  readonly tripsPerTable: number;
  /** The address of the page of a stop; undefined where stops are no links. */
  readonly stopUrl?: (id: string) => string;
  /** Up to so many stops are columns, with a row for each trip: such a table flows over pages by itself. */
  readonly stopsAsColumns: number;
  /** Whether the head of each table names line, direction and days, on each page of it. */
  readonly isRepeated?: boolean;
}

/** Symbols that tables use, and in what order they are explained. */
class Legend {
  readonly #used = new Map<string, string>();
  readonly #letters = new Map<string, string>();
  readonly #numbers = new Map<string, string>();
  readonly sentences = new Set<string>();

  sign(sign: string, meaning: string): string {
    this.#used.set(sign, meaning);
    return sign;
  }

  /** A letter for a note about days, which is HTML. */
  letter(note: string): string {
    const known = this.#letters.get(note);
    if (known !== undefined) return known;
    let [at, letter] = [this.#letters.size, ''];
    for (; at >= 0; at = Math.floor(at / 26) - 1) letter = String.fromCodePoint(65 + (at % 26)) + letter;
    this.#letters.set(note, letter);
    return letter;
  }

  /** A number for another destination. */
  number(destination: string): string {
    const known = this.#numbers.get(destination) ?? String(this.#numbers.size + 1);
    this.#numbers.set(destination, known);
    return known;
  }

  html(tongue: Tongue): string {
    const rows = [
      ...[...this.#letters].map(([note, letter]) => [letter, note]),
      ...[...this.#numbers].map(([place, number]) => [number, escaped(directionTitle({ title: place }, tongue))]),
      ...[...this.#used].map(([sign, meaning]) => [sign, escaped(meaning)]),
    ];
    if (rows.length === 0 && this.sentences.size === 0) return '';
    return `<dl class="legend">${rows.map(([sign, meaning]) => `<div><dt>${sign}</dt><dd>${meaning}</dd></div>`).join('')}</dl>
${[...this.sentences].map((sentence) => `<p class="legend">${escaped(sentence)}</p>`).join('')}`;
  }
}

/** The tables of a line, one piece of HTML after the other, and at the end what their symbols mean. */
export function* lineTables(line: LineBook, options: TableOptions): Generator<string> {
  const { tongue } = options;
  const legend = new Legend();
  for (const direction of line.directions) {
    const tables = line.dayTypes.map((_type, at) => tablesOf(line, direction, at, options, legend));
    if (tables.every((html) => html === '')) continue;
    yield `<section class="direction"><h2>${escaped(directionTitle(direction, tongue))}</h2>`;
    for (const [at, html] of tables.entries()) {
      const type = line.dayTypes[at];
      if (html !== '' && type !== undefined) yield `<section class="days"><h3>${daysHtml(type, tongue, false)}</h3>${html}</section>`;
    }
    yield '</section>';
  }
  if (line.directions.every(({ runs }) => runs.length === 0)) yield `<p>${escaped(tongue.words.noTrips)}</p>`;
  if (line.onDemand > 0) legend.sentences.add(tongue.words.onDemand(line.onDemand));
  if (tongue.is12) legend.sentences.add(tongue.words.clock);
  yield legend.html(tongue);
}

function tablesOf(line: LineBook, direction: BookDirection, type: number, options: TableOptions, legend: Legend): string {
  const runs = direction.runs.filter(({ days }) => days.some(([at]) => at === type));
  if (runs.length === 0) return '';
  const trips = ordered(runs, direction.patterns).map((run) => new TripCells(line, direction, run, type, options, legend));
  const served = new Set(runs.flatMap(({ pattern }) => direction.patterns[pattern]?.rows ?? []));
  const rows = direction.stops.flatMap((stop, row) => (served.has(row) && (options.allStops || stop.isTimepoint) ? [row] : []));
  const days = line.dayTypes[type];
  const head =
    options.isRepeated === true && days !== undefined
      ? `<b>${escaped(line.short || line.long)}</b> ${escaped(directionTitle(direction, options.tongue))} · ${daysHtml(days, options.tongue, false)}`
      : undefined;
  if (rows.length <= options.stopsAsColumns) return tripsAsRows(trips, rows, direction, options, head);
  const pieces: string[] = [];
  for (let at = 0; at < trips.length; at += options.tripsPerTable)
    pieces.push(tripsAsColumns(trips.slice(at, at + options.tripsPerTable), rows, direction, options, head));
  return pieces.join('');
}

/** Some headsigns say by themselves that they are a direction: `North to University`, `Eastbound`. */
function directionTitle({ title }: Pick<BookDirection, 'title'>, { words }: Tongue): string {
  return /\b(to|towards|via|richtung|nach|loop)\b|bound\b/i.test(title) ? title : words.towards(title);
}

/** Whether the tables of a line are wider than they are high. */
export function isWide({ directions }: LineBook, { allStops, stopsAsColumns }: Pick<TableOptions, 'allStops' | 'stopsAsColumns'>): boolean {
  return directions.some(({ stops }) => stops.filter(({ isTimepoint }) => allStops || isTimepoint).length > stopsAsColumns);
}

/** What a trip shows in each row. */
class TripCells {
  readonly run: BookRun;
  /** Letters and numbers of its notes. */
  readonly notes: string;
  readonly #calls: ReadonlyMap<number, number>;
  readonly #marks: readonly number[];
  readonly #options: TableOptions;
  readonly #legend: Legend;
  readonly #first: number;
  readonly #last: number;

  constructor(line: LineBook, direction: BookDirection, run: BookRun, type: number, options: TableOptions, legend: Legend) {
    const { rows = [], marks = [] } = direction.patterns[run.pattern] ?? {};
    this.run = run;
    this.#calls = new Map(rows.map((row, call) => [row, call]));
    this.#marks = marks;
    this.#options = options;
    this.#legend = legend;
    [this.#first, this.#last] = [rows[0] ?? 0, rows.at(-1) ?? 0];
    const note = line.notes[run.days.find(([at]) => at === type)?.[1] ?? -1];
    const letter = note === undefined ? '' : legend.letter(daysHtml(note, options.tongue, true));
    const number = run.headsign === '' || run.headsign === direction.title ? '' : legend.number(run.headsign);
    this.notes = `${letter} ${number}`.trim();
  }

  /** Repeated trips, in words; undefined where it is a single one. */
  get every(): string | undefined {
    const { every } = this.run;
    if (every === undefined) return undefined;
    const { words, time } = this.#options.tongue;
    const interval = every.seconds % 60 === 0 ? words.minutes(String(every.seconds / 60)) : words.seconds(every.seconds);
    return (every.isExact ? words.thenEvery : words.thenAbout)(interval, time(every.until));
  }

  /** The content of a cell. */
  at(row: number): string {
    const { words } = this.#options.tongue;
    const call = this.#calls.get(row);
    if (call === undefined) return row > this.#first && row < this.#last ? this.#legend.sign('|', words.passes) : '';
    const marks = this.#marks[call] ?? 0;
    const isLast = row === this.#last;
    const [arrival, departure] = [this.run.times[2 * call] ?? -1, timeAt(this.run, call)];
    const time = isLast && arrival >= 0 ? arrival : departure;
    if (time < 0) return this.#legend.sign('•', words.untimed);
    const isStay = !isLast && arrival >= 0 && departure - arrival >= STAY;
    if (isStay) this.#legend.sentences.add(words.twoTimes);
    const shown = `${isStay ? `${this.#time(arrival)}<br>` : ''}${this.#time(time)}${this.#signs(marks)}`;
    if ((marks & MARKS.approximate) === 0 || !this.#options.allStops) return shown;
    this.#legend.sentences.add(words.approximate);
    return `<i>${shown}</i>`;
  }

  #time(seconds: number): string {
    const { words, time } = this.#options.tongue;
    const days = Math.floor(seconds / 86_400);
    return days === 0 ? time(seconds) : `${time(seconds)}<sup>${this.#legend.sign(`+${days}`, words.nextDay(days))}</sup>`;
  }

  #signs(marks: number): string {
    const { words } = this.#options.tongue;
    const signs: string[] = [];
    const isClosed = MARKS.noPickup | MARKS.noDropOff;
    if ((marks & isClosed) === isClosed) signs.push(this.#legend.sign('✕', words.neither));
    else if ((marks & MARKS.noPickup) !== 0) signs.push(this.#legend.sign('▼', words.noPickup));
    else if ((marks & MARKS.noDropOff) !== 0) signs.push(this.#legend.sign('▲', words.noDropOff));
    if ((marks & MARKS.phone) !== 0) signs.push(this.#legend.sign('☎', words.phone));
    if ((marks & MARKS.driver) !== 0) signs.push(this.#legend.sign('◆', words.driver));
    return signs.length === 0 ? '' : `<sup>${signs.join('')}</sup>`;
  }
}

function stopName(row: number, { stops }: BookDirection, { stopUrl }: TableOptions): string {
  const { id = '', name = '' } = stops[row] ?? {};
  return stopUrl === undefined ? escaped(name) : `<a href="${escaped(stopUrl(id))}">${escaped(name)}</a>`;
}

function headRow(head: string | undefined, width: number): string {
  return head === undefined ? '' : `<tr class="repeated"><th colspan="${width}">${head}</th></tr>`;
}

/** A column for each stop. */
function tripsAsRows(
  trips: readonly TripCells[],
  rows: readonly number[],
  direction: BookDirection,
  options: TableOptions,
  head: string | undefined,
): string {
  const { words } = options.tongue;
  const isNamed = trips.some(({ run }) => run.name !== '');
  const isNoted = trips.some(({ notes }) => notes !== '');
  const width = rows.length + (isNamed ? 1 : 0) + (isNoted ? 1 : 0);
  const body = trips.map((trip) => {
    const cells = `${isNamed ? `<td class="name">${escaped(trip.run.name)}</td>` : ''}${isNoted ? `<td class="notes">${trip.notes}</td>` : ''}${rows.map((row) => `<td>${trip.at(row)}</td>`).join('')}`;
    const { every } = trip;
    return `<tr class="trip">${cells}</tr>${every === undefined ? '' : `<tr class="every"><td colspan="${width}">${escaped(every)}</td></tr>`}`;
  });
  return `<div class="wide" tabindex="0"><table class="rows"><thead>${headRow(head, width)}<tr>${isNamed ? `<th scope="col" class="name">${escaped(words.trip)}</th>` : ''}${isNoted ? `<th scope="col" class="notes">${escaped(words.note)}</th>` : ''}${rows.map((row) => `<th scope="col" class="stop"><span>${stopName(row, direction, options)}</span></th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`;
}

/** A column for each trip. */
function tripsAsColumns(
  trips: readonly TripCells[],
  rows: readonly number[],
  direction: BookDirection,
  options: TableOptions,
  head: string | undefined,
): string {
  const { words } = options.tongue;
  const isNamed = trips.some(({ run }) => run.name !== '');
  const isNoted = trips.some(({ notes }) => notes !== '');
  const repeated = trips.map(({ every }) => every);
  const width = 1 + trips.length + repeated.filter((every) => every !== undefined).length;
  const headCells = (cell: (trip: TripCells) => string): string =>
    trips.map((trip, at) => `<td>${cell(trip)}</td>${repeated[at] === undefined ? '' : '<td></td>'}`).join('');
  const body = rows.map((row, place) => {
    const cells = trips.map((trip, at) => {
      const every = repeated[at];
      return `<td>${trip.at(row)}</td>${every === undefined || place > 0 ? '' : `<td class="every" rowspan="${rows.length}"><span>${escaped(every)}</span></td>`}`;
    });
    return `<tr><th scope="row">${stopName(row, direction, options)}</th>${cells.join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0"><table class="columns"><thead>${headRow(head, width)}${isNamed ? `<tr class="name"><th scope="row">${escaped(words.trip)}</th>${headCells(({ run }) => escaped(run.name))}</tr>` : ''}${isNoted ? `<tr class="notes"><th scope="row">${escaped(words.notes)}</th>${headCells(({ notes }) => notes)}</tr>` : ''}</thead>
<tbody>${body.join('\n')}</tbody></table></div>`;
}
