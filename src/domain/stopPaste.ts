/** Stops pasted as a table: comma, semicolon or tab between the cells, with or without a line of titles. */
import { Coordinate } from './coordinate.ts';
import { MOST_STOPS } from './edits/stopBulk.ts';

/** A stop of a line; without an id it gets a new one. */
export interface PastedStop {
  readonly line: number;
  readonly stopId?: string;
  readonly stopName: string;
  readonly coordinate: Coordinate;
  readonly stopType: number;
  readonly stopZoneId?: string;
  readonly stopParentId?: string;
  readonly stopCode?: string;
}

/** What is wrong with a line; lines count from 1. */
export interface PasteFault {
  readonly line: number;
  readonly message: string;
}

/** Reads a pasted table. Without titles its columns are name, latitude, longitude, id, zone. `isTaken` says which ids there are. */
export function parseStops(
  text: string,
  isTaken: (id: string) => boolean,
): { readonly stops: readonly PastedStop[]; readonly faults: readonly PasteFault[] } {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const separator = ['\t', ';', ','].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const titles = cellsOf(first, separator).map((title) => COLUMNS[title.toLowerCase().replace(/[\s_-]/g, '')]);
  const titled = titles.includes('stopName') && titles.includes('lat') && titles.includes('lng');
  const columns = titled ? titles : STANDARD;
  const stops: PastedStop[] = [];
  const faults: PasteFault[] = [];
  const seen = new Map<string, number>();
  let begun = false;
  lines.forEach((content, i) => {
    if (content.trim() === '') return;
    const heading = !begun && titled;
    begun = true;
    if (heading) return;
    const line = i + 1;
    const cells = cellsOf(content, separator);
    const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
    const wrong = (message: string): void => void faults.push({ line, message });
    const place = Coordinate.safeParse({ Lat: degrees(cell('lat')), Lng: degrees(cell('lng')) });
    const [id, type] = [cell('stopId'), cell('stopType')];
    if (cell('stopName') === '') wrong('Stop name is required');
    if (!place.success) wrong('Latitude must be within ±90 and longitude within ±180');
    if (type !== '' && !/^[0-5]$/.test(type)) wrong(`Type ${type} is none of 0 to 5`);
    if (id.length > 255 || id.includes('|')) wrong('An id has at most 255 characters and no |');
    else if (id !== '' && isTaken(id)) wrong(`There is a stop with the id ${id} already.`);
    else if (id !== '' && seen.has(id)) wrong(`The id ${id} is that of line ${seen.get(id)} too`);
    if (id !== '') seen.set(id, line);
    if (!place.success) return;
    stops.push({
      line,
      stopName: cell('stopName'),
      coordinate: place.data,
      stopType: /^[0-5]$/.test(type) ? Number(type) : 0,
      ...(id === '' ? {} : { stopId: id }),
      ...(cell('stopZoneId') === '' ? {} : { stopZoneId: cell('stopZoneId') }),
      ...(cell('stopParentId') === '' ? {} : { stopParentId: cell('stopParentId') }),
      ...(cell('stopCode') === '' ? {} : { stopCode: cell('stopCode') }),
    });
  });
  if (stops.length > MOST_STOPS)
    faults.push({ line: stops[MOST_STOPS]?.line ?? 0, message: `At most ${MOST_STOPS.toLocaleString('en-GB')} stops at a time` });
  return { stops, faults };
}

type Column = 'stopName' | 'lat' | 'lng' | 'stopId' | 'stopZoneId' | 'stopCode' | 'stopParentId' | 'stopType';

const STANDARD: readonly Column[] = ['stopName', 'lat', 'lng', 'stopId', 'stopZoneId'];

/** Titles as GTFS, this product and people write them, without spaces and underscores. */
const COLUMNS: Readonly<Record<string, Column>> = {
  name: 'stopName',
  stopname: 'stopName',
  lat: 'lat',
  latitude: 'lat',
  stoplat: 'lat',
  lng: 'lng',
  lon: 'lng',
  longitude: 'lng',
  stoplon: 'lng',
  id: 'stopId',
  stopid: 'stopId',
  zone: 'stopZoneId',
  zoneid: 'stopZoneId',
  code: 'stopCode',
  stopcode: 'stopCode',
  parent: 'stopParentId',
  parentid: 'stopParentId',
  parentstation: 'stopParentId',
  type: 'stopType',
};

function degrees(text: string): number {
  return /^[+-]?\d{1,3}(\.\d*)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Cells of a line; a cell in quotes may hold the separator, and two quotes stand for one. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i] ?? '';
    if (character === '"' && quoted && line[i + 1] === '"') cell += line[++i];
    else if (character === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}
