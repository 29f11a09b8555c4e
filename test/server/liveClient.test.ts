import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Auth, AuthError } from '../../server/auth/auth.ts';
import { type Live, registerLive } from '../../server/live/live.ts';
import { answerErrors } from '../../server/routes/errors.ts';
import { createLive, type LiveConnection, type LiveEvent } from '../../src/effects/live.ts';
import { SignInNeeded } from '../../src/effects/signIn.ts';

const auth: Auth = {
  verify: async (authorization) => {
    if (authorization !== 'Bearer mia') throw new AuthError(401, 'bad_token', 'Sign in first.');
    const email = 'mia@demo.example';
    return { subject: 'mia', account: { name: email, email, verified: true, hasAccess: true, permissions: { readOnly: false } }, regions: 'all' };
  },
};

let app: FastifyInstance | undefined;
let live: Live;
let port = 0;

/** Starts the server, at the same address as before. */
async function startServer(options: { tokenSeconds?: number } = {}): Promise<void> {
  app = fastify();
  answerErrors(app);
  const fanout = { notify: async () => undefined, listen: async () => async () => undefined, follow: async () => undefined };
  const secrets = { readOrCreate: async () => 'a key of thirty-two bytes or more' };
  live = await registerLive(app, {
    auth,
    fanout,
    places: { regionOfDatabase: async () => 'south', regionOfVersion: async () => 'south' },
    revisionsOf: async () => [],
    secrets,
    publicUrl: 'http://dmp.example',
    ...options,
  });
  await app.listen({ port, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
}

async function stopServer(): Promise<void> {
  await app?.close();
  app = undefined;
}

/** A page with its live connection. */
class Page {
  readonly heard: string[] = [];
  token: () => Promise<string> = async () => 'mia';
  logins = 0;
  readonly waits: number[] = [];
  /** Milliseconds that a connection lasts by its clock. */
  lasting = 60_000;
  private clock = 0;
  readonly connection: LiveConnection;
  private looks: (() => void)[] = [];

  constructor(fetched: typeof fetch = fetch) {
    this.connection = createLive({
      origin: `http://127.0.0.1:${port}`,
      fetch: fetched,
      accessToken: () => this.token(),
      login: () => {
        this.logins += 1;
        this.note('login');
      },
      emit: (event) => this.note(named(event)),
      present: () => undefined,
      now: () => (this.clock += this.lasting),
      wait: async (ms) => {
        this.waits.push(ms);
        // Lets a server that is being started get its turn.
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
  }

  /** Waits until the last thing heard is this, and was heard so many times. */
  until(event: string, times = 1): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.heard.at(-1) === event && this.heard.filter((one) => one === event).length >= times) resolve();
      };
      this.looks.push(look);
      look();
    });
  }

  private note(event: string): void {
    this.heard.push(event);
    this.looks.forEach((look) => look());
  }
}

function named(event: LiveEvent): string {
  if (event.type === 'live.statusChanged')
    return event.payload.status + (event.payload.gap ? ' after a gap' : '') + (event.payload.missed ? ', missed' : '');
  if (event.type === 'live.versionChanged') return `version ${event.payload.VersionId}@${event.payload.Rev}`;
  return event.type === 'live.versionListed' ? `listed ${event.payload.Version.Id}` : event.type;
}

const change = (VersionId: number, Rev: number): Parameters<Live['publish']>[0] => ({
  target: 'versionChanged',
  message: { VersionId, Rev, CommandId: null, Author: 'tom', Edits: [] },
});

let page: Page;
beforeEach(async () => {
  port = 0;
  await startServer();
  page = new Page();
});
afterEach(async () => {
  await page.connection.stop();
  await stopServer();
});

describe('the live connection of a page', () => {
  it('hears of the versions it watches, and is told to fetch what happened before it did', async () => {
    page.connection.start();
    await page.until('connected');
    page.connection.watch([7]);
    await page.until('connected after a gap');
    await live.publish(change(8, 1));
    await live.publish(change(7, 2));
    await page.until('version 7@2');
    expect(page.heard).toEqual(['connecting', 'connected', 'connected after a gap', 'version 7@2']);
  });

  it('watches what was asked for before it was there', async () => {
    page.connection.watch([7]);
    page.connection.start();
    await page.until('connected after a gap');
    await live.publish(change(7, 1));
    await page.until('version 7@1');
  });

  it('watches what is asked for while it is coming about', async () => {
    let watching = 0;
    page = new Page(async (url, init) => {
      const answer = await fetch(url, init);
      if (new URL(url instanceof Request ? url.url : url).pathname.endsWith('/watch') && watching++ === 0) page.connection.watch([7]);
      return answer;
    });
    page.connection.start();
    await page.until('connected after a gap', 2);
    await live.publish(change(7, 2));
    await page.until('version 7@2');
  });

  it('leaves a version without a gap, and comes to another one with one', async () => {
    page.connection.watch([7, 8]);
    page.connection.start();
    await page.until('connected after a gap');
    page.connection.watch([8]);
    page.connection.watch([8, 9]);
    page.connection.watch([9]);
    await page.until('connected after a gap', 2);
    await live.publish(change(8, 1));
    await live.publish(change(9, 1));
    await page.until('version 9@1');
    expect(page.heard).toEqual(['connecting', 'connected after a gap', 'connected after a gap', 'version 9@1']);
  });

  it('comes back after the server was away, watches the same versions, and says that something may be missed', async () => {
    page.connection.watch([7]);
    page.connection.start();
    await page.until('connected after a gap');
    await stopServer();
    await page.until('disconnected');
    await startServer();
    await page.until('connected after a gap, missed');
    await live.publish(change(7, 3));
    await page.until('version 7@3');
    expect(page.heard).toEqual(['connecting', 'connected after a gap', 'connecting', 'disconnected', 'connected after a gap, missed', 'version 7@3']);
  });

  it('says that something was missed also where it comes for the first time, but not at the first try', async () => {
    await stopServer();
    page.connection.start();
    await page.until('disconnected');
    await startServer();
    await page.until('connected after a gap, missed');
    expect(page.heard).toEqual(['connecting', 'disconnected', 'connected after a gap, missed']);
  });

  it('ends with its token and comes back with a new one', async () => {
    await stopServer();
    await startServer({ tokenSeconds: 1 });
    page.connection.watch([7]);
    page.connection.start();
    const back = 'connected after a gap, missed';
    await page.until(back, 2);
    // What ended in between was a connection that stood; a try that its token does not outlive is no such one.
    const first = page.heard.indexOf(back);
    expect(page.heard.slice(first, page.heard.indexOf(back, first + 1))).toContain('connecting');
  });

  it('waits longer from try to try, up to half a minute', async () => {
    await stopServer();
    page.connection.start();
    await page.until('disconnected');
    while (page.waits.length < 12) await new Promise((resolve) => setImmediate(resolve));
    expect(page.waits[0]).toBeLessThanOrEqual(1000);
    expect(page.waits[11]).toBeGreaterThanOrEqual(15_000);
    expect(page.waits[11]).toBeLessThanOrEqual(30_000);
  });

  it('waits longer from try to try also where connections end as soon as they stand, and not after one that lasted', async () => {
    await stopServer();
    await startServer({ tokenSeconds: 1 });
    page.lasting = 100;
    page.connection.start();
    await page.until('connected after a gap, missed', 2);
    expect(page.waits.at(-1)).toBeGreaterThanOrEqual(1000);
    page.lasting = 60_000;
    const before = page.waits.length;
    await page.until('connected after a gap, missed', 3);
    expect(page.waits[before]).toBeLessThanOrEqual(500);
  });

  it('sends the user to sign in when its token is refused [E313, R146, R289]', async () => {
    page.token = async () => 'nobody';
    page.connection.start();
    await page.until('login');
    expect([page.logins, page.heard]).toEqual([1, ['connecting', 'disconnected', 'login']]);
  });

  it('ends quietly when the user is on the way to sign in anyway', async () => {
    page.token = () => Promise.reject(new SignInNeeded('Sign in again.'));
    page.connection.start();
    await page.until('disconnected');
    expect([page.logins, page.waits]).toEqual([0, []]);
  });

  it('tells nothing more once it is stopped', async () => {
    page.connection.watch([7]);
    page.connection.start();
    await page.until('connected after a gap');
    await page.connection.stop();
    await live.publish(change(7, 1));
    expect(page.heard).toEqual(['connecting', 'connected after a gap']);
  });
});
