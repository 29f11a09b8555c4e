import { z } from 'zod';
import { readAccount } from '../../contract/account.ts';
import { request } from '../../contract/route.ts';
import { defineCommand } from '../define.ts';
import { isAway, wasReached } from '../defineLoad.ts';
import { neededLoads } from '../shell/neededLoads.ts';

/** Reads who is signed in and what they may do. */
export const loadAccount = defineCommand('account.load', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Read account',
  policy: 'latest',
  call: () => request(readAccount, {}),
  reply: readAccount.reply,
  sent: (view) => wasReached(view, 'account.load'),
  answered: (base, _p, account) => {
    wasReached(base, 'account.load');
    base.session = { status: 'signedIn', account, message: null };
  },
  failed: (base, _p, error) => {
    if (isAway(error)) base.unreached['account.load'] = { type: 'account.load', payload: {}, status: error.status };
    else wasReached(base, 'account.load');
    base.session = { status: 'failed', account: null, message: error.messages.join('\n') };
  },
  inverse: 'none',
  next: (_p, _reply, view) => neededLoads(view),
  keep: 'all',
  keepReply: 'all',
});
