/**
 * Review links of a version. The secret of a link is in none of these: the browser makes it, and only its hash is sent. A link that was
 * sent to somebody is not undone: revoking it is an act of its own.
 */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/reviewLinks.ts';
import { request } from '../../contract/route.ts';
import { NewReviewLink, type ReviewLink } from '../../domain/reviewLinks.ts';
import { VersionId } from '../../domain/versions.ts';
import { type AppState, IDLE, type Load } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineVersionLoad } from '../defineLoad.ts';

function linksOf(state: Draft<AppState>, versionId: number): Draft<Load<readonly ReviewLink[]>> {
  if (state.reviewLinks?.of !== versionId) state.reviewLinks = { of: versionId, list: castDraft({ ...IDLE, messages: [] }) };
  return state.reviewLinks.list;
}

/** Loads the review links of a version. */
export const loadReviewLinks = defineVersionLoad('reviewLinks.load', 'Load the review links', contract.listReviewLinks, {
  slot: (state, { versionId }) => linksOf(state, versionId),
  value: ({ Links }) => Links,
});

function foldLink(base: Draft<AppState>, { versionId }: { versionId: number }, link: ReviewLink): void {
  const list = base.reviewLinks?.of === versionId ? base.reviewLinks.list.value : undefined;
  if (!list) return;
  const at = list.findIndex(({ Id }) => Id === link.Id);
  if (at >= 0) list[at] = castDraft(link);
  else list.unshift(castDraft(link));
}

const ofLinks = {
  lane: ({ versionId }: { versionId: number }): string => `version/${versionId}/reviewLinks`,
  policy: 'queue',
  write: true,
  inverse: 'none',
  answered: foldLink,
  keepReply: ['Id', 'Expires', 'Revoked', 'Over'],
} as const;

/** Makes a review link of which the browser has the secret. */
export const createReviewLink = defineCommand('reviewLinks.create', {
  ...ofLinks,
  payload: NewReviewLink.extend({ versionId: VersionId }),
  samples: () => [{ versionId: 1, Label: 'Town hall', Days: 14, Comments: true, Hash: '0'.repeat(64) }],
  label: ({ Label }) => `Make the review link ${Label}`,
  call: ({ versionId, ...body }) => request(contract.createReviewLink, { params: { versionId }, body }),
  reply: contract.createReviewLink.reply,
  keep: ['versionId', 'Days', 'Comments', 'From'],
});

/** Revokes a review link. */
export const revokeReviewLink = defineCommand('reviewLinks.revoke', {
  ...ofLinks,
  payload: z.object({ versionId: VersionId, linkId: z.int().positive() }),
  samples: () => [{ versionId: 1, linkId: 1 }],
  label: () => 'Revoke a review link',
  call: ({ versionId, linkId }) => request(contract.revokeReviewLink, { params: { versionId, linkId } }),
  reply: contract.revokeReviewLink.reply,
  keep: 'all',
});
