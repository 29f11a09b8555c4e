/** API tokens of the signed-in person. None of these calls is open to a program. */
import { z } from 'zod';
import { ApiToken, NewToken, OthersToken } from '../domain/apiTokens.ts';
import { defineRoute } from './route.ts';

export const listApiTokens = defineRoute({
  name: 'listApiTokens',
  summary: 'The API tokens of the signed-in person, newest first. The texts of the tokens are not kept and not listed.',
  method: 'GET',
  path: '/storage/ui/account/tokens',
  reply: z.object({ tokens: z.array(ApiToken) }),
  placeless: true,
  access: 'read',
  scope: 'person',
});

export const createApiToken = defineRoute({
  name: 'createApiToken',
  summary:
    'Creates an API token. This answer is the only one that holds its text: only a hash of it is kept. With the hash of a token that the caller made, the answer holds no text, and a repeat creates no other token.',
  method: 'POST',
  path: '/storage/ui/account/tokens',
  body: NewToken,
  reply: z.object({ token: z.string().optional(), created: ApiToken }),
  placeless: true,
  access: 'read',
  scope: 'person',
});

export const revokeApiToken = defineRoute({
  name: 'revokeApiToken',
  summary: 'Revokes an API token: from then on every process refuses it. Revoking it again changes nothing.',
  method: 'DELETE',
  path: '/storage/ui/account/tokens/:tokenId',
  params: z.object({ tokenId: z.coerce.number().int() }),
  reply: ApiToken,
  placeless: true,
  access: 'read',
  scope: 'person',
});

export const listOthersTokens = defineRoute({
  name: 'listOthersTokens',
  summary:
    'Valid API tokens of other people, newest first, at most 1,000: for accounts that may change regions. Those limited to some regions receive the tokens that work in these alone.',
  method: 'GET',
  path: '/storage/ui/account/tokens/others',
  reply: z.object({ tokens: z.array(OthersToken) }),
  placeless: true,
  access: 'read',
  scope: 'person',
});

export const revokeOthersToken = defineRoute({
  name: 'revokeOthersToken',
  summary: 'Revokes an API token of another person, where `listOthersTokens` lists it. Revoking it again changes nothing.',
  method: 'DELETE',
  path: '/storage/ui/account/tokens/others/:tokenId',
  params: z.object({ tokenId: z.coerce.number().int() }),
  reply: OthersToken,
  placeless: true,
  access: 'read',
  scope: 'person',
});
