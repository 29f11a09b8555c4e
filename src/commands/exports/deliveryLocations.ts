/** Delivery locations: saved, tried and removed. Credentials stand in no record. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/exports.ts';
import { request } from '../../contract/route.ts';
import { Credentials, DeliveryLocation, DeliveryLocationInput, DeliverySettings } from '../../domain/deliveryLocations.ts';
import type { CallError } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';

const SETTINGS: DeliverySettings = { kind: 'folder', path: 'nightly' };
const SECRETS = ['credentials.authorization', 'credentials.secretAccessKey', 'credentials.password', 'credentials.privateKey'] as const;

/** Makes a delivery location (`id` null), or changes one that is at that revision. */
export const saveDeliveryLocation = defineCommand('export.saveLocation', {
  payload: z.object({ id: z.int().positive().nullable(), rev: z.int().min(0), input: DeliveryLocationInput, credentials: Credentials }),
  samples: () => [
    { id: null, rev: 0, input: { region: 'demo', name: 'Nightly', settings: SETTINGS }, credentials: {} },
    { id: 1, rev: 1, input: { region: 'demo', name: 'Nightly', settings: SETTINGS }, credentials: { password: 'secret' } },
  ],
  label: ({ input }) => `Save delivery location ${input.name}`,
  lane: () => 'export/location',
  write: true,
  policy: 'once',
  call: ({ id, rev, input, credentials }) =>
    id === null
      ? request(contract.createDeliveryLocation, { body: { ...input, credentials } })
      : request(contract.updateDeliveryLocation, { params: { id }, body: { ...input, credentials } }, rev),
  reply: DeliveryLocation,
  answered: (base, _p, location) => {
    putLocation(base, location);
    base.exports.locationFaults = {};
  },
  failed: (base, _p, { fields }: CallError) => {
    base.exports.locationFaults = Object.fromEntries((fields ?? []).map(({ Field, Message }) => [Field, Message]));
  },
  conflict: (base, _p, present) => {
    const read = DeliveryLocation.safeParse(present);
    if (read.success) putLocation(base, read.data);
  },
  rebase: (p, present) => {
    const read = DeliveryLocation.safeParse(present);
    return { ...p, rev: read.success ? read.data.rev : p.rev };
  },
  inverse: 'none',
  secrets: SECRETS,
  keep: ['id', 'rev', 'input'],
  keepReply: 'all',
});

function putLocation(base: Draft<AppState>, location: DeliveryLocation): void {
  const list = base.exports.locations.value;
  if (!list) return;
  const at = list.findIndex(({ id }) => id === location.id);
  if (at < 0) list.push(castDraft(location));
  else list[at] = castDraft(location);
}

/** Removes a delivery location. */
export const deleteDeliveryLocation = defineCommand('export.deleteLocation', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Delete a delivery location',
  lane: () => 'export/location',
  write: true,
  policy: 'queue',
  call: ({ id }) => request(contract.deleteDeliveryLocation, { params: { id } }),
  reply: contract.deleteDeliveryLocation.reply,
  answered: (base, { id }) => {
    const { locations } = base.exports;
    if (locations.value) locations.value = locations.value.filter((one) => one.id !== id);
  },
  inverse: 'none',
  keep: 'all',
});

/** Tries whether a delivery location can be delivered to. */
export const testDeliveryLocation = defineCommand('export.testLocation', {
  payload: z.object({ id: z.int().positive().nullable(), region: z.string(), settings: DeliverySettings, credentials: Credentials }),
  samples: () => [{ id: null, region: 'demo', settings: SETTINGS, credentials: {} }],
  label: () => 'Test the connection',
  lane: () => 'export/testLocation',
  policy: 'latest',
  call: (body) => request(contract.testDeliveryLocation, { body }),
  reply: contract.testDeliveryLocation.reply,
  sent: (view) => {
    view.exports.tested = { status: 'loading', value: null, messages: [] };
  },
  answered: (base, _p, value) => {
    base.exports.tested = { status: 'succeeded', value, messages: [] };
  },
  failed: (base, _p, { messages }) => {
    base.exports.tested = { status: 'failed', value: null, messages: [...messages] };
  },
  quiet: () => true,
  inverse: 'none',
  secrets: SECRETS,
  keep: ['id', 'region', 'settings'],
  keepReply: 'all',
});
