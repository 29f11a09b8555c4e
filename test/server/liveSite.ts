/** Live messages over HTTP and WebSockets without the rest of the server, for the tests of them. */
import { HubConnectionBuilder, LogLevel, type HubConnection } from '@microsoft/signalr';
import fastify, { type FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { z } from 'zod';
import { type LIVE_MESSAGES, readLiveToken, type UploadProgress, watchVersions } from '../../src/contract/notifications.ts';
import { AuthError, type Auth } from '../../server/auth/auth.ts';
import type { Secrets } from '../../server/auth/secrets.ts';
import type { LivePlaces } from '../../server/live/delivery.ts';
import { registerLive, type Live, type LiveOptions } from '../../server/live/live.ts';
import { FANOUT_BYTES, type Fanout } from '../../server/store/fanout.ts';
import { answerErrors } from '../../server/routes/errors.ts';

export type VersionChanged = z.infer<typeof LIVE_MESSAGES.versionChanged>;
type VersionAt = z.infer<typeof LIVE_MESSAGES.versionAt>;
type VersionListed = z.infer<typeof LIVE_MESSAGES.versionListed>;

/** The bearer token is the name of the account; `noor` has no role, `nina` sees the region north alone, `zoe` none. */
const auth: Auth = {
  verify: async (authorization) => {
    const subject = authorization?.replace('Bearer ', '');
    if (subject === undefined || subject.includes('.')) throw new AuthError(401, 'bad_token', 'Sign in first.');
    const email = `${subject}@demo.example`;
    return {
      subject,
      account: { name: email, email, verified: true, hasAccess: subject !== 'noor', permissions: { readOnly: true } },
      regions: REGIONS[subject] ?? 'all',
    };
  },
};

const REGIONS: Readonly<Record<string, readonly string[]>> = { nina: ['north'], zoe: [] };

/** Databases and versions of two regions: `demo` and the versions up to 99 are in the south, `up` and those from 100 on in the north. */
const places: LivePlaces = {
  regionOfDatabase: async (id) => ({ demo: 'south', up: 'North' })[id],
  regionOfVersion: async (id) => (id < 100 ? 'south' : 'North'),
};

const secrets: Secrets = { readOrCreate: async (name) => `secret ${name} of thirty-two bytes or so` };

/** LISTEN/NOTIFY within this process, with PostgreSQL's limit and as late as PostgreSQL's. */
export function memoryFanout(): Fanout & { broken: boolean } {
  const listeners = new Set<(payload: string) => void>();
  return {
    broken: false,
    async notify(payload) {
      if (this.broken) throw new Error('The database is gone');
      if (Buffer.byteLength(payload) > FANOUT_BYTES) throw new Error('payload string too long');
      setImmediate(() => listeners.forEach((heard) => heard(payload)));
    },
    async follow() {},
    async listen(heard) {
      listeners.add(heard);
      return async () => void listeners.delete(heard);
    },
  };
}

/** A server of nothing but live messages. */
export interface Site {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly live: Live;
}

/** What closeAll closes. */
export const open: { close(): Promise<unknown> }[] = [];

/** Starts one, until closeAll. */
export async function startSite(
  fanout: Fanout,
  options: Partial<Pick<LiveOptions, 'azureConnectionString' | 'revisionsOf' | 'sayEvery'>> = {},
): Promise<Site> {
  const app = fastify();
  answerErrors(app);
  const live = await registerLive(app, { auth, fanout, places, revisionsOf: async () => [], secrets, publicUrl: 'http://dmp.example', ...options });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  open.push(app);
  return { url, app, live };
}

/** Where a person may listen and with which token. */
export async function liveToken(site: Site, who: string): Promise<{ url: string; accessToken: string }> {
  const answer = await fetch(site.url + readLiveToken.path, { headers: { authorization: `Bearer ${who}` } });
  expect(answer.status).toBe(200);
  const reply = readLiveToken.reply.parse(await answer.json());
  return { ...reply, url: new URL(reply.url, site.url).href };
}

/** Asks that a connection hears of these versions. */
export function watch(site: Site, who: string, connectionId: string | null, versionIds: number[], databaseId?: string): Promise<Response> {
  return fetch(site.url + watchVersions.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    body: JSON.stringify({ connectionId, versionIds, databaseId }),
  });
}

/** A person's connection by the official client, with what it heard. */
export interface Listener {
  readonly connection: HubConnection;
  /** `versionChanged 7@3` and the like, in order. */
  readonly heard: string[];
  readonly messages: VersionChanged[];
  /** Waits until so many messages have been heard. */
  hears(count: number): Promise<void>;
}

/** Opens a person's connection, until closeAll. */
export async function listen(site: Site, who: string, versionIds: number[] = []): Promise<Listener> {
  const { url } = await liveToken(site, who);
  const connection = new HubConnectionBuilder()
    .withUrl(url, { accessTokenFactory: async () => (await liveToken(site, who)).accessToken })
    .withAutomaticReconnect([0, 10, 50])
    .configureLogging(LogLevel.None)
    .build();
  const heard: string[] = [];
  const messages: VersionChanged[] = [];
  let waiting: (() => void)[] = [];
  const note = (text: string): void => {
    heard.push(text);
    waiting.forEach((look) => look());
  };
  connection.on('versionChanged', (message: VersionChanged) => {
    messages.push(message);
    note(`versionChanged ${message.VersionId}@${message.Rev}`);
  });
  connection.on('versionAt', ({ VersionId, Rev }: VersionAt) => note(`versionAt ${VersionId}@${Rev}`));
  connection.on('versionListed', (message: VersionListed) => note(`versionListed ${message.Version.Id}`));
  connection.on('uploadProgress', (message: UploadProgress) => note(`uploadProgress ${message.UploadId}`));
  await connection.start();
  open.push({ close: () => connection.stop() });
  if (versionIds.length > 0) expect((await watch(site, who, connection.connectionId, versionIds)).status).toBe(200);
  return {
    connection,
    heard,
    messages,
    hears: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (heard.length < count) return;
          waiting = waiting.filter((one) => one !== look);
          resolve();
        };
        waiting.push(look);
        look();
      }),
  };
}

/** The message of a change without edits. */
export const changed = (VersionId: number, Rev: number, Edits: VersionChanged['Edits'] = []): Parameters<Live['publish']>[0] => ({
  target: 'versionChanged',
  message: { VersionId, Rev, CommandId: 'c1', Author: 'mia', Edits },
});

/** The message of a new version. */
export const listed = (Id: number, DatabaseId = 'demo'): Parameters<Live['publish']>[0] => ({
  target: 'versionListed',
  message: {
    DatabaseId,
    Version: {
      Id,
      DatabaseId,
      Version: 'Spring',
      Source: 'x',
      Editable: true,
      Published: false,
      Current: false,
      Archived: false,
      Completed: true,
      Saving: null,
      Stored: false,
      Date: '2026-01-01T00:00:00Z',
      ParentId: null,
      Rev: 0,
    },
  },
});

/** The message of how far an upload is. */
export const uploading = (UploadId: string): Parameters<Live['publish']>[0] => ({
  target: 'uploadProgress',
  message: { UploadId, Phase: 'reading', Done: 1, Total: 2 },
});

/** Ends everything that was opened. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}
