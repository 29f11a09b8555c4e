/** What a stop is used by, in words: its transfers, pathways and its direction. */
import type { OverlayStop, StopDetails } from '../domain/stopDetails.ts';
import { pathwayModeLabel } from '../domain/pathways.ts';
import type { Pathway } from '../domain/model/pathway.ts';
import { STOP_TYPES, type StopUses, stopTypeLabel, WHEELCHAIR_WITHIN, wheelchairLabel, wheelchairWithinLabel } from '../domain/stops.ts';
import type { Stop } from '../domain/model/stop.ts';
import { transferTypeLabel } from '../domain/transfers.ts';
import type { Transfer } from '../domain/model/transfer.ts';
import type { Table } from '../kernel/table.ts';
import { ownValue } from './byId.ts';
import { stopList } from './stopList.ts';

/** The other end of a transfer or a pathway. */
export interface OtherStop {
  readonly direction: 'to' | 'from' | 'both ways with';
  /** Undefined where a transfer is between routes or trips and names no stop. */
  readonly stopId?: string;
  readonly name: string;
}

/** A transfer or a pathway as the stop's lists show it. */
export interface UseRow {
  readonly id: string;
  readonly label: string;
  readonly facts: readonly string[];
  readonly other: OtherStop;
}

/** Transfers of a stop. The time stands only with the type it belongs to. */
export function transferRows(details: StopDetails): readonly UseRow[] {
  return details.Transfers.map((transfer) => ({
    id: transfer.Id,
    label: transferTypeLabel(transfer.Type),
    facts: transfer.Type === TIMED && transfer.Time !== undefined ? [durationText(transfer.Time)] : [],
    other: otherOfTransfer(transfer, details),
  }));
}

/** Pathways of a stop. Stairs are counted only for stairs, slope is given only for walkways and moving sidewalks. */
export function pathwayRows(details: StopDetails): readonly UseRow[] {
  return details.Pathways.map((pathway) => ({
    id: pathway.Id,
    label: pathwayModeLabel(pathway.Mode),
    facts: pathwayFacts(pathway, details.Stop.Id),
    other: otherOfPathway(pathway, details),
  }));
}

/** How many of each keep the stop from being removed. */
export function stopUses(details: StopDetails): StopUses {
  return { transfers: details.Transfers.length, pathways: details.Pathways.length, schedules: details.Schedules.length };
}

/** The direction as it reads: `Towards Harbour`; undefined without one. */
export function directionText(direction: string | undefined): string | undefined {
  if (direction === undefined || direction.trim() === '') return undefined;
  return /^towards\b/i.test(direction) ? direction : `Towards ${direction}`;
}

/** The stop types to choose from; the present one stays among them even when it is unknown. */
export function stopTypeOptions(present: number): readonly { readonly value: string; readonly label: string }[] {
  const types: readonly number[] = Object.values(STOP_TYPES);
  return [...(types.includes(present) ? [] : [present]), ...types].map((type) => ({ value: String(type), label: stopTypeLabel(type) }));
}

/** Whether a stop of that type can have a parent: a station is the top of its tree. */
export function canHaveParent(type: number): boolean {
  return type !== STOP_TYPES.Station;
}

/** The stops that one of this type can belong to, as options: stations, and for boarding areas platforms; by name, then id. */
export function parentOptions(table: Table<OverlayStop> | null, type: number): readonly { readonly value: string; readonly label: string }[] {
  if (!table) return [];
  const wanted = type === STOP_TYPES.BoardingArea ? STOP_TYPES.Platform : STOP_TYPES.Station;
  return stopList(table)
    .filter(({ row }) => row.Type === wanted)
    .map(({ row: { Id, Name } }) => ({ value: Id, label: Name === '' ? Id : `${Name} · ${Id}` }));
}

/** The values of wheelchair boarding to choose from. */
const WHEELCHAIR_OPTIONS = [0, 1, 2].map((value) => ({ value: String(value), label: wheelchairLabel(value) }));
const WITHIN_OPTIONS = Object.values(WHEELCHAIR_WITHIN).map((value) => ({ value: String(value), label: wheelchairWithinLabel(value) }));

/** The wheelchair values of a stop; inside a station they may be left to the station. */
export function wheelchairOptions({
  ParentId,
  Type,
}: Pick<Stop, 'ParentId' | 'Type'>): readonly { readonly value: string; readonly label: string }[] {
  return ParentId !== undefined && canHaveParent(Type) ? WITHIN_OPTIONS : WHEELCHAIR_OPTIONS;
}

/** Seconds as people say them: `3 min`, `1 min 30 s`, `45 s`, `1 h 5 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const;
  return (
    parts
      .filter(([n]) => n > 0)
      .map(([n, unit]) => `${n} ${unit}`)
      .join(' ') || '0 s'
  );
}

/** Transfer type that carries a time. */
const TIMED = 2;
const WALKWAY = 1;
const STAIRS = 2;
const MOVING_SIDEWALK = 3;
/** So many stairs are one floor, by the product's rule of thumb. */
const STAIRS_PER_FLOOR = 15;

function pathwayFacts(pathway: Pathway, stopId: string): readonly string[] {
  const { Mode, Length, TraversalTime, StairCount, MaxSlope, MinWidth } = pathway;
  const sign = pathway.FromStopId === stopId ? 1 : -1;
  return [
    ...(Length === undefined ? [] : [`${rounded(Length)} m`]),
    ...(TraversalTime === undefined ? [] : [durationText(TraversalTime)]),
    ...(Mode === STAIRS && StairCount !== undefined && StairCount !== 0 ? [stairsText(StairCount * sign)] : []),
    ...((Mode === WALKWAY || Mode === MOVING_SIDEWALK) && MaxSlope !== undefined ? [`slope ${rounded(MaxSlope * 100 * sign)} %`] : []),
    ...(MinWidth === undefined ? [] : [`${rounded(MinWidth)} m wide`]),
  ];
}

/** Stairs as floors, by the rule of thumb of 15 stairs a floor: `about 2 floors up`; nothing for less than one floor. */
export function floorsText(count: number): string | undefined {
  const floors = Math.round((Math.abs(count) / STAIRS_PER_FLOOR) * 10) / 10;
  return floors < 1 ? undefined : `about ${floors} ${floors === 1 ? 'floor' : 'floors'} ${count > 0 ? 'up' : 'down'}`;
}

function stairsText(count: number): string {
  const floors = Math.round((Math.abs(count) / STAIRS_PER_FLOOR) * 10) / 10;
  const about = floors >= 1 ? `, about ${floors} ${floors === 1 ? 'floor' : 'floors'}` : '';
  return `${Math.abs(count)} stairs ${count > 0 ? 'up' : 'down'}${about}`;
}

function otherOfTransfer({ StopIdFrom, StopIdTo }: Transfer, { Stop, StopNames }: StopDetails): OtherStop {
  const leaves = StopIdFrom === Stop.Id;
  const other = leaves ? StopIdTo : StopIdFrom;
  const direction = leaves ? 'to' : 'from';
  return other === undefined ? { direction, name: 'any stop' } : { direction, stopId: other, name: ownValue(StopNames, other) || other };
}

function otherOfPathway(pathway: Pathway, { Stop, StopNames }: StopDetails): OtherStop {
  const leaves = pathway.FromStopId === Stop.Id;
  const other = leaves ? pathway.ToStopId : pathway.FromStopId;
  const direction = pathway.IsBidirectional ? 'both ways with' : leaves ? 'to' : 'from';
  return { direction, stopId: other, name: ownValue(StopNames, other) || other };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
