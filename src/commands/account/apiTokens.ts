/** The API tokens of the signed-in person, and those of others. The text of a token is in none of these: the browser makes it, and only its hash is sent. */
import { castDraft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/apiTokens.ts';
import { request } from '../../contract/route.ts';
import { NewToken } from '../../domain/apiTokens.ts';
import { IDLE } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the tokens. */
export const loadApiTokens = defineLoad('account.loadTokens', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load the API tokens',
  slot: (state) => (state.apiTokens ??= castDraft({ ...IDLE, messages: [] })),
  call: () => request(contract.listApiTokens, {}),
  reply: contract.listApiTokens.reply,
  value: ({ tokens }) => tokens,
});

/** Loads the tokens of others, which only an account that may change regions receives. */
export const loadOthersTokens = defineLoad('account.loadOthersTokens', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load the API tokens of others',
  slot: (state) => (state.othersTokens ??= castDraft({ ...IDLE, messages: [] })),
  call: () => request(contract.listOthersTokens, {}),
  reply: contract.listOthersTokens.reply,
  value: ({ tokens }) => tokens,
});

const FACTS = ['created.id', 'created.scopes', 'created.expires', 'created.revoked'];

/** Creates a token of which the browser has the text. */
export const createApiToken = defineCommand('account.createToken', {
  payload: NewToken.required({ hash: true }),
  samples: () => [{ label: 'Nightly import', scopes: ['edit' as const], regions: null, days: 90, hash: '0'.repeat(64) }],
  label: ({ label }) => `Create the API token ${label}`,
  lane: () => 'account.tokens',
  policy: 'queue',
  write: true,
  call: (body) => request(contract.createApiToken, { body }),
  reply: contract.createApiToken.reply,
  answered: (base, _p, { created }) => {
    const list = base.apiTokens?.value;
    if (list && !list.some(({ id }) => id === created.id)) list.unshift(castDraft(created));
  },
  inverse: 'none',
  keep: ['scopes', 'days'],
  keepReply: FACTS,
});

/** Revokes a token. */
export const revokeApiToken = defineCommand('account.revokeToken', {
  payload: z.object({ tokenId: z.int() }),
  samples: () => [{ tokenId: 1 }],
  label: () => 'Revoke an API token',
  lane: () => 'account.tokens',
  policy: 'queue',
  write: true,
  call: ({ tokenId }) => request(contract.revokeApiToken, { params: { tokenId } }),
  reply: contract.revokeApiToken.reply,
  answered: (base, { tokenId }, revoked) => {
    const list = base.apiTokens?.value;
    const at = list?.findIndex(({ id }) => id === tokenId) ?? -1;
    if (list && at >= 0) list[at] = castDraft(revoked);
  },
  inverse: 'none',
  keep: 'all',
  keepReply: ['id', 'revoked'],
});

/** Revokes a token of somebody else. */
export const revokeOthersToken = defineCommand('account.revokeOthersToken', {
  payload: z.object({ tokenId: z.int() }),
  samples: () => [{ tokenId: 1 }],
  label: () => 'Revoke an API token of somebody else',
  lane: () => 'account.tokens',
  policy: 'queue',
  write: true,
  call: ({ tokenId }) => request(contract.revokeOthersToken, { params: { tokenId } }),
  reply: contract.revokeOthersToken.reply,
  answered: (base, { tokenId }, revoked) => {
    const list = base.othersTokens?.value;
    const at = list?.findIndex(({ id }) => id === tokenId) ?? -1;
    if (list && at >= 0) list[at] = castDraft(revoked);
  },
  inverse: 'none',
  keep: 'all',
  keepReply: ['id', 'revoked'],
});
