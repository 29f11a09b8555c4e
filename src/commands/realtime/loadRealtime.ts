import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { readRealtime } from '../../contract/realtime.ts';
import { type CallRequest, request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { isSamePlace, newestAt, withFresh } from '../../projections/realtime.ts';
import type { AppState } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

const Asked = z.object({
  databaseId: z.string(),
  versionId: VersionId,
  schedule: z.string().optional(),
  track: z.string().optional(),
  from: z.string(),
  to: z.string(),
});
type Asked = z.infer<typeof Asked>;

const sample: Asked = { databaseId: 'demo', versionId: 1, schedule: 'L1', track: 'a-b', from: '2026-03-01', to: '2026-03-03' };

/** Loads the vehicle positions of a date range. */
export const loadRealtime = defineLoad('realtime.load', {
  payload: Asked,
  samples: () => [sample],
  label: ({ from, to }) => `Load vehicle positions from ${from} to ${to}`,
  slot: (state, p) => (isAsked(state, p) ? state.realtime.points : undefined),
  call: (p) => callOf(p),
  reply: readRealtime.reply,
  value: (reply) => reply,
});

/** Loads what came after the newest position that is known. */
export const followRealtime = defineLoad('realtime.follow', {
  payload: Asked.extend({ since: z.int() }),
  samples: () => [{ ...sample, since: 1_772_000_000 }],
  label: () => 'Load new vehicle positions',
  slot: (state, p) => (isAsked(state, p) && state.realtime.points.value ? state.realtime.fresh : undefined),
  call: ({ since, ...asked }) => callOf(asked, since),
  reply: readRealtime.reply,
  value: () => true as const,
  answered: (base, p, reply) => {
    const { points } = base.realtime;
    if (points.value && reply.Runs.length > 0) points.value = castDraft(withFresh(points.value, reply, p.schedule !== undefined));
  },
  background: true,
});

/** The load of what is wanted and nobody has asked for yet. */
export function realtimeLoads(view: AppState): readonly CommandInput[] {
  const asked = askedOf(view);
  return asked && view.realtime.points.status === 'idle' ? [loadRealtime(asked)] : [];
}

/** The load of what is new, once the rest is there. */
export function realtimeFollows(view: AppState): readonly CommandInput[] {
  const { points, fresh } = view.realtime;
  const asked = askedOf(view);
  return asked && points.status === 'succeeded' && fresh.status !== 'loading' ? [followRealtime({ ...asked, since: newestAt(points.value) })] : [];
}

function askedOf({ realtime: { range, place } }: AppState): Asked | undefined {
  return range && place ? { ...place, ...range } : undefined;
}

function isAsked({ realtime }: Draft<AppState>, p: Asked): boolean {
  return realtime.range?.from === p.from && realtime.range.to === p.to && isSamePlace(p, realtime.place);
}

function callOf({ databaseId, versionId: _version, ...query }: Asked, since?: number): CallRequest {
  return request(readRealtime, { params: { databaseId }, query: { ...query, ...(since === undefined ? {} : { since }) } });
}
