/** Public feeds at the server: listed, made, switched, withdrawn. What has gone out to the public is not undone: the counter-act is an act of its own. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { PublicFeedsChanged } from '../../contract/notifications.ts';
import * as contract from '../../contract/publicFeeds.ts';
import { request } from '../../contract/route.ts';
import { PublicFeed, PublicFeedDetails, ReleaseText, SwitchTime } from '../../domain/publicFeeds.ts';
import { ApprovalReason, DEFAULT_GATE } from '../../domain/releaseGate.ts';
import type { CallError, CommandInput } from '../../kernel/command.ts';
import { type AppState, IDLE } from '../../projections/state.ts';
import { defineCommand, defineEvent } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';
import { loadServiceAlerts } from './serviceAlerts.ts';

/** Loads the public feeds. */
export const loadPublicFeeds = defineLoad('publicFeed.loadAll', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load public feeds',
  slot: (state) => (state.exports.publicFeeds ??= castDraft({ ...IDLE, messages: [] })),
  call: () => request(contract.listPublicFeeds, {}),
  reply: contract.listPublicFeeds.reply,
  value: ({ feeds }) => castDraft(feeds),
});

/** Public feeds were made, changed or switched: they are fetched again where they are loaded. */
export const publicFeedsChanged = defineEvent('live.publicFeedsChanged', {
  payload: PublicFeedsChanged,
  samples: () => [{ region: 'demo' }],
  next: (_p, view): readonly CommandInput[] => [
    ...((view.exports.publicFeeds?.status ?? 'idle') === 'idle' ? [] : [loadPublicFeeds({})]),
    ...Object.keys(view.exports.serviceAlerts ?? {}).map((feed) => loadServiceAlerts({ feed: Number(feed) })),
  ],
  keep: 'all',
});

const DETAILS: PublicFeedDetails = { slug: 'city-buses', license: 'CC-BY-4.0', contact: 'data@city.example' };
const File = z.object({ taskRunId: z.int().positive(), at: SwitchTime, notes: ReleaseText });
/** A feed, and the revision of it that the user saw. */
const Seen = z.object({ id: z.int().positive(), rev: z.int().min(0) });

/** What the writes of public feeds have in common. */
const common = {
  write: true,
  policy: 'queue',
  reply: PublicFeed,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
} as const;
const ofOne = {
  ...common,
  answered: (base: Draft<AppState>, _p: unknown, feed: PublicFeed): void => putFeed(base, feed),
  conflict: (base: Draft<AppState>, _p: unknown, present: unknown): void => {
    const read = PublicFeed.safeParse(present);
    if (read.success) putFeed(base, read.data);
  },
} as const;
const lane = ({ id }: { readonly id: number }): string => `publicFeed/${id}`;
function onPresent<P extends { readonly rev: number }>(p: P, present: unknown): P {
  const read = PublicFeed.safeParse(present);
  return read.success ? { ...p, rev: read.data.rev } : p;
}
/** What is wrong with a field is said beside it. */
const besideFields = ({ fields }: CallError): boolean => fields !== undefined;

/** Makes a public feed of a zip. */
export const createPublicFeed = defineCommand('publicFeed.create', {
  ...common,
  payload: PublicFeedDetails.extend(File.shape),
  samples: () => [{ ...DETAILS, taskRunId: 1, at: null, notes: '' }],
  label: ({ slug }) => `Publish as ${slug}`,
  lane: () => 'publicFeed/create',
  call: (body) => request(contract.createPublicFeed, { body }),
  answered: (base, _p, feed) => putFeed(base, feed),
  quiet: besideFields,
});

/** Has a public feed serve another zip. */
export const publishRelease = defineCommand('publicFeed.publish', {
  ...ofOne,
  payload: Seen.extend(File.shape),
  samples: () => [{ id: 1, rev: 1, taskRunId: 2, at: null, notes: '## Line 5' }],
  label: () => 'Publish on a public feed',
  lane,
  call: ({ id, rev, ...body }) => request(contract.publishRelease, { params: { id }, body }, rev),
  rebase: onPresent,
  quiet: besideFields,
});

/** Changes address, licence, contact and gate of a public feed. */
export const updatePublicFeed = defineCommand('publicFeed.update', {
  ...ofOne,
  payload: Seen.extend(PublicFeedDetails.shape),
  samples: () => [
    { id: 1, rev: 1, ...DETAILS },
    { id: 1, rev: 1, ...DETAILS, gate: DEFAULT_GATE },
  ],
  label: ({ slug }) => `Change the public feed ${slug}`,
  lane,
  call: ({ id, rev, ...body }) => request(contract.updatePublicFeed, { params: { id }, body }, rev),
  rebase: onPresent,
  quiet: besideFields,
});

/** Has a public feed serve one of its releases again. */
export const switchRelease = defineCommand('publicFeed.switch', {
  ...ofOne,
  payload: Seen.extend({ release: z.int().positive() }),
  samples: () => [{ id: 1, rev: 1, release: 1 }],
  label: () => 'Serve an earlier release of a public feed',
  lane,
  call: ({ id, rev, release }) => request(contract.switchRelease, { params: { id }, body: { release, at: null } }, rev),
  rebase: onPresent,
});

/** Lets out a release that the gate holds back. */
export const approveRelease = defineCommand('publicFeed.approve', {
  ...ofOne,
  payload: Seen.extend({ release: z.int().positive(), reason: ApprovalReason }),
  samples: () => [{ id: 1, rev: 1, release: 2, reason: 'The stop was closed for good' }],
  label: () => 'Serve a release that the gate holds',
  lane,
  call: ({ id, rev, release, reason }) => request(contract.approveRelease, { params: { id }, body: { release, reason } }, rev),
  rebase: onPresent,
  quiet: besideFields,
});

/** Takes back a switch that has not happened yet. */
export const cancelSwitch = defineCommand('publicFeed.cancelSwitch', {
  ...ofOne,
  payload: Seen,
  samples: () => [{ id: 1, rev: 1 }],
  label: () => 'Cancel the planned switch of a public feed',
  lane,
  call: ({ id, rev }) => request(contract.cancelSwitch, { params: { id } }, rev),
  rebase: onPresent,
});

/** Withdraws a public feed. */
export const withdrawFeed = defineCommand('publicFeed.withdraw', {
  ...ofOne,
  payload: Seen,
  samples: () => [{ id: 1, rev: 1 }],
  label: () => 'Withdraw a public feed',
  lane,
  call: ({ id, rev }) => request(contract.withdrawFeed, { params: { id } }, rev),
  rebase: onPresent,
});

function putFeed(base: Draft<AppState>, feed: PublicFeed): void {
  const list = base.exports.publicFeeds?.value;
  if (!list) return;
  const at = list.findIndex(({ id }) => id === feed.id);
  if (at < 0) list.push(castDraft(feed));
  // A live message may have brought a later one.
  else if ((list[at]?.rev ?? 0) <= feed.rev) list[at] = castDraft(feed);
}
