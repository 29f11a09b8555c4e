import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/stops.ts';
import type { Agency } from '../../src/domain/model/agency.ts';
import { compareSchedules } from '../../src/domain/schedules.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { MOST_STOPS } from '../../src/domain/edits/stopBulk.ts';
import type { StopDetails } from '../../src/domain/stopDetails.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readSome, type StoredEntity } from '../store/entities.ts';
import { readAgenciesOfStops, readStopUsers, readTracksState, readUsers, type TrackName, type Users } from '../store/stops.ts';
import { readDatabase } from '../store/regions.ts';
import { readVersion } from '../store/versions.ts';
import type { Db } from '../store/tables.ts';
import { readable } from './editing.ts';
import { prepared } from './prepared.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { BadInput } from '../refusal.ts';

/** Stops with their transfers, pathways, schedules and agencies; ids that the version has no stop of are left out. */
export async function readStopDetails(engine: Engine, versionId: number, joinedIds: string): Promise<ReplyOf<typeof contract.readStopDetails>> {
  const { db } = engine;
  const parts = joinedIds.split('|');
  if (parts.filter(Boolean).length > STOPS_AT_ONCE) throw new BadInput([{ Field: 'stopIds', Message: `At most ${STOPS_AT_ONCE} stops at a time.` }]);
  await readable(db, versionId);

  const asked = joinsOf(parts);
  const stops = await readSome(db, versionId, 'Stop', asked);
  const ids = asked.filter((id) => stops.has(id));
  const users = await readUsers(db, versionId, ids);
  const schedules = await readSome(db, versionId, 'Schedule', [...new Set(users.tracks.map(({ track }) => track.scheduleId))]);
  const agencies = await agenciesOf(engine, versionId, schedules);
  const names = await namesOf(db, versionId, stops, users);
  const version = await readVersion(db, versionId);
  const RegionKey = (version && (await readDatabase(db, version.DatabaseId)))?.RegionKey ?? '';
  return {
    Stops: ids.flatMap((id) => {
      const stop = stops.get(id);
      if (stop === undefined) return [];
      const details = detailsOf(id, stop, users, schedules, agencies, names);
      return [{ ...details, Stop: { ...details.Stop, AgencyIds: details.Agencies.map(({ Id }) => Id), RegionKey } }];
    }),
  };
}

/** Documents that speak of a stop, and those of another that may say the same. */
export async function listStopUsers(
  engine: Engine,
  versionId: number,
  { stopId, into }: QueryOf<typeof contract.listStopUsers>,
): Promise<ReplyOf<typeof contract.listStopUsers>> {
  await readable(engine.db, versionId);
  const keys = await readStopUsers(engine.db, versionId, stopId, into, MOST_STOPS + 1);
  return { Users: keys.slice(0, MOST_STOPS).map(({ kind, id }) => ({ Kind: kind, Id: id })), More: keys.length > MOST_STOPS };
}

const STOPS_AT_ONCE = 50;

/** Each id that a text joined with `|` may name: an id may hold `|` itself, so runs of neighbouring parts are ids as well. */
function joinsOf(parts: readonly string[]): string[] {
  const ids = parts.filter(Boolean);
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 2; to <= Math.min(parts.length, from + BARS_IN_AN_ID + 1); to++) ids.push(parts.slice(from, to).join('|'));
  }
  return [...new Set(ids)];
}

const BARS_IN_AN_ID = 8;

/** Ids of the agencies that serve each stop, as JSON text of the whole answer; kept until a schedule or track changes. */
export function stopAgencies(engine: Engine, keep = 6): (versionId: number) => Promise<Buffer> {
  const answers = prepared<Buffer>('The agencies of stops', { keep });
  return async (versionId) => {
    await readable(engine.db, versionId);
    return answers(await readTracksState(engine.db, versionId), async () => {
      const map = await readAgenciesOfStops(engine, versionId);
      return Buffer.from(`{"StopAgenciesMap":${map.length > 0 ? map.toString('utf8') : '{}'}}`);
    });
  };
}

function detailsOf(
  id: string,
  { doc, rev }: StoredEntity<'Stop'>,
  users: Users,
  schedules: ReadonlyMap<string, StoredEntity<'Schedule'>>,
  agencies: (schedule: Schedule) => Agency | undefined,
  names: ReadonlyMap<string, string>,
): StopDetails {
  const transfers = users.transfers.filter(({ refs }) => refs.includes(id)).map((user) => user.doc);
  const pathways = users.pathways.filter(({ refs }) => refs.includes(id)).map((user) => user.doc);
  const tracks = groupedBy(
    users.tracks.filter(({ refs }) => refs.includes(id)).map(({ track }) => track),
    (track) => track.scheduleId,
  );
  const served = [...tracks].flatMap(([scheduleId, own]) => {
    const schedule = schedules.get(scheduleId)?.doc;
    return schedule === undefined ? [] : [{ schedule, tracks: own }];
  });
  served.sort((a, b) => compareSchedules(a.schedule, b.schedule));
  const operators = new Map(served.flatMap(({ schedule }) => agencies(schedule) ?? []).map((agency) => [agency.Id, agency]));
  const spoken = [
    doc.ParentId,
    ...transfers.flatMap((one) => [one.StopIdFrom, one.StopIdTo]),
    ...pathways.flatMap((one) => [one.FromStopId, one.ToStopId]),
  ];
  return {
    Stop: doc,
    Rev: rev,
    Transfers: transfers,
    Pathways: pathways,
    Schedules: served.map(({ schedule, tracks: own }) => ({
      Id: schedule.Id,
      Name: schedule.Name,
      ...(schedule.LongName === undefined ? {} : { LongName: schedule.LongName }),
      Tracks: own.map((track: TrackName) => ({ Id: track.id, Name: track.name })),
    })),
    Agencies: [...operators.values()].map(({ Id, Name }) => ({ Id, ...(Name === undefined ? {} : { Name }) })),
    StopNames: Object.fromEntries(
      [...new Set(spoken)].flatMap((other) => {
        const name = other === undefined ? undefined : names.get(other);
        return other === undefined || name === undefined ? [] : [[other, name]];
      }),
    ),
  };
}

/** The agency of a schedule: the one it names, else the only one of the version. */
async function agenciesOf(
  engine: Engine,
  versionId: number,
  schedules: ReadonlyMap<string, StoredEntity<'Schedule'>>,
): Promise<(schedule: Schedule) => Agency | undefined> {
  const docs = [...schedules.values()].map(({ doc }) => doc);
  const named = await readSome(engine.db, versionId, 'Agency', [...new Set(docs.flatMap(({ AgencyId }) => AgencyId ?? []))]);
  const only = docs.some(({ AgencyId }) => AgencyId === undefined) ? await onlyAgency(engine, versionId) : undefined;
  return ({ AgencyId }) => (AgencyId === undefined ? only : named.get(AgencyId)?.doc);
}

async function onlyAgency(engine: Engine, versionId: number): Promise<Agency | undefined> {
  const found: Agency[] = [];
  for await (const agency of readAll(engine, versionId, 'Agency', 2)) {
    found.push(agency);
    if (found.length > 1) return undefined;
  }
  return found[0];
}

async function namesOf(db: Db, versionId: number, stops: ReadonlyMap<string, StoredEntity<'Stop'>>, users: Users): Promise<Map<string, string>> {
  const ids = new Set([...users.transfers, ...users.pathways].flatMap(({ refs }) => refs));
  for (const { doc } of stops.values()) if (doc.ParentId !== undefined) ids.add(doc.ParentId);
  const named = await readSome(db, versionId, 'Stop', [...ids]);
  return new Map([...named].map(([id, { doc }]) => [id, doc.Name]));
}
