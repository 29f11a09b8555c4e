/** Whether the person who signed in may use the product, and what keeps them out. */
import type { Account } from '../../domain/account.ts';

/** What the page says to somebody who may not use the product; undefined for somebody who may. */
export function accessProblem(account: Account): string | undefined {
  if (!account.hasAccess) return 'You do not have the required role to access the product.';
  return account.verified ? undefined : 'Your email is not verified';
}
