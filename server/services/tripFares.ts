/** What a journey costs by Fares v2: reads the records, the areas and networks of its rides, and asks the pure computation. */
import { runsOn } from '../../src/domain/activeDates.ts';
import { type CalendarDate, daysOf, weekdayOf } from '../../src/domain/date.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { AskedJourney } from '../../src/domain/fareCheck.ts';
import { parseServiceTime } from '../../src/domain/time.ts';
import { type TripFare, tripFare } from '../../src/domain/tripFare.ts';
import type { FareRecords, FareRide, FareStop, FareTimeframe } from '../../src/domain/tripFareRecords.ts';
import { readKeptTable } from '../feed/gtfs/keptTable.ts';
import { type KeptRow, keptRowsName, readKeptRows } from '../feed/gtfs/keptRows.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readSome } from '../store/entities.ts';
import { listKeptFiles, readKeptContent } from '../store/keptFiles.ts';
import { readKind } from '../store/records.ts';
import { editedFile } from './keptFileRows.ts';

/** The cost of a journey; undefined where the version has no leg rules. */
export async function tripFareOf(engine: Engine, versionId: number, journey: AskedJourney): Promise<TripFare | undefined> {
  const all = <K extends EntityKind>(kind: K): Promise<readonly Entity<K>[]> => readKind(engine.db, versionId, kind);
  const legRules = await all('FareLegRule');
  if (legRules.length === 0) return undefined;
  const timeframes = await timeframesOf(engine, versionId);
  const named = new Set(legRules.flatMap(({ FromTimeframeGroupId, ToTimeframeGroupId }) => [FromTimeframeGroupId, ToTimeframeGroupId]));
  const used = timeframes.filter(({ group }) => named.has(group));
  const records: FareRecords = {
    legRules,
    products: await all('FareProduct'),
    joinRules: await all('FareLegJoinRule'),
    transferRules: await all('FareTransferRule'),
    categories: await all('RiderCategory'),
    timeframes: used,
    runs: await serviceDays(engine, versionId, new Set(used.map(({ service }) => service))),
  };
  return tripFare(records, await ridesOf(engine, versionId, journey), journey.Date, {
    category: journey.RiderCategoryId,
    medium: journey.FareMediaId,
  });
}

async function ridesOf(engine: Engine, versionId: number, { Rides, DepartTime, ArrivalTime }: AskedJourney): Promise<readonly FareRide[]> {
  const asked = await readSome(engine.db, versionId, 'Stop', [...new Set(Rides.flatMap(({ FromStop, ToStop }) => [FromStop, ToStop]))]);
  const areas = new Map<string, string[]>();
  for (const { StopId, AreaId } of await readKind(engine.db, versionId, 'StopArea')) areas.set(StopId, [...(areas.get(StopId) ?? []), AreaId]);
  const stopOf = (id: string): FareStop => {
    const station = asked.get(id)?.doc.ParentId ?? id;
    return { id, station, areas: areas.get(id) ?? areas.get(station) ?? [] };
  };
  const networks = await networksOf(engine, versionId, new Set(Rides.map(({ Transport }) => Transport)));
  return Rides.map((ride, at) => ({
    network: networks.get(ride.Transport),
    from: stopOf(ride.FromStop),
    to: stopOf(ride.ToStop),
    departs: ride.DepartTime ?? (at === 0 ? DepartTime : undefined),
    arrives: ride.ArrivalTime ?? (at === Rides.length - 1 ? ArrivalTime : undefined),
  }));
}

/** The network of each line: by the lines of networks, else the one that is kept with the line. */
async function networksOf(engine: Engine, versionId: number, lines: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const networks = new Map<string, string>();
  for (const { ExternalTransportId, NetworkId } of await readKind(engine.db, versionId, 'RouteNetwork')) networks.set(ExternalTransportId, NetworkId);
  for await (const { Id, ExternalTransportId = Id, Extra } of readAll(engine, versionId, 'Schedule')) {
    const network = Extra?.['network_id'];
    if (network !== undefined && network !== '' && lines.has(ExternalTransportId) && !networks.has(ExternalTransportId))
      networks.set(ExternalTransportId, network);
  }
  return networks;
}

/** The timeframes of a version; where an older import kept their file, those of its rows. */
async function timeframesOf(engine: Engine, versionId: number): Promise<readonly FareTimeframe[]> {
  const docs = await readKind(engine.db, versionId, 'Timeframe');
  if (docs.length > 0)
    return docs.map(({ GroupId, StartTime, EndTime, ServiceId }) => ({
      group: GroupId,
      from: parseServiceTime(StartTime ?? ''),
      to: parseServiceTime(EndTime ?? ''),
      service: ServiceId,
    }));
  const file = (await listKeptFiles(engine.db, versionId)).find(({ name }) => name.toLowerCase() === 'timeframes.txt');
  if (!file) return [];
  const { columns, rows } = readKeptTable(file.name, await editedFile(engine.db, versionId, file)) ?? { columns: [], rows: [] };
  const at = (column: string): number => columns.findIndex((name) => name.trim().toLowerCase() === column);
  const [group, from, to, service] = [at('timeframe_group_id'), at('start_time'), at('end_time'), at('service_id')];
  return rows.map((row) => ({
    group: row[group] ?? '',
    from: parseServiceTime(row[from] ?? ''),
    to: parseServiceTime(row[to] ?? ''),
    service: row[service] ?? '',
  }));
}

/** On which dates some services run: by the kept rows of services that no trip uses, else by the timetables that go by their names. */
export async function serviceDays(
  engine: Engine,
  versionId: number,
  services: ReadonlySet<string>,
): Promise<(service: string, date: CalendarDate) => boolean | undefined> {
  if (services.size === 0) return () => undefined;
  const [weeks, dates] = [await keptRowsOf(engine, versionId, 'calendar.txt'), await keptRowsOf(engine, versionId, 'calendar_dates.txt')];
  const kept = new Set([...weeks, ...dates].flatMap((row) => row['service_id'] ?? []));
  const left = new Set([...services].filter((service) => !kept.has(service)));
  const timetables = new Map<string, Set<string>>();
  for (const kind of left.size > 0 ? (['Timetable', 'FlexTrip'] as const) : [])
    for await (const { ScheduleId, Days, Extra } of readAll(engine, versionId, kind)) {
      const service = Extra?.['service_id'];
      if (service === undefined || !left.has(service)) continue;
      const uses = timetables.get(service) ?? new Set<string>();
      timetables.set(service, uses.add(JSON.stringify([ScheduleId, Days])));
    }
  const uses = new Map([...timetables].map(([service, texts]) => [service, [...texts].map((text) => JSON.parse(text) as [string, number])]));
  const schedules = await readSome(engine.db, versionId, 'Schedule', [...new Set([...uses.values()].flat().map(([id]) => id))]);
  return (service, date) => {
    if (kept.has(service)) return keptRuns(service, date.replaceAll('-', ''), weeks, dates);
    return uses.get(service)?.some(([id, days]) => {
      const calendar = schedules.get(id)?.doc.Calendar;
      return calendar !== undefined && runsOn(calendar, days, date);
    });
  };
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A removed date goes before an added one, and both before the week. */
function keptRuns(service: string, date: string, weeks: readonly KeptRow[], dates: readonly KeptRow[]): boolean {
  const own = dates.filter((row) => row['service_id'] === service && row['date'] === date);
  if (own.some((row) => row['exception_type'] === '2')) return false;
  if (own.length > 0) return true;
  const day = daysOf(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
  const weekday = day === undefined ? undefined : WEEKDAYS[weekdayOf(day)];
  return weeks.some(
    (row) =>
      row['service_id'] === service &&
      weekday !== undefined &&
      row[weekday] === '1' &&
      (row['start_date'] ?? '') <= date &&
      (row['end_date'] ?? '') >= date,
  );
}

async function keptRowsOf(engine: Engine, versionId: number, file: string): Promise<readonly KeptRow[]> {
  const kept = (await listKeptFiles(engine.db, versionId)).find(({ name }) => name === keptRowsName(file));
  return kept ? readKeptRows((await readKeptContent(engine.db, kept.hash)).toString('utf8')) : [];
}
