/**
 * The live connection: messages of the server come in as plain events, and it keeps coming back by itself. One loop does
 * all of it: each try fetches its own token and builds its own connection, so a renewed token, another address and a
 * server that is only starting are the same case.
 */
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection, type IHttpConnectionOptions } from '@microsoft/signalr';
import type { z } from 'zod';
import { LIVE_MESSAGES, readLiveToken, watchVersions } from '../contract/notifications.ts';
import { PRESENCE_CHANGED, PresenceChanged, SHOW_PLACE } from '../contract/presence.ts';
import { urlOf, type Route } from '../contract/route.ts';
import type { PresencePlace } from '../domain/presence.ts';
import { SignInNeeded } from './signIn.ts';

/**
 * What comes in. `live.statusChanged` with `gap` means that changes may have been missed: fetch them by `listEdits`
 * since the revision that is known.
 */
export type LiveEvent =
  | {
      readonly type: 'live.statusChanged';
      readonly payload: { readonly status: 'connecting' | 'connected' | 'disconnected'; readonly gap: boolean; readonly missed?: boolean };
    }
  | { [K in Target]: { readonly type: `live.${K}`; readonly payload: z.infer<(typeof LIVE_MESSAGES)[K]> } }[Target];

type Target = keyof typeof LIVE_MESSAGES;

export interface LivePorts {
  /** A token that is valid for 30 seconds more; rejects with SignInNeeded when the user is on the way to sign in. */
  accessToken(): Promise<string>;
  /** The token of the live connection was refused: the user has to sign in again. */
  login(): void;
  emit(event: LiveEvent): void;
  /** Who works where; undefined where nothing is known any more. No event: it is in no log. */
  present(message: PresenceChanged | undefined): void;
  /** Origin of the product, such as `https://dmp.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Waits so many milliseconds, or until the signal. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds, for measuring. */
  now(): number;
  /** In place of the browser's own sockets and calls, for tests. */
  readonly transport?: Pick<IHttpConnectionOptions, 'httpClient'> & { readonly WebSocket: new (url: string) => unknown };
}

export interface LiveConnection {
  /** Connects and stays connected until stopped. */
  start(): void;
  stop(): Promise<void>;
  /** Hears of exactly these versions from now on, and of who works where in that database, also after a reconnect. */
  watch(versionIds: readonly number[], databaseId?: string): void;
  /** Says where the user works, also after a reconnect; null hides it. */
  show(place: PresencePlace | null): void;
}

/** Prepares the live connection of this tab. */
export function createLive(ports: LivePorts): LiveConnection {
  let wanted: readonly number[] = [];
  let database: string | undefined;
  let place: PresencePlace | null = null;
  /** The connection over which a place can be said, with the database whose people learn of it. */
  let showing: { readonly connection: HubConnection; readonly databaseId: string } | undefined;
  let stopping: AbortController | undefined;
  let present: HubConnection | undefined;
  let joining: Promise<void> = Promise.resolve();

  let last = '';
  /** Says how things stand when that is news: a server that is away for an hour is one event, not a hundred. */
  const status = (now: 'connecting' | 'connected' | 'disconnected', gap = false, missed = false): void => {
    if (now === last && !gap) return;
    last = now;
    ports.emit({ type: 'live.statusChanged', payload: { status: now, gap, ...(missed && { missed }) } });
  };

  /** Tells the server what to hear. Wishes go one after another; only the last one counts by the time it is its turn. */
  const join = (connection: HubConnection): Promise<void> => {
    const mine = joining.then(async () => {
      const databaseId = database;
      await call(ports, watchVersions, { connectionId: connection.connectionId, versionIds: wanted, databaseId });
      showing = takesPlaces && databaseId !== undefined ? { connection, databaseId } : undefined;
      sayPlace();
    });
    joining = mine.catch(() => undefined);
    return mine;
  };

  let takesPlaces = false;
  /** Places go without an answer: one that is lost is followed by the next. */
  const sayPlace = (): void => {
    if (showing && showing.databaseId === database) showing.connection.send(SHOW_PLACE, place).catch(() => undefined);
  };

  const connect = async (signal: AbortSignal): Promise<{ closed: Promise<void> }> => {
    const { url, accessToken, presence = false } = readLiveToken.reply.parse(await call(ports, readLiveToken));
    takesPlaces = presence;
    const connection = build(new URL(url, ports.origin).href, accessToken, ports.transport);
    const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()));
    hear(connection, ports.emit, () => status('connected', true, true));
    connection.on(PRESENCE_CHANGED, (message: unknown) => {
      const read = PresenceChanged.safeParse(message);
      if (read.success && read.data.DatabaseId === database) ports.present(read.data);
    });
    await connection.start();
    try {
      if (signal.aborted) throw new Error('Stopped');
      // From here on, for what is wanted may change before the server has answered: that wish then goes after this one.
      present = connection;
      // Also without a version: a live service learns from it which regions the connection may hear of.
      await join(connection);
    } catch (error) {
      if (present === connection) present = undefined;
      await connection.stop();
      throw error;
    }
    const stop = (): void => void connection.stop();
    signal.addEventListener('abort', stop, { once: true });
    return {
      closed: closed.finally(() => {
        signal.removeEventListener('abort', stop);
        if (present === connection) present = undefined;
        if (showing?.connection === connection) showing = undefined;
        ports.present(undefined);
      }),
    };
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let failures = 0;
    /** Whether messages may have been missed since the page began: a connection ended, or a try to connect failed. */
    let missed = false;
    status('connecting');
    while (!signal.aborted) {
      try {
        const { closed } = await connect(signal);
        const since = ports.now();
        // Between what was loaded and the first message there is a gap too, once something is watched.
        status('connected', missed || wanted.length > 0, missed);
        missed = true;
        await closed;
        // One that something on the way ends again and again is no better than one that does not come about.
        failures = ports.now() - since < STEADY ? failures + 1 : 0;
        if (!signal.aborted) status('connecting');
      } catch (error) {
        if (signal.aborted) return;
        status('disconnected');
        if (error instanceof SignInNeeded) return;
        if (error instanceof Refused) return ports.login();
        failures += 1;
        missed = true;
      }
      await ports.wait(retryDelay(failures), signal);
    }
  };

  return {
    start() {
      if (stopping !== undefined) return;
      stopping = new AbortController();
      void run(stopping.signal);
    },
    async stop() {
      stopping?.abort();
      stopping = undefined;
      await present?.stop();
    },
    watch(versionIds, databaseId) {
      const added = versionIds.some((id) => !wanted.includes(id));
      const removed = wanted.some((id) => !versionIds.includes(id));
      const moved = databaseId !== database;
      wanted = [...versionIds];
      database = databaseId;
      if (moved) ports.present(undefined);
      const connection = present;
      if (connection === undefined || (!added && !removed && !moved)) return;
      join(connection).then(
        () => added && present === connection && status('connected', true),
        // Whatever is wrong with this connection, the next one says what to hear from its start.
        () => connection.stop(),
      );
    },
    show(next) {
      place = next;
      sayPlace();
    },
  };
}

/** Milliseconds after which a connection counts as one that stands. */
const STEADY = 30_000;

/** The server refuses to give this user a live connection. */
class Refused extends Error {}

/** Milliseconds: soon after a connection that was closed, then longer and longer up to half a minute, with chance so that not all come at once. */
function retryDelay(failures: number): number {
  return Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2);
}

function build(url: string, accessToken: string, transport: LivePorts['transport']): HubConnection {
  return (
    new HubConnectionBuilder()
      .withUrl(url, { accessTokenFactory: () => accessToken, transport: HttpTransportType.WebSockets, ...transport })
      // The status reports errors; the library would log them to the console as well.
      .configureLogging(LogLevel.None)
      .build()
  );
}

function hear(connection: HubConnection, emit: LivePorts['emit'], missed: () => void): void {
  connection.on('versionChanged', (message: unknown) => {
    const read = LIVE_MESSAGES.versionChanged.safeParse(message);
    if (read.success) emit({ type: 'live.versionChanged', payload: read.data });
    // A message of a newer server that this page cannot read: what it said is fetched instead.
    else missed();
  });
  const plain = <T>(target: Target, schema: z.ZodType<T>, eventOf: (payload: T) => LiveEvent): void =>
    connection.on(target, (message: unknown) => {
      const read = schema.safeParse(message);
      if (read.success) emit(eventOf(read.data));
    });
  const { versionListed, versionRemoved, versionFailed, uploadProgress, regionChanged, runChanged, taskProgressed, pipelineChanged, changesTold } =
    LIVE_MESSAGES;
  plain('versionAt', LIVE_MESSAGES.versionAt, (payload) => ({ type: 'live.versionAt', payload }));
  plain('versionListed', versionListed, (payload) => ({ type: 'live.versionListed', payload }));
  plain('versionRemoved', versionRemoved, (payload) => ({ type: 'live.versionRemoved', payload }));
  plain('versionFailed', versionFailed, (payload) => ({ type: 'live.versionFailed', payload }));
  plain('regionChanged', regionChanged, (payload) => ({ type: 'live.regionChanged', payload }));
  plain('runChanged', runChanged, (payload) => ({ type: 'live.runChanged', payload }));
  plain('taskProgressed', taskProgressed, (payload) => ({ type: 'live.taskProgressed', payload }));
  plain('pipelineChanged', pipelineChanged, (payload) => ({ type: 'live.pipelineChanged', payload }));
  plain('exportChanged', LIVE_MESSAGES.exportChanged, (payload) => ({ type: 'live.exportChanged', payload }));
  plain('publicFeedsChanged', LIVE_MESSAGES.publicFeedsChanged, (payload) => ({ type: 'live.publicFeedsChanged', payload }));
  plain('deliveryLocationsChanged', LIVE_MESSAGES.deliveryLocationsChanged, (payload) => ({ type: 'live.deliveryLocationsChanged', payload }));
  plain('changesTold', changesTold, (payload) => ({ type: 'live.changesTold', payload }));
  plain('reviewChanged', LIVE_MESSAGES.reviewChanged, (payload) => ({ type: 'live.reviewChanged', payload }));
  plain('uploadProgress', uploadProgress, (payload) => ({ type: 'live.uploadProgress', payload }));
  plain('vehiclesMoved', LIVE_MESSAGES.vehiclesMoved, (payload) => ({ type: 'live.vehiclesMoved', payload }));
  plain('newsTold', LIVE_MESSAGES.newsTold, (payload) => ({ type: 'live.newsTold', payload }));
  plain('findingsChanged', LIVE_MESSAGES.findingsChanged, (payload) => ({ type: 'live.findingsChanged', payload }));
}

async function call(ports: LivePorts, route: Route, body?: unknown): Promise<unknown> {
  // Called by itself: a browser refuses `fetch` as a method of something else.
  const { fetch } = ports;
  const answer = await fetch(new URL(urlOf(route, {}), ports.origin), {
    method: route.method,
    headers: {
      authorization: `Bearer ${await ports.accessToken()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'omit',
  });
  if (answer.ok) return answer.json();
  const refused = route.name === readLiveToken.name ? answer.status >= 400 && answer.status < 500 && answer.status !== 429 : answer.status === 401;
  throw refused ? new Refused(`${route.name}: ${answer.status}`) : new Error(`${route.name}: ${answer.status}`);
}
