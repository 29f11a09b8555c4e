/** Transfers and pathways of a version, for the map and by their ends or ids. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as pathways from '../../src/contract/pathways.ts';
import type * as transfers from '../../src/contract/transfers.ts';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import type { TransferGroup } from '../../src/domain/mapOverlays.ts';
import { overlayStop } from '../../src/domain/stopDetails.ts';
import type { Engine } from '../store/engine.ts';
import { readAll, readSome } from '../store/entities.ts';
import { readUsers } from '../store/stops.ts';
import { readable } from './editing.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { prepared } from './prepared.ts';

type Transfers = ReplyOf<typeof transfers.listTransfers>;
type Pathways = ReplyOf<typeof pathways.listPathways>;

/** Transfers and pathways of a version with the places of their ends, as JSON texts of the whole answers; kept until it changes. */
export function linkOverlays(
  engine: Engine,
  keep = 3,
): { readonly transfers: (versionId: number) => Promise<Buffer>; readonly pathways: (versionId: number) => Promise<Buffer> } {
  const transfersOf = prepared<Buffer>('The transfers', { keep });
  const pathwaysOf = prepared<Buffer>('The pathways', { keep });
  const keyOf = async (versionId: number): Promise<string> => `${versionId} ${(await readable(engine.db, versionId)).rev}`;
  return {
    transfers: async (versionId) =>
      transfersOf(await keyOf(versionId), async () => Buffer.from(JSON.stringify(await listTransfers(engine, versionId)))),
    pathways: async (versionId) => pathwaysOf(await keyOf(versionId), async () => Buffer.from(JSON.stringify(await listPathways(engine, versionId)))),
  };
}

/** All transfers that name a stop, grouped by the places of their ends, whichever way they go. */
async function listTransfers(engine: Engine, versionId: number): Promise<Transfers> {
  const { rev } = await readable(engine.db, versionId);
  const found: TransferGroup['Transfers'] = [];
  for await (const { Id, StopIdFrom, StopIdTo, Type, Time } of readAll(engine, versionId, 'Transfer')) {
    if (StopIdFrom === undefined && StopIdTo === undefined) continue;
    if (found.length === MOST_SHOWN) throw tooMany('transfers');
    found.push({
      Id,
      ...(StopIdFrom === undefined ? {} : { StopIdFrom }),
      ...(StopIdTo === undefined ? {} : { StopIdTo }),
      Type,
      ...(Time === undefined ? {} : { Time }),
    });
  }
  const stops = await readSome(engine.db, versionId, 'Stop', [...new Set(found.flatMap((one) => [one.StopIdFrom ?? [], one.StopIdTo ?? []].flat()))]);
  const placeOf = (id: string | undefined): Coordinate | null => (id === undefined ? null : (stops.get(id)?.doc.Coordinate ?? null));
  const groups = new Map<string, TransferGroup>();
  for (const transfer of found) {
    const [from, to] = [placeOf(transfer.StopIdFrom), placeOf(transfer.StopIdTo)];
    const key = [textOf(from), textOf(to)].toSorted().join(' ');
    const group = groups.get(key);
    if (group) group.Transfers.push(transfer);
    else groups.set(key, { FromCoords: from, ToCoords: to, Transfers: [transfer] });
  }
  return { Rev: rev, Stops: [...stops.values()].map((stop) => overlayStop(stop.doc, stop.rev)), Transfers: [...groups.values()] };
}

/** Transfers between two stops, either way. */
export async function readTransfersBetween(
  { db }: Engine,
  versionId: number,
  { stopIdFrom, stopIdTo }: { readonly stopIdFrom: string; readonly stopIdTo: string },
): Promise<ReplyOf<typeof transfers.readTransfersBetween>> {
  await readable(db, versionId);
  const users = await readUsers(db, versionId, [stopIdFrom]);
  const ids = users.transfers.flatMap(({ doc }) =>
    (doc.StopIdFrom === stopIdFrom && doc.StopIdTo === stopIdTo) || (doc.StopIdFrom === stopIdTo && doc.StopIdTo === stopIdFrom) ? [doc.Id] : [],
  );
  const found = await readSome(db, versionId, 'Transfer', ids);
  return { Transfers: [...found.values()].map(({ doc, rev }) => ({ Transfer: doc, Rev: rev })) };
}

/** All pathways with the places of their ends. */
async function listPathways(engine: Engine, versionId: number): Promise<Pathways> {
  const { rev } = await readable(engine.db, versionId);
  const found = [];
  for await (const { Id, FromStopId, ToStopId, Mode, IsBidirectional, Length, TraversalTime } of readAll(engine, versionId, 'Pathway')) {
    if (found.length === MOST_SHOWN) throw tooMany('pathways');
    found.push({
      Id,
      FromStopId,
      ToStopId,
      Mode,
      IsBidirectional,
      ...(Length === undefined ? {} : { Length }),
      ...(TraversalTime === undefined ? {} : { TraversalTime }),
    });
  }
  const stops = await readSome(engine.db, versionId, 'Stop', [...new Set(found.flatMap((one) => [one.FromStopId, one.ToStopId]))]);
  const placeOf = (id: string): Coordinate | null => stops.get(id)?.doc.Coordinate ?? null;
  const levelsOf = ({ FromStopId, ToStopId }: { FromStopId: string; ToStopId: string }): { FromLevelId?: string; ToLevelId?: string } => {
    const [from, to] = [FromStopId, ToStopId].map((id) => stops.get(id)?.doc.LevelId);
    return { ...(from === undefined ? {} : { FromLevelId: from }), ...(to === undefined ? {} : { ToLevelId: to }) };
  };
  return {
    Rev: rev,
    Pathways: found.map((one) => ({ ...one, ...levelsOf(one), FromCoords: placeOf(one.FromStopId), ToCoords: placeOf(one.ToStopId) })),
  };
}

/** Pathways by ids joined with `|`. */
export async function readPathways({ db }: Engine, versionId: number, joinedIds: string): Promise<ReplyOf<typeof pathways.readPathways>> {
  const ids = [...new Set(joinedIds.split('|').filter(Boolean))];
  if (ids.length > AT_ONCE) throw new BadInput([{ Field: 'ids', Message: `At most ${AT_ONCE} pathways at a time.` }]);
  await readable(db, versionId);
  const found = await readSome(db, versionId, 'Pathway', ids);
  const ends = [...new Set([...found.values()].flatMap(({ doc }) => [doc.FromStopId, doc.ToStopId]))];
  const stops = await readSome(db, versionId, 'Stop', ends);
  const placeOf = (id: string): Coordinate | null => stops.get(id)?.doc.Coordinate ?? null;
  return {
    Pathways: ids
      .flatMap((id) => found.get(id) ?? [])
      .map(({ doc, rev }) => ({ Pathway: { ...doc, FromCoords: placeOf(doc.FromStopId), ToCoords: placeOf(doc.ToStopId) }, Rev: rev })),
  };
}

const AT_ONCE = 100;
/** Transfers or pathways that a map is given at most. */
const MOST_SHOWN = 300_000;

function tooMany(what: string): Refusal {
  return new Refusal(413, 'too_large', `This version has more than ${MOST_SHOWN} ${what}: more than the map can show.`);
}

function textOf(at: Coordinate | null): string {
  return at === null ? '' : `${at.Lat},${at.Lng}`;
}
