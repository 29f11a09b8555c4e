import { SignJWT } from 'jose';
import type { RegionScope } from '../auth/regionScope.ts';
import { timeUp } from '../surroundings.ts';
import type { Delivery } from './delivery.ts';

/**
 * Brings messages to clients by Azure SignalR Service in serverless mode, by its REST interface (data plane, version
 * 2022-06-01). The service reaches the clients of every process itself, so there is no fan-out of our own.
 */
export function azureDelivery(connectionString: string, { tokenSeconds = 900, fetch: ask = fetch } = {}): Delivery {
  const { endpoint, accessKey } = readConnectionString(connectionString);
  const secret = new TextEncoder().encode(accessKey);
  const sign = (audience: string, seconds: number, claims: Record<string, string> = {}): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(secret);
  const call = async (method: string, path: string, body?: unknown): Promise<number> => {
    const url = `${endpoint}/api/hubs/${HUB}${path}`;
    const answer = await ask(`${url}?api-version=2022-06-01`, {
      method,
      // The service wants its own address as the audience, without the query.
      headers: { authorization: `Bearer ${await sign(url, 60)}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: timeUp(PATIENCE),
    });
    if (!answer.ok && answer.status !== 404) throw new Error(`Azure SignalR answers ${method} ${path} with ${answer.status}`);
    return answer.status;
  };

  /** Who first spoke for a connection. The service does not tell whose a connection is, but its ids cannot be guessed. */
  const speakers = new Map<string, string>();
  const remember = (connectionId: string, subject: string): void => {
    speakers.delete(connectionId);
    for (const oldest of speakers.keys()) {
      if (speakers.size < REMEMBERED) break;
      speakers.delete(oldest);
    }
    speakers.set(connectionId, subject);
  };

  return {
    async connect(caller) {
      const url = `${endpoint}/client/?hub=${HUB}`;
      return { url, accessToken: await sign(url, tokenSeconds, { nameid: caller.subject }) };
    },
    async watch(caller, connectionId, versionGroups) {
      const groups = [...versionGroups, ...regionGroups(caller.regions)];
      if ((speakers.get(connectionId) ?? caller.subject) !== caller.subject) return 'foreign';
      const connection = encodeURIComponent(connectionId);
      // All out, then in again: another process may have put it elsewhere, and the service does not tell where it is.
      await call('DELETE', `/connections/${connection}/groups`);
      const joined = await Promise.all(groups.map((group) => call('PUT', `/groups/${encodeURIComponent(group)}/connections/${connection}`)));
      if (joined.includes(404)) return 'unknown';
      remember(connectionId, caller.subject);
      return 'watching';
    },
    async tell({ to, target, message }) {
      const paths =
        'person' in to
          ? [`/users/${encodeURIComponent(to.person)}`]
          : ('group' in to ? [to.group] : [ALL_REGIONS, ...(to.region === '' ? [] : regionGroups([to.region]))]).map(
              (group) => `/groups/${encodeURIComponent(group)}`,
            );
      await Promise.all(paths.map((path) => call('POST', `${path}/:send`, { target, arguments: [message] })));
    },
  };
}

/** Groups of the regions that an account sees: the service itself knows nothing of regions. */
function regionGroups(scope: RegionScope): readonly string[] {
  return scope === 'all' ? [ALL_REGIONS] : scope.map((key) => `region:${key.toLowerCase()}`);
}

const ALL_REGIONS = 'regions';

/** Reads `Endpoint=https://…;AccessKey=…;Version=1.0;`; throws with the missing part's name. */
function readConnectionString(text: string): { endpoint: string; accessKey: string } {
  const part = (name: string): string => {
    const value = new RegExp(`(?:^|;)\\s*${name}=([^;]+)`, 'i').exec(text)?.[1];
    if (value === undefined) throw new Error(`AZURE_SIGNALR_CONNECTION_STRING has no ${name}`);
    return value.trim();
  };
  return { endpoint: part('Endpoint').replace(/\/$/, ''), accessKey: part('AccessKey') };
}

const HUB = 'dmp';
/** Milliseconds to wait for the service. */
const PATIENCE = 5000;
const REMEMBERED = 20_000;
