import { type RawData, WebSocket } from 'ws';
import { seesRegion, type RegionScope } from '../auth/regionScope.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout, timeNow } from '../surroundings.ts';
import type { Audience } from './delivery.ts';
import { databaseOfGroup, type Presence, type PresentConnection } from './presence.ts';
import { SHOW_PLACE } from '../../src/contract/presence.ts';
import { callRefused, ClientMessage, closing, Handshake, handshakeRefused, HANDSHAKE_OK, invocation, PING, readTexts } from './protocol.ts';

/** What the hub needs of a WebSocket. */
export interface HubSocket extends Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'close' | 'terminate'> {
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'ping' | 'pong' | 'close' | 'error', listener: () => void): unknown;
  send(text: string): void;
  ping(): void;
  pong(): void;
}

/** Open connections of this process, and who of them hears what. */
export interface Hub {
  /** Takes over an open socket until the person's token expires; then it is closed, for the client to come back with a new one. */
  accept(socket: HubSocket, connectionId: string, person: Person): void;
  holds(connectionId: string): boolean;
  /** Whether another connection of that account may be opened. */
  hasRoom(subject: string): boolean;
  /** Replaces the groups of a connection; false when this process holds no such connection. */
  setGroups(connectionId: string, groups: readonly string[]): boolean;
  tell(to: Audience, target: string, message: unknown): void;
  /** The groups that some connection is in. */
  groups(): ReadonlySet<string>;
  /** How many connections are open. */
  size(): number;
  close(): void;
}

/** Who opened a connection, which regions they see, and when the token for it expires, in milliseconds since 1970. */
export interface Person {
  readonly subject: string;
  readonly expires: number;
  readonly regions: RegionScope;
  /** What others see of them; absent where they are not shown. */
  readonly shownAs?: Omit<PresentConnection, 'tell'>;
}

/** Largest thing a client may say, in bytes: a handshake and pings need a few dozen. */
export const MAX_PAYLOAD = 4096;

export interface HubBounds {
  /** Bytes that a connection may leave unread before it is cut off. */
  readonly backlog?: number;
  /** Frames and texts that a connection may send in ten seconds: a client sends a ping every 15 s, and its place four times a second at most. */
  readonly sends?: number;
  /** Connections that one account may have in this process: a browser tab has one. */
  readonly perAccount?: number;
  /** Connections of this process. */
  readonly connections?: number;
}

/** An empty hub. `now` is the clock in milliseconds since 1970. */
export function createHub({
  now = timeNow,
  backlog = 1_000_000,
  sends = 150,
  perAccount = 40,
  connections: most = 10_000,
  presence,
}: HubBounds & { readonly now?: () => number; readonly presence?: Presence } = {}): Hub {
  const connections = new Map<string, Connection>();
  const heartbeat = setInterval(() => {
    for (const connection of connections.values()) keepAlive(connection, now());
  }, PING_EVERY);
  heartbeat.unref();

  return {
    holds: (connectionId) => connections.has(connectionId),
    hasRoom(subject) {
      if (connections.size >= most) return false;
      let own = 0;
      for (const connection of connections.values()) if (connection.subject === subject) own += 1;
      return own < perAccount;
    },
    accept(socket, connectionId, { subject, expires, regions, shownAs }) {
      const connection: Connection = {
        socket,
        subject,
        regions,
        greeted: false,
        groups: new Set(),
        lastReceived: now(),
        backlog,
        received: 0,
        receivedSince: now(),
        places: 0,
        shown: shownAs && { ...shownAs, tell: (target, message) => connection.greeted && say(connection, invocation(target, message)) },
        show(place) {
          connection.places += 1;
          if (connection.shown && connection.places <= PLACES) presence?.show(connection.shown, place);
        },
      };
      const patience = setTimeout(() => connection.greeted || socket.terminate(), HANDSHAKE_WITHIN);
      const expiry = setTimeout(() => end(connection, 'The token of this connection has expired.'), Math.max(0, expires - now()));
      patience.unref();
      expiry.unref();
      /** Counts incoming messages. A client above the limit is disconnected, and its unread messages are dropped. */
      const counted = (count = 1): boolean => {
        connection.lastReceived = now();
        if (connection.lastReceived - connection.receivedSince > 10_000)
          Object.assign(connection, { received: 0, places: 0, receivedSince: connection.lastReceived });
        connection.received += count;
        if (connection.received <= sends) return true;
        socket.terminate();
        return false;
      };
      socket.on('pong', () => counted());
      socket.on('ping', () => counted() && socket.readyState === WebSocket.OPEN && socket.pong());
      socket.on('message', (data, binary) => {
        if (socket.readyState !== WebSocket.OPEN || !counted()) return;
        if (binary || !Buffer.isBuffer(data) || !hear(connection, data.toString(), counted)) socket.close(1002, 'Not understood');
      });
      // Too large a message, a broken frame: the library closes the socket itself; without a listener it would end the process.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearTimeout(patience);
        clearTimeout(expiry);
        connections.delete(connectionId);
        if (connection.shown) presence?.left(connection.shown);
      });
      connections.set(connectionId, connection);
    },
    setGroups(connectionId, groups) {
      const connection = connections.get(connectionId);
      if (connection === undefined) return false;
      connection.groups = new Set(groups);
      if (connection.shown)
        presence?.follow(
          connection.shown,
          groups.map(databaseOfGroup).find((database) => database !== undefined),
        );
      return true;
    },
    tell(to, target, message) {
      const text = invocation(target, message);
      for (const connection of connections.values()) {
        if (!connection.greeted || !hears(connection, to)) continue;
        say(connection, text);
      }
    },
    groups: () => new Set([...connections.values()].flatMap(({ groups }) => [...groups])),
    size: () => connections.size,
    close() {
      clearInterval(heartbeat);
      for (const connection of connections.values()) end(connection);
    },
  };
}

interface Connection {
  readonly socket: HubSocket;
  readonly subject: string;
  readonly regions: RegionScope;
  /** Whether the handshake is done; nothing is sent before. */
  greeted: boolean;
  groups: ReadonlySet<string>;
  /** When something last came from it, milliseconds since 1970. */
  lastReceived: number;
  readonly backlog: number;
  /** Messages received since `receivedSince`. */
  received: number;
  receivedSince: number;
  /** Places said in the same time. */
  places: number;
  readonly shown: PresentConnection | undefined;
  /** Says where the person works; too many of them are ignored. */
  show(place: unknown): void;
}

/** Places of a connection that are taken in ten seconds. */
const PLACES = 60;

/** Milliseconds; the official client gives up after 30 s of silence. */
const PING_EVERY = 10_000;
/** Milliseconds without a sign of life. Measured by WebSocket pongs too: hidden browser tabs send their own pings late. */
const SILENCE = 45_000;
const HANDSHAKE_WITHIN = 15_000;

function hears({ subject, groups, regions }: Connection, to: Audience): boolean {
  if ('region' in to) return seesRegion(regions, to.region);
  if ('group' in to) return groups.has(to.group);
  return subject === to.person && (to.within === undefined || seesRegion(regions, to.within));
}

/** Sends a text. Somebody who does not read is cut off: they hold up nobody else and do not fill the memory. */
function say({ socket, backlog }: Connection, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > backlog) socket.terminate();
  else socket.send(text);
}

/** Handles a message of a client; false when it is not the protocol. */
function hear(connection: Connection, data: string, counted: (count: number) => boolean): boolean {
  const texts = readTexts(data);
  if (texts === undefined) return false;
  if (!counted(texts.length)) return true;
  for (const text of texts) {
    if (!connection.greeted) {
      if (!Handshake.safeParse(text).success) {
        say(connection, handshakeRefused('Only the json protocol, version 1, is spoken here.'));
        return false;
      }
      connection.greeted = true;
      say(connection, HANDSHAKE_OK);
      continue;
    }
    const received = ClientMessage.safeParse(text);
    if (!received.success) return false;
    const { type, target, invocationId } = received.data;
    if (type === 1 && invocationId !== undefined) say(connection, callRefused(invocationId));
    else if (type === 1 && target === SHOW_PLACE) connection.show(received.data.arguments?.[0]);
    if (received.data.type === 7) connection.socket.close(1000);
  }
  return true;
}

function keepAlive(connection: Connection, now: number): void {
  if (now - connection.lastReceived > SILENCE) return connection.socket.terminate();
  if (connection.socket.readyState !== WebSocket.OPEN) return undefined;
  connection.socket.ping();
  if (connection.greeted) say(connection, PING);
  return undefined;
}

function end(connection: Connection, why?: string): void {
  if (connection.socket.readyState !== WebSocket.OPEN) return connection.socket.terminate();
  if (connection.greeted) connection.socket.send(closing(why));
  connection.socket.close(1001);
  return undefined;
}
