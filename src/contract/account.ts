/** Who is signed in, and what the product is configured to offer. */
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

export const readConfig = defineRoute({
  name: 'readConfig',
  summary: 'What this installation offers: sign-in, map services, links, switches. Holds no secret.',
  method: 'GET',
  path: '/config.json',
  reply: ProductConfig,
  placeless: true,
  access: 'public',
});
