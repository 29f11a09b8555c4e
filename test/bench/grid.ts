import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { pasteText } from '../../src/domain/timetableSheet/clipboard.ts';
import { sheetOf } from '../../src/domain/timetableSheet/sheet.ts';
import { writeCells } from '../../src/domain/timetableSheet/sheetActs.ts';
import { applySheetEdit, type SheetEdit, sheetEditError } from '../../src/domain/timetableSheet/sheetEdit.ts';
import { formatServiceTime } from '../../src/domain/time.ts';
import { percentiles } from '../server/bigVersion.ts';
import { gridInBrowser } from './grid/inBrowser.ts';

const STOPS = 60;
const DEPARTURES = 500;

/**
 * The sheet of 60 stops and 500 departures in a browser (see grid/inBrowser.ts), and the same without one: opening it, one cell, a paste of 3,000 cells, each with the check
 * and the sheet after it; and beside it the algorithm of editors that clone all trips for each edit (structuredClone, one per cell).
 */
export async function run(): Promise<Record<string, unknown>> {
  const track: Track = {
    ScheduleId: '4',
    Id: 'a-b',
    Name: 'A - B',
    Direction: 'Forward',
    Visible: true,
    Stops: Array.from({ length: STOPS }, (_, i) => ({ StopId: `S${i}` })),
  };
  const offsets = Array.from({ length: STOPS }, (_, at) => at * 120);
  const timetables: Timetable[] = [
    {
      ScheduleId: '4',
      TrackId: 'a-b',
      Number: 1,
      Days: 127,
      ArrivalOffsets: offsets,
      DepartureOffsets: offsets,
      Departures: Array.from({ length: DEPARTURES }, (_, nth) => ({ Type: 'Exact' as const, Time: 18_000 + nth * 120, TripId: `T${nth}` })),
    },
  ];
  const options = { days: 127, split: false };
  const open = timed(30, () => sheetOf(track, timetables, options));
  const sheet = sheetOf(track, timetables, options);
  const after = (edit: SheetEdit): void => {
    if (sheetEditError(timetables, edit, STOPS) !== undefined) throw new Error('the edit was refused');
    const changes = applySheetEdit(timetables, edit, STOPS);
    sheetOf(track, [...timetables.filter(({ Number }) => !changes.has(Number)), ...[...changes.values()].filter((one) => one !== null)], {
      ...options,
      before: sheet,
    });
  };
  const cell = timed(100, (nth) => after(writeCells(sheet, [{ row: 30, column: nth * 3, to: 40_000 }])));
  const text = Array.from({ length: STOPS }, (_, row) =>
    Array.from({ length: 50 }, (_, column) => formatServiceTime(30_000 + column * 300 + row * 130)).join('\t'),
  ).join('\n');
  const paste = timed(10, () => {
    const pasted = pasteText(sheet, { top: 0, bottom: 0, left: 0, right: 0 }, text);
    if (!pasted.ok) throw new Error('the paste was refused');
    after(pasted.edit);
  });
  const trips = Array.from({ length: DEPARTURES }, (_, nth) => ({
    tripId: `T${nth}`,
    stopTimes: offsets.map((offset, at) => ({
      stopId: `S${at}`,
      arrivalTime: 18_000 + nth * 120 + offset,
      departureTime: 18_000 + nth * 120 + offset,
      pickupType: 0,
      dropOffType: 0,
      timepoint: 1,
    })),
  }));
  const clone = timed(10, (nth) => {
    const all = structuredClone(trips);
    const time = all[nth]?.stopTimes[30];
    if (time) time.departureTime = 40_000;
  });
  const browser = await gridInBrowser();
  return {
    name: 'grid',
    value: browser['key_p50_ms'],
    unit: 'ms',
    ...browser,
    deep_clone_ratio: Math.round((clone.p50_ms / Math.max(0.01, cell.p50_ms)) * 10) / 10,
    cell_p50_ms: cell.p50_ms,
    cell_p95_ms: cell.p95_ms,
    paste_3000_p50_ms: paste.p50_ms,
    open_p50_ms: open.p50_ms,
    deep_clone_cell_p50_ms: clone.p50_ms,
    n: 100,
  };
}

function timed(times: number, act: (nth: number) => unknown): ReturnType<typeof percentiles> {
  const measured: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const began = performance.now();
    act(nth);
    measured.push(performance.now() - began);
  }
  return percentiles(measured);
}
