/** A station as a plan of its levels: which stops lie on which, where along the station, and what joins them. */
import { castDraft, type Draft } from 'immer';
import { type Coordinate, metresBetween } from '../domain/coordinate.ts';
import type { DocumentKey } from '../domain/edits/documentEdit.ts';
import { byStorey } from '../domain/levels.ts';
import type { Level } from '../domain/model/level.ts';
import { STOP_TYPES } from '../domain/stops.ts';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { getRow, rows, type Table } from '../kernel/table.ts';
import { heldDocument } from './documents.ts';
import { recordsOf } from './records.ts';
import type { AppState } from './state.ts';
import { NO_STATION } from './stationState.ts';
import { presentPlace } from './versions.ts';

/** A row of the plan; `id` is null for the stops that name no level. */
export interface PlanLevel {
  readonly id: string | null;
  readonly level: Level | null;
  readonly stops: readonly PlanStop[];
}

/** A stop of the station. `x` from 0 to 1: where it lies along the station. */
export interface PlanStop {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly x: number;
}

/** A pathway between two stops of the station. */
export interface PlanLink {
  readonly id: string;
  readonly mode: number;
  readonly from: string;
  readonly to: string;
  readonly bothWays: boolean;
}

export interface StationPlan {
  readonly levels: readonly PlanLevel[];
  readonly links: readonly PlanLink[];
}

/** Forgets the plan of a version that was left. */
export function turnStation(base: Draft<AppState>): void {
  if (base.station.versionId !== 0 && presentPlace(base).versionId !== base.station.versionId) base.station = castDraft(NO_STATION);
}

const families = new WeakMap<Table<OverlayStop>, ReadonlyMap<string, readonly OverlayStop[]>>();

/** Stops by their parent. */
function childrenIn(table: Table<OverlayStop>): ReadonlyMap<string, readonly OverlayStop[]> {
  let known = families.get(table);
  if (!known) {
    const made = new Map<string, OverlayStop[]>();
    for (const stop of rows(table)) {
      if (stop.ParentId === undefined || stop.ParentId === '') continue;
      const siblings = made.get(stop.ParentId);
      if (siblings) siblings.push(stop);
      else made.set(stop.ParentId, [stop]);
    }
    known = made;
    families.set(table, known);
  }
  return known;
}

/** The station that a stop is or belongs to; undefined for one outside of stations. */
export function stationOf(table: Table<OverlayStop>, stopId: string): string | undefined {
  let stop = getRow(table, stopId);
  // a boarding area has a platform above it; a feed may have parents in a circle
  for (let up = 0; stop && up < 4; up++) {
    if (stop.Type === STOP_TYPES.Station) return stop.Id;
    stop = stop.ParentId === undefined ? undefined : getRow(table, stop.ParentId);
  }
  return undefined;
}

/** Whether a stop is a station or belongs to one. */
export function isInStation(view: AppState, versionId: number, stopId: string): boolean {
  const table = view.versions[versionId]?.stops.value;
  return table != null && stationOf(table, stopId) !== undefined;
}

/** All stops of a station, those of its platforms too. */
export function stationParts(table: Table<OverlayStop>, stationId: string): readonly OverlayStop[] {
  const children = childrenIn(table);
  const found = new Map<string, OverlayStop>();
  const add = (parent: string): void => {
    for (const stop of children.get(parent) ?? []) {
      if (found.has(stop.Id) || found.size >= MOST_PARTS) continue;
      found.set(stop.Id, stop);
      add(stop.Id);
    }
  };
  add(stationId);
  return [...found.values()];
}

/** More parts than any station has; the documents of so many are loaded in five calls. */
const MOST_PARTS = 500;
/** Metres from the middle of the view within which a part of a station lies. */
const NEAR = 250;

/** The station with parts that lies in the middle of a view, the nearest one. */
export function stationNear(table: Table<OverlayStop>, middle: Coordinate): string | undefined {
  let nearest: string | undefined;
  let metres = NEAR;
  for (const stop of rows(table)) {
    const at = stop.Coordinate;
    if (!at || (stop.Type !== STOP_TYPES.Station && stop.ParentId === undefined)) continue;
    if (Math.abs(at.Lat - middle.Lat) > 0.01) continue;
    const away = metresBetween(at, middle);
    if (away >= metres) continue;
    const station = stationOf(table, stop.Id);
    if (station === undefined || stationParts(table, station).length < 2) continue;
    [nearest, metres] = [station, away];
  }
  return nearest;
}

/** Documents of a station's stops that are not here yet: levels stand in them alone. */
export function missingOfStation(view: AppState, versionId: number, parts: readonly OverlayStop[]): readonly DocumentKey[] {
  return parts.flatMap(({ Id }) => {
    const held = heldDocument(view, versionId, 'Stop', Id);
    return held && !held.outdated ? [] : [{ kind: 'Stop' as const, id: Id }];
  });
}

/** So many levels are shown whether the station has stops on them or not: in a feed of many stations most belong to others. */
const FEW_LEVELS = 12;

/** The plan of a station, as far as its stops are loaded. `shownLevel` stands in it also without stops. */
export function stationPlan(view: AppState, versionId: number, stationId: string, shownLevel: string | null): StationPlan | undefined {
  const version = view.versions[versionId];
  const table = version?.stops.value;
  if (!table) return undefined;
  const parts = stationParts(table, stationId);
  const placed = placesAlong(parts);
  const levels = recordsOf(view, versionId, 'Level') ?? [];
  const known = new Map(levels.map((level) => [level.Id, level]));
  const byLevel = new Map<string | null, PlanStop[]>();
  for (const { Id, Name, Type, StopCode } of parts) {
    const stop = heldDocument(view, versionId, 'Stop', Id)?.doc;
    const levelId = stop?.LevelId !== undefined && known.has(stop.LevelId) ? stop.LevelId : null;
    const x = placed.get(Id) ?? 0.5;
    const name =
      (Type === STOP_TYPES.Platform ? stop?.PlatformCode : undefined) ?? (withoutStation(Name, getRow(table, stationId)?.Name) || StopCode || Id);
    byLevel.set(levelId, [...(byLevel.get(levelId) ?? []), { id: Id, name, type: Type, x }]);
  }
  const shown = levels.filter(({ Id }) => levels.length <= FEW_LEVELS || byLevel.has(Id) || Id === shownLevel).toSorted(byStorey);
  const ids = new Set(parts.map(({ Id }) => Id));
  const pathways = version.overlays.pathways.value;
  return {
    levels: [
      ...shown.map((level) => ({ id: level.Id, level, stops: byLevel.get(level.Id) ?? [] })),
      ...(byLevel.has(null) ? [{ id: null, level: null, stops: byLevel.get(null) ?? [] }] : []),
    ],
    links: [...(pathways ? rows(pathways) : [])].flatMap(({ Id, FromStopId, ToStopId, Mode, IsBidirectional }) =>
      ids.has(FromStopId) && ids.has(ToStopId) ? [{ id: Id, mode: Mode, from: FromStopId, to: ToStopId, bothWays: IsBidirectional }] : [],
    ),
  };
}

/** Pages beside which a plan that was opened by hand stays open; elsewhere it would lie over what the page is about. */
const PLAN_PAGES: ReadonlySet<string | undefined> = new Set(['stops', 'levels']);

/** The station whose plan was opened by hand, and belongs to the page in view. */
export function openedStation(view: AppState): string | null {
  return PLAN_PAGES.has(presentPlace(view).page) ? view.station.openId : null;
}

/** The stops of the level that is looked at, to stand out on the map. */
export function stopsOfShownLevel(view: AppState): readonly string[] {
  const { versionId, levelId } = view.station;
  const stationId = openedStation(view);
  const version = view.versions[versionId];
  if (!version || levelId === null || stationId === null || !version.stops.value) return NONE;
  const held = version.docs;
  if (marked?.held !== held || marked.levelId !== levelId || marked.stationId !== stationId) {
    const ids = stationParts(version.stops.value, stationId).flatMap(({ Id }) =>
      heldDocument(view, versionId, 'Stop', Id)?.doc?.LevelId === levelId ? [Id] : [],
    );
    marked = { held, levelId, stationId, ids };
  }
  return marked.ids;
}

let marked: { readonly held: unknown; readonly levelId: string; readonly stationId: string; readonly ids: readonly string[] } | undefined;
const NONE: readonly string[] = [];

/** Where stops lie along the longest extent of the station, from 0 to 1: more by order than by distance, so that one exit far away does not press all others together. */
function placesAlong(parts: readonly OverlayStop[]): ReadonlyMap<string, number> {
  const at = parts.flatMap(({ Id, Coordinate: place }) => (place ? [{ Id, place }] : []));
  const [first] = at;
  if (!first) return new Map();
  const narrow = Math.cos((first.place.Lat * Math.PI) / 180);
  const points = at.map(({ Id, place }) => ({ Id, e: (place.Lng - first.place.Lng) * narrow, n: place.Lat - first.place.Lat }));
  const mean = { e: average(points.map(({ e }) => e)), n: average(points.map(({ n }) => n)) };
  const sum = (of: (p: { e: number; n: number }) => number): number => points.reduce((all, p) => all + of({ e: p.e - mean.e, n: p.n - mean.n }), 0);
  // the axis of the greatest spread
  const angle = 0.5 * Math.atan2(2 * sum(({ e, n }) => e * n), sum(({ e }) => e * e) - sum(({ n }) => n * n));
  const sorted = points.map(({ Id, e, n }) => ({ Id, along: e * Math.cos(angle) + n * Math.sin(angle) })).toSorted((a, b) => a.along - b.along);
  const least = sorted[0]?.along ?? 0;
  const size = (sorted.at(-1)?.along ?? 0) - least;
  return new Map(sorted.map(({ Id, along }, i) => [Id, size === 0 ? 0.5 : 0.2 * ((along - least) / size) + (0.8 * i) / (sorted.length - 1)]));
}

/** A name without that of the station in front of it: `1 A` of `Central Station 1 A`. */
function withoutStation(name: string, station: string | undefined): string {
  const rest = station !== undefined && station !== '' && name.startsWith(station) ? name.slice(station.length).trim() : '';
  return rest === '' ? name : rest;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
