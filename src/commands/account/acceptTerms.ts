import { z } from 'zod';
import * as contract from '../../contract/account.ts';
import { request } from '../../contract/route.ts';
import { defineCommand } from '../define.ts';
import { neededLoads } from '../shell/neededLoads.ts';

/** Accepts the terms of use of the installation. */
export const acceptTerms = defineCommand('account.acceptTerms', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Accept the terms of use',
  lane: () => 'account.acceptTerms',
  policy: 'once',
  write: true,
  call: () => request(contract.acceptTerms, {}),
  reply: contract.acceptTerms.reply,
  answered: (base, _payload, account) => {
    base.session = { ...base.session, account };
  },
  next: (_payload, _reply, view) => neededLoads(view),
  inverse: 'none',
  keep: 'all',
  keepReply: ['verified', 'hasAccess', 'permissions', 'termsAccepted'],
});
