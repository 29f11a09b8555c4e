/**
 * The whole product in one process under one seed: pages, lines, server, database and disks. A step picks the next thing that happens;
 * the same seed, with the same steps left out, gives the same world.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import { type Chance, chanceOf } from '../laws/chance.ts';
import { act, perform, undoOverOthers } from './acts.ts';
import { fault } from './faults.ts';
import { Agenda, type Happening } from './agenda.ts';
import { toldAgain } from './callJudges.ts';
import { Cluster } from './cluster.ts';
import { advance, asOwner, beginTime, BEGINNING, nextDue, type Owner, settle, settled, worldTime } from './clock.ts';
import type { WorldDatabase } from './database.ts';
import type { DeedAt } from './deeds.ts';
import { WorldObjects, WorldPost } from './outside.ts';
import { beginBrowsers, fullBrowsers } from './page.ts';
import type { Part } from './parts.ts';
import { jobsAtRest, jobsUnderWay } from './jobJudges.ts';
import { Network, ORIGIN, SOMEWHERE } from './network.ts';
import { EDITORS, OTHERS, type PersonName, Tokens } from './people.ts';
import { startServer, type WorldServer } from './server.ts';
import { type Browser, openTab, type Tab, VERSION } from './tab.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly events: number;
  readonly tabs: number;
  /** The steps at which people act and faults happen, when a failing world is cut short; all of them where it is not given. */
  readonly only?: ReadonlySet<number>;
  /** False: nothing is lost, cut, killed or restarted. */
  readonly faults?: boolean;
  /** Share of the steps at which something goes wrong, 0.012 where it is not given. */
  readonly faultShare?: number | undefined;
  /** What people do; everything where it is not given. */
  readonly acts?: Acts;
  /** What there is besides pages and a server. */
  readonly parts?: readonly Part[];
  /** What people do, of a kept world; otherwise chance picks it at the steps at which people act. */
  readonly deeds?: readonly DeedAt[];
}

/** Groups of what people do. */
export const ACTS = ['edits', 'undo', 'pages'] as const;
export type Acts = (typeof ACTS)[number];

/** A step of a world, by its number among the steps. */
export interface Step {
  readonly at: number;
  readonly what: string;
}

/** What befalls the server that takes the next task, or hands over the next mail. */
interface Blow {
  readonly over: 'task' | 'mail';
  /** Statements of that server until then; of a mail: it comes at once. */
  after: number;
  readonly strike: (server: WorldServer) => void | Promise<void>;
  owner?: Owner;
}

export class World {
  readonly options: WorldOptions;
  readonly agenda = new Agenda();
  readonly network: Network;
  readonly steps: Step[] = [];
  /** Numbers of the steps at which somebody acted or a fault happened. */
  readonly eventful: number[] = [];
  readonly database: WorldDatabase;
  /** Every page there has been, the closed ones too. */
  readonly everyTab: Tab[] = [];
  readonly troubles: string[] = [];
  /** What people have done, as a kept world names it. */
  readonly deeds: DeedAt[] = [];
  readonly objects: WorldObjects;
  readonly post: WorldPost;
  readonly tokens = new Tokens();
  tabs: Tab[] = [];
  servers: WorldServer[] = [];
  readonly cluster: Cluster | undefined;
  /** When servers were killed, by their names. */
  readonly gone = new Map<string, number>();
  readonly #armed = new Map<Blow['over'], Blow>();
  #routed = 0;
  readonly dataDir: string;
  readonly #browsers: readonly Browser[];
  /** Rejections that nobody handled. */
  readonly rejections: string[] = [];
  /** When the faults were over; undefined before. */
  quietSince: number | undefined;
  #calls = 0;
  #started = 0;
  #step = 0;

  constructor(options: WorldOptions, database: WorldDatabase) {
    this.options = options;
    this.database = database;
    beginTime(options.seed);
    beginBrowsers();
    this.network = new Network(
      this.agenda,
      () => this.#route(),
      (page) => OTHERS.some((person) => page.name.endsWith(person)),
    );
    this.dataDir = mkdtempSync(join(tmpdir(), 'dmp-world-'));
    // between servers notifications are lost; where there are jobs a page leaves its version
    this.network.isWhole = !this.has('servers') && !this.has('jobs');
    this.cluster = this.has('servers') ? new Cluster(this.agenda) : undefined;
    this.objects = new WorldObjects(this.agenda);
    this.post = new WorldPost(this.agenda);
    this.#browsers = [...EDITORS, ...(this.has('rights') ? OTHERS : [])].map((person) => this.#browserOf(person));
  }

  /** Lives the whole world: its steps, and then what it takes until nothing waits any more. */
  async live(): Promise<void> {
    for (let place = 0; place < (this.cluster ? 2 : 1); place++) await this.startServer(place);
    if (this.has('jobs')) for (const server of this.servers) await this.until(server.jobsStarted);
    for (let i = 0; i < this.options.tabs; i++) await this.openTab(this.#browsers[i % EDITORS.length], PATHS[i % PATHS.length] ?? '/');
    for (const [i, browser] of this.#browsers.slice(EDITORS.length).entries()) await this.openTab(browser, PATHS[i] ?? '/');
    for (this.#step = 0; this.#step < this.options.events && this.troubles.length === 0; this.#step++) {
      await this.#next(this.#chance(this.#step));
      await settle();
    }
    await this.#comeToRest();
  }

  /** Of a step's own: what one does does not depend on which others are left out. */
  #chance(step: number): Chance {
    return chanceOf(Math.imul(this.options.seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b));
  }

  end(): void {
    for (const tab of this.tabs) tab.end('crash');
    for (const server of this.servers) server.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  has(part: Part): boolean {
    return this.options.parts?.includes(part) ?? false;
  }

  note(what: string): void {
    this.steps.push({ at: worldTime(), what });
  }

  async #next(chance: Chance): Promise<void> {
    const what = chance.next();
    if (what < 0.1 + (this.options.faultShare ?? 0.012)) {
      if (this.options.only?.has(this.#step) === false) return undefined;
      this.eventful.push(this.#step);
      if (what >= 0.1) return this.options.faults === false ? undefined : fault(this, chance);
      return this.options.deeds === undefined ? act(this, chance, this.#step) : this.#doKept(this.options.deeds, this.#step);
    }
    // the jobs ask the database every second: with them time has to pass faster than statements do
    if (this.has('jobs') && what < 0.25 && this.servers.every((server) => server.waiting() < BACKLOG))
      return this.#pass(chance.next() < 0.08 ? chance.below(40_000) : chance.below(800));
    if (what < 0.2) return this.#pass(chance.next() < 0.05 ? chance.below(20_000) : chance.below(400));
    for (let i = 0; i < (this.has('jobs') ? HAPPENINGS_WITH_JOBS : 1); i++) {
      if (i > 0) await settle();
      const ready = this.agenda.ready();
      const next = chance.next() < 0.6 ? ready[0] : chance.pick(ready);
      if (next === undefined) return this.#pass(chance.below(2000));
      await this.#happen(next);
      await this.#strike(next);
    }
  }

  async #happen(next: Happening): Promise<void> {
    this.agenda.take(next);
    this.note(`${next.owner.name}: ${next.what}`);
    await settled(Promise.resolve(asOwner(next.owner, next.run)));
  }

  #doKept(deeds: readonly DeedAt[], now: number): void {
    for (const { step, tab, deed } of deeds) if (step === now) perform(this, step, tab, deed);
  }

  /** People undo what others have changed since, knowing of it: nothing is under way. */
  #undoOverOthers(chance: Chance): void {
    if (this.options.only?.has(AT_REST) === false) return;
    this.eventful.push(AT_REST);
    if (this.options.deeds !== undefined) return this.#doKept(this.options.deeds, AT_REST);
    for (let i = 0; i < UNDONE_AT_REST && undoOverOthers(this, chance, AT_REST); i++);
  }

  #pass(ms: number): void {
    const until = worldTime() + ms;
    while (advance(until) && nextDue() === worldTime());
  }

  /** Kills a server and starts it again, at once or so many milliseconds later. */
  async restartServer(server: WorldServer | undefined, after = 0): Promise<void> {
    if (server === undefined) return;
    const { owner, place } = server;
    server.kill();
    this.gone.set(owner.name, worldTime());
    this.servers = this.servers.filter((one) => one !== server);
    this.agenda.forget(owner);
    if (this.cluster) this.network.cutLiveTo(owner);
    else this.network.cutLive();
    await this.database.dropSession(owner);
    await settle();
    if (after === 0) return this.startServer(place);
    const start = (): void => this.agenda.add({ owner: SOMEWHERE, kind: 'work', what: 'a server starts again', run: () => this.startServer(place) });
    asOwner(SOMEWHERE, () => setTimeout(start, after));
  }

  /** A server does nothing for so many milliseconds, as a process that is paused. */
  stall({ owner }: WorldServer, ms: number): void {
    owner.stalled = true;
    asOwner(SOMEWHERE, () => setTimeout(() => (owner.stalled = false), ms));
  }

  /** Something befalls the server that takes the next task, after so many of its statements, or the one that hands over the next mail. */
  arm(blow: Blow): void {
    this.#armed.set(blow.over, blow);
  }

  /** Looks whether what was armed for comes now. */
  async #strike({ owner, kind, what }: Happening): Promise<void> {
    const armed = this.#armed.get(what.startsWith(MAILS) ? 'mail' : 'task');
    if (armed === undefined) return;
    if (armed.over === 'task') {
      if (kind !== 'statement') return;
      if (what.startsWith(TAKES_A_TASK)) armed.owner ??= owner;
      if (armed.owner !== owner || --armed.after >= 0 || this.database.isOpen(owner)) return;
    }
    this.#armed.delete(armed.over);
    const server = this.servers.find((one) => one.owner === owner);
    if (server) await armed.strike(server);
  }

  /** Ends a page, and opens one of the same person: of the same session, or of a new one that takes up what was left. */
  async reopen(tab: Tab, how: 'leave' | 'crash', sameSession: boolean): Promise<void> {
    const { path } = tab.kernel.snapshot().view.location;
    tab.end(how);
    this.agenda.forget(tab.owner);
    this.network.cutLive(tab.owner);
    this.network.cut.delete(tab.owner);
    this.tabs = this.tabs.filter((one) => one !== tab);
    await settle();
    const browser = this.#browsers.find(({ person }) => person === tab.person);
    await this.openTab(browser, path, sameSession ? tab.kernel.header.session : undefined);
  }

  fillServer(isFull: boolean): void {
    this.database.fill(isFull);
    this.objects.isFull = isFull;
  }

  /** The server answers from here on; its start needs statements, and nothing else happens meanwhile. */
  async startServer(place: number): Promise<void> {
    this.servers.push(await this.until(startServer(`server ${++this.#started}`, place, this)));
  }

  /** A server that is there; undefined where none is. */
  get server(): WorldServer | undefined {
    return this.servers[0];
  }

  /** The server that a call goes to: the proxy takes one after the other. */
  #route(): WorldServer | undefined {
    return this.servers[this.#routed++ % this.servers.length];
  }

  async openTab(browser: Browser | undefined, path: string, session?: string): Promise<void> {
    if (browser === undefined) return;
    const name = `tab ${this.everyTab.length + 1} of ${browser.person}`;
    let leaving = false;
    const signIn = (): void => {
      if (leaving) return;
      leaving = true;
      this.agenda.add({ owner: tab.owner, kind: 'work', what: 'leaves to sign in', run: () => this.#signInAgain(tab, browser) });
    };
    const tab = await this.until(openTab({ name, browser, network: this.network, path, signIn, ...(session !== undefined && { session }) }));
    this.everyTab.push(tab);
    this.tabs.push(tab);
  }

  #browserOf(person: PersonName): Browser {
    return { person, disk: new IDBFactory(), token: this.tokens.of(person) };
  }

  /** The page is left for signing in and comes back as the same session; the other pages of the browser have the new token too. */
  async #signInAgain(tab: Tab, browser: Browser): Promise<void> {
    browser.token = this.tokens.of(browser.person);
    await this.reopen(tab, 'leave', true);
  }

  /** Carries out whatever waits, in order, until something is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const ended = work.finally(() => (done = true));
    ended.catch(() => undefined);
    await settle();
    for (let i = 0; i < 100_000; i++) {
      if (done) return ended;
      const [next] = this.agenda.ready();
      if (next) await this.#happen(next);
      else if (!advance(worldTime() + 60_000)) break;
      else await settle();
    }
    throw new Error('It never came to its end');
  }

  /** No faults any more: everything that waits happens, and time passes, until all pages have what they asked for. */
  async #comeToRest(): Promise<void> {
    this.note('quiet from here on');
    this.network.cut.clear();
    this.fillServer(false);
    fullBrowsers.clear();
    this.#armed.clear();
    this.post.awayUntil = 0;
    // with jobs it goes on when its time has come: until then the others take its task
    if (!this.has('jobs')) for (const { owner } of this.servers) owner.stalled = false;
    const isFirst = this.quietSince === undefined;
    const chance = this.#chance(AT_REST);
    // most mails come now, of the runs that end
    if (isFirst && this.has('jobs') && this.options.faults !== false && chance.next() < 0.5) {
      this.note('fault: the server of the next mail is killed');
      this.arm({ over: 'mail', after: 0, strike: (one) => this.restartServer(one, this.cluster ? 10_000 : 0) });
    }
    // what is told of the last edits is lost: pages learn of them when their revision is said again
    if (isFirst && this.options.faults !== false) for (const { owner } of this.servers) this.cluster?.breakWire(owner, WIRE_DOWN);
    else this.cluster?.mendWires();
    const until = worldTime() + 15 * 60_000;
    const waits = this.has('jobs') && isFirst;
    let least = worldTime() + (waits ? QUIET_OF_JOBS : isFirst ? 60_000 : QUIET_OF_FRESH);
    this.quietSince ??= worldTime();
    let mayUndo = isFirst;
    let mayEnd = isFirst && this.cluster === undefined && this.options.faults !== false;
    await settle();
    let unchecked: boolean | undefined;
    for (let i = 0; i < 400_000; i++) {
      if (mayUndo && this.tabs.every(isAtRest) && !this.agenda.ready().some(({ kind }) => kind === 'live')) {
        mayUndo = false;
        this.#undoOverOthers(chance);
        await settle();
      }
      if (mayEnd && !mayUndo && this.tabs.every(isAtRest) && (unchecked ??= await isUnchecked(this))) {
        mayEnd = false;
        this.note('fault: the server is killed before it has checked the last edit, and started again');
        await this.restartServer(this.server);
      }
      // once it goes on it tells its pages again, every five seconds
      if (this.servers.some(({ owner }) => owner.stalled)) least = Math.max(least, worldTime() + QUIET_OF_FRESH);
      const [next] = this.agenda.ready();
      if (next) {
        await this.#happen(next);
        await this.#strike(next);
        if (next.kind === 'statement') unchecked = undefined;
        continue;
      }
      if (worldTime() > least && this.tabs.every(isAtRest) && this.#isTold(least) && (!waits || (await jobsAtRest(this)))) return;
      if (worldTime() > until) break;
      advance(until + 1);
      await settle();
    }
    for (const tab of this.tabs)
      if (!isAtRest(tab)) {
        const { pending, view } = tab.kernel.snapshot();
        this.troubles.push(
          `${tab.owner.name} never comes to rest: ${JSON.stringify(pending.map(({ type, attempt }) => [type, attempt]))} live ${view.live}`,
        );
      }
    if (this.has('jobs')) this.troubles.push(...(await jobsUnderWay(this)));
    if (this.troubles.length === 0) this.troubles.push('The world never comes to rest');
  }

  /** Whether pages know at which revision their version is; one whose servers did not hear of each other tries again at growing intervals. */
  #isTold(least: number): boolean {
    return worldTime() > least + PATIENCE_OF_PAGES || toldAgain(this).length === 0;
  }

  /** For each page another one of the same person at the same address, once they have come to rest; none where they do not. */
  async openFresh(like: readonly Tab[]): Promise<readonly Tab[]> {
    const from = this.everyTab.length;
    for (const tab of like) await this.openTab(this.#browserOf(tab.person), tab.kernel.snapshot().view.location.path);
    await this.#comeToRest();
    return this.troubles.length > 0 ? [] : this.everyTab.slice(from);
  }

  /** A call by nobody's page, carried out at once. */
  async call(person: PersonName, method: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }> {
    const server = this.server;
    if (server === undefined) throw new Error('There is no server');
    const answer = await this.until(
      server.call(new URL(path, ORIGIN), {
        method,
        headers: {
          authorization: `Bearer ${this.tokens.of(person)}`,
          'content-type': 'application/json',
          'idempotency-key': `judge-${++this.#calls}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: answer.status, text: await answer.text() };
  }

  /** Milliseconds of simulated time so far. */
  elapsed(): number {
    return worldTime() - BEGINNING;
  }
}

function isAtRest(tab: Tab): boolean {
  const { pending, view } = tab.kernel.snapshot();
  return pending.length === 0 && view.live === 'connected';
}

/** Whether the version was edited since its last check, and is not checked. */
async function isUnchecked({ database }: World): Promise<boolean> {
  const rows = await database.peek(
    `select from version left join validation using (version_id) where version_id = ${VERSION} and rev > coalesce(validated_rev, 0)`,
  );
  return rows.length > 0;
}

/** The number of the moment at which pages have come to rest, where steps are named. */
const AT_REST = -1;
const UNDONE_AT_REST = 6;

/** What happens in one step of a world with jobs: a task takes some fifty statements. */
const HAPPENINGS_WITH_JOBS = 4;

/** Statements that wait in a server; where there are more, no time passes in a world with jobs, or they would never be carried out. */
const BACKLOG = 4;

/** How the statement begins by which a server takes a task. */
const TAKES_A_TASK = 'update "task_run" set "worker" = $1, "attempt"';

/** What is said of the handing over of a mail. */
const MAILS = 'mails ';

/** Milliseconds after which servers hear of each other again. */
const WIRE_DOWN = 8000;

/** Milliseconds in which runs that are due after the faults begin and end. */
const QUIET_OF_JOBS = 65_000;

/** Milliseconds that a page may need more to be told by a server. */
const PATIENCE_OF_PAGES = 120_000;

/** Milliseconds in which a page that is opened when all is quiet has what it shows. */
const QUIET_OF_FRESH = 8000;

/** The pages on which a world begins. */
const PATHS = [
  '/data/db/demo/v/1/stops',
  '/data/db/demo/v/1/schedules',
  '/data/db/demo/v/1/stops',
  '/data/db/demo/v/1',
  '/data/db/demo/v/1/transfers',
];
