import { openBroadcast, type Broadcast } from './broadcast.ts';
import { isCopiedTab } from './tabSession.ts';

/** Path to which the provider sends people back; the built-in one knows it too (server/auth/provider.ts). */
export const CALLBACK_PATH = '/callback';

/** What sign-in needs of the browser around it. */
export interface Surroundings {
  /** The present address, whole. */
  url(): string;
  /** Path, query and fragment of the present address. */
  path(): string;
  /** Whether the page was loaded at the address that the provider sends people back to. */
  readonly atCallback: boolean;
  /** Whether the page is only a frame within another one of its kind. */
  readonly framed: boolean;
  /** Puts a path into the address bar without loading anything. */
  show(path: string): void;
  /** Loads a page of the product afresh. */
  load(path: string): void;
  /** Leaves for an address of the provider. */
  leave(url: string): void;
  /** Kept as long as this tab. */
  readonly tab: Storage;
  /** Kept by the browser, for all tabs. */
  readonly browser: Storage;
  readonly others: Broadcast;
  /** Whether this tab began as a copy of another one that is still open: it must not use what belongs to that one. */
  isCopy(): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The browser that this page runs in. */
export function browserSurroundings(): Surroundings {
  // A page that comes back from the browser's memory by the Back button had already left: it has to begin again.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  return {
    url: () => window.location.href,
    path: () => window.location.pathname + window.location.search + window.location.hash,
    atCallback: window.location.pathname === CALLBACK_PATH,
    framed: window.self !== window.top,
    show: (path) => window.history.replaceState(null, '', path),
    load: (path) => window.location.replace(path),
    // Replaced, so that Back leads to where the user came from and not into the redirect again.
    leave: (url) => window.location.replace(url),
    tab: window.sessionStorage,
    browser: window.localStorage,
    others: openBroadcast(),
    isCopy: () => isCopiedTab(window.sessionStorage),
    now: () => Date.now(),
  };
}
