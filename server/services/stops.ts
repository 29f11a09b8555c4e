import type { BodyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/stops.ts';
import { samePlace, type Coordinate } from '../../src/domain/coordinate.ts';
import type { StopState } from '../../src/domain/stopDetails.ts';
import { stopFieldError, stopRemovalError, withStopField, type Stop, type StopField, type StopFieldValue } from '../../src/domain/stops.ts';
import { findRemoved } from '../store/edits.ts';
import { parseDocument, readSlot, type EntitySlot } from '../store/entities.ts';
import { canonicalJson } from '../store/prepare.ts';
import { countUses } from '../store/stops.ts';
import { commitEdit, lockEditable, type Write } from './editing.ts';
import { BadInput, Refusal } from './refusal.ts';

/** Changes one field of a stop. `ifMatch` is the revision that the user saw. */
export async function editStopField(
  write: Write,
  versionId: number,
  ifMatch: number,
  stopId: string,
  field: StopField,
  value: StopFieldValue,
): Promise<StopState> {
  const error = stopFieldError(field, value);
  if (error !== undefined) throw new BadInput([{ Field: field, Message: error }]);
  return changeStop(write, versionId, ifMatch, stopId, (stop) => withStopField(stop, field, value));
}

/** Puts a stop somewhere else, or takes its place away. */
export async function editStopCoordinate(
  write: Write,
  versionId: number,
  ifMatch: number,
  stopId: string,
  coordinate: Coordinate | null,
): Promise<StopState> {
  return changeStop(write, versionId, ifMatch, stopId, (stop) =>
    samePlace(stop.Coordinate, coordinate) ? stop : { ...stop, Coordinate: coordinate },
  );
}

/** Makes a stop under a proposed id; 409 taken where the version has one of that id. */
export async function createStop(write: Write, versionId: number, body: BodyOf<typeof contract.createStop>): Promise<StopState> {
  await lockEditable(write, versionId);
  const slot = await readSlot(write.db, versionId, 'Stop', body.stopId);
  if (slot?.doc) throw new Refusal(409, 'taken', `There is a stop with the id ${body.stopId} already.`);
  const stop: Stop = {
    Id: body.stopId,
    Name: body.stopName,
    Type: body.stopType,
    Coordinate: body.coordinate,
    WheelchairBoarding: 0,
    ...(isGiven(body.stopZoneId) ? { ZoneId: body.stopZoneId } : {}),
    ...(isGiven(body.stopParentId) ? { ParentId: body.stopParentId } : {}),
  };
  return put(write, versionId, stop.Id, slot, stop);
}

/** Removes a stop that nothing uses; 409 in_use with the reasons otherwise. */
export async function deleteStop(write: Write, versionId: number, ifMatch: number, stopId: string): Promise<StopState> {
  await lockEditable(write, versionId);
  const slot = await presentStop(write, versionId, stopId, ifMatch);
  const error = stopRemovalError(await countUses(write.db, versionId, stopId));
  if (error !== undefined) throw new Refusal(409, 'in_use', error);
  return put(write, versionId, stopId, slot, null);
}

/** Brings a removed stop back as it was before its last removal. */
export async function restoreStop(write: Write, versionId: number, ifMatch: number, stopId: string): Promise<StopState> {
  await lockEditable(write, versionId);
  const slot = await readSlot(write.db, versionId, 'Stop', stopId);
  if (!slot) throw noStop(stopId);
  requireSeen(slot, stopId, ifMatch);
  if (slot.doc) throw new Refusal(409, 'not_removed', 'The stop has not been removed.');
  const removed = await findRemoved(write.db, versionId, 'Stop', stopId);
  if (!removed) throw noStop(stopId);
  return put(write, versionId, stopId, slot, parseDocument('Stop', removed.doc));
}

async function changeStop(write: Write, versionId: number, ifMatch: number, stopId: string, change: (stop: Stop) => Stop): Promise<StopState> {
  await lockEditable(write, versionId);
  const slot = await presentStop(write, versionId, stopId, ifMatch);
  return put(write, versionId, stopId, slot, change(slot.doc));
}

/** The stop as the user saw it; 412 with its present state when somebody changed it since. */
async function presentStop(write: Write, versionId: number, stopId: string, ifMatch: number): Promise<EntitySlot<'Stop'> & { doc: Stop }> {
  const slot = await readSlot(write.db, versionId, 'Stop', stopId);
  if (!slot) throw noStop(stopId);
  requireSeen(slot, stopId, ifMatch);
  const { doc } = slot;
  if (!doc) throw new Refusal(409, 'removed', 'The stop has been removed.');
  return { ...slot, doc };
}

function requireSeen(slot: EntitySlot<'Stop'>, stopId: string, ifMatch: number): void {
  if (slot.rev === ifMatch) return;
  const present: StopState = { StopId: stopId, Stop: slot.doc, Rev: slot.rev };
  throw new Refusal(412, 'conflict', 'Somebody else changed this stop in the meantime.', present);
}

async function put(write: Write, versionId: number, stopId: string, slot: EntitySlot<'Stop'> | undefined, stop: Stop | null): Promise<StopState> {
  const was = slot?.doc ?? null;
  if (slot && was && stop && canonicalJson(was) === canonicalJson(stop)) return { StopId: stopId, Stop: was, Rev: slot.rev };
  const rev = await commitEdit(write, versionId, [{ kind: 'Stop', id: stopId, before: slot?.bid ?? null, doc: stop, was }]);
  return { StopId: stopId, Stop: stop, Rev: rev };
}

function noStop(stopId: string): Refusal {
  return new Refusal(404, 'not_found', `There is no stop ${stopId}.`);
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
