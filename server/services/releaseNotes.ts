/** Release notes of a comparison: what riders notice, line by line. Every line of which something differs is named, and no other. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/comparer.ts';
import { SCHEDULES } from '../../src/domain/comparer/categories.ts';
import { type LineDocs, type LineNotes, notesOf, type NotedStop, type NotedStops, type ReleaseNote } from '../../src/domain/comparer/releaseNotes.ts';
import { trackKey } from '../../src/domain/edits/documentEdit.ts';
import type { Entity } from '../../src/domain/entities.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { compareSchedules } from '../../src/domain/schedules.ts';
import { readDiffering, type DiffSide } from '../store/differences.ts';
import type { Engine } from '../store/engine.ts';
import { readSome } from '../store/entities.ts';
import { readScheduleBriefs } from '../store/schedules.ts';
import { readUsers } from '../store/stops.ts';
import type { Pair } from './comparer.ts';
import { diffIndex } from './comparerIndex.ts';
import { prepared, slices } from './prepared.ts';
import { inNewIds, partsOf } from './versionPairs.ts';

/** The notes of a pair of versions; made once for each state of the two. Refuses with 503 while they are being made. */
export function readReleaseNotes(engine: Engine, pair: Pair): Promise<ReplyOf<typeof contract.readReleaseNotes>> {
  return keptNotes(pair.state, async () => ({ Lines: await makeNotes(engine, pair) }));
}

const keptNotes = prepared<ReplyOf<typeof contract.readReleaseNotes>>('The release notes', { keep: 8 });

/** Schedules whose tracks and timetables are in memory at once. */
const AT_ONCE = 8;
/** Stops that are looked up at once. */
const STOPS_AT_ONCE = 500;

type Index = Awaited<ReturnType<typeof diffIndex>>;
type Brief = Pick<Schedule, 'Id' | 'Name' | 'LongName' | 'ExternalTransportId'> & { readonly ToDate?: string | undefined };

async function makeNotes(engine: Engine, { sides: versions, state }: Pair): Promise<LineNotes[]> {
  const index = await diffIndex(engine, versions, state);
  const { sides, pairs } = index;
  const [before, after] = [await briefsOf(engine, sides.a), await briefsOf(engine, sides.b)];
  const [had, has] = [byLine(before.values()), byLine(after.values())];
  const lines = new Map<string, { brief: Brief; notes: ReleaseNote[] }>();
  const add = (brief: Brief, notes: readonly ReleaseNote[]): void => {
    if (notes.length === 0) return;
    const line = lines.get(lineOf(brief)) ?? { brief, notes: [] };
    lines.set(lineOf(brief), line);
    line.notes.push(...notes.filter((note) => !line.notes.some((known) => sameJson(known, note))));
  };
  const compared: { readonly from: string; readonly to: string; readonly succeeds: boolean }[] = [];
  for await (const { after: doc } of readDiffering(engine, sides, 'Schedule', 'added')) {
    if (!doc) continue;
    const schedule = doc as unknown as Schedule;
    const { fromDate: From, toDate: To } = schedule.Calendar;
    const former = had.get(lineOf(schedule))?.toSorted((a, b) => ((a.ToDate ?? '') < (b.ToDate ?? '') ? 1 : -1))[0];
    add(schedule, [former ? { Kind: 'newSchedule', From, To } : { Kind: 'newLine', From, To }]);
    if (former) compared.push({ from: former.Id, to: schedule.Id, succeeds: true });
  }
  for await (const { before: doc } of readDiffering(engine, sides, 'Schedule', 'removed')) {
    if (!doc) continue;
    const schedule = doc as unknown as Schedule;
    const { fromDate: From, toDate: To } = schedule.Calendar;
    const rest = has.get(lineOf(schedule))?.[0];
    add(rest ?? schedule, [rest ? { Kind: 'scheduleGone', From, To } : { Kind: 'lineGone' }]);
  }
  for (const to of await changedSchedules(engine, index)) {
    const from = pairs.from('Schedule', to);
    if (from !== undefined && before.has(from) && after.has(to)) compared.push({ from, to, succeeds: false });
  }
  const turn = slices();
  for (let at = 0; at < compared.length; at += AT_ONCE) {
    const some = compared.slice(at, at + AT_ONCE);
    const [old, fresh] = [
      await docsOf(
        engine,
        sides.a,
        some.map(({ from }) => from),
        index,
      ),
      await docsOf(
        engine,
        sides.b,
        some.map(({ to }) => to),
      ),
    ];
    const stops = await stopsOf(engine, index, [...old.values(), ...fresh.values()]);
    for (const { from, to, succeeds } of some) {
      await turn();
      const [was, is] = [old.get(from), fresh.get(to)];
      if (was && is) add(is.schedule, notesOf(was, is, stops, { succeeds }));
    }
  }
  return [...lines.values()]
    .toSorted((a, b) => compareSchedules(a.brief, b.brief))
    .map(({ brief, notes }) => ({ Id: brief.Id, Name: brief.Name, LongName: brief.LongName ?? '', Notes: notes }));
}

function lineOf({ Id, ExternalTransportId }: Brief): string {
  return ExternalTransportId ? `line ${ExternalTransportId}` : `schedule ${Id}`;
}

async function briefsOf(engine: Engine, { versionId }: DiffSide): Promise<ReadonlyMap<string, Brief>> {
  const briefs = new Map<string, Brief>();
  for await (const page of readScheduleBriefs(engine, versionId)) for (const brief of page) briefs.set(brief.Id, brief);
  return briefs;
}

function byLine(briefs: Iterable<Brief>): ReadonlyMap<string, readonly Brief[]> {
  const lines = new Map<string, Brief[]>();
  for (const brief of briefs) lines.set(lineOf(brief), [...(lines.get(lineOf(brief)) ?? []), brief]);
  return lines;
}

/** Schedules that differ themselves, in a track or a timetable, or in a stop that they serve: ids of the second version. */
async function changedSchedules(engine: Engine, index: Index): Promise<ReadonlySet<string>> {
  const { sides } = index;
  const ids = new Set((await index.facet(SCHEDULES, 'changed')).ids);
  let stops: string[] = [];
  const addUsers = async (): Promise<void> => {
    const { tracks } = await readUsers(engine.db, sides.b.versionId, stops);
    for (const { track } of tracks) ids.add(track.scheduleId);
    stops = [];
  };
  for await (const { id, before, after } of readDiffering(engine, sides, 'Stop', 'changed')) {
    if (sameJson([before?.['Name'], before?.['Coordinate']], [after?.['Name'], after?.['Coordinate']])) continue;
    stops.push(id);
    if (stops.length === STOPS_AT_ONCE) await addUsers();
  }
  if (stops.length > 0) await addUsers();
  return ids;
}

/** Schedules with their tracks and timetables. With an index they are of the first version, and stops get the ids of the second. */
async function docsOf(engine: Engine, { versionId }: DiffSide, ids: readonly string[], index?: Index): Promise<ReadonlyMap<string, LineDocs>> {
  const schedules = await readSome(engine.db, versionId, 'Schedule', ids);
  const { tracks, timetables } = await partsOf(engine, versionId, ids);
  return new Map(
    [...schedules].map(([id, { doc: schedule }]) => {
      const own = tracks.get(id) ?? [];
      const times = own.flatMap((track) => timetables.get(trackKey(id, track.Id)) ?? []);
      // they were checked when they were written
      const renamed = index ? own.map((track) => inNewIds(index.pairs, 'Track', { ...track }) as unknown as Entity<'Track'>) : own;
      return [id, { schedule, tracks: renamed, timetables: times }];
    }),
  );
}

async function stopsOf(engine: Engine, { sides, pairs }: Index, docs: readonly LineDocs[]): Promise<NotedStops> {
  const ids = [...new Set(docs.flatMap(({ tracks }) => tracks.flatMap(({ Stops }) => Stops.map(({ StopId }) => StopId))))];
  const former = ids.flatMap((id) => pairs.from('Stop', id) ?? []);
  const [was, is] = [await readSome(engine.db, sides.a.versionId, 'Stop', former), await readSome(engine.db, sides.b.versionId, 'Stop', ids)];
  const noted = (stop: Entity<'Stop'> | undefined): NotedStop | undefined =>
    stop && { name: stop.Name ?? stop.Id, place: stop.Coordinate ?? undefined };
  return { before: (id) => noted(was.get(pairs.from('Stop', id) ?? id)?.doc), after: (id) => noted(is.get(id)?.doc) };
}
