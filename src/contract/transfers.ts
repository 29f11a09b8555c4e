/** Transfers of a version: the overlay of the map, and those between two stops. */
import { z } from 'zod';
import { OverlayStop } from '../domain/stopDetails.ts';
import { TransferGroup } from '../domain/mapOverlays.ts';
import { Transfer } from '../domain/model/transfer.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId';

export const listTransfers = defineRoute({
  name: 'listTransfers',
  summary: 'Every transfer between stops, grouped by pairs of places, with the stops they join. Carries an ETag.',
  method: 'GET',
  path: `${BASE}/transfers/overlay/v2`,
  params: VersionParams,
  reply: z.object({ Rev: z.int().min(0), Stops: z.array(OverlayStop), Transfers: z.array(TransferGroup) }),
  access: 'read',
});

/** A transfer and the revision of its last change. */
export const TransferState = z.object({ Transfer, Rev: z.int().min(0) });

export const readTransfersBetween = defineRoute({
  name: 'readTransfersBetween',
  summary: 'The transfers between two stops, either way.',
  method: 'GET',
  path: `${BASE}/transfers/between`,
  params: VersionParams,
  query: z.object({ stopIdFrom: z.string(), stopIdTo: z.string() }),
  reply: z.object({ Transfers: z.array(TransferState) }),
  access: 'read',
});
