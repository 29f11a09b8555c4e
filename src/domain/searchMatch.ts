/** What a search by tags keeps of a list. The lists of the screen and the watched searches of the server ask the same functions. */
import { metresBetween, parseCoordinate, samePlace } from './coordinate.ts';
import { folded } from './folded.ts';
import type { ScheduleRow } from './scheduleDetails.ts';
import { type SearchCondition, type SearchMatch, type SearchTag, TEXT_TAG } from './searchTags.ts';
import type { OverlayStop } from './stopDetails.ts';
import { stopTypeLabel } from './stops.ts';

/** Metres: stops within this distance of a place that is searched for belong to it. */
export const NEAR = 150;

/** How the tags of a search are matched and combined. */
export interface Combined {
  readonly match: SearchMatch;
  readonly condition: SearchCondition;
}

/** A stop with its texts folded for comparison. */
export interface SearchedStop {
  readonly row: Pick<OverlayStop, 'Id' | 'Type' | 'ZoneId' | 'Coordinate'>;
  readonly name: string;
  readonly id: string;
  readonly code: string;
}

/** A transfer or pathway: the names of the stops that it joins, and the number of its type or mode. */
export interface SearchedLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly number: number;
}

/** Whether a search keeps a row; a search without tags keeps all. */
export function keeps<T>(
  tags: readonly SearchTag[],
  { match, condition }: Combined,
  testOf: (tag: SearchTag, match: SearchMatch) => (row: T) => boolean,
): (row: T) => boolean {
  const tests = tags.map((tag) => testOf(tag, match));
  if (tests.length === 0) return () => true;
  return condition === 'And' ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
}

/** Compares a folded text with the tag's value. */
function meetsOf(value: string, match: SearchMatch): (text: string) => boolean {
  const wanted = folded(value);
  return match === 'Exact' ? (text) => text === wanted : (text) => text.includes(wanted);
}

/** Whether a tag keeps a stop. `agenciesOf` gives the ids of the agencies that serve a stop. */
export function stopTest(
  { field, value }: SearchTag,
  match: SearchMatch,
  agenciesOf: (stopId: string) => readonly string[],
): (entry: SearchedStop) => boolean {
  const meets = meetsOf(value, match);
  switch (field) {
    case TEXT_TAG:
      return ({ name, id, code }) => meets(name) || meets(id) || (code !== '' && meets(code));
    case 'Name':
      return ({ name }) => meets(name);
    case 'Id':
      // ids are exact: `S1` and `s1` are two stops
      return match === 'Exact' ? ({ row }) => row.Id === value : ({ id }) => meets(id);
    case 'StopCode':
      return ({ code }) => meets(code);
    case 'Type':
      return /^\d+$/.test(value) ? ({ row }) => row.Type === Number(value) : ({ row }) => meets(folded(stopTypeLabel(row.Type)));
    case 'ZoneId':
      return ({ row }) => meets(folded(row.ZoneId ?? ''));
    case 'AgencyIds':
      return ({ row }) => agenciesOf(row.Id).some((id) => meets(folded(id)));
    case 'Coordinate': {
      const at = parseCoordinate(value);
      if (!at) return () => false;
      return ({ row: { Coordinate: place } }) => place !== null && (match === 'Exact' ? samePlace(place, at) : metresBetween(place, at) <= NEAR);
    }
    default:
      return () => true;
  }
}

/** Whether a tag keeps a schedule. */
export function scheduleTest({ field, value }: SearchTag, match: SearchMatch): (row: ScheduleRow) => boolean {
  const meets = meetsOf(value, match);
  const text = (of: (row: ScheduleRow) => string | undefined) => (row: ScheduleRow) => meets(folded(of(row) ?? ''));
  switch (field) {
    case TEXT_TAG:
      return ({ Name, LongName = '' }) => meets(folded(Name)) || meets(folded(LongName));
    case 'Name':
      return text(({ Name }) => Name);
    case 'LongName':
      return text(({ LongName }) => LongName);
    case 'Id':
      return match === 'Exact' ? ({ Id }) => Id === value : text(({ Id }) => Id);
    case 'ExternalTransportId':
      return text(({ ExternalTransportId }) => ExternalTransportId);
    case 'AgencyId':
      return ({ AgencyId }) => AgencyId === value;
    case 'VehicleType':
      return ({ VehicleType }) => VehicleType === Number(value);
    case 'TrackCount':
      return ({ TrackCount }) => TrackCount === Number(value);
    default:
      return () => true;
  }
}

/** Whether a tag keeps a transfer or pathway. */
export function linkTest({ field, value }: SearchTag, match: SearchMatch): (row: SearchedLink) => boolean {
  const meets = meetsOf(value, match);
  const stop = ({ from, to }: SearchedLink): boolean => meets(folded(from)) || meets(folded(to));
  switch (field) {
    case TEXT_TAG:
      return (row) => stop(row) || meets(folded(row.id));
    case 'Id':
      return match === 'Exact' ? ({ id }) => id === value : ({ id }) => meets(folded(id));
    case 'Stop':
      return stop;
    case 'Mode':
    case 'Type':
      return ({ number }) => String(number) === value;
    default:
      return () => true;
  }
}
