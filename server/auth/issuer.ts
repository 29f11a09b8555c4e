import { z } from 'zod';
import { timeUp } from '../surroundings.ts';

/** Where an identity provider keeps its keys and tells about the person behind a token. */
export interface IssuerAddresses {
  readonly jwksUri: string;
  readonly userinfoEndpoint: string | undefined;
}

/** Asks an identity provider for its addresses (OpenID Connect Discovery 1.0); throws when it does not answer as itself. */
export async function discoverIssuer(issuer: string): Promise<IssuerAddresses> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal: timeUp(PATIENCE) });
  if (!answer.ok) throw new Error(`${issuer} answers its discovery document with ${answer.status}`);
  const document = Discovery.parse(await answer.json());
  if (document.issuer !== issuer) throw new Error(`The discovery document of ${issuer} speaks for ${document.issuer}`);
  return { jwksUri: document.jwks_uri, userinfoEndpoint: document.userinfo_endpoint };
}

/**
 * What the provider tells about the person behind a token; an empty record when it has no such address.
 * Remembered as long as the token lasts (`expires`, seconds since 1970), for the last REMEMBERED tokens.
 */
export async function readUserinfo(
  addresses: IssuerAddresses,
  token: string,
  { subject, expires }: { subject: string; expires: number },
): Promise<Record<string, unknown>> {
  if (addresses.userinfoEndpoint === undefined) return {};
  const known = remembered.get(token);
  if (known !== undefined) return known;
  const answer = await fetch(addresses.userinfoEndpoint, {
    headers: { authorization: `Bearer ${token}` },
    signal: timeUp(PATIENCE),
  });
  // Refused: the token was not made for this address. The product then knows no e-mail, which shows as not verified.
  if (answer.status === 401 || answer.status === 403) return {};
  if (!answer.ok) throw new Error(`Userinfo answers ${answer.status}`);
  const person = Userinfo.parse(await answer.json());
  if (person.sub !== subject) throw new Error('Userinfo speaks of somebody else than the token');
  for (const oldest of remembered.keys()) {
    if (remembered.size < REMEMBERED) break;
    remembered.delete(oldest);
  }
  if (expires > 0) remembered.set(token, person);
  return person;
}

/** Milliseconds to wait for the provider. */
const PATIENCE = 5000;
const REMEMBERED = 1000;

/** Expired tokens are refused before anything is looked up here, so entries need no clock of their own. */
const remembered = new Map<string, Record<string, unknown>>();

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });
const Userinfo = z.looseObject({ sub: z.string() });
