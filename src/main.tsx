/** The composition root: wires sign-in, kernel, map and screens. The only place that may import everything. */
import { StrictMode, Suspense, useMemo } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { readConfig } from './contract/account.ts';
import { saveFile } from './effects/download.ts';
import { copyText } from './effects/copyText.ts';
import { askForNotices } from './effects/browserNotices.ts';
import { reloadForMissingCode } from './effects/freshPage.ts';
import { createFileShelf, type FileShelf } from './effects/fileShelf.ts';
import { newId } from './effects/newId.ts';
import { newToken } from './effects/newToken.ts';
import { newWebhookSecret } from './effects/webhookSecret.ts';
import type { PresenceOfTab } from './effects/presence.ts';
import { readSentReport, sendReport } from './effects/sentReports.ts';
import { createSignIn, type SignIn } from './effects/signIn.ts';
import { encodeDmplog } from './kernel/dmplog.ts';
import type { Kernel, SessionLog } from './kernel/kernel.ts';
import { KernelProvider } from './kernel/react.tsx';
import { definitions } from './machines/definitions.ts';
import { type OpenedSession, openSession } from './openSession.ts';
import type { AppState } from './projections/state.ts';
import { App } from './ui/App.tsx';
import { speak } from './ui/language/language.ts';
import { GUEST_PATH } from './domain/reviewLinks.ts';
import { type Ports, PortsProvider } from './ui/ports.tsx';

import { CODE_MISSING, forgetFailedStyles, lazyScreen } from './ui/parts/lazyScreen.ts';

// The map comes after the first screen: its code and its libraries are most of the product's weight.
const VersionMap = lazyScreen(() => import('./versionMap.tsx').then((module) => module.VersionMap));
const BoundsMap = lazyScreen(() => import('./boundsMap.tsx').then((module) => module.BoundsMap));

async function main(): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root');
  const root = createRoot(element);
  forgetFailedStyles();
  followMissingCode();
  try {
    // a report that was sent is read with the sign-in; one from the disk needs none
    if (window.location.pathname === '/replay' && sentReport() === undefined) return await openReplay(root);
    if (window.location.pathname === GUEST_PATH) {
      const { showGuestReview } = await import('./showGuestReview.tsx');
      return await showGuestReview(root);
    }
    const config = readConfig.reply.parse(await (await fetch('/config.json')).json());
    const signIn = createSignIn(config.oidc);
    const standing = await signIn.start();
    // On the way to the sign-in page: the loader of index.html stays until the browser has left.
    if (standing.status === 'unknown' || standing.status === 'signedOut') return;
    if (window.location.pathname === '/replay') return await openReplay(root, signIn);
    const files = createFileShelf(newId);
    const session = await openSession(config, signIn, files.fileOf);
    // Where the texts cannot be fetched now, the screens begin in English and change when they are there.
    await speak(session.kernel.snapshot().view.settings.language ?? 'en').catch(() => undefined);
    showProduct(root, { ...session, signIn, files });
  } catch (error) {
    console.error(error);
    showStartFailure(root);
  }
}

/** The id of the sent report that the address of the replay names. */
function sentReport(): number | undefined {
  const id = new URLSearchParams(window.location.search).get('report') ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}

async function openReplay(root: Root, signIn?: SignIn): Promise<void> {
  const { showReplay } = await import('./showReplay.tsx');
  const id = sentReport();
  showReplay(
    root,
    signIn && id !== undefined ? { id, read: () => readSentReport({ signIn, fetch: (url, init) => fetch(url, init) }, id) } : undefined,
  );
}

function followMissingCode(): void {
  reloadForMissingCode(CODE_MISSING, {
    page: window,
    files: () => [window.location.href, ...[...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map((link) => link.href)],
    fetch: (url) => fetch(url),
    isBusy: () => document.querySelector('[role=dialog], :is(input, textarea, [contenteditable]):focus') !== null,
    storage: sessionStorage,
    now: Date.now,
    reload: () => window.location.reload(),
  });
}

interface Wiring extends OpenedSession {
  readonly signIn: SignIn;
  readonly files: FileShelf;
}

function showProduct(root: Root, wiring: Wiring): void {
  root.render(
    <StrictMode>
      <Product {...wiring} />
    </StrictMode>,
  );
}

function Product({ kernel, log, keepsUnsent, logOut, tellFault, routePreview, presence, signIn, files }: Wiring): React.ReactNode {
  const ports = useMemo(
    () => portsOf({ kernel, log, keepsUnsent, logOut, tellFault, presence, signIn, files }),
    [kernel, log, keepsUnsent, logOut, tellFault, presence, signIn, files],
  );
  return (
    <KernelProvider kernel={kernel}>
      <PortsProvider value={ports}>
        <App
          map={
            <Suspense>
              <VersionMap stateNow={kernel.snapshot} routePreview={routePreview} />
            </Suspense>
          }
        />
      </PortsProvider>
    </KernelProvider>
  );
}

function portsOf({ kernel, log, keepsUnsent, logOut, tellFault, presence, signIn, files }: Omit<Wiring, 'routePreview'>): Ports {
  return {
    boundsMap: (props) => (
      <Suspense>
        <BoundsMap {...props} />
      </Suspense>
    ),
    presence,
    newId,
    newToken,
    newWebhookSecret,
    keepFile: files.keep,
    copy: copyText,
    askForNotices,
    keepsUnsent,
    logOut: () => void logOut(),
    logIn: () => void signIn.login(),
    saveText: (name, text, type) =>
      saveFile(name, type === undefined ? new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }) : new Blob([text], { type })),
    saveWorkbook: async (name, sheets) => saveFile(name, await (await workbooks()).writeWorkbook(sheets)),
    readWorkbook: async (file) => (await workbooks()).readWorkbook(file),
    reportProblem: async (note) => {
      const { header } = kernel;
      const name = `dmp-${header.startedAt.slice(0, 16).replace(/[:T]/g, '-')}-${header.session.slice(0, 6)}.dmplog`;
      saveFile(name, new Blob([reportText(kernel, log(), presence, note)], { type: 'application/x-dmplog' }));
      return name;
    },
    readReport: (note) => reportText(kernel, log(), presence, note),
    sendReport: ({ key, text }) => sendReport({ signIn, fetch: (url, init) => fetch(url, init) }, key, text),
    tellFault,
    sessionStart: () => Date.parse(kernel.header.startedAt),
    reload: () => window.location.reload(),
  };
}

/** Loaded when the first workbook is written or read. */
function workbooks(): Promise<typeof import('./effects/workbookFile.ts')> {
  return import('./effects/workbookFile.ts');
}

function reportText(kernel: Kernel<AppState>, log: SessionLog, presence: PresenceOfTab, note?: string): string {
  const state = kernel.snapshot();
  const role = state.view.session.account?.permissions.readOnly === false ? 'editor' : 'viewer';
  return encodeDmplog(
    { ...log, header: { ...log.header, role, colleagues: presence.colleagues().length, page: state.view.location.path } },
    state.errors,
    definitions,
    state,
    note,
  );
}

function showStartFailure(root: Root): void {
  root.render(
    <main style={{ font: '14px/1.5 system-ui, sans-serif', margin: '20vh auto', maxWidth: '28rem', textAlign: 'center' }} role="alert">
      <p>The product could not be started: the server cannot be reached.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>,
  );
}

void main();
