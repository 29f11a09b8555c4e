import { createHmac, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { RegionScope } from '../auth/regionScope.ts';
import { randomBytes } from '../surroundings.ts';

/**
 * The tickets of the built-in hub. All are signed with one key that every process shares, so a connection may be asked
 * for in one process and opened in another, and nothing has to be remembered in between.
 */
export interface LiveTokens {
  /** The token with which a person of that name opens connections that hear of those regions. */
  issue(subject: string, regions: RegionScope, name: string): Promise<string>;
  /** Whose token it is, for which regions and until when (milliseconds since 1970); undefined when it is not valid. */
  read(token: string): Promise<{ subject: string; regions: RegionScope; name: string; expires: number } | undefined>;
  /** By what others know a person or a connection; tells nothing of its id. */
  keyOf(id: string): string;
  /** A new connection's public id, and the ticket that opens it within a few seconds. */
  newConnection(subject: string): Promise<{ connectionId: string; connectionToken: string }>;
  /** The connection that a ticket opens, if it was given to that person. */
  redeem(connectionToken: string, subject: string): Promise<string | undefined>;
  /** Whether that person opened the connection of that id. */
  owns(subject: string, connectionId: string): boolean;
}

/** Makes and reads tickets with that key; `seconds` is the life of an access token. */
export function createLiveTokens(key: string, seconds: number): LiveTokens {
  const secret = new TextEncoder().encode(key);
  const sign = (audience: string, subject: string, life: number, claims: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(`${life}s`)
      .sign(secret);
  const read = async (
    token: string,
    audience: string,
  ): Promise<{ subject: string; expires: number; claims: Record<string, unknown> } | undefined> => {
    try {
      const { payload } = await jwtVerify(token, secret, { audience, algorithms: ['HS256'], requiredClaims: ['exp', 'sub'] });
      return { subject: payload.sub ?? '', expires: (payload.exp ?? 0) * 1000, claims: payload };
    } catch {
      return undefined;
    }
  };
  const seal = (name: string, subject: string): string =>
    createHmac('sha256', secret).update(`connection\n${name}\n${subject}`).digest('base64url').slice(0, 22);

  return {
    issue: (subject, regions, name) => sign(AUDIENCE, subject, seconds, { rgn: regions, name }),
    keyOf: (id) => createHmac('sha256', secret).update(`presence\n${id}`).digest('base64url').slice(0, 12),
    async read(token) {
      const ticket = await read(token, AUDIENCE);
      if (ticket === undefined) return undefined;
      const { subject, expires, claims } = ticket;
      return { subject, expires, regions: regionsOfTicket(claims['rgn']), name: typeof claims['name'] === 'string' ? claims['name'] : '' };
    },
    async newConnection(subject) {
      const name = randomBytes(16).toString('base64url');
      const connectionId = `${name}.${seal(name, subject)}`;
      return { connectionId, connectionToken: await sign(OPENING, subject, TO_OPEN, { cid: connectionId }) };
    },
    async redeem(connectionToken, subject) {
      const ticket = await read(connectionToken, OPENING);
      return ticket?.subject === subject && typeof ticket.claims['cid'] === 'string' ? ticket.claims['cid'] : undefined;
    },
    owns(subject, connectionId) {
      const dot = connectionId.indexOf('.');
      const given = Buffer.from(connectionId.slice(dot + 1));
      const right = Buffer.from(seal(connectionId.slice(0, dot), subject));
      return dot > 0 && given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** A ticket without regions is for none. */
function regionsOfTicket(claim: unknown): RegionScope {
  if (claim === 'all') return 'all';
  return Array.isArray(claim) ? claim.filter((key) => typeof key === 'string') : [];
}

const AUDIENCE = 'live';
const OPENING = 'live-connection';
/** Seconds between asking for a connection and opening it. */
const TO_OPEN = 30;
