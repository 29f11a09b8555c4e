/** Makes the kernel of this tab and ties it to the world: calls, log, address bar, settings, live messages. */
import { definitions, LOG_SCHEMA } from './machines/definitions.ts';
import { loadAccount } from './commands/account/loadAccount.ts';
import { signInEnded } from './commands/account/signInEnded.ts';
import { versionRead } from './commands/notifications/versionRead.ts';
import { appStarted } from './commands/shell/appStarted.ts';
import { errorUncaught } from './commands/shell/errorUncaught.ts';
import { awaitedReads, lineReturned } from './commands/shell/lineReturned.ts';
import { locationChanged } from './commands/shell/locationChanged.ts';
import { endOfOwnRun } from './commands/tasks/runChanged.ts';
import { uploadSent } from './commands/upload/uploadProgress.ts';
import { downloadProgressed } from './commands/versions/downloadVersion.ts';
import { snapshotOf } from './domain/snapshots.ts';
import { dayBegan } from './commands/shell/dayBegan.ts';
import { followDays } from './effects/followDays.ts';
import { leaveBrowser, readSealingKey, reportError } from './contract/account.ts';
import { type Route, urlOf } from './contract/route.ts';
import { type ProductConfig, settingsAfterLogOut } from './domain/settings.ts';
import { createSealing } from './effects/sealing.ts';
import { followAddress, presentAddress, showAddress } from './effects/addressBar.ts';
import { readSettings, writeSettings } from './effects/browserSettings.ts';
import { showNotice } from './effects/browserNotices.ts';
import { createDiffFiles } from './effects/diffFile.ts';
import { saveFile } from './effects/download.ts';
import { createDownloads } from './effects/downloadVersion.ts';
import { createHttp } from './effects/http.ts';
import type { LiveConnection } from './effects/live.ts';
import { type Found, type LogStore, openLogStore } from './effects/logStore.ts';
import { newId } from './effects/newId.ts';
import { createPresence, type PresenceOfTab } from './effects/presence.ts';
import { databaseOfPath } from './domain/presence.ts';
import type { RoutePreview } from './domain/routing.ts';
import { createRoutePreview } from './effects/routePreview.ts';
import type { SignIn } from './effects/signIn.ts';
import { createTaskFiles } from './effects/taskFile.ts';
import { claimEarlierSession, claimNewSession, SESSION_KEY, type Unlock } from './effects/tabSession.ts';
import { followUncaughtErrors, type TellFault, type UncaughtError } from './effects/uncaughtErrors.ts';
import { createUploads } from './effects/upload.ts';
import { takeUpClosedTabs } from './takeUpClosedTabs.ts';
import { waitFor } from './effects/waitFor.ts';
import { watchLine } from './effects/lineWatch.ts';
import { cleanOfMapKeys, withoutMapKeys } from './map/mapKeys.ts';
import { hear } from './hearLive.ts';
import { withEarlier } from './kernel/earlierLog.ts';
import { createKernel, type Kernel, type Recovered, type SessionLog } from './kernel/kernel.ts';
import type { SessionHeader } from './kernel/record.ts';
import { holdsUnsent } from './kernel/unsent.ts';
import type { AppState } from './projections/state.ts';
import { isReadNews } from './projections/syncPosition.ts';
import { presentPlace } from './projections/versions.ts';
import { untilFetched } from './ui/parts/lazyScreen.ts';

/** The session of this tab. */
export interface OpenedSession {
  readonly kernel: Kernel<AppState>;
  readonly tellFault: TellFault;
  /** Whether edits that are not sent outlive a log-out, sealed. */
  keepsUnsent(): boolean;
  /** Ends the session, here and at the provider, and leaves nothing in the browser that can be read. */
  logOut(): Promise<void>;
  /** The path to the pointer while a shape is drawn; not in the log. */
  readonly routePreview: RoutePreview;
  /** Who works where, now; not in the log. */
  readonly presence: PresenceOfTab;
  /** The log for a report: what the kernel holds, and what an earlier page of this tab left before that. */
  log(): SessionLog;
}

/** Starts, or takes up again, the session of this tab. `fileOf` finds a file that the user chose, by the id it was kept under. */
export async function openSession(config: ProductConfig, signIn: SignIn, fileOf: (fileId: string) => File | undefined): Promise<OpenedSession> {
  const owner = ownerOf(signIn);
  const sealing = createSealing(async () => readSealingKey.reply.parse(await callAccount(signIn, readSealingKey)).key);
  const store = await openLogStore(indexedDB, sealing).catch((error: unknown) => {
    console.warn('The browser keeps no log: edits that wait when the page is closed are lost', error);
    return undefined;
  });
  const before = await takeUpOwnSession(store, owner);
  const signedIn = { accessToken: () => signIn.accessToken(), login: () => signIn.login() };
  const perform = createUploads({
    ...signedIn,
    perform: createDownloads({
      ...signedIn,
      perform: createDiffFiles({
        ...signedIn,
        perform: createTaskFiles({
          ...signedIn,
          perform: createHttp({
            ...signedIn,
            fetch: (url, init) => fetch(url, init),
            readAt: (versionId, rev) => {
              if (isReadNews(kernel.snapshot().view, versionId, rev)) kernel.receive(versionRead({ versionId, rev }));
            },
          }),
          fetch: (url, init) => fetch(url, init),
          fileOf,
        }),
        fetch: (url, init) => fetch(url, init),
        save: saveFile,
      }),
      fetch: (url, init) => fetch(url, init),
      save: saveFile,
      progressed: (progress) => void kernel.receive(downloadProgressed(progress)),
      now: () => performance.now(),
    }),
    fileOf,
    sent: (bytes) => void kernel.receive(uploadSent(bytes)),
    newRequest: () => new XMLHttpRequest(),
  });
  const kernelOf = (header: SessionHeader, restore?: Recovered): Kernel<AppState> => {
    const began = Date.parse(header.startedAt);
    const again = restore && { restore, run: newId().slice(0, 6) };
    return createKernel<AppState>({ ...definitions, header, clock: () => Date.now() - began, perform, ...again });
  };
  const kernel = (before && resumed(before, kernelOf)) ?? kernelOf(await newHeader(config.build));
  store?.keep(kernel, owner);
  const earlier = readLater(before?.earlier);
  let left: Promise<void> | undefined;
  const leave = (): Promise<void> => {
    left ??= leaveNothing(kernel, store, owner);
    return left;
  };

  kernel.receive(appStarted({ config: withoutMapKeys(config), settings: readSettings(localStorage), ...presentAddress() }));
  const tellFault = followUncaughtErrors(
    window,
    (error) => {
      kernel.receive(errorUncaught(error));
      if (config.monitoring) void tellServer(signIn, error, config.build);
    },
    () => window.location.pathname,
    cleanOfMapKeys,
  );
  followAddress((location) => kernel.receive(locationChanged(location)));
  followDays((today) => void kernel.receive(dayBegan({ today })));
  followState(kernel);
  followLine(kernel);
  followRuns(kernel);
  askBeforeLeaving(kernel, signIn);
  // Sign-in may also end later: a session that the provider does not renew any more.
  signIn.user$.subscribe((standing) => {
    // logged out in another tab
    if (standing.status === 'signedOut') void leave();
    // the provider, which had been away, can be reached again
    if (standing.status === 'signedIn' && kernel.snapshot().view.session.status === 'failed') kernel.dispatch(loadAccount({}));
    if (standing.status !== 'unauthorized' && standing.status !== 'failed') return;
    kernel.receive(signInEnded({ outcome: standing.status, message: standing.message }));
  });
  let presence = createPresence(() => undefined, Date.now);
  if (kernel.snapshot().view.session.status === 'unknown') {
    kernel.dispatch(loadAccount({}));
    presence = connectLive(kernel, signIn);
    if (store && owner !== undefined)
      takeUpClosedTabs(kernel, store, owner).catch((error: unknown) => console.warn('The logs of closed tabs cannot be read', error));
  }
  return {
    kernel,
    tellFault,
    presence,
    routePreview: createRoutePreview(perform),
    log: () => withEarlier(kernel.log(), earlier()),
    keepsUnsent: () => store !== undefined && owner !== undefined && sealing.isReady(),
    async logOut() {
      const leaving = callAccount(signIn, leaveBrowser).catch(() => undefined);
      await Promise.race([leaving, waitFor(LEAVE_WITHIN, AbortSignal.timeout(LEAVE_WITHIN))]);
      await leave();
      await signIn.logOut();
    },
  };
}

/** Reads the earlier part of a log once the page has shown what it is to show; only a report wants it. */
function readLater(read: Found['earlier']): () => Recovered | undefined {
  let earlier: Recovered | undefined;
  if (read)
    void waitFor(EARLIER_AFTER, AbortSignal.timeout(2 * EARLIER_AFTER))
      .then(read)
      .then(
        (found) => (earlier = found),
        (error: unknown) => console.warn('The earlier part of the log cannot be read: a report holds what follows it', error),
      );
  return () => earlier;
}

/** Milliseconds after the start. */
const EARLIER_AFTER = 5000;

/** Milliseconds that log-out waits for a server that may be out of reach. */
const LEAVE_WITHIN = 2000;

async function leaveNothing(kernel: Kernel<AppState>, store: LogStore | undefined, owner: string | undefined): Promise<void> {
  writeSettings(localStorage, settingsAfterLogOut(kernel.snapshot().view.settings));
  sessionStorage.removeItem(SESSION_KEY);
  if (owner !== undefined) await store?.leave(owner).catch((error: unknown) => console.warn('The log of this account could not be removed', error));
}

/** Tells the server of an error of this page; nothing comes of it where the server cannot be reached. */
async function tellServer(signIn: SignIn, error: UncaughtError, build: string): Promise<void> {
  try {
    await callAccount(signIn, reportError, { ...error, place: error.place.slice(0, 500), build });
  } catch {
    // it is in the log of this session
  }
}

/** A call about the account that is no act of the user's: it stands in no log. */
async function callAccount(signIn: SignIn, route: Route, body?: object): Promise<unknown> {
  const answer = await fetch(urlOf(route, {}), {
    method: route.method,
    headers: { authorization: `Bearer ${await signIn.accessToken()}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit',
  });
  if (!answer.ok) throw new Error(`${route.name}: ${answer.status}`);
  return answer.json();
}

/** Subject of the account that is signed in. */
function ownerOf(signIn: SignIn): string | undefined {
  let owner: string | undefined;
  signIn.user$.subscribe((standing) => (owner = standing.status === 'signedIn' ? standing.user.id : undefined)).unsubscribe();
  return owner;
}

/** What the earlier page of this tab left, and how to give its session up. */
interface Earlier extends Found {
  readonly release: Unlock;
}

/**
 * The log of this tab's earlier page, where it is of the same account: nothing is sent under another one's token. A log that
 * cannot be read (another build, a damaged disk) is left aside: starting matters more.
 */
async function takeUpOwnSession(store: LogStore | undefined, owner: string | undefined): Promise<Earlier | undefined> {
  const claimed = await claimEarlierSession(sessionStorage);
  if (!claimed) return undefined;
  try {
    const found = await store?.recover(claimed.session);
    if (found && found.owner === owner && owner !== undefined && found.header.schema === LOG_SCHEMA) return { ...found, release: claimed.release };
  } catch (error) {
    console.warn('The log of this tab cannot be taken up again', error);
  }
  claimed.release();
  return undefined;
}

/** Goes on with what the earlier page left. A log that cannot be folded is left aside too: what is unsent in it goes the way of closed tabs. */
function resumed({ header, recovered, release }: Earlier, kernelOf: (header: SessionHeader, restore: Recovered) => Kernel<AppState>) {
  try {
    return kernelOf(header, recovered);
  } catch (error) {
    console.warn('The log of this tab cannot be taken up again', error);
    release();
    return undefined;
  }
}

/** What a new session says of itself. */
async function newHeader(build: string): Promise<SessionHeader> {
  return {
    session: await claimNewSession(sessionStorage, newId),
    schema: LOG_SCHEMA,
    build,
    startedAt: new Date().toISOString(),
    locale: navigator.language,
    role: 'unknown',
    browser: navigator.userAgent.slice(0, 300),
  };
}

/** The browser asks before a page is left that holds unsent edits, or edits in a conflict; not where the page itself leaves to sign in. */
function askBeforeLeaving(kernel: Kernel<AppState>, signIn: SignIn): void {
  window.addEventListener('beforeunload', (event) => {
    if (!signIn.isLeaving() && holdsUnsent(kernel.snapshot())) event.preventDefault();
  });
}

/** Address bar and remembered settings follow the state. */
function followState(kernel: Kernel<AppState>): void {
  let { location, settings } = kernel.snapshot().view;
  let replace = true;
  kernel.records$.subscribe((record) => {
    replace = record.type !== 'location.open' || (isRecord(record.payload) && record.payload['replace'] === true);
    const { view } = kernel.snapshot();
    if (view.location !== location) showAddress((location = view.location), replace);
    if (view.settings !== settings) writeSettings(localStorage, (settings = view.settings));
  });
  showAddress(location, replace);
  writeSettings(localStorage, settings);
}

/** Reads that could not be made are made again once the server can be reached. */
function followLine(kernel: Kernel<AppState>): void {
  const watch = watchLine({
    fetch: (url, init) => fetch(url, init),
    wait: waitFor,
    page: window,
    returned: () => void kernel.receive(lineReturned({})),
  });
  kernel.subscribe(() => {
    const awaited = awaitedReads(kernel.snapshot());
    if (awaited !== undefined) watch(awaited);
  });
}

/** Shows a browser notification when one of the user's runs ends while the page is hidden. */
function followRuns(kernel: Kernel<AppState>): void {
  const notified = new Set<string>();
  kernel.records$.subscribe((record) => {
    const end = endOfOwnRun(record, kernel.snapshot().view);
    if (end === undefined || notified.has(end.id)) return;
    notified.add(end.id);
    showNotice(end.id, `DMP | ${end.name}`, end.words);
  });
}

/** Live messages, once the account may see anything; those of our own edits are known already from their answers. */
function connectLive(kernel: Kernel<AppState>, signIn: SignIn): PresenceOfTab {
  let live: Promise<LiveConnection> | undefined;
  let watched: number | undefined;
  let database: string | undefined;
  const presence = createPresence((place) => void live?.then((connection) => connection.show(place)), Date.now);
  for (const act of ['pointerdown', 'keydown']) window.addEventListener(act, presence.active, { capture: true, passive: true });
  kernel.subscribe(() => {
    const { view } = kernel.snapshot();
    const { account } = view.session;
    if (!account?.hasAccess || !account.verified) return;
    live ??= openLive(kernel, signIn, presence);
    const { versionId } = presentPlace(view);
    const { path } = view.location;
    const databaseId = databaseOfPath(path);
    presence.page(databaseId === undefined || view.settings.showPlace === false ? undefined : path);
    if (versionId === watched && databaseId === database) return;
    watched = versionId;
    database = databaseId;
    // a snapshot does not change
    void live.then((connection) => connection.watch(versionId === undefined || snapshotOf(versionId) ? [] : [versionId], databaseId));
  });
  return presence;
}

async function openLive(kernel: Kernel<AppState>, signIn: SignIn, presence: PresenceOfTab): Promise<LiveConnection> {
  const { createLive } = await untilFetched(() => import('./effects/live.ts'));
  const live = createLive({
    accessToken: () => signIn.accessToken(),
    login: () => void signIn.login(),
    emit: (event) => hear(kernel, event),
    present: presence.receive,
    origin: window.location.origin,
    fetch: (url, init) => fetch(url, init),
    wait: waitFor,
    now: () => performance.now(),
  });
  live.start();
  return live;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
