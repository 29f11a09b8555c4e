import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { isWrite, urlOf, type CallInput, type Route } from '../../src/contract/route.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { createApp } from '../../server/app.ts';
import { createAuth } from '../../server/auth/auth.ts';
import { readConfig } from '../../server/config.ts';
import type { LiveMessage } from '../../server/live/live.ts';
import type { CheckingWorker } from '../../server/validation/thread.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import type { NewVersionState } from '../../server/store/store.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { regionDoc } from './smallFeed.ts';

/** Who makes a call in a test. */
export type Person =
  | 'editor'
  | 'otherEditor'
  // may not publish, where that takes a role
  | 'quietEditor'
  // an editor until `demote`, then a viewer, then without a role
  | 'formerEditor'
  | 'viewer'
  | 'norole'
  | 'unverified'
  | 'expired'
  | 'nobody'
  // with a token that another key signed
  | 'forger'
  // see the region `testland` alone
  | 'localEditor'
  | 'localViewer'
  // whose claim of regions is missing, or no list of texts
  | 'lostEditor'
  | 'oddEditor';

export interface CallOptions {
  readonly as?: Person;
  /** Idempotency-Key of a write; a fresh one where none is given, none at all with null. */
  readonly key?: string | null;
  readonly ifMatch?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON. */
  readonly body: Record<string, never>;
}

/** A live message, with the subject of the one it was told to where it was not for all. */
export type Told = LiveMessage & { readonly subject: string | undefined };

/** The server in this process, on the embedded database or on PostgreSQL, with real tokens of a test key. */
export interface TestProduct {
  readonly app: FastifyInstance;
  readonly store: OpenedStore;
  readonly told: readonly Told[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  call<R extends Route>(route: R, input?: CallInput<R>, options?: CallOptions): Promise<Answer>;
  token(person: Person): Promise<string>;
  /** Takes rights of a person away: the next sign-in has these roles, by default those of a viewer. */
  demote(person: Person, roles?: readonly string[]): void;
  /** Writes a finished version of these documents in the database `test`. */
  version(documents: readonly Document[], state?: NewVersionState, databaseId?: string): Promise<number>;
  close(): Promise<void>;
}

export type Document = { [K in EntityKind]: { readonly kind: K; readonly doc: Entity<K> } }[EntityKind];

export interface ProductOptions {
  readonly checks?: boolean;
  /** In place of the thread that checks versions. */
  readonly startChecking?: (memoryMb: number) => CheckingWorker;
  /** With the live hub of the product; nothing is in `told` then. */
  readonly hub?: boolean;
  readonly onRoute?: (route: RouteOptions) => void;
  /** Role without which nobody publishes; all editors but `quietEditor` have `dmp.publisher`. */
  readonly publishRole?: string;
  /** Role without which nobody changes regions. */
  readonly regionsRole?: string;
}

/** Starts the product for a test file: one region with the databases `test` and, read-only, `shut`. */
export async function startTestProduct(
  env: Readonly<Record<string, string>> = {},
  { checks = false, hub = false, onRoute, publishRole, regionsRole, startChecking }: ProductOptions = {},
): Promise<TestProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-store-'));
  const serverUrl = process.env['DATABASE_URL'];
  const database = serverUrl === undefined || serverUrl === '' ? undefined : await freshDatabase(serverUrl, 'routes');
  const store = await openStore({ dataDir, databaseUrl: database?.url });
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const forged = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'test' }] };
  const auth = createAuth({
    issuer: 'https://people.example',
    audience: 'dmp-test',
    rolesClaim: 'roles',
    regionsClaim: 'regions',
    keys,
    ...(publishRole === undefined ? {} : { publishRole }),
    ...(regionsRole === undefined ? {} : { regionsRole }),
  });
  const told: Told[] = [];
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const app = await createApp({
    config,
    store,
    build: { version: '1.2.3', commit: 'ab12cd34ef', date: '2026-11-27T01:12:30.000Z' },
    clientDir: join(dataDir, 'client'),
    documentsDir: join(import.meta.dirname, '../..'),
    state: () => 'ready',
    auth,
    checks,
    ...(startChecking === undefined ? {} : { startChecking }),
    ...(onRoute === undefined ? {} : { onRoute }),
    ...(hub ? {} : { live: { publish: (message: LiveMessage, subject?: string) => Promise.resolve(void told.push({ ...message, subject })) } }),
  });
  await store.createRegion(regionDoc('testland', 'Testland'));
  await store.createDatabase({ Id: 'test', Name: 'Test', RegionKey: 'testland' });
  await store.createDatabase({ Id: 'shut', Name: 'Shut', RegionKey: 'testland', ReadOnly: true });

  const demoted = new Map<Person, readonly string[]>();
  const token = async (person: Person): Promise<string> => {
    const { verified, expires, regions = 'all' } = PEOPLE[person];
    const roles = demoted.get(person) ?? PEOPLE[person].roles;
    const now = Math.floor(Date.now() / 1000);
    // the sign-in name is the e-mail claim [E023]
    return new SignJWT({
      name: `Name of ${person}`,
      roles,
      ...(regions === null ? {} : { regions }),
      email: `${person}@test.example`,
      email_verified: verified,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer('https://people.example')
      .setAudience('dmp-test')
      .setSubject(person)
      .setIssuedAt(now - 3600)
      .setExpirationTime(now + expires)
      .sign(person === 'forger' ? forged.privateKey : privateKey);
  };
  let keysGiven = 0;
  return {
    app,
    store,
    told,
    dataDir,
    databaseUrl: database?.url,
    token,
    demote: (person, roles = ['dmp.viewer']) => void demoted.set(person, roles),
    async call(route, input = {}, { as = 'editor', key, ifMatch, headers = {} } = {}) {
      keysGiven += 1;
      const idempotency = key === undefined ? `test:${keysGiven}` : key;
      const answer = await app.inject({
        method: route.method,
        url: urlOf(route, input),
        headers: {
          ...(as === 'nobody' ? {} : { authorization: `Bearer ${await token(as)}` }),
          ...(isWrite(route) && idempotency !== null ? { 'idempotency-key': idempotency } : {}),
          ...(ifMatch === undefined ? {} : { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch }),
          ...headers,
        },
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.payload,
        bytes: answer.rawPayload,
        get body(): Record<string, never> {
          return JSON.parse(answer.payload) as Record<string, never>;
        },
      };
    },
    async version(documents, state = 'completed', databaseId = 'test') {
      const writer = await store.beginVersion({ databaseId, name: 'written by a test', source: 'test', author: 'test', state });
      for (const { kind, doc } of documents) await writer.add(kind, doc);
      return (await writer.finish()).versionId;
    },
    async close() {
      await app.close();
      await store.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const EDITOR = { roles: ['dmp.editor', 'dmp.publisher'], verified: true, expires: 3600 };

interface Claims {
  readonly roles: readonly string[];
  readonly verified: boolean;
  /** Seconds from now. */
  readonly expires: number;
  /** Null: no such claim. */
  readonly regions?: unknown;
}

const PEOPLE: Readonly<Record<Person, Claims>> = {
  editor: EDITOR,
  otherEditor: EDITOR,
  formerEditor: EDITOR,
  quietEditor: { ...EDITOR, roles: ['dmp.editor'] },
  viewer: { ...EDITOR, roles: ['dmp.viewer'] },
  norole: { ...EDITOR, roles: [] },
  unverified: { ...EDITOR, verified: false },
  expired: { ...EDITOR, expires: -600 },
  nobody: EDITOR,
  forger: EDITOR,
  localEditor: { ...EDITOR, regions: ['Testland'] },
  localViewer: { ...EDITOR, roles: ['dmp.viewer'], regions: 'testland' },
  lostEditor: { ...EDITOR, regions: null },
  oddEditor: { ...EDITOR, regions: { all: true, testland: ['testland', 7] } },
};
