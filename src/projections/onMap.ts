/** What listed things stand for on the map: one answer for the row that is pointed at and for what a search keeps. */
import { getRow, idKey, rows } from '../kernel/table.ts';
import type { AppState, VersionData } from './state.ts';
import { presentData } from './versions.ts';

/** Kinds of rows that have a place on the map; a track goes by `lineTrackKey`, a stop of a track by the id of its place (`trackStopId`). */
export type MapKind = 'stops' | 'schedules' | 'tracks' | 'trackStops' | 'transfers' | 'pathways' | 'agencies' | 'zones' | 'fares';

/** Some rows of a list. */
export interface Listed {
  readonly kind: MapKind;
  readonly ids: ReadonlySet<string>;
}

/** The stops, lines and links that are meant; a part that is missing is none that the rows say anything of. */
export interface OnMap {
  readonly stops: ReadonlySet<string>;
  readonly schedules?: ReadonlySet<string>;
  readonly tracks?: ReadonlySet<string>;
  readonly links?: ReadonlySet<string>;
}

/** Names a track on the map: `scheduleId/trackId`, each URL-encoded. */
export function lineTrackKey(scheduleId: string, trackId: string): string {
  return `${encodeURIComponent(scheduleId)}/${encodeURIComponent(trackId)}`;
}

/** Names rows. */
export function listed(kind: MapKind, ...ids: readonly string[]): Listed {
  return { kind, ids: new Set(ids) };
}

/** What rows of the version in view stand for, as far as it is loaded. */
export function onMap(view: AppState, { kind, ids }: Listed): OnMap {
  const data = presentData(view);
  switch (kind) {
    case 'stops':
      return { stops: ids };
    case 'schedules':
      return { stops: NONE, schedules: ids };
    case 'tracks':
      return { stops: NONE, tracks: ids };
    case 'trackStops':
      return placesOfTracks(data, ids);
    case 'transfers':
    case 'pathways':
      return { stops: new Set(data ? endsOf(data, kind, ids) : NONE), links: ids };
    case 'agencies':
      return data ? ofAgencies(data, ids) : { stops: NONE };
    case 'zones':
      return { stops: stopsOfZones(data, ids) };
    case 'fares':
      return data ? ofFares(data, ids) : { stops: NONE };
  }
}

/** What several kinds of rows stand for together. */
export function onMapTogether(view: AppState, all: readonly Listed[]): OnMap {
  const parts = all.map((one) => onMap(view, one));
  const joined = (of: (part: OnMap) => ReadonlySet<string> | undefined): ReadonlySet<string> =>
    new Set(parts.flatMap((part) => [...(of(part) ?? [])]));
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return {
    stops: joined(({ stops }) => stops),
    schedules: joined(({ schedules }) => schedules),
    tracks: joined(({ tracks }) => tracks),
    links: joined(({ links }) => links),
  };
}

/** The stops at places of tracks; the whole track of a place whose stop is not in the version. */
function placesOfTracks(data: VersionData | undefined, ids: ReadonlySet<string>): OnMap {
  const stops = new Set<string>();
  const tracks = new Set<string>();
  for (const id of ids) {
    const [schedule = '', track = '', , stop = ''] = id.split('/');
    const stopId = decodeURIComponent(stop);
    if (data?.stops.value && getRow(data.stops.value, stopId)) stops.add(stopId);
    else tracks.add(`${schedule}/${track}`);
  }
  return { stops, tracks };
}

function stopsOfZones(data: VersionData | undefined, zones: ReadonlySet<string>): ReadonlySet<string> {
  const stops = data?.stops.value;
  return new Set(stops ? [...rows(stops)].flatMap(({ Id, ZoneId }) => (ZoneId !== undefined && zones.has(ZoneId) ? [Id] : [])) : []);
}

/** The stops of the zones that fares name, and the lines that they hold on, of those fares whose rules are loaded. */
function ofFares(data: VersionData, ids: ReadonlySet<string>): OnMap {
  const rules = [...ids].flatMap((id) => data.fareDetails[idKey(id)]?.value?.Fare.Rules ?? []);
  const zones = new Set(rules.flatMap(({ FromZone, ToZone, ContainsZone }) => [FromZone, ToZone, ContainsZone]).filter((zone) => zone !== null));
  const transports = new Set(rules.map(({ Transport }) => Transport));
  return {
    stops: stopsOfZones(data, zones),
    schedules: new Set(
      (data.schedules.value ?? []).flatMap(({ Id, ExternalTransportId: id }) => (id !== undefined && transports.has(id) ? [Id] : [])),
    ),
  };
}

function endsOf({ overlays }: VersionData, kind: 'transfers' | 'pathways', ids: ReadonlySet<string>): readonly string[] {
  const { transfers, pathways } = overlays;
  const ends = [...ids].flatMap((id) => {
    if (kind === 'transfers') {
      const row = transfers.value ? getRow(transfers.value, id) : undefined;
      return [row?.StopIdFrom, row?.StopIdTo];
    }
    const row = pathways.value ? getRow(pathways.value, id) : undefined;
    return [row?.FromStopId, row?.ToStopId];
  });
  return ends.filter((id) => id !== undefined);
}

/** The lines that agencies run and the stops that they serve. A line that names no agency is that of the only one. */
function ofAgencies({ agencies, schedules, stopAgencies }: VersionData, ids: ReadonlySet<string>): OnMap {
  const [first, ...others] = agencies.value ?? [];
  const only = others.length === 0 ? first?.Id : undefined;
  const runs = (agencyId: string | undefined): boolean => {
    const id = agencyId ?? only;
    return id !== undefined && ids.has(id);
  };
  return {
    stops: new Set(Object.entries(stopAgencies.value ?? {}).flatMap(([stopId, of]) => (of.some(runs) ? [stopId] : []))),
    schedules: new Set((schedules.value ?? []).flatMap(({ Id, AgencyId }) => (runs(AgencyId) ? [Id] : []))),
  };
}

const NONE: ReadonlySet<string> = new Set();
