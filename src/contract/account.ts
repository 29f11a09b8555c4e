/** Who is signed in, and what the product is configured to offer. */
import { z } from 'zod';
import { Account } from '../domain/account.ts';
import { ProductConfig } from '../domain/settings.ts';
import { defineRoute } from './route.ts';

export const readAccount = defineRoute({
  name: 'readAccount',
  summary: 'The account behind the token.',
  method: 'GET',
  path: '/storage/ui/account',
  reply: Account,
  placeless: true,
  access: 'signedIn',
});

export const readSealingKey = defineRoute({
  name: 'readSealingKey',
  summary: 'The key with which this account seals what it leaves in a browser: 32 bytes as base64url, always the same for one account.',
  method: 'GET',
  path: '/storage/ui/account/sealing-key',
  reply: z.object({ key: z.string() }),
  placeless: true,
  access: 'signedIn',
  scope: 'person',
});

export const leaveBrowser = defineRoute({
  name: 'leaveBrowser',
  summary: 'Called at sign-out: the answer makes the browser clear its cached answers.',
  method: 'POST',
  path: '/storage/ui/account/leave',
  reply: z.object({}),
  placeless: true,
  access: 'signedIn',
  scope: 'person',
});

export const reportError = defineRoute({
  name: 'reportError',
  summary: 'An error that nobody caught in a browser, for the log of the server. Not there unless monitoring is configured.',
  method: 'POST',
  path: '/storage/ui/errors',
  body: z.object({
    kind: z.enum(['error', 'rejection', 'screen', 'code']),
    message: z.string().min(1).max(1100),
    stack: z.string().max(4100),
    place: z.string().max(500),
    build: z.string().max(100),
  }),
  reply: z.object({}),
  placeless: true,
  access: 'signedIn',
  scope: 'person',
});

export const acceptTerms = defineRoute({
  name: 'acceptTerms',
  summary: 'The account accepts the terms of use.',
  method: 'POST',
  path: '/storage/ui/account/terms',
  reply: Account,
  placeless: true,
  access: 'signedIn',
  scope: 'person',
});

export const readConfig = defineRoute({
  name: 'readConfig',
  summary: 'What this installation offers: sign-in, map services, links, switches. Holds no secret.',
  method: 'GET',
  path: '/config.json',
  reply: ProductConfig,
  placeless: true,
  access: 'public',
});
