import * as contract from '../../src/contract/apiTokens.ts';
import { createToken, othersTokens, revokeOwnToken, revokeTokenOfOther } from '../services/apiTokens.ts';
import { logToken } from '../securityLog.ts';
import { listTokens } from '../store/apiTokens.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the API tokens of the signed-in person, and to administrators those of others. Creating one is no write of `registerWrite`: that would keep the answer, and the token in it. */
export function registerApiTokens(context: RouteContext): void {
  const { db } = context.engine;
  registerRead(context, contract.listApiTokens, async (_call, { subject }) => ({ tokens: await listTokens(db, subject) }));
  registerRead(context, contract.createApiToken, async ({ body, request }, caller) => {
    const made = await createToken(db, caller, body);
    logToken(request, 'tokenCreated', made.created);
    return made;
  });
  registerRead(context, contract.revokeApiToken, async ({ params, request }, caller) => {
    const revoked = await revokeOwnToken(db, caller, params.tokenId);
    logToken(request, 'tokenRevoked', revoked);
    return revoked;
  });
  registerRead(context, contract.listOthersTokens, async (_call, caller) => ({ tokens: await othersTokens(db, caller) }));
  registerRead(context, contract.revokeOthersToken, async ({ params, request }, caller) => {
    const { owner, token } = await revokeTokenOfOther(db, caller, params.tokenId);
    logToken(request, 'tokenRevoked', token, owner);
    return token;
  });
}
