import { createHmac } from 'node:crypto';
import * as contract from '../../src/contract/account.ts';
import { mayChangeRegions, type Account } from '../../src/domain/account.ts';
import type { ProductConfig } from '../../src/domain/settings.ts';
import type { Caller } from '../auth/auth.ts';
import { randomSecret, type Secrets } from '../auth/secrets.ts';
import { Refusal } from '../refusal.ts';
import { isDiskFull } from '../store/engine.ts';
import { acceptTerms, forgetAccess, hasAcceptedTerms, notePerson } from '../store/news.ts';
import { registerPublic, registerRead, type RouteContext } from './register.ts';

function unlessDiskFull(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}

/** Serves who is signed in and what this installation offers, which is made anew for each who asks: streets may have been built since. */
export function registerAccount(
  context: RouteContext,
  config: Pick<ProductConfig, 'terms' | 'monitoring'> & { readonly readConfig: () => Promise<ProductConfig> },
  secrets: Secrets,
): void {
  const { db } = context.engine;
  const accountOf = async (caller: Caller): Promise<Account> => {
    const { account, subject, regions } = caller;
    const mayUse = account.hasAccess && account.verified;
    if (!mayUse) await forgetAccess(db, subject);
    // a full disk keeps nobody from reading: the person is noted the next time
    else if (account.name !== '' && caller.program === undefined) await notePerson(db, caller).catch(unlessDiskFull);
    const createRegions = mayChangeRegions(account) && regions === 'all';
    const terms = config.terms && mayUse ? { termsAccepted: await hasAcceptedTerms(db, subject) } : {};
    return { ...account, ...terms, permissions: { ...account.permissions, createRegions } };
  };
  registerRead(context, contract.readAccount, (_call, caller) => accountOf(caller));
  registerRead(context, contract.acceptTerms, async (_call, caller) => {
    await notePerson(db, caller);
    await acceptTerms(db, caller.subject);
    return accountOf(caller);
  });
  registerRead(context, contract.readSealingKey, async (_call, { subject }) => {
    const secret = await secrets.readOrCreate('sealing-key', async () => randomSecret());
    return { key: createHmac('sha256', secret).update(subject).digest('base64url') };
  });
  registerRead(context, contract.leaveBrowser, async ({ reply }) => {
    void reply.header('clear-site-data', '"cache"');
    return {};
  });
  registerRead(context, contract.reportError, async ({ body, request }, { subject }) => {
    if (!config.monitoring) throw new Refusal(404, 'not_found', 'Errors are not collected here.');
    request.log.warn({ browserError: body, subject }, 'an error in a browser');
    return {};
  });
  registerPublic(context, contract.readConfig, config.readConfig);
}
