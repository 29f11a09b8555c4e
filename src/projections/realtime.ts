/** Vehicle positions on the map: for which dates and which track they are shown, and what is known of them. */
import { castDraft, type Draft } from 'immer';
import { type DateRange, rangeErrors, type VehiclePoint, type VehiclePositions, type VehicleRun } from '../domain/realtime.ts';
import { placeOf } from '../domain/locations.ts';
import { queryPairs, queryText, queryValues } from '../domain/queryText.ts';
import type { AppState, Load } from './state.ts';

/** Whose vehicles: those of a track, of a schedule, or the last positions of all of a database. */
export interface RealtimePlace {
  readonly databaseId: string;
  readonly versionId: number;
  readonly schedule?: string;
  readonly track?: string;
}

export interface RealtimeState {
  /** Null where realtime is off. */
  readonly range: DateRange | null;
  readonly place: RealtimePlace | null;
  readonly points: Load<VehiclePositions>;
  /** The last reading of what came after them. */
  readonly fresh: Load<true>;
  /** The point that was clicked: a run and its moment in unix seconds. */
  readonly shown: { readonly runId: number; readonly at: number } | null;
}

/** Realtime is off. */
export const NO_REALTIME: RealtimeState = {
  range: null,
  place: null,
  points: { status: 'idle', value: null, messages: [] },
  fresh: { status: 'idle', value: null, messages: [] },
  shown: null,
};

/** What the present address is about; undefined outside a version. */
function realtimePlace(view: Pick<AppState, 'location'>): RealtimePlace | undefined {
  const place = placeOf(view.location.path);
  if (place.section !== 'data' || place.databaseId === undefined || place.versionId === undefined) return undefined;
  const { databaseId, versionId, page, itemId, trackId } = place;
  if (page !== 'schedules' || itemId === undefined) return { databaseId, versionId };
  return { databaseId, versionId, schedule: itemId, ...(trackId === undefined ? {} : { track: trackId }) };
}

/** Parameter of an address whose map shows vehicles: `realtime=2026-03-01..2026-03-03`. */
const PARAMETER = 'realtime';

/** The range that an address asks for; undefined where it asks for none, or for one that is none. */
function askedRange(search: string): DateRange | undefined {
  const match = /^([\d-]{10})\.\.([\d-]{10})$/.exec(queryValues(search, PARAMETER)[0] ?? '');
  const range = match?.[1] !== undefined && match[2] !== undefined ? { from: match[1], to: match[2] } : undefined;
  return range && Object.keys(rangeErrors(range)).length === 0 ? range : undefined;
}

/** A query with the vehicles of a range, or without any. */
function withRange(search: string, range: DateRange | null): string {
  const others = queryPairs(search).filter(([name]) => name !== PARAMETER);
  return queryText(range === null ? others : [...others, [PARAMETER, `${range.from}..${range.to}`]]);
}

/** Shows the vehicles of the present place in a range, or none; the address says so. */
export function turnOn(base: Draft<AppState>, range: DateRange | null): void {
  if (range !== null && !realtimePlace(base)) return;
  base.location = { ...base.location, search: withRange(base.location.search, range) };
  base.realtime = castDraft(NO_REALTIME);
  turnRealtime(base);
}

/** The query of a place that is gone to: vehicles that are shown stay for as long as the version is the same. */
export function keptRealtime(base: Draft<AppState>, { path, search }: { readonly path: string; readonly search: string }): string {
  const { range, place } = base.realtime;
  const to = realtimePlace({ location: { path, search } });
  return range !== null && to?.versionId === place?.versionId && askedRange(search) === undefined ? withRange(search, range) : search;
}

/** Follows the address: it says which dates are shown; another track is read again, another version clears everything. */
export function turnRealtime(base: Draft<AppState>): void {
  const before = base.realtime;
  const range = askedRange(base.location.search);
  const place = realtimePlace(base);
  if (!range || !place) {
    if (before.range !== null) base.realtime = castDraft(NO_REALTIME);
  } else if (before.range?.from !== range.from || before.range.to !== range.to || !isSamePlace(place, before.place)) {
    base.realtime = castDraft({ ...NO_REALTIME, range, place });
  }
}

/** Whether two places have the same vehicles. */
export function isSamePlace(
  a: { readonly versionId: number; readonly schedule?: string | undefined; readonly track?: string | undefined },
  b: RealtimePlace | null,
): boolean {
  return b !== null && a.versionId === b.versionId && a.schedule === b.schedule && a.track === b.track;
}

/** The newest moment that is known, in unix seconds; 0 where nothing is. */
export function newestAt(positions: VehiclePositions | null): number {
  return positions?.Runs.reduce((newest, { Points }) => Math.max(newest, Points.at(-1)?.[0] ?? 0), 0) ?? 0;
}

/** A vehicle that has been silent for so many seconds is no longer on its way. */
const SILENT = 600;
/** Points of a vehicle's tail where only last positions are requested. */
const TAIL = 40;

/** What is known with what came after it. Without a track vehicles that fell silent go, and tails are cut. */
export function withFresh(held: VehiclePositions, fresh: VehiclePositions, all: boolean): VehiclePositions {
  const runs = new Map(held.Runs.map((run) => [run.Id, run]));
  for (const run of fresh.Runs) {
    const known = runs.get(run.Id);
    const last = known?.Points.at(-1)?.[0] ?? 0;
    runs.set(run.Id, known ? { ...run, Points: [...known.Points, ...run.Points.filter(([at]) => at > last)] } : run);
  }
  if (all) return { Every: held.Every, Runs: [...runs.values()] };
  const newest = Math.max(newestAt(held), newestAt(fresh));
  const moving = [...runs.values()].filter((run) => newest - (run.Points.at(-1)?.[0] ?? 0) <= SILENT);
  return { Every: held.Every, Runs: moving.map((run) => (run.Points.length > TAIL ? { ...run, Points: run.Points.slice(-TAIL) } : run)) };
}

/** Whether a run's vehicle was on its way at the newest moment. */
export function isMoving(run: VehicleRun, newest: number): boolean {
  return newest - (run.Points.at(-1)?.[0] ?? 0) <= SILENT;
}

/** The clicked point with its run. */
export function shownVehicle(view: AppState): { readonly run: VehicleRun; readonly point: VehiclePoint } | undefined {
  const { shown, points } = view.realtime;
  const run = shown && points.value?.Runs.find((one) => one.Id === shown.runId);
  const point = run?.Points.find(([at]) => at === shown?.at);
  return run && point ? { run, point } : undefined;
}
