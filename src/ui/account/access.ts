/** Whether the person who signed in may use the product, and what keeps them out. */
import type { Account } from '../../domain/account.ts';
import { texts } from './texts.ts';

/** What the page says to somebody who may not use the product; undefined for somebody who may. */
export function accessProblem(account: Account): string | undefined {
  if (!account.hasAccess) return texts.missingRole;
  return account.verified ? undefined : texts.emailNotVerified;
}
