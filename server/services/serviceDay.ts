import { runsOn } from '../../src/domain/activeDates.ts';
import type { CalendarDate } from '../../src/domain/date.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Transfer } from '../../src/domain/model/transfer.ts';
import { IN_SEAT_TRANSFERS } from '../../src/domain/transfers.ts';
import type { DayLine, DayStop, DayTimetable, ServiceDay } from '../../src/domain/service/day.ts';
import { vehicleMode } from '../../src/domain/vehicleTypes.ts';
import { Refusal } from '../refusal.ts';
import { drivenTimetables } from '../store/drivenTimetables.ts';
import type { Engine } from '../store/engine.ts';
import { readPageText, readSome } from '../store/entities.ts';
import { readKindsState } from '../store/stops.ts';
import { readDocumentTexts } from './documentTexts.ts';
import { readable } from './editing.ts';
import { prepared, slices } from './prepared.ts';

/** Reads the trips of a date as JSON text; it is kept until one of the documents changes that it is made of. */
export function serviceDaysOf(engine: Engine, keep = 8): (versionId: number, date: CalendarDate) => Promise<Buffer> {
  const { db } = engine;
  const days = prepared<Buffer>('The trips', { keep });
  return async (versionId, date) => {
    await readable(db, versionId);
    const state = await readKindsState(db, versionId, ['Timetable', 'Track', 'Schedule', 'Stop', 'Transfer']);
    return days(`${state} ${date}`, async () => textOf(await dayOf(engine, versionId, date)));
  };
}

async function dayOf(engine: Engine, versionId: number, date: CalendarDate): Promise<ServiceDay> {
  const schedules = await readSchedules(engine, versionId);
  const [lines, stops] = [new Numbered(), new Numbered()];
  const Timetables: DayTimetable[] = [];
  const others = new Set<string>();
  const slice = slices();
  for await (const one of drivenTimetables(engine).read(engine.db, versionId)) {
    const schedule = schedules.get(one.scheduleId);
    if (!schedule) continue;
    if (!runsOn(schedule.Calendar, one.days, date)) {
      for (const [, , , block] of one.departures) if (block !== null) others.add(block);
      continue;
    }
    Timetables.push({
      Line: lines.of(one.scheduleId),
      TrackId: one.trackId,
      Number: one.number,
      From: stops.of(one.from),
      To: stops.of(one.to),
      Starts: one.starts,
      Ends: one.ends,
      Departures: [...one.departures],
    });
    await slice();
  }
  const places = await readSome(engine.db, versionId, 'Stop', stops.names);
  return {
    Date: date,
    Lines: lines.names.map((Id): DayLine => {
      const { Name = '', LongName = '', Color, TextColor, VehicleType } = schedules.get(Id) ?? {};
      return {
        Id,
        Name: Name || LongName || Id,
        ...(Color === undefined ? {} : { Color }),
        ...(TextColor === undefined ? {} : { TextColor }),
        ...(VehicleType === undefined ? {} : { Mode: vehicleMode(VehicleType) }),
      };
    }),
    Stops: stops.names.map((Id): DayStop => {
      const stop = places.get(Id)?.doc;
      return { Id, Name: stop?.Name || Id, Coordinate: stop?.Coordinate ?? null };
    }),
    Timetables,
    OtherBlocks: [...others].toSorted(),
    InSeat: await inSeatPairs(engine, versionId),
  };
}

/** Trips between which a transfer of type 4 or 5 is. */
async function inSeatPairs(engine: Engine, versionId: number): Promise<[from: string, to: string][]> {
  const pairs: [from: string, to: string][] = [];
  for (let after: string | undefined; ;) {
    const page = await readPageText(engine, versionId, 'Transfer', after, PAGE);
    // they were checked when they were written
    const transfers = JSON.parse(`[${page.toString('utf8')}]`) as readonly Transfer[];
    for (const { Type, TripIdFrom, TripIdTo } of transfers)
      if (IN_SEAT_TRANSFERS.includes(Type) && TripIdFrom !== undefined && TripIdTo !== undefined) pairs.push([TripIdFrom, TripIdTo]);
    if (transfers.length < PAGE) return pairs;
    after = transfers.at(-1)?.Id;
  }
}

const PAGE = 2000;

async function readSchedules(engine: Engine, versionId: number): Promise<ReadonlyMap<string, Schedule>> {
  const texts = await readDocumentTexts(engine, versionId, 'Schedule');
  // they were checked when they were written
  const schedules = JSON.parse(`[${texts.toString('utf8')}]`) as readonly Schedule[];
  return new Map(schedules.map((schedule) => [schedule.Id, schedule]));
}

/** Names in the order in which they came, each with its place. */
class Numbered {
  readonly names: string[] = [];
  readonly #places = new Map<string, number>();

  of(name: string): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.names.push(name) - 1;
      this.#places.set(name, place);
    }
    return place;
  }
}

const MOST_BYTES = 64e6;

function textOf(day: ServiceDay): Buffer {
  const text = Buffer.from(JSON.stringify(day));
  if (text.length <= MOST_BYTES) return text;
  throw new Refusal(413, 'too_large', `The trips of the date are larger than ${MOST_BYTES / 1e6} MB. Choose a date with fewer trips.`);
}
