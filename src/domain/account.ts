/** The signed-in person, as the product shows them. */
import { z } from 'zod';

/** What the server says of the account behind a token. `name` is the e-mail claim, the sign-in name. */
export const Account = z.object({
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  hasAccess: z.boolean(),
  /** False where the terms of use are to be accepted first. */
  termsAccepted: z.boolean().optional(),
  /**
   * `manageRegions` false: may change no region; absent counts as not read-only. `createRegions` false: may not make one, as accounts
   * that are limited to some regions may not. `publish` false: may not put feeds before the public; absent counts as not read-only.
   */
  permissions: z.object({
    readOnly: z.boolean(),
    manageRegions: z.boolean().optional(),
    createRegions: z.boolean().optional(),
    publish: z.boolean().optional(),
  }),
});
export type Account = z.infer<typeof Account>;

/** Why an account that may change data cannot publish feeds. */
export const NO_PUBLISH = 'Your account may not publish feeds. Ask whoever gives out the roles.';

/** Whether an account may change the regions that it sees. */
export function mayChangeRegions({ permissions: { readOnly, manageRegions } }: Pick<Account, 'permissions'>): boolean {
  return !readOnly && manageRegions !== false;
}

/** First and last name read from an e-mail address: `mia.van-den-berg@x.org` is Mia Van Den Berg. */
export function personName(email: string): { first: string; last: string } {
  const local = (email.split('@')[0] ?? '').replace(/\+.*$/, '');
  const parts = local
    .split(/[._]+/)
    .filter(Boolean)
    .map((part) => part.split('-').filter(Boolean).map(capital).join(' '));
  return { first: parts[0] ?? '', last: parts.slice(1).join(' ') };
}

/** Initials of first and last name; empty where the address gives none. */
export function initialsOf(email: string): string {
  const { first, last } = personName(email);
  return `${/^\p{L}/u.test(first) ? first[0] : ''}${/^\p{L}/u.test(last) ? last[0] : ''}`.toUpperCase();
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
