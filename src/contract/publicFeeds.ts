/** Publishing of feeds: which zip is served at which public address, and from when. */
import { z } from 'zod';
import { PublicFeed, PublicFeedDetails, ReleaseText, SwitchTime } from '../domain/publicFeeds.ts';
import { ApprovalReason } from '../domain/releaseGate.ts';
import { defineRoute } from './route.ts';

const BASE = '/exports/ui/exports/feeds';
const Id = z.object({ id: z.coerce.number().int().positive() });
/** Their services look at which regions the caller sees. */
const placeless = true as const;
const changes = { reply: PublicFeed, access: 'publish', placeless } as const;

export const listPublicFeeds = defineRoute({
  name: 'listPublicFeeds',
  summary: 'Public feeds with their releases, by region and address.',
  method: 'GET',
  path: BASE,
  reply: z.object({ feeds: z.array(PublicFeed) }),
  access: 'read',
  placeless,
});

export const createPublicFeed = defineRoute({
  name: 'createPublicFeed',
  summary: 'Makes a public feed of the zip that a task has made. `at` is the local time from which it is served; null: at once.',
  method: 'POST',
  path: BASE,
  body: PublicFeedDetails.extend({ taskRunId: z.int().positive(), at: SwitchTime, notes: ReleaseText.default('') }),
  ...changes,
});

export const publishRelease = defineRoute({
  name: 'publishRelease',
  summary: 'Has a public feed serve the zip that a task has made. `If-Match` is the revision of the feed.',
  method: 'POST',
  path: `${BASE}/:id/releases`,
  params: Id,
  body: z.object({ taskRunId: z.int().positive(), at: SwitchTime, notes: ReleaseText.default('') }),
  conditional: true,
  ...changes,
});

export const switchRelease = defineRoute({
  name: 'switchRelease',
  summary: 'Has a public feed serve one of its releases again: an earlier one, or the last one of a feed that was withdrawn.',
  method: 'POST',
  path: `${BASE}/:id/switch`,
  params: Id,
  body: z.object({ release: z.int().positive(), at: SwitchTime }),
  conditional: true,
  ...changes,
});

export const approveRelease = defineRoute({
  name: 'approveRelease',
  summary: 'Lets out a release that the gate holds back: at once where its time has come. The reason is kept with who gave it, and when.',
  method: 'POST',
  path: `${BASE}/:id/approve`,
  params: Id,
  body: z.object({ release: z.int().positive(), reason: ApprovalReason }),
  conditional: true,
  ...changes,
});

export const cancelSwitch = defineRoute({
  name: 'cancelSwitch',
  summary: 'Takes back a switch that has not happened yet.',
  method: 'POST',
  path: `${BASE}/:id/cancel`,
  params: Id,
  conditional: true,
  ...changes,
});

export const withdrawFeed = defineRoute({
  name: 'withdrawFeed',
  summary: 'Withdraws a public feed: its addresses are answered with 410 until a release is served again.',
  method: 'POST',
  path: `${BASE}/:id/withdraw`,
  params: Id,
  conditional: true,
  ...changes,
});

export const updatePublicFeed = defineRoute({
  name: 'updatePublicFeed',
  summary: 'Changes address, licence, contact and gate of a public feed. The old address leads to the new one.',
  method: 'PUT',
  path: `${BASE}/:id`,
  params: Id,
  body: PublicFeedDetails,
  conditional: true,
  ...changes,
});
