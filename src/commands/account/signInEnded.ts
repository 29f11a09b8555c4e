import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** Sign-in came to nothing: the provider refused, or could not be reached. */
export const signInEnded = defineEvent('account.signInEnded', {
  payload: z.object({ outcome: z.enum(['unauthorized', 'failed']), message: z.string() }),
  samples: () => [
    { outcome: 'unauthorized' as const, message: 'access_denied' },
    { outcome: 'failed' as const, message: 'The sign-in service cannot be reached.' },
  ],
  apply: (base, { outcome, message }) => {
    base.session =
      outcome === 'unauthorized'
        ? {
            status: 'signedIn',
            account: { name: '', email: '', verified: true, hasAccess: false, permissions: { readOnly: true } },
            message: null,
          }
        : { status: 'failed', account: null, message };
  },
  keep: 'all',
});
