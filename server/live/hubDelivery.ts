import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { AuthError } from '../auth/auth.ts';
import { logRefusedConnection } from '../securityLog.ts';
import type { Fanout } from '../store/fanout.ts';
import { clearTimeout, randomBytes, setTimeout } from '../surroundings.ts';
import { Audience, type Delivery, type Telling, versionGroup, versionOf, versionOfGroup } from './delivery.ts';
import { createHub, type HubSocket, MAX_PAYLOAD, type Person } from './hub.ts';
import { inOrder } from './inOrder.ts';
import { createLiveTokens } from './liveTokens.ts';
import { createPresence, PresenceText } from './presence.ts';
import { type RevisionsToSay, sayRevisions } from './sayRevisions.ts';

/** The path of the built-in hub. */
const HUB_PATH = '/live';

export interface HubOptions {
  readonly fanout: Fanout;
  readonly publicUrl: string;
  readonly tokenSeconds: number;
  readonly key: string;
  readonly revisionsOf: RevisionsToSay['revisionsOf'];
  readonly sayEvery?: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Open connections of the built-in hub. */
    liveConnections(): number;
    /** Lets a socket into the hub that did not come by an upgrade, for tests: answers the status where it is refused. */
    admitLive(request: Pick<IncomingMessage, 'url' | 'headers'>, socket: () => HubSocket): Promise<number>;
  }
}

/** Brings messages to clients by a SignalR hub of our own in every process, joined by the fan-out of the database. */
export async function hubDelivery(app: FastifyInstance, options: HubOptions): Promise<Delivery> {
  const tokens = createLiveTokens(options.key, options.tokenSeconds);
  const presence = createPresence({
    tell: (to, target, message) => hub.tell(to, target, message),
    notify: (text) => void notify(text).catch((error: unknown) => app.log.warn({ err: error }, 'live: other processes do not learn who works where')),
  });
  const hub = createHub({ presence });
  app.decorate('liveConnections', () => hub.size());
  const order = inOrder();
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, perMessageDeflate: false, autoPong: false });
  const here = randomBytes(9).toString('base64url');
  const asking = new Map<string, () => void>();
  const notify = (text: Said, versionId?: number): Promise<void> => options.fanout.notify(JSON.stringify({ ...text, from: here }), versionId);
  const watched = (): ReadonlySet<number> => new Set([...hub.groups()].flatMap((group) => versionOfGroup(group) ?? []));
  /** Puts a connection of this process into groups, and has this process hear of their versions; false where it is none of this process. */
  const join = async (connectionId: string, groups: readonly string[]): Promise<boolean> => {
    const before = watched();
    if (!hub.setGroups(connectionId, groups)) return false;
    for (const versionId of watched()) if (!before.has(versionId)) order.forget(versionId);
    await options.fanout.follow(watched);
    return true;
  };

  /** Edits of a version reach its watchers in the order of their revisions, whichever process they come from. */
  const deliver = ({ to, target, message }: Telling, from: string): void => {
    const edit = target === 'versionChanged' ? Edit.safeParse(message).data : undefined;
    if (edit === undefined) hub.tell(to, target, message);
    else order.take(edit.VersionId, edit.Rev, from, () => hub.tell(to, target, message));
  };
  const onNotification = (payload: string): void => {
    // Texts of others than the hubs, and its own.
    if (!payload.startsWith('{"do":') || payload.endsWith(`"from":"${here}"}`)) return;
    const parsed = FanoutText.safeParse(readJson(payload));
    if (!parsed.success) return;
    const text = parsed.data;
    if (text.do === 'tell') deliver(text, text.from);
    else if (text.do === 'presence') presence.hear(text.from, text);
    else if (text.do === 'watching') asking.get(text.ask)?.();
    else {
      join(text.connectionId, text.groups)
        .then((isHere) => (isHere ? notify({ do: 'watching', ask: text.ask }) : undefined))
        .catch((error: unknown) => app.log.warn({ err: error }, 'live: another process waits for an answer in vain'));
    }
  };
  const stopListening = await options.fanout.listen(onNotification);
  const stopSaying = sayRevisions({
    watched: () => [...watched()],
    revisionsOf: options.revisionsOf,
    tell: (version) => hub.tell({ group: versionGroup(version.VersionId) }, 'versionAt', version),
    ...(options.sayEvery === undefined ? {} : { every: options.sayEvery }),
  });

  app.post(`${HUB_PATH}/negotiate`, async (request, reply) => {
    const person = await tokens.read(tokenOf(request.raw) ?? '');
    if (person === undefined) throw new AuthError(401, 'bad_token', 'The live token is not valid.');
    void reply.header('cache-control', 'no-store');
    return {
      negotiateVersion: 1,
      ...(await tokens.newConnection(person.subject)),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
    };
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // From here on nobody else listens: without this, a connection that is reset while its token is looked at would end the process.
    socket.on('error', () => undefined);
    const url = addressOf(request);
    if (url === undefined) return refuse(socket, 400);
    if (url.pathname !== HUB_PATH) {
      // With another listener for upgrades on this server, the address may be its own.
      if (app.server.listenerCount('upgrade') === 1) refuse(socket, 404);
      return undefined;
    }
    return void open(request, url).then(
      (opened) => {
        if ('status' in opened) {
          if (opened.status !== 404 && opened.status !== 409) logRefusedConnection(app.log, request, opened.status, opened.subject);
          return refuse(socket, opened.status);
        }
        return server.handleUpgrade(request, socket, head, (ws) => hub.accept(ws, opened.connectionId, opened.person));
      },
      (error: unknown) => {
        app.log.error({ err: error }, 'live: a connection could not be opened');
        refuse(socket, 500);
      },
    );
  };
  const open = async (
    request: Pick<IncomingMessage, 'url' | 'headers'>,
    url: URL,
  ): Promise<{ connectionId: string; person: Person } | { status: number; subject: string | null }> => {
    if (!isOwnOrigin(request, options.publicUrl)) return { status: 403, subject: null };
    const person = await tokens.read(tokenOf(request) ?? '');
    if (person === undefined) return { status: 401, subject: null };
    const { subject } = person;
    const connectionId = await tokens.redeem(url.searchParams.get('id') ?? '', subject);
    if (connectionId === undefined) return { status: 404, subject };
    if (hub.holds(connectionId)) return { status: 409, subject };
    const shownAs = { tab: tokens.keyOf(connectionId), person: tokens.keyOf(subject), name: person.name };
    return hub.hasRoom(subject) ? { connectionId, person: { ...person, shownAs } } : { status: 429, subject };
  };
  app.server.on('upgrade', upgrade);
  app.decorate('admitLive', async (request, socket) => {
    const url = addressOf(request);
    const opened = url === undefined ? { status: 400 } : await open(request, url);
    if ('status' in opened) return opened.status;
    hub.accept(socket(), opened.connectionId, opened.person);
    return 101;
  });

  // Before the server waits for its sockets to end: these never end by themselves.
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade);
    stopSaying();
    order.close();
    presence.close();
    hub.close();
  });
  app.addHook('onClose', async () => {
    server.close();
    await stopListening();
  });

  return {
    connect: async (caller) => ({
      url: HUB_PATH,
      accessToken: await tokens.issue(caller.subject, caller.regions, caller.account.email || caller.account.name),
      presence: true,
    }),
    async watch(caller, connectionId, groups) {
      if (!tokens.owns(caller.subject, connectionId)) return 'foreign';
      if (await join(connectionId, groups)) return 'watching';
      const ask = randomBytes(9).toString('base64url');
      let patience: NodeJS.Timeout | undefined;
      const answer = new Promise<'watching' | 'unknown'>((resolve) => {
        asking.set(ask, () => resolve('watching'));
        patience = setTimeout(() => resolve('unknown'), ANSWER_WITHIN);
      });
      try {
        await notify({ do: 'watch', ask, connectionId, groups: [...groups] });
        return await answer;
      } finally {
        clearTimeout(patience);
        asking.delete(ask);
      }
    },
    async tell(telling) {
      deliver(telling, here);
      await notify({ do: 'tell', ...telling }, versionOf(telling.to));
    },
  };
}

const Edit = z.object({ VersionId: z.int(), Rev: z.int() });

/** Milliseconds that another process has to say that it holds a connection. */
const ANSWER_WITHIN = 2000;

/** `from` is the process, and comes last (see `onNotification`). */
const from = z.string();
const FanoutText = z.discriminatedUnion('do', [
  z.object({ do: z.literal('tell'), to: Audience, target: z.string(), message: z.unknown(), from }),
  z.object({ do: z.literal('watch'), ask: z.string(), connectionId: z.string(), groups: z.array(z.string()), from }),
  z.object({ do: z.literal('watching'), ask: z.string(), from }),
  PresenceText.extend({ from }),
]);
type Said = Without<z.infer<typeof FanoutText>>;
type Without<Text> = Text extends unknown ? Omit<Text, 'from'> : never;

/** What a request asks for; undefined where that is no address: a target such as `//` passes the parser of HTTP. */
function addressOf({ url = '/' }: Pick<IncomingMessage, 'url'>): URL | undefined {
  return URL.canParse(url, 'http://any') ? new URL(url, 'http://any') : undefined;
}

/** The official client sends its token as a header where it can; browsers cannot with a WebSocket. */
function tokenOf(request: Pick<IncomingMessage, 'url' | 'headers'>): string | undefined {
  const header = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return header ?? addressOf(request)?.searchParams.get('access_token') ?? undefined;
}

/** Pages of other sites may not open a connection with what a browser would send along. */
function isOwnOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
