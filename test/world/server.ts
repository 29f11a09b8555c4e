/** One run of the real server in a world: the same app as in production, on the world's database, without a port. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { storeOn } from '../../server/store/openStore.ts';
import { createCheckingDesk } from '../../server/validation/checkingDesk.ts';
import type { ToThread } from '../../server/validation/messages.ts';
import type { CheckingWorker } from '../../server/validation/thread.ts';
import type { Agenda } from './agenda.ts';
import { asOwner, type Owner } from './clock.ts';
import type { Cluster } from './cluster.ts';
import type { WorldDatabase } from './database.ts';
import { ORIGIN } from './network.ts';
import type { WorldObjects, WorldPost } from './outside.ts';
import type { Part } from './parts.ts';
import type { Tokens } from './people.ts';

export interface WorldServer {
  readonly owner: Owner;
  /** Its place among the servers, from 0: a server that starts again has the folder of the one before. */
  readonly place: number;
  readonly app: FastifyInstance;
  call(url: URL, init: RequestInit): Promise<Response>;
  /** Calls back when this run is killed, unless the call has been answered by then. */
  whenGone(gone: () => void): void;
  /** Its jobs have begun, in a world that has them. */
  readonly jobsStarted: Promise<void>;
  /** Statements that wait for the one connection. */
  waiting(): number;
  kill(): void;
}

/** What a server finds around it. */
interface ServerPlace {
  readonly database: WorldDatabase;
  /** Where there are several servers. */
  readonly cluster: Cluster | undefined;
  readonly agenda: Agenda;
  readonly dataDir: string;
  readonly objects: WorldObjects;
  readonly post: WorldPost;
  readonly tokens: Tokens;
  has(part: Part): boolean;
}

/** Starts the server over what is in the database. The world has to carry out its statements meanwhile. */
export async function startServer(name: string, place: number, world: ServerPlace): Promise<WorldServer> {
  const { database, agenda, cluster } = world;
  const dataDir = dataDirOf(world.dataDir, place);
  const owner: Owner = { name, alive: true, skew: 0 };
  const gone: (() => void)[] = [];
  const engine = cluster?.join(owner, database.engineFor(owner, agenda)) ?? database.engineFor(owner, agenda);
  let jobsStarted = Promise.resolve();
  const app = await asOwner(owner, async () => {
    const made = await createApp({
      config: readConfig({
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        PUBLIC_URL: ORIGIN,
        DEMO_DATA: 'no',
        OIDC_ISSUER: 'https://people.example',
        OIDC_CLIENT_ID: 'dmp',
        ...(cluster && { SECRETS_KEY: 'a key that all servers of the world have' }),
      }),
      store: storeOn(engine),
      build: { version: '0.0.0', commit: 'simulated0', date: '2026-03-02T08:00:00.000Z' },
      clientDir: dataDir,
      state: () => 'ready',
      auth: world.tokens.auth,
      startChecking: () => checkingIn(owner, agenda),
      ...((world.has('jobs') || cluster) && { objects: world.objects.of(owner), mailTransport: world.post.of(owner) }),
    });
    await made.ready();
    // as in production: nobody waits for it
    if (world.has('jobs')) jobsStarted = made.jobs.start();
    await made.validator.catchUp();
    return made;
  });
  return {
    owner,
    place,
    app,
    jobsStarted,
    call: (url, init) =>
      asOwner(owner, async () => {
        const { statusCode, headers, rawPayload } = await app.inject({
          method: methodOf(init.method),
          url: url.pathname + url.search,
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(typeof init.body === 'string' && { payload: init.body }),
        });
        const empty = statusCode === 304 || statusCode === 204;
        const plain = Object.entries(headers).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as [string, string]]));
        return new Response(empty ? null : new Uint8Array(rawPayload), { status: statusCode, headers: plain });
      }),
    waiting: () => engine.pools()[0]?.waiting ?? 0,
    whenGone: (one) => void gone.push(one),
    kill() {
      owner.alive = false;
      cluster?.leave(owner);
      for (const one of gone.splice(0)) one();
    },
  };
}

/** The folder of a server: each has its own, as on machines of their own. */
export function dataDirOf(dataDir: string, place: number): string {
  return place === 0 ? dataDir : join(dataDir, `server-${place}`);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf(method = 'GET'): (typeof METHODS)[number] {
  const found = METHODS.find((one) => one === method);
  if (found === undefined) throw new Error(`The page made a ${method}`);
  return found;
}

/** The thread that checks versions, as part of the server: what it is asked waits in the agenda. */
function checkingIn(owner: Owner, agenda: Agenda): CheckingWorker {
  const desk = createCheckingDesk();
  const port = new EventEmitter();
  return {
    on: port.on.bind(port) as CheckingWorker['on'],
    unref: () => undefined,
    terminate: () => Promise.resolve(0),
    postMessage: (message: ToThread) =>
      agenda.add({
        owner,
        kind: 'work',
        what: `check ${message.ask}`,
        order: `checking of ${owner.name}`,
        run: () => {
          const answer = desk(structuredClone(message));
          if (answer) port.emit('message', answer);
        },
      }),
  };
}
